/* import_source.c: pairs as they are, and pairs made of candidates.
 *
 * Of candidates a database gets up to five schemas: in the first every column that has candidates
 * gets its first, in the second its second, and so on. A question becomes a pair with each schema
 * that concerns it: one that renames what its query names, or adds to a table that it reads. */
#include "import/import_source.h"

#include "import/candidates.h"
#include "lexicon/name_style.h"
#include "migration/migration.h"
#include "migration/rewrite.h"
#include "relation/prepare.h"

enum { MOST_SCHEMAS = 5 }; /* of a database, as Dr.Spider has them */

enum candidate_use { CANDIDATES_REPLACE, CANDIDATES_ADD };

/* A column in another schema: under another name, or a new one beside it. */
struct candidate_change {
    uint32_t column; /* of the old schema */
    struct str name, natural;
};

/* A schema of the dataset with candidates in it. */
struct candidate_schema {
    const struct schema *before;
    const struct migration *migration;
    struct str db_id;
    const bool *tables; /* by table of `before`: it has a change */
};

struct candidate_pairs {
    struct arena *arena;
    const struct candidate_list *candidates;
    enum candidate_use use;
    struct pair_list *out;
    struct candidate_schema *schemas;
    uint32_t n_schemas;
};

/* Schemas */

/* Is the name one of the table's, or of those that it gets? */
static bool is_taken(const struct schema *s, uint32_t table, const struct candidate_change *changes,
                     uint32_t n, struct str name)
{
    for (uint32_t i = 0; i < n; i++)
        if (s->columns[changes[i].column].table == table && str_eq_nocase(changes[i].name, name))
            return true;
    return schema_find_column(s, table, name) != SCHEMA_NONE;
}

static uint32_t find_column(const struct schema *s, const struct column_candidates *c)
{
    uint32_t table = str_eq(s->db_id, c->db_id) ? schema_find_table(s, c->table) : SCHEMA_NONE;
    return table == SCHEMA_NONE ? SCHEMA_NONE : schema_find_column(s, table, c->column);
}

/* What the candidates of number `k` change. What would be there twice stays as it is. */
static struct candidate_change *changes_of(const struct candidate_pairs *p, const struct schema *s,
                                           uint32_t k, uint32_t *n)
{
    struct candidate_change *changes =
        ARENA_ARRAY(p->arena, struct candidate_change, (size_t)p->candidates->count + 1);
    *n = 0;
    for (uint32_t i = 0; i < p->candidates->count; i++) {
        const struct column_candidates *c = &p->candidates->columns[i];
        uint32_t column = k < c->count ? find_column(s, c) : SCHEMA_NONE;
        if (column == SCHEMA_NONE)
            continue;
        struct name_style style = name_style_of(p->arena, s->columns[column].name);
        struct str name = name_join(p->arena, style, c->names[k]);
        if (name.len > 0 && !is_taken(s, s->columns[column].table, changes, *n, name))
            changes[(*n)++] = (struct candidate_change){column, name, c->names[k]};
    }
    return changes;
}

static const struct migration *replace(struct arena *a, const struct schema *s,
                                       const struct candidate_change *changes, uint32_t n)
{
    struct column_renaming *list = ARENA_ARRAY(a, struct column_renaming, n);
    for (uint32_t i = 0; i < n; i++)
        list[i] = (struct column_renaming){changes[i].column, changes[i].name, changes[i].natural};
    return migration_rename_columns(a, s, list, n);
}

/* New columns stand at the end of their tables, and are of the type of the column that they could
 * be taken for. */
static const struct migration *add(struct arena *a, const struct schema *s,
                                   const struct candidate_change *changes, uint32_t n)
{
    struct migration_insertion *list = ARENA_ARRAY(a, struct migration_insertion, n);
    uint32_t *inserted = arena_zalloc(a, s->n_tables * sizeof *inserted);
    for (uint32_t i = 0; i < n; i++) {
        const struct schema_column *c = &s->columns[changes[i].column];
        list[i] =
            (struct migration_insertion){.table = c->table,
                                         .at = s->tables[c->table].n_columns + inserted[c->table]++,
                                         .name = changes[i].name,
                                         .natural = changes[i].natural,
                                         .type = c->type};
    }
    return migration_insert_columns(a, s, list, n);
}

static void make_schema(struct candidate_pairs *p, const struct schema *s, uint32_t k)
{
    uint32_t n;
    const struct candidate_change *changes = changes_of(p, s, k, &n);
    bool *tables = arena_zalloc(p->arena, s->n_tables + 1);
    if (n == 0)
        return;
    for (uint32_t i = 0; i < n; i++)
        tables[s->columns[changes[i].column].table] = true;
    bool replaces = p->use == CANDIDATES_REPLACE;
    struct candidate_schema made = {
        .before = s,
        .migration = replaces ? replace(p->arena, s, changes, n) : add(p->arena, s, changes, n),
        .db_id =
            arena_printf(p->arena, "%.*s_%s_%u", STR_ARG(s->db_id), replaces ? "rpl" : "add", k),
        .tables = tables};
    struct schema_set *set = &p->out->schemas;
    ARENA_PUSH(p->arena, p->schemas, p->n_schemas);
    p->schemas[p->n_schemas++] = made;
    ARENA_PUSH(p->arena, set->schemas, set->count);
    migration_schema(p->arena, made.migration, made.db_id, &set->schemas[set->count++], NULL);
}

/* Pairs */

static bool reads_changed(const struct relation_seed *r, const struct candidate_schema *c)
{
    for (uint32_t t = 0; t < r->schema->n_tables; t++)
        if (r->table_read[t] && c->tables[t])
            return true;
    return false;
}

/* Does the schema concern the question, and what is its query there? */
static bool concerns(struct candidate_pairs *p, const struct relation_seed *r,
                     const struct candidate_schema *c, struct str *query)
{
    const char *why;
    if (!r->stmt || !reads_changed(r, c) ||
        !query_over(p->arena, c->migration, r->seed->query, query, &why))
        return false;
    return p->use == CANDIDATES_ADD || !str_eq(*query, r->seed->query);
}

static void pair_seed(struct candidate_pairs *p, const struct seed *seed)
{
    struct relation_seed r;
    struct pair_list *out = p->out;
    struct str query;
    struct err e;
    if (!seed->query.ptr)
        return;
    relation_prepare(p->arena, seed, NULL, NULL, NULL, &r, &e);
    for (uint32_t i = 0; i < p->n_schemas; i++) {
        const struct candidate_schema *c = &p->schemas[i];
        if (c->before != seed->schema || !concerns(p, &r, c, &query))
            continue;
        ARENA_PUSH(p->arena, out->pairs, out->count);
        out->pairs[out->count] =
            (struct question_pair){.number = out->count,
                                   .set = out->set,
                                   .before = {seed->db_id, seed->question, seed->query},
                                   .after = {c->db_id, seed->question, query},
                                   .seeds = &seed->number,
                                   .n_seeds = 1};
        out->count++;
    }
}

static void make_pairs(struct candidate_pairs *p, const struct dataset *d)
{
    for (uint32_t i = 0; i < d->schemas.count; i++)
        for (uint32_t k = 0; k < MOST_SCHEMAS; k++)
            make_schema(p, &d->schemas.schemas[i], k);
    for (uint32_t i = 0; i < d->n_seeds; i++)
        pair_seed(p, &d->seeds[i]);
}

/* Which list */

static bool says(struct str name, struct str word)
{
    return str_find(name, word, 0) < name.len;
}

/* The name of the set tells, or that of the file. */
static enum status use_of(const char *path, const char *set, enum candidate_use *out, struct err *e)
{
    struct str name = str_from(set ? set : path);
    name = str_slice(name, str_after_last(name, '/'), name.len);
    bool replaces = says(name, STR("rpl")), adds = says(name, STR("add"));
    *out = replaces ? CANDIDATES_REPLACE : CANDIDATES_ADD;
    if (replaces != adds)
        return OK;
    return err_set(e, E_USAGE,
                   "'%.*s' does not say whether columns are replaced or added: --set adveta-rpl or "
                   "adveta-add does",
                   STR_ARG(name));
}

static enum status read_candidates(struct pair_list *out, const struct candidate_list *candidates,
                                   const char *path, const char *set, const struct dataset *d,
                                   struct err *e)
{
    static const struct str NAMES[] = {
        [CANDIDATES_REPLACE] = STR_INIT("adveta-rpl"), [CANDIDATES_ADD] = STR_INIT("adveta-add")};
    struct candidate_pairs p = {.candidates = candidates, .out = out};
    enum status status = use_of(path, set, &p.use, e);
    if (status)
        return status;
    *out = (struct pair_list){
        .path = path, .family = STR("adveta"), .set = set ? str_from(set) : NAMES[p.use]};
    if (!pairs_is_set_name(out->set))
        return err_set(e, E_USAGE, "no name of a set: '%.*s'", STR_ARG(out->set));
    p.arena = &out->arena;
    make_pairs(&p, d);
    return OK;
}

enum status import_read(struct pair_list *out, const char *path, const char *set,
                        const struct dataset *d, struct err *e)
{
    struct candidate_list candidates;
    bool found;
    enum status status = candidates_read(&candidates, path, &found, e);
    if (status || !found)
        return status ? status : pairs_read(out, path, set, e);
    status = read_candidates(out, &candidates, path, set, d, e);
    if (status)
        candidates_release(&candidates);
    else
        arena_take(&out->arena, &candidates.arena); /* the names are in it */
    return status;
}
