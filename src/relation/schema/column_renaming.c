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

static struct str describe_renaming(struct arena *a, const struct relation_seed *s,
                                    const struct column_synonym *r)
{
    struct change c;
    change_begin(&c);
    change_put_column(&c, "renamed", s->schema, r->column);
    change_put(&c, "to", r->name);
    change_put(&c, "word", r->phrase);
    change_put(&c, "synonym", r->synonym.words);
    change_put(&c, "source", word_source_name(r->synonym.source));
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

static bool make_renaming(struct arena *a, const struct relation_seed *s, const void *plan,
                          uint64_t i, struct test_case *out)
{
    const struct column_synonym *r = &((const struct synonym_search *)plan)->items[i];
    struct str natural = column_synonym_natural(a, &s->schema->columns[r->column], r);
    out->migration = migration_rename_column(a, s->schema, r->column, r->name, natural);
    out->change = describe_renaming(a, s, r);
    return true;
}

const struct relation relation_CRn = {
    .id = "CRn",
    .name = "column renaming",
    .family = "mt-teql",
    .text = {.summary = "a column gets a name that means the same",
             .what = "A word of a column's name is replaced by a synonym.",
             .before = "customer (id, name, city, age)",
             .after = "customer (id, customer_name, city, age)",
             .answer = "The answer stays: the query does not read the column.",
             .page = "docs/reference/words.md"},
    .count = count_renamings,
    .make = make_renaming,
    .spares_reads = true,
};
