/* name_sampling.c: drawing words by hash, and building names from them. */
#include "relation/schema/name_sampling.h"

#include "migration/change.h"
#include "migration/migration.h"
#include "migration/rewrite.h"
#include "relation/refusal.h"
#include "sql/builtins.h"
#include "sql/quote.h"

enum {
    SAMPLINGS = 8, /* of a database; a seed gets fewer, since not all suit it */
    MAX_PARTS = 8  /* of a name */
};

/* A column under another name. */
struct sampled_name {
    struct column_renaming to;
    const struct column_synonym *parts[MAX_PARTS]; /* in other words, in their order */
    uint32_t n_parts;
};

struct name_sampling {
    struct sampled_name *names;
    uint32_t count;
    const struct migration *migration;
    struct str query; /* rewritten in the new names */
};

struct name_samplings {
    struct name_sampling items[SAMPLINGS];
    uint32_t count;
};

/* What one sampling is drawn from. */
struct sampler {
    struct arena *arena;
    const struct relation_seed *seed;
    const struct name_sampling_rules *rules;
    const struct synonym_search *found;
    const struct taken_names *asked; /* with the question */
    const uint32_t *drawn;           /* for each item found: the samplings that have it, as bits */
    uint32_t number;                 /* of the sampling */
};

const struct relation_seed *seed_without_question(struct arena *a, const struct relation_seed *s)
{
    struct seed *silent = ARENA_NEW(a, struct seed);
    struct relation_seed *copy = ARENA_NEW(a, struct relation_seed);
    *silent = *s->seed;
    silent->question = STR("");
    *copy = *s;
    copy->seed = silent;
    copy->words = ARENA_NEW(a, struct words);
    return copy;
}

/* Drawing */

/* A number for `words` in place of a phrase in a sampling: the lowest is drawn. */
static uint64_t lot_of(const struct sampler *d, uint32_t number, struct str phrase,
                       struct str words)
{
    uint64_t h = hash_combine(hash_bytes(d->seed->schema->db_id), hash_bytes(d->rules->relation));
    h = hash_combine(hash_combine(h, number), hash_bytes(phrase));
    return hash_combine(h, hash_bytes(words));
}

/* The samplings that a phrase is drawn in, as bits. */
static uint32_t draws_of(const struct sampler *d, struct str phrase)
{
    uint64_t lots[SAMPLINGS];
    uint32_t bits = 0;
    for (uint32_t i = 0; i < SAMPLINGS; i++)
        lots[i] = lot_of(d, i, phrase, STR(""));
    for (uint32_t i = 0; i < SAMPLINGS; i++) {
        uint32_t before = 0;
        for (uint32_t k = 0; k < SAMPLINGS; k++)
            before += lots[k] < lots[i];
        bits |= (uint32_t)(before < d->rules->drawn) << i;
    }
    return bits;
}

/* Is `x` drawn rather than `y`? The choice is the same wherever both fit. */
static bool comes_first(const struct sampler *d, const struct column_synonym *x,
                        const struct column_synonym *y)
{
    return lot_of(d, d->number, x->phrase, x->synonym.words) <
           lot_of(d, d->number, y->phrase, y->synonym.words);
}

static bool says_same(const struct column_synonym *x, const struct column_synonym *y)
{
    return str_eq(x->phrase, y->phrase) && str_eq(x->synonym.words, y->synonym.words);
}

static bool column_has(const struct synonym_search *found, uint32_t column,
                       const struct column_synonym *words)
{
    for (uint32_t i = 0; i < found->count; i++)
        if (found->items[i].column == column && says_same(&found->items[i], words))
            return true;
    return false;
}

/* Columns whose equal names show how tables join stay alike: the words must fit all of them. */
static bool suits_all_alike(const struct schema *s, const struct synonym_search *found,
                            const struct column_synonym *words)
{
    if (!name_shows_join(s, words->column))
        return true;
    for (uint32_t c = SCHEMA_STAR + 1; c < s->n_columns; c++)
        if (str_eq_nocase(s->columns[c].name, s->columns[words->column].name) &&
            !column_has(found, c, words))
            return false;
    return true;
}

/* Does the name have the phrase? */
static bool has_phrase(const struct name_words *w, const struct name_words *phrase)
{
    for (uint32_t at = 0; at + phrase->count <= w->count; at++) {
        uint32_t i = 0;
        while (i < phrase->count && str_eq(w->items[at + i].text, phrase->items[i].text))
            i++;
        if (i == phrase->count)
            return true;
    }
    return false;
}

/* Columns of a table with a common phrase keep one: the new words still have the phrase ("name" in
 * "singer name"), or fit all of them. */
static bool stays_in_series(struct arena *a, const struct schema *s,
                            const struct synonym_search *found, const struct column_synonym *words)
{
    const struct schema_table *t = &s->tables[s->columns[words->column].table];
    struct name_words phrase = name_split(a, words->phrase),
                      now = name_split(a, words->synonym.words);
    for (uint32_t i = 0; i < t->n_columns && !has_phrase(&now, &phrase); i++) {
        struct name_words other = name_split(a, s->columns[t->columns[i]].name);
        if (t->columns[i] != words->column && has_phrase(&other, &phrase) &&
            !column_has(found, t->columns[i], words))
            return false;
    }
    return true;
}

/* A key whose words cannot be used in one table keeps them in all. */
static bool is_usable_in_all(const struct sampler *d, const bool *usable,
                             const struct column_synonym *words)
{
    const struct schema *s = d->seed->schema;
    const struct synonym_search *found = d->found;
    struct str name = s->columns[words->column].name;
    if (!name_shows_join(s, words->column))
        return true;
    for (uint32_t i = 0; i < found->count; i++)
        if (!usable[i] && says_same(&found->items[i], words) &&
            str_eq_nocase(s->columns[found->items[i].column].name, name))
            return false;
    return true;
}

/* Words that cannot be used are in no sampling. */
static const uint32_t *draw_all(const struct sampler *d)
{
    const struct synonym_search *found = d->found;
    const struct schema *s = d->seed->schema;
    uint32_t *drawn = arena_zalloc(d->arena, ((size_t)found->count + 1) * sizeof *drawn);
    bool *usable = arena_zalloc(d->arena, (size_t)found->count + 1);
    for (uint32_t i = 0; i < found->count; i++)
        usable[i] = suits_all_alike(s, found, &found->items[i]) &&
                    stays_in_series(d->arena, s, found, &found->items[i]);
    for (uint32_t i = 0; i < found->count; i++)
        if (usable[i] && is_usable_in_all(d, usable, &found->items[i]))
            drawn[i] = draws_of(d, found->items[i].phrase);
    return drawn;
}

/* Names */

/* Can only one of them be in a name? */
static bool exclude_each_other(const struct sampler *d, const struct column_synonym *x,
                               const struct column_synonym *y)
{
    return !d->rules->all_words || column_synonyms_overlap(x, y);
}

/* Put the words into the name, in place of parts that exclude them, if they come before all of
 * these. Phrases are found by their first words, so parts stay in order. */
static void put_part(const struct sampler *d, struct sampled_name *n,
                     const struct column_synonym *words)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n->n_parts; i++)
        if (exclude_each_other(d, n->parts[i], words) && !comes_first(d, words, n->parts[i]))
            return;
    for (uint32_t i = 0; i < n->n_parts; i++)
        if (!exclude_each_other(d, n->parts[i], words))
            n->parts[kept++] = n->parts[i];
    if (kept < MAX_PARTS)
        n->parts[kept++] = words;
    n->n_parts = kept;
}

/* Does the name need no quotes in SQL? */
static bool is_plain_name(struct str name)
{
    struct buf text = {0};
    bool known = false;
    sql_put_plain_name(&text, name);
    bool plain =
        str_eq_nocase(buf_str(&text), name) && !(sql_function_find(name, 1, &known) || known);
    buf_release(&text);
    return plain;
}

/* Is the new name free, and not a key word or function, unless the old one was? */
static bool name_fits(const struct sampler *d, const struct sampled_name *n)
{
    const struct schema *s = d->seed->schema;
    struct str old = s->columns[n->to.column].name;
    return column_name_is_free(d->arena, s, &d->found->taken, n->parts[0], n->to.name) &&
           !(d->found->bold && column_name_repeats(d->arena, old, n->to.name)) &&
           (is_plain_name(n->to.name) || !is_plain_name(old));
}

static void name_column(const struct sampler *d, struct sampled_name *n)
{
    const struct schema_column *c = &d->seed->schema->columns[n->to.column];
    if (d->rules->all_words) {
        n->to.name = column_parts_joined(d->arena, c->name, n->parts, n->n_parts);
        n->to.natural = name_in_words(d->arena, n->to.name);
    } else {
        n->to.name = n->parts[0]->name;
        n->to.natural = column_synonym_natural(d->arena, c, n->parts[0]);
    }
}

/* Draw for the column of item `first`; returns the first item of the next column. */
static uint32_t sample_column(const struct sampler *d, struct name_sampling *out, uint32_t first)
{
    const struct synonym_search *found = d->found;
    struct sampled_name n = {.to.column = found->items[first].column};
    uint32_t i = first;
    for (; i < found->count && found->items[i].column == n.to.column; i++)
        if (d->drawn[i] >> d->number & 1)
            put_part(d, &n, &found->items[i]);
    if (n.n_parts > 0) {
        name_column(d, &n);
        if (name_fits(d, &n))
            ARENA_ADD(d->arena, out->names, out->count, n);
    }
    return i;
}

/* Does a column with another old name get the same new name? `given`: the new names, squeezed. */
static bool is_given_twice(const struct sampler *d, const struct name_sampling *g,
                           const struct str *given, uint32_t i)
{
    const struct schema_column *columns = d->seed->schema->columns;
    for (uint32_t k = 0; k < g->count; k++)
        if (str_eq(given[k], given[i]) && !str_eq_nocase(columns[g->names[k].to.column].name,
                                                         columns[g->names[i].to.column].name))
            return true;
    return false;
}

static void drop_given_twice(const struct sampler *d, struct name_sampling *g)
{
    bool *twice = arena_zalloc(d->arena, (size_t)g->count + 1);
    struct str *given = ARENA_ARRAY(d->arena, struct str, g->count);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < g->count; i++)
        given[i] = name_squeezed(d->arena, g->names[i].to.name);
    for (uint32_t i = 0; i < g->count; i++)
        twice[i] = is_given_twice(d, g, given, i);
    for (uint32_t i = 0; i < g->count; i++)
        if (!twice[i])
            g->names[kept++] = g->names[i];
    g->count = kept;
}

static bool is_replaced(const struct sampled_name *n, struct str word)
{
    for (uint32_t i = 0; i < n->n_parts; i++)
        if (str_eq(n->parts[i]->phrase, word))
            return true;
    return false;
}

/* Does a column keep the word? */
static bool is_kept(const struct sampler *d, const struct name_sampling *g, struct str word)
{
    const struct schema *s = d->seed->schema;
    for (uint32_t c = SCHEMA_STAR + 1; c < s->n_columns; c++) {
        struct name_words name = name_split(d->arena, s->columns[c].name);
        bool has = name_words_have(&name, word);
        for (uint32_t i = 0; has && i < g->count; i++)
            has = g->names[i].to.column != c || !is_replaced(&g->names[i], word);
        if (has)
            return true;
    }
    return false;
}

static void drop_mixed(const struct sampler *d, struct name_sampling *g)
{
    struct str word = d->rules->all_or_none;
    uint32_t kept = 0;
    if (word.len == 0 || !is_kept(d, g, word))
        return;
    for (uint32_t i = 0; i < g->count; i++)
        if (!is_replaced(&g->names[i], word))
            g->names[kept++] = g->names[i];
    g->count = kept;
}

static struct name_sampling sample_names(const struct sampler *d)
{
    struct name_sampling g = {0};
    for (uint32_t i = 0; i < d->found->count;)
        i = sample_column(d, &g, i);
    drop_given_twice(d, &g);
    drop_mixed(d, &g);
    return g;
}

/* A sampling and a seed */

/* Is the word new to the column: neither in its name nor in its table's? */
static bool is_new_word(struct arena *a, const struct relation_seed *s, uint32_t column,
                        struct str word)
{
    const struct schema_column *c = &s->schema->columns[column];
    const struct schema_table *t = &s->schema->tables[c->table];
    const struct inflection *in = &s->knowledge->inflection;
    struct name_words own = name_split(a, c->name), table = name_split(a, t->name),
                      natural = name_split(a, t->natural);
    return !name_words_have(&own, word) && !name_words_have(&table, word) &&
           !name_words_have(&natural, word) && !name_words_have(&table, noun_plural(a, in, word)) &&
           !name_words_have(&natural, noun_plural(a, in, word));
}

/* Could the question mean the wrong thing by a new word? */
static bool is_asked(const struct sampler *d, const struct sampled_name *n)
{
    struct str word;
    if (!d->seed->column_read[n->to.column] && !n->parts[0]->names_owner &&
        !name_is_fresh(d->arena, d->asked, n->to.name))
        return true;
    for (uint32_t i = 0; i < n->n_parts; i++)
        for (size_t at = 0;
             next_content_word(d->seed->knowledge, n->parts[i]->synonym.words, &at, &word);)
            if (is_new_word(d->arena, d->seed, n->to.column, word) &&
                !words_are_fresh(d->asked, word))
                return true;
    return false;
}

static bool any_asked(const struct sampler *d, const struct name_sampling *g)
{
    for (uint32_t i = 0; i < g->count; i++)
        if (is_asked(d, &g->names[i]))
            return true;
    return false;
}

static bool any_read(const struct relation_seed *s, const struct name_sampling *g)
{
    for (uint32_t i = 0; i < g->count; i++)
        if (s->column_read[g->names[i].to.column])
            return true;
    return false;
}

/* Make the migration, and rewrite the query. False if it cannot be rewritten. */
static bool rewrite_query(const struct sampler *d, struct name_sampling *g)
{
    struct column_renaming *list = ARENA_ARRAY(d->arena, struct column_renaming, g->count);
    const char *why;
    for (uint32_t i = 0; i < g->count; i++)
        list[i] = g->names[i].to;
    g->migration = migration_rename_columns(d->arena, d->seed->schema, list, g->count);
    return query_over(d->arena, g->migration, seed_query(d->seed->seed), &g->query, &why);
}

static bool is_same(const struct name_sampling *x, const struct name_sampling *y)
{
    bool same = x->count == y->count;
    for (uint32_t i = 0; same && i < x->count; i++)
        same = x->names[i].to.column == y->names[i].to.column &&
               str_eq(x->names[i].to.name, y->names[i].to.name);
    return same;
}

static bool is_known(const struct name_samplings *n, const struct name_sampling *g)
{
    for (uint32_t i = 0; i < n->count; i++)
        if (is_same(&n->items[i], g))
            return true;
    return false;
}

/* The query must name a renamed column: reading it by * is not enough. */
static bool suits_seed(const struct sampler *d, struct name_sampling *g)
{
    const struct relation_seed *s = d->seed;
    return refuse_unless(s, any_read(s, g), REFUSED_SAMPLING_UNREAD) &&
           refuse_unless(s, !any_asked(d, g), REFUSED_SAMPLING_ASKED) &&
           refuse_unless(s, rewrite_query(d, g), REFUSED_SAMPLING_UNTOLD) &&
           refuse_unless(s, !str_eq(g->query, seed_query(s->seed)), REFUSED_SAMPLING_UNREAD);
}

uint64_t name_samplings_count(struct arena *a, const struct relation_seed *s,
                              const struct name_sampling_rules *rules,
                              const struct synonym_search *found, const void **plan)
{
    struct name_samplings *n = ARENA_NEW(a, struct name_samplings);
    struct taken_names asked = taken_names_of(a, s);
    struct sampler d = {.arena = a, .seed = s, .rules = rules, .found = found, .asked = &asked};
    *plan = n;
    if (!refuse_unless(s, s->stmt != NULL, REFUSED_NO_QUERY))
        return 0;
    d.drawn = draw_all(&d);
    for (; d.number < SAMPLINGS; d.number++) {
        struct name_sampling g = sample_names(&d);
        if (g.count > 0 && !is_known(n, &g) && suits_seed(&d, &g))
            n->items[n->count++] = g;
    }
    return n->count;
}

/* The case */

static struct str describe_sampling(struct arena *a, const struct schema *s,
                                    const struct name_sampling *g)
{
    struct change c;
    change_begin(&c);
    json_key(&c.json, STR("renamed"));
    json_object_open(&c.json);
    for (uint32_t i = 0; i < g->count; i++) {
        const struct schema_column *column = &s->columns[g->names[i].to.column];
        json_key(&c.json, arena_printf(a, "%.*s.%.*s", STR_ARG(s->tables[column->table].name),
                                       STR_ARG(column->name)));
        json_put_str(&c.json, g->names[i].to.name);
    }
    json_object_close(&c.json);
    return change_end(&c, a);
}

bool name_samplings_make(struct arena *a, const struct relation_seed *s, const void *plan,
                         uint64_t i, struct test_case *out)
{
    const struct name_sampling *g = &((const struct name_samplings *)plan)->items[i];
    out->migration = g->migration;
    if (s->seed->query.ptr)
        out->query = g->query;
    out->change = describe_sampling(a, s->schema, g);
    return true;
}
