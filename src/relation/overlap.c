/* overlap.c: a case compared with its seed, word by word. */
#include "relation/overlap.h"

#include "migration/migration.h"
#include "relation/prepare.h"
#include "sql/parse.h"

static struct lemmatizer lemmatizer_for(const struct overlap_seed *s)
{
    return (struct lemmatizer){s->seed->lexicon};
}

void overlap_seed_begin(struct arena *a, const struct relation_seed *s, struct overlap_seed *out)
{
    *out = (struct overlap_seed){.seed = s, .readable = s->stmt && s->seed->query.ptr};
    const struct lemmatizer z = lemmatizer_for(out);
    const struct resolved_query gold = {s->schema, s->stmt, s->resolution};
    out->said = said_words_of(a, &z, s->words);
    if (out->readable)
        out->things = query_things_of(a, &z, &gold);
    out->named = query_things_count(&out->things, &out->said);
}

/* Edits */

/* The words without marks, in small letters. */
static struct lemmas spoken_words(struct arena *a, const struct words *w)
{
    struct lemmas out = {ARENA_ARRAY(a, struct str, w->count), 0};
    for (uint32_t i = 0; i < w->count; i++)
        if (w->items[i].kind != TOKEN_MARK)
            out.items[out.count++] = w->items[i].lower;
    return out;
}

/* Cut off what both have at their ends. */
static void drop_common_ends(struct lemmas *x, struct lemmas *y)
{
    while (x->count > 0 && y->count > 0 && str_eq(x->items[x->count - 1], y->items[y->count - 1])) {
        x->count--;
        y->count--;
    }
    while (x->count > 0 && y->count > 0 && str_eq(x->items[0], y->items[0])) {
        *x = lemmas_slice(*x, 1, x->count);
        *y = lemmas_slice(*y, 1, y->count);
    }
}

static uint32_t least(uint32_t x, uint32_t y)
{
    return x < y ? x : y;
}

/* The fewest words to put in, leave out or replace, so that `x` becomes `y` (Levenshtein). */
static uint32_t count_edits(struct arena *a, struct lemmas x, struct lemmas y)
{
    drop_common_ends(&x, &y);
    uint32_t *row = ARENA_ARRAY(a, uint32_t, (size_t)y.count + 1);
    for (uint32_t k = 0; k <= y.count; k++)
        row[k] = k;
    for (uint32_t i = 0; i < x.count; i++) {
        uint32_t diagonal = row[0];
        row[0] = i + 1;
        for (uint32_t k = 0; k < y.count; k++) {
            uint32_t replaced = diagonal + !str_eq(x.items[i], y.items[k]);
            diagonal = row[k + 1];
            row[k + 1] = least(replaced, least(row[k], diagonal) + 1);
        }
    }
    return row[y.count];
}

/* Names */

static void count_name(struct arena *a, const struct lemmatizer *z, struct str old, struct str new,
                       uint64_t counts[N_NAME_KEEPINGS])
{
    uint32_t kept = 0;
    if (str_eq_nocase(old, new))
        return;
    struct lemmas before = lemmas_of_name(a, z, old), after = lemmas_of_name(a, z, new);
    for (uint32_t i = 0; i < before.count; i++)
        kept += str_in(before.items[i], after.items, after.count);
    counts[kept == 0 ? NAME_KEEPS_NONE : kept == before.count ? NAME_KEEPS_ALL : NAME_KEEPS_SOME]++;
}

/* Has the column another old one's values, in any form? Then that has another name now. A key that
 * takes the place of values is a new column. */
static bool was_column(const struct migration_column *c)
{
    return c->old != SCHEMA_NONE && (c->source == MIGRATION_COPY || c->source == MIGRATION_JOINED ||
                                     c->source == MIGRATION_MAPPED);
}

/* Is reference `i` the first to its column? */
static bool begins_column(const struct sql_resolution *r, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (r->bindings[k].kind == SQL_BOUND_COLUMN &&
            r->bindings[k].column == r->bindings[i].column)
            return false;
    return r->bindings[i].kind == SQL_BOUND_COLUMN;
}

/* A read that is the first of its table; those of a table follow one another. */
static bool begins_table(const struct sql_resolution *r, uint32_t i)
{
    return i == 0 || r->reads[i - 1].table != r->reads[i].table;
}

/* The names that the migration changed, of what the query names. */
static void count_names(struct arena *a, const struct lemmatizer *z, const struct migration *m,
                        const struct resolved_query *q, uint64_t counts[N_NAME_KEEPINGS])
{
    const struct sql_resolution *r = q->resolution;
    for (uint32_t i = 0; i < r->n_reads; i++) {
        const struct migration_table *t = &m->tables[r->reads[i].table];
        if (begins_table(r, i) && !t->split)
            count_name(a, z, m->old->tables[t->base].name, t->name, counts);
    }
    for (uint32_t i = 0; i < r->n_bindings; i++) {
        if (!begins_column(r, i))
            continue;
        uint32_t column = r->bindings[i].column, table = q->schema->columns[column].table;
        const struct migration_column c =
            migration_column_of(m, &m->tables[table], column - q->schema->tables[table].columns[0]);
        if (was_column(&c))
            count_name(a, z, m->old->columns[c.old].name, c.name, counts);
    }
}

/* Things */

/* A query that stays reads the same names, whatever else a migration changes. */
static bool has_same_things(const struct overlap_seed *s, const struct test_case *c)
{
    return !c->schema && str_eq(c->query, s->seed->seed->query);
}

/* Read the query of the case over its schema; false if that cannot be done. */
static bool read_case_query(struct arena *a, const struct overlap_seed *s,
                            const struct test_case *c, struct resolved_query *out)
{
    struct sql_stmt *stmt = ARENA_NEW(a, struct sql_stmt);
    struct sql_resolution *resolution = ARENA_NEW(a, struct sql_resolution);
    struct schema *changed = ARENA_NEW(a, struct schema);
    struct err ignored;
    *out = (struct resolved_query){c->schema ? c->schema : s->seed->schema, stmt, resolution};
    if (c->migration) {
        migration_schema(a, c->migration, c->db_id, changed, NULL);
        out->schema = changed;
    }
    return sql_parse(a, c->query, stmt, &ignored) == OK &&
           sql_resolve(a, out->schema, stmt, resolution, &ignored) == OK;
}

/* The things that the query of the case reads, counted, and its names. False if it cannot be read.
 */
static bool measure_case(struct arena *a, const struct overlap_seed *s, const struct test_case *c,
                         const struct said_words *said, struct things_by_kind *after,
                         uint64_t names[N_NAME_KEEPINGS])
{
    const struct lemmatizer z = lemmatizer_for(s);
    struct query_things things = s->things;
    struct resolved_query q;
    if (!has_same_things(s, c)) {
        if (!read_case_query(a, s, c, &q))
            return false;
        things = query_things_of(a, &z, &q);
        if (c->migration)
            count_names(a, &z, c->migration, &q, names);
    }
    *after = query_things_count(&things, said);
    return true;
}

static void measure_query(struct arena *a, const struct overlap_seed *s, const struct test_case *c,
                          const struct said_words *said, struct overlap *out)
{
    struct things_by_kind after;
    if (!s->readable || !c->query.ptr || !measure_case(a, s, c, said, &after, out->names))
        return;
    for (int k = 0; k < N_THING_KINDS; k++)
        out->things[k] = (struct thing_overlap){s->named.of[k], after.of[k]};
}

struct overlap overlap_of(struct arena *a, const struct overlap_seed *s, const struct test_case *c)
{
    const struct arena_mark mark = arena_mark(a);
    const struct words *before = s->seed->words, *after = before;
    const struct lemmatizer z = lemmatizer_for(s);
    struct said_words said = s->said;
    struct overlap out = {0};
    if (!str_eq(c->question, s->seed->seed->question)) {
        after = relation_words(a, s->seed->lexicon, c->question);
        said = said_words_of(a, &z, after);
    }
    if (before->count > 0 && after->count > 0) {
        const struct lemmas x = spoken_words(a, before);
        out.words = x.count;
        out.edits = before == after ? 0 : count_edits(a, x, spoken_words(a, after));
        measure_query(a, s, c, &said, &out);
    }
    arena_rewind(a, mark);
    return out;
}
