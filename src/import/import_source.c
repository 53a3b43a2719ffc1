/* import_source.c: pairs as they are, and pairs made of candidates.
 *
 * From candidates a database gets up to five schemas: in the first every column that has candidates
 * gets its first, in the second its second, and so on. A question becomes a pair with each schema
 * that concerns it: one that renames what its query names, or adds to a table that it reads. */
#include "import/import.h"

#include "base/file.h"
#include "base/json_reader.h"
#include "base/path.h"
#include "lexicon/name_style.h"
#include "migration/migration.h"
#include "migration/rewrite.h"
#include "relation/prepare.h"

enum {
    MOST_SCHEMAS = 5, /* of a database, as Dr.Spider has them */
    CANDIDATES_MAX = 1 << 28,
    NAME_MAX_BYTES = 200,
    NAMES_MAX = 1000
};

/* Other names for a column. */
struct column_candidates {
    struct str db_id, table, column; /* as the database calls them */
    const struct str *names;         /* in words */
    uint32_t count;
};

struct candidate_list {
    struct arena arena;
    struct column_candidates *columns; /* in the order of the file */
    uint32_t count;
};

enum candidate_use { CANDIDATES_REPLACE, CANDIDATES_ADD };

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

/* Reading the list: an object for each table, which has a list of candidates for some of the
 * headers in `dict`. Headers are the columns in words, in the same order as the columns. */

enum table_member { DB_ID, TABLE, HEADER, COLUMNS, DICT, N_MEMBERS };

static const struct str MEMBERS[N_MEMBERS] = {STR_INIT("db_id"), STR_INIT("table_name_original"),
                                              STR_INIT("header"), STR_INIT("column_names_original"),
                                              STR_INIT("dict")};

static enum status table_problem(struct err *e, uint32_t line, const char *what)
{
    return err_at(e, E_INPUT, line, 0, "%s", what);
}

/* Is the text an object of objects, and is the first one a table? */
static bool is_candidate_list(struct arena *a, struct str text)
{
    struct json_reader json = json_reader_of(a, text);
    struct str key;
    struct json_value first;
    return str_starts(str_trim(text), STR("{")) && json_next(&json, &key, &first) &&
           json_member(a, first, MEMBERS[TABLE]).kind == JSON_KIND_STRING &&
           json_member(a, first, MEMBERS[DICT]).kind == JSON_KIND_OBJECT;
}

/* The names of a column, without empty ones. */
static enum status read_candidate_names(struct arena *a, struct json_value list, uint32_t line,
                                        struct column_candidates *c, struct err *e)
{
    struct json_reader json = json_reader_of(a, list.raw);
    struct str *names = NULL;
    if (list.kind != JSON_KIND_ARRAY)
        return table_problem(e, line, "'dict' has something else than lists");
    for (struct json_value item; json_next_item(&json, &item);) {
        struct str name = str_trim(json_text(a, item));
        if (item.kind != JSON_KIND_STRING || name.len > NAME_MAX_BYTES || c->count == NAMES_MAX)
            return table_problem(e, line, "'dict' has a list that is not 1000 names at most");
        if (name.len == 0)
            continue;
        ARENA_ADD(a, names, c->count, name);
    }
    c->names = names;
    return OK;
}

/* The column with this header; or ptr NULL. */
static struct str column_of(struct arena *a, const struct json_value members[N_MEMBERS],
                            struct str header)
{
    struct json_reader json = json_reader_of(a, members[HEADER].raw);
    struct json_value item;
    if (members[HEADER].kind != JSON_KIND_ARRAY)
        return STR_NONE;
    for (size_t i = 0; json_next_item(&json, &item); i++)
        if (str_eq(json_text(a, item), header))
            return json_text(a, json_item(members[COLUMNS], i));
    return STR_NONE;
}

static enum status read_table(struct candidate_list *out, struct json_value table, uint32_t line,
                              struct err *e)
{
    struct arena *a = &out->arena;
    struct json_reader json = json_reader_of(a, table.raw);
    struct json_value members[N_MEMBERS], list;
    struct str header;
    if (table.kind != JSON_KIND_OBJECT)
        return table_problem(e, line, "a table is an object");
    json_members(&json, MEMBERS, N_MEMBERS, members);
    struct str db_id = json_text(a, members[DB_ID]), name = json_text(a, members[TABLE]);
    if (!db_id.ptr || !name.ptr || members[DICT].kind != JSON_KIND_OBJECT)
        return table_problem(e, line, "a table without 'db_id', 'table_name_original' or 'dict'");
    struct json_reader dict = json_reader_of(a, members[DICT].raw);
    while (json_next(&dict, &header, &list)) {
        struct column_candidates c = {
            .db_id = db_id, .table = name, .column = column_of(a, members, header)};
        if (!c.column.ptr)
            return err_at(e, E_INPUT, line, 0, "'dict' has '%.*s', which is not a header",
                          STR_ARG(header));
        TRY(read_candidate_names(a, list, line, &c, e));
        ARENA_ADD(a, out->columns, out->count, c);
    }
    return OK;
}

static enum status read_tables(struct candidate_list *out, struct str text, struct err *e)
{
    struct json_reader json = json_reader_strict(&out->arena, text);
    struct json_lines lines = json_lines_in(text);
    struct str key;
    struct json_value table;
    while (json_next(&json, &key, &table))
        TRY(read_table(out, table, json_line_of(&lines, table), e));
    return json_reader_end(&json, 1, e);
}

/* Read the list at `path`, if the file is one: `*found`. */
static enum status read_candidates(struct candidate_list *out, const char *path, bool *found,
                                   struct err *e)
{
    struct path_info info;
    struct str text;
    *found = false;
    TRY(path_look(path, &info, e));
    if (info.kind != PATH_FILE)
        return OK;
    enum status status = file_read(&out->arena, path, CANDIDATES_MAX, &text, e);
    if (status == OK) {
        text = str_skip_bom(text);
        *found = is_candidate_list(&out->arena, text);
        status = *found ? read_tables(out, text, e) : OK;
    }
    if (status)
        err_in_file(e, path);
    return status;
}

/* Schemas */

/* Is the name one of the table's, or of those that it gets? */
static bool is_taken_name(const struct schema *s, uint32_t table,
                          const struct column_renaming *changes, uint32_t n, struct str name)
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

/* The columns that get a candidate with number `k`: as a new name, or beside them. A name that
 * would be there twice is not used. */
static struct column_renaming *find_changes(const struct candidate_pairs *p, const struct schema *s,
                                            uint32_t k, uint32_t *n)
{
    struct column_renaming *changes =
        ARENA_ARRAY(p->arena, struct column_renaming, (size_t)p->candidates->count + 1);
    *n = 0;
    for (uint32_t i = 0; i < p->candidates->count; i++) {
        const struct column_candidates *c = &p->candidates->columns[i];
        uint32_t column = k < c->count ? find_column(s, c) : SCHEMA_NONE;
        if (column == SCHEMA_NONE)
            continue;
        struct name_style style = name_style_of(p->arena, s->columns[column].name);
        struct str name = name_join(p->arena, style, c->names[k]);
        if (name.len > 0 && !is_taken_name(s, s->columns[column].table, changes, *n, name))
            changes[(*n)++] = (struct column_renaming){column, name, c->names[k]};
    }
    return changes;
}

/* New columns come at the end of their tables, and have the type of the column whose candidates
 * they are. */
static const struct migration *add_columns(struct arena *a, const struct schema *s,
                                           const struct column_renaming *changes, uint32_t n)
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

static void add_schema(struct candidate_pairs *p, const struct schema *s, uint32_t k)
{
    uint32_t n;
    const struct column_renaming *changes = find_changes(p, s, k, &n);
    if (n == 0)
        return;
    bool *tables = arena_zalloc(p->arena, s->n_tables + 1);
    for (uint32_t i = 0; i < n; i++)
        tables[s->columns[changes[i].column].table] = true;
    bool replaces = p->use == CANDIDATES_REPLACE;
    struct candidate_schema made = {
        .before = s,
        .migration = replaces ? migration_rename_columns(p->arena, s, changes, n)
                              : add_columns(p->arena, s, changes, n),
        .db_id =
            arena_printf(p->arena, "%.*s_%s_%u", STR_ARG(s->db_id), replaces ? "rpl" : "add", k),
        .tables = tables};
    struct schema_set *set = &p->out->schemas;
    ARENA_ADD(p->arena, p->schemas, p->n_schemas, made);
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

/* Does the schema concern the question? `*query` becomes its query there. */
static bool concerns_seed(struct candidate_pairs *p, const struct relation_seed *r,
                          const struct candidate_schema *c, struct str *query)
{
    const char *why;
    if (!r->stmt || !reads_changed(r, c) ||
        !query_over(p->arena, c->migration, r->seed->query, query, &why))
        return false;
    return p->use == CANDIDATES_ADD || !str_eq(*query, r->seed->query);
}

static void add_pairs_of(struct candidate_pairs *p, const struct seed *seed)
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
        if (c->before != seed->schema || !concerns_seed(p, &r, c, &query))
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
            add_schema(p, &d->schemas.schemas[i], k);
    for (uint32_t i = 0; i < d->n_seeds; i++)
        add_pairs_of(p, &d->seeds[i]);
}

/* The name of the set says what candidates are for, or that of the file. */
static enum status find_use(const char *path, const char *set, enum candidate_use *out,
                            struct err *e)
{
    struct str name = str_from(set ? set : path);
    name = str_slice(name, str_after_last(name, '/'), name.len);
    bool replaces = str_find(name, STR("rpl"), 0) < name.len;
    bool adds = str_find(name, STR("add"), 0) < name.len;
    *out = replaces ? CANDIDATES_REPLACE : CANDIDATES_ADD;
    if (replaces != adds)
        return OK;
    return err_set(e, E_USAGE,
                   "'%.*s' does not say whether columns are replaced or added: --set adveta-rpl or "
                   "adveta-add does",
                   STR_ARG(name));
}

static enum status pair_candidates(struct pair_list *out, const struct candidate_list *candidates,
                                   const char *path, const char *set, const struct dataset *d,
                                   struct err *e)
{
    static const struct str NAMES[] = {
        [CANDIDATES_REPLACE] = STR_INIT("adveta-rpl"), [CANDIDATES_ADD] = STR_INIT("adveta-add")};
    struct candidate_pairs p = {.candidates = candidates, .out = out};
    TRY(find_use(path, set, &p.use, e));
    *out = (struct pair_list){
        .path = path, .family = STR("adveta"), .set = set ? str_from(set) : NAMES[p.use]};
    if (!pairs_is_set_name(out->set))
        return err_set(e, E_USAGE, "not a name of a set: '%.*s'", STR_ARG(out->set));
    p.arena = &out->arena;
    make_pairs(&p, d);
    return OK;
}

enum status import_read(struct pair_list *out, const char *path, const char *set,
                        const struct dataset *d, struct err *e)
{
    struct candidate_list candidates = {0};
    bool found;
    enum status status = read_candidates(&candidates, path, &found, e);
    if (status == OK && found)
        status = pair_candidates(out, &candidates, path, set, d, e);
    if (status == OK && found)
        arena_take(&out->arena, &candidates.arena); /* the names are in it */
    arena_release(&candidates.arena);
    TRY(status);
    return found ? OK : pairs_read(out, path, set, e);
}
