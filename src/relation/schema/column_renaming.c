/* column_renaming.c: a column the query does not read gets a synonym for a name (CRn, MT-TEQL
 * §3.2).
 *
 * Holds because the query never names the column. The synonyms come from column_synonym.h.
 * Not applied to columns whose name shows how tables join: those tied by a foreign key to one of
 * the same name, or keys whose name other tables use too. */
#include "migration/change.h"
#include "migration/migration.h"
#include "relation/refusal.h"
#include "relation/schema/column_synonym.h"
#include "relation/table_use.h"

enum { MAX_PARTS = 8 }; /* of a name */

/* A new name: one word of the old one is replaced, or all that can be. */
struct bold_renaming {
    struct str name, natural;
    const struct column_synonym *parts[MAX_PARTS]; /* in their order */
    uint32_t n_parts;
};

static struct str describe_renaming(struct arena *a, const struct relation_seed *s,
                                    const struct bold_renaming *r)
{
    struct change c;
    change_begin(&c);
    change_put_column(&c, "renamed", s->schema, r->parts[0]->column);
    change_put(&c, "to", r->name);
    for (uint32_t i = 0; i < r->n_parts; i++) {
        const struct column_synonym *part = r->parts[i];
        struct str number = i ? arena_printf(a, "_%u", i + 1) : STR("");
        json_key(&c.json, ARENA_CONCAT(a, STR("word"), number));
        json_put_str(&c.json, part->phrase);
        json_key(&c.json, ARENA_CONCAT(a, STR("synonym"), number));
        json_put_str(&c.json, part->synonym.words);
    }
    change_put(&c, "source", word_source_name(r->parts[0]->synonym.source));
    return change_end(&c, a);
}

static uint64_t count_renamings(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct synonym_search *p = ARENA_NEW(a, struct synonym_search);
    *plan = p;
    if (!s->knowledge)
        return 0;
    synonym_search_init(a, s, false, p);
    struct table_use use = table_use_of(a, s);
    for (uint32_t c = SCHEMA_STAR + 1; c < s->schema->n_columns; c++)
        if (column_is_free(s, &use, c) &&
            refuse_unless(s, !name_shows_join(s->schema, c), REFUSED_NAME_JOINS))
            synonym_search_column(a, s, p, c);
    return p->count;
}

/* May the words stand beside `wanted` and the parts so far? */
static bool can_be_part(const struct bold_renaming *n, const struct column_synonym *words,
                        const struct column_synonym *wanted)
{
    bool free = words->column == wanted->column && !column_synonyms_overlap(words, wanted);
    for (uint32_t i = 0; i < n->n_parts && free; i++)
        free = !column_synonyms_overlap(words, n->parts[i]);
    return free && n->n_parts < MAX_PARTS;
}

/* The words `wanted` and, for the rest of the name, the first words that fit. */
static struct bold_renaming rename_all_words(struct arena *a, const struct synonym_search *p,
                                             struct str old, const struct column_synonym *wanted)
{
    struct bold_renaming n = {.n_parts = 0};
    for (uint32_t i = 0; i < p->count; i++)
        if (&p->items[i] == wanted || can_be_part(&n, &p->items[i], wanted))
            n.parts[n.n_parts++] = &p->items[i];
    n.name = column_parts_joined(a, old, n.parts, n.n_parts);
    n.natural = name_in_words(a, n.name);
    return n;
}

static struct bold_renaming renaming_of(struct arena *a, const struct relation_seed *s,
                                        const struct synonym_search *p,
                                        const struct column_synonym *wanted)
{
    const struct schema_column *c = &s->schema->columns[wanted->column];
    const struct bold_renaming one = {
        wanted->name, column_synonym_natural(a, c, wanted), {wanted}, 1};
    if (!p->bold)
        return one;
    struct bold_renaming all = rename_all_words(a, p, c->name, wanted);
    bool fits = all.n_parts > 1 && name_is_fresh(a, &p->taken, all.name) &&
                !column_name_repeats(a, c->name, all.name);
    return fits ? all : one;
}

static bool make_renaming(struct arena *a, const struct relation_seed *s, const void *plan,
                          uint64_t i, struct test_case *out)
{
    const struct synonym_search *p = plan;
    struct bold_renaming r = renaming_of(a, s, p, &p->items[i]);
    out->migration = migration_rename_column(a, s->schema, p->items[i].column, r.name, r.natural);
    out->change = describe_renaming(a, s, &r);
    return true;
}

const struct relation relation_CRn = {
    .id = "CRn",
    .name = "column renaming",
    .family = "mt-teql",
    .text = {.summary = "a column gets a name that means the same",
             .what = "Words of a column's name are replaced by synonyms.",
             .before = "customer (id, name, city, age)",
             .after = "customer (id, name, town, age)",
             .answer = "The answer stays: the query does not read the column.",
             .page = "docs/reference/words.md"},
    .count = count_renamings,
    .make = make_renaming,
    .has_strengths = true,
    .spares_reads = true,
};
