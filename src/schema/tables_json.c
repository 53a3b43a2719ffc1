/* tables_json.c: schemas from Spider's tables.json.
 *
 * An entry is checked as it is read: after that every id in a struct schema is in range. */
#include "schema/schema.h"

#include "base/file.h"
#include "base/json_reader.h"

enum { TABLES_JSON_MAX = 1 << 30 };

enum schema_member {
    DB_ID,
    TABLE_NAMES,
    TABLE_WORDS,
    COLUMN_NAMES,
    COLUMN_WORDS,
    COLUMN_TYPES,
    PRIMARY_KEYS,
    FOREIGN_KEYS,
    COMPOSITE_KEYS,
    DECLARED_TYPES,
    GENERATED_COLUMNS,
    VIEWS,
    SHORT_FORM,
    N_MEMBERS
};

static const struct str MEMBERS[] = {
    [DB_ID] = STR_INIT("db_id"),
    [TABLE_NAMES] = STR_INIT("table_names_original"),
    [TABLE_WORDS] = STR_INIT("table_names"),
    [COLUMN_NAMES] = STR_INIT("column_names_original"),
    [COLUMN_WORDS] = STR_INIT("column_names"),
    [COLUMN_TYPES] = STR_INIT("column_types"),
    [PRIMARY_KEYS] = STR_INIT("primary_keys"),
    [FOREIGN_KEYS] = STR_INIT("foreign_keys"),
    [COMPOSITE_KEYS] = STR_INIT("composite_foreign_keys"),
    [DECLARED_TYPES] = STR_INIT("declared_types"),
    [GENERATED_COLUMNS] = STR_INIT("generated_columns"),
    [VIEWS] = STR_INIT("views"),
    [SHORT_FORM] = STR_INIT("of"), /* of a suite's schema that only says what changed */
};

/* One entry while it is being read. */
struct entry {
    struct arena *arena;
    struct schema *schema;
    struct json_value members[N_MEMBERS];
    struct schema_declared *declared; /* by column; NULL if no database was asked */
    uint32_t *keyed;                  /* by table: columns of its primary key that were read */
    struct err *err;
};

static enum status entry_error(struct entry *n, const char *problem)
{
    return err_set(n->err, E_SCHEMA, "schema '%.*s': %s", STR_ARG(n->schema->db_id), problem);
}

static struct json_reader items_of(const struct entry *n, enum schema_member m)
{
    return json_reader_of(n->arena, n->members[m].raw);
}

/* The next item of one of several lists side by side; shorter ones run out. */
static struct json_value next_of(struct json_reader *list)
{
    struct json_value v;
    return json_next_item(list, &v) ? v : (struct json_value){0};
}

/* Words are for people to read: without them, the name must do. */
static struct str words_or(struct entry *n, struct json_value words, struct str name)
{
    struct str text = json_text_copy(n->arena, words);
    return text.ptr ? text : name;
}

static enum schema_type type_of(struct entry *n, struct json_value v)
{
    struct str name = json_text(n->arena, v);
    enum schema_type type = SCHEMA_TEXT;
    while (type != SCHEMA_OTHERS && !str_eq(name, schema_type_name(type)))
        type++;
    return type;
}

static enum status read_tables(struct entry *n)
{
    struct json_reader names = items_of(n, TABLE_NAMES), natural = items_of(n, TABLE_WORDS);
    size_t count = json_item_count(n->members[TABLE_NAMES]);
    if (count == 0)
        return entry_error(n, "no tables");
    if (count >= SCHEMA_NONE)
        return entry_error(n, "too many tables");
    struct schema *s = n->schema;
    s->n_tables = (uint32_t)count;
    s->tables = arena_zalloc(n->arena, count * sizeof *s->tables);
    for (uint32_t i = 0; i < s->n_tables; i++) {
        struct schema_table *t = &s->tables[i];
        t->name = json_text_copy(n->arena, next_of(&names));
        if (!t->name.ptr)
            return entry_error(n, "a table name is not a string");
        t->natural = words_or(n, next_of(&natural), t->name);
    }
    return OK;
}

/* One [table, name] pair of column_names_original. */
static enum status read_column(struct entry *n, uint32_t id, struct json_value pair,
                               struct json_value natural, struct json_value type)
{
    struct schema_column *c = &n->schema->columns[id];
    struct json_reader parts = json_reader_of(n->arena, pair.raw);
    int64_t t;
    bool has_table = json_integer(next_of(&parts), &t);
    c->name = json_text_copy(n->arena, next_of(&parts));
    if (!has_table || !c->name.ptr)
        return entry_error(n, "a column is not a pair of table and name");
    if (id == SCHEMA_STAR ? t >= 0 : t < 0 || t >= n->schema->n_tables)
        return entry_error(n, id == SCHEMA_STAR ? "the first column is not '*'"
                                                : "a column belongs to no table");
    c->table = id == SCHEMA_STAR ? SCHEMA_NONE : (uint32_t)t;
    c->natural = words_or(n, json_item(natural, 1), c->name);
    c->type = type_of(n, type);
    return OK;
}

static enum status read_columns(struct entry *n)
{
    struct json_reader pairs = items_of(n, COLUMN_NAMES), natural = items_of(n, COLUMN_WORDS),
                       types = items_of(n, COLUMN_TYPES);
    size_t count = json_item_count(n->members[COLUMN_NAMES]);
    if (count < 2)
        return entry_error(n, "no columns");
    if (count >= SCHEMA_NONE)
        return entry_error(n, "too many columns");
    struct schema *s = n->schema;
    s->n_columns = (uint32_t)count;
    s->columns = arena_zalloc(n->arena, count * sizeof *s->columns);
    for (uint32_t i = 0; i < s->n_columns; i++)
        TRY(read_column(n, i, next_of(&pairs), next_of(&natural), next_of(&types)));
    return OK;
}

static bool column_id(const struct schema *s, struct json_value v, uint32_t *out)
{
    int64_t id;
    if (!json_integer(v, &id) || id < 1 || id >= s->n_columns)
        return false;
    *out = (uint32_t)id;
    return true;
}

static enum status add_primary(struct entry *n, struct json_value v)
{
    uint32_t id;
    if (!column_id(n->schema, v, &id))
        return entry_error(n, "a primary key is not a column");
    struct schema_column *c = &n->schema->columns[id];
    if (n->declared && !c->primary)
        n->declared[id].key = ++n->keyed[c->table];
    c->primary = true;
    return OK;
}

/* Primary keys are column ids; BIRD writes a composite key as a list of them. */
static enum status read_primary_key(struct entry *n, struct json_value key)
{
    if (key.kind != JSON_KIND_ARRAY)
        return add_primary(n, key);
    struct json_reader parts = json_reader_of(n->arena, key.raw);
    for (struct json_value v; json_next_item(&parts, &v);)
        TRY(add_primary(n, v));
    return OK;
}

static enum status read_primary_keys(struct entry *n)
{
    struct json_reader keys = items_of(n, PRIMARY_KEYS);
    for (struct json_value v; json_next_item(&keys, &v);)
        TRY(read_primary_key(n, v));
    return OK;
}

static enum status read_foreign_keys(struct entry *n)
{
    struct schema *s = n->schema;
    struct json_reader keys = items_of(n, FOREIGN_KEYS);
    s->n_foreign_keys = (uint32_t)json_item_count(n->members[FOREIGN_KEYS]);
    s->foreign_keys = ARENA_ARRAY(n->arena, struct schema_foreign_key, s->n_foreign_keys);
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        struct json_reader pair = json_reader_of(n->arena, next_of(&keys).raw);
        if (!column_id(s, next_of(&pair), &s->foreign_keys[i].from) ||
            !column_id(s, next_of(&pair), &s->foreign_keys[i].to))
            return entry_error(n, "a foreign key is not a pair of columns");
    }
    return OK;
}

/* What the writer of the entry found in a database */

static void read_declared_types(struct entry *n)
{
    struct schema *s = n->schema;
    struct json_reader types = items_of(n, DECLARED_TYPES);
    if (n->members[DECLARED_TYPES].kind != JSON_KIND_ARRAY)
        return;
    n->declared = arena_zalloc(n->arena, s->n_columns * sizeof *n->declared);
    n->keyed = arena_zalloc(n->arena, s->n_tables * sizeof *n->keyed);
    for (uint32_t c = 0; c < s->n_columns; c++)
        n->declared[c].type = json_text_copy(n->arena, next_of(&types));
    s->declared = n->declared;
}

static enum status read_generated_columns(struct entry *n)
{
    struct json_reader columns = items_of(n, GENERATED_COLUMNS);
    for (struct json_value v; n->declared && json_next_item(&columns, &v);) {
        uint32_t id;
        if (!column_id(n->schema, v, &id))
            return entry_error(n, "a generated column is not a column");
        n->declared[id].generated = true;
    }
    return OK;
}

static enum status read_views(struct entry *n)
{
    struct json_reader views = items_of(n, VIEWS);
    for (struct json_value v; json_next_item(&views, &v);) {
        int64_t id;
        if (!json_integer(v, &id) || id < 0 || id >= n->schema->n_tables)
            return entry_error(n, "a view is not a table");
        n->schema->tables[id].view = true;
    }
    return OK;
}

/* Is pair `i` between the same tables as the one before it? */
static bool goes_on(const struct schema *s, uint32_t i)
{
    const struct schema_foreign_key *k = &s->foreign_keys[i];
    return s->columns[k[-1].from].table == s->columns[k->from].table &&
           s->columns[k[-1].to].table == s->columns[k->to].table;
}

/* The numbers of pairs in a row, from `*end` on; `*end` moves past them. */
static bool read_composite_key(struct entry *n, struct json_value key, uint32_t *key_first,
                               uint32_t *end)
{
    struct json_reader pairs = json_reader_of(n->arena, key.raw);
    uint32_t first = SCHEMA_NONE;
    for (struct json_value v; json_next_item(&pairs, &v); ++*end) {
        int64_t pair;
        bool begins = first == SCHEMA_NONE;
        if (!json_integer(v, &pair) || pair >= n->schema->n_foreign_keys ||
            (begins ? pair < *end : pair != *end || !goes_on(n->schema, *end)))
            return false;
        if (begins)
            *end = first = (uint32_t)pair;
        key_first[pair] = first;
    }
    return first != SCHEMA_NONE;
}

static enum status read_composite_keys(struct entry *n)
{
    struct schema *s = n->schema;
    if (n->members[COMPOSITE_KEYS].kind != JSON_KIND_ARRAY)
        return OK;
    uint32_t *key_first = ARENA_ARRAY(n->arena, uint32_t, (size_t)s->n_foreign_keys + 1);
    for (uint32_t i = 0; i < s->n_foreign_keys; i++)
        key_first[i] = i;
    struct json_reader keys = items_of(n, COMPOSITE_KEYS);
    uint32_t end = 0;
    for (struct json_value v; json_next_item(&keys, &v);)
        if (!read_composite_key(n, v, key_first, &end))
            return entry_error(n, "a composite foreign key is not a row of pairs");
    s->key_first = key_first;
    return OK;
}

/* With the members in place. */
static enum status build_schema(struct entry *n)
{
    n->schema->db_id = json_text_copy(n->arena, n->members[DB_ID]);
    if (!n->schema->db_id.ptr)
        return err_set(n->err, E_SCHEMA, "schema without 'db_id'");
    TRY(read_tables(n));
    TRY(read_columns(n));
    read_declared_types(n);
    TRY(read_primary_keys(n));
    TRY(read_foreign_keys(n));
    TRY(read_composite_keys(n));
    TRY(read_generated_columns(n));
    TRY(read_views(n));
    schema_index(n->arena, n->schema);
    return n->schema->by_name.count == n->schema->n_tables
               ? OK
               : entry_error(n, "two tables have the same name");
}

enum status schema_parse(struct arena *a, struct str text, struct schema *out, struct err *e)
{
    struct entry n = {.arena = a, .schema = out, .err = e};
    struct json_reader json = json_reader_strict(a, text);
    *out = (struct schema){0};
    json_members(&json, MEMBERS, N_MEMBERS, n.members);
    TRY(json_reader_end(&json, 1, e));
    return build_schema(&n);
}

static enum status read_entry(struct arena *a, struct json_value v, struct schema *out,
                              struct err *e)
{
    struct entry n = {.arena = a, .schema = out, .err = e};
    struct json_reader json = json_reader_of(a, v.raw);
    json_members(&json, MEMBERS, N_MEMBERS, n.members);
    if (n.members[SHORT_FORM].raw.ptr)
        return err_set(e, E_SCHEMA,
                       "an entry that only says what changed, as suites have for large schemas; "
                       "'generate --export spider' writes whole ones");
    return build_schema(&n);
}

static enum status read_entries(struct arena *a, struct json_value list, struct str text,
                                struct schema_set *out, struct err *e)
{
    size_t count = json_item_count(list);
    if (count == 0 || count >= UINT32_MAX)
        return err_at(e, E_SCHEMA, 1, 0, "not a list of schemas");
    out->schemas = arena_zalloc(a, count * sizeof *out->schemas);
    out->count = (uint32_t)count;
    struct json_reader entries = json_reader_of(a, list.raw);
    struct schema *schema = out->schemas;
    for (struct json_value v; json_next_item(&entries, &v); schema++) {
        enum status status = read_entry(a, v, schema, e);
        if (status) {
            struct json_lines lines = json_lines_in(text);
            e->line = json_line_of(&lines, v);
            return status;
        }
    }
    return OK;
}

/* All of the text is checked before any entry: a problem of the JSON is reported first. */
enum status schema_set_parse(struct arena *a, struct str text, struct schema_set *out,
                             struct err *e)
{
    struct json_value list;
    text = str_skip_bom(text);
    struct json_reader json = json_reader_strict(a, text);
    if (!json_whole(&json, &list))
        return json_reader_end(&json, 1, e);
    return read_entries(a, list, text, out, e);
}

enum status schema_set_load(struct arena *a, const char *path, struct schema_set *out,
                            struct err *e)
{
    struct arena scratch = {0};
    struct str text;
    enum status status = file_read(&scratch, path, TABLES_JSON_MAX, &text, e);
    if (status == OK) {
        status = schema_set_parse(a, text, out, e);
        if (status)
            err_in_file(e, path);
    }
    arena_release(&scratch);
    return status;
}
