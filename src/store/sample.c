/* sample.c: which rows are kept, found by asking the original, round after round.
 *
 * A row goes by its rowid, or by its primary key where the table has none. First each table's own
 * rows are drawn. Then, for each foreign key, the rows that newly kept ones refer to are added,
 * until no key adds any. */
#include "store/sample.h"

#include "base/buf.h"
#include "engine/database.h"
#include "schema/keys.h"
#include "sql/quote.h"
#include "store/database_copy.h"

#include <inttypes.h>
#include <stdlib.h>

/* How many ids a statement may have. A query that lists too many is refused
 * (engine/sqlite/compile_work.h), and a key of several columns takes more than a number. */
struct id_room {
    size_t bytes;
    uint32_t numbers, keys;
};

static const struct id_room ASKING = {DATABASE_MAX_SQL_BYTES / 2, 2000, 100};
static const struct id_room FILLING = {1 << 20, UINT32_MAX, UINT32_MAX};

/* Enough to read a table once from a slow disk. */
enum { ASKING_MS = 600000, MAX_IDS = 20000000, MAX_ID_BYTES = 1 << 30 };

/* A table and the rows that are kept of it. */
struct sampled {
    struct str rowid;    /* the name of its rowid, or ptr NULL … */
    const uint32_t *key; /* … and its primary key, in order */
    uint32_t n_key;
    bool whole;      /* all rows are kept */
    uint64_t count;  /* of its rows */
    struct str *ids; /* as SQL: 17, or 'a',17 */
    uint32_t n_ids;
    struct name_map places; /* of the ids */
};

/* A foreign key, and how many of the rows that have it were followed. */
struct followed {
    uint32_t from_table, to_table;
    uint32_t *from, *to; /* columns, pair by pair */
    uint32_t count;
    uint32_t n_asked;
    bool asked_all;
};

struct sampling {
    struct arena arena;
    struct schema schema; /* of the database, as it declares it */
    struct declaration declared;
    struct database *original;
    struct sampled *tables; /* by table */
    struct followed *keys;
    uint32_t n_keys, rows;
    struct sample_size size;
};

/* Ids */

static void put_key_columns(struct buf *out, const struct sampling *s, const uint32_t *columns,
                            uint32_t n, const char *table)
{
    for (uint32_t i = 0; i < n; i++) {
        buf_printf(out, "%s%s.", i ? "," : "", table);
        sql_put_name(out, s->schema.columns[columns[i]].name);
    }
}

/* A value as SQL. quote() would end a text at its first NUL. */
static void put_quoted(struct buf *out, const char *table, struct str column)
{
    struct buf value = {0};
    buf_printf(&value, "%s.", table);
    sql_put_name(&value, column);
    struct str v = buf_str(&value);
    buf_printf(out,
               "CASE WHEN typeof(%.*s) = 'text' AND instr(%.*s, char(0)) > 0 "
               "THEN 'CAST(x''' || hex(%.*s) || ''' AS TEXT)' ELSE quote(%.*s) END",
               STR_ARG(v), STR_ARG(v), STR_ARG(v), STR_ARG(v));
    buf_release(&value);
}

/* The id of a row, as a value. */
static void put_id(struct buf *out, const struct sampling *s, const struct sampled *t,
                   const char *table)
{
    if (t->rowid.ptr) {
        buf_printf(out, "%s.%.*s", table, STR_ARG(t->rowid));
        return;
    }
    for (uint32_t i = 0; i < t->n_key; i++) {
        buf_put(out, i ? STR("||','||") : STR(""));
        put_quoted(out, table, s->schema.columns[t->key[i]].name);
    }
}

/* The condition that a row is one of the kept ones from `first` on, as many as there is room for.
 * Returns the first that is not among them. */
static uint32_t put_condition(struct buf *out, const struct sampling *s, const struct sampled *t,
                              const char *table, uint32_t first, const struct id_room *room)
{
    bool several = !t->rowid.ptr && t->n_key > 1;
    uint32_t most = t->rowid.ptr ? room->numbers : room->keys;
    size_t begun = out->len;
    uint32_t i = first;
    buf_put(out, several ? STR("(") : STR(""));
    if (t->rowid.ptr)
        buf_printf(out, "%s.%.*s", table, STR_ARG(t->rowid));
    else
        put_key_columns(out, s, t->key, t->n_key, table);
    buf_put(out, several ? STR(") IN (VALUES ") : STR(" IN ("));
    for (; i < t->n_ids && i - first < most && (i == first || out->len - begun < room->bytes); i++)
        buf_printf(out, several ? "%s(%.*s)" : "%s%.*s", i > first ? "," : "", STR_ARG(t->ids[i]));
    buf_putc(out, ')');
    return i;
}

static struct str id_of(struct arena *a, const struct value *v)
{
    return v->type == VALUE_INTEGER ? arena_printf(a, "%" PRId64, v->integer)
                                    : arena_str(a, value_bytes(v));
}

static void keep_id(struct sampling *s, struct sampled *t, const struct value *v)
{
    struct str id = id_of(&s->arena, v);
    if (v->type == VALUE_NULL || name_map_get(&t->places, id) != NAME_NONE)
        return;
    name_map_put(&t->places, &s->arena, id, t->n_ids);
    ARENA_ADD(&s->arena, t->ids, t->n_ids, id);
}

/* Asking */

/* Empties `sql`. The rows are good until `a` is released. */
static enum status ask_original(struct sampling *s, struct buf *sql, struct arena *a,
                                struct rows *out, struct err *e)
{
    struct query_limits limits = {
        .deadline = deadline_after_ms(ASKING_MS), .max_rows = MAX_IDS, .max_bytes = MAX_ID_BYTES};
    struct query_result result;
    enum status status = database_query(s->original, buf_str(sql), &limits, a, &result, e);
    if (status == OK && result.outcome != QUERY_ROWS)
        status = err_set(e, E_DB, "cannot sample database: %.*s", STR_ARG(result.message));
    *out = result.rows;
    buf_clear(sql);
    return status;
}

static enum status keep_found(struct sampling *s, struct sampled *t, struct buf *sql, struct err *e)
{
    struct arena a = {0};
    struct rows found;
    enum status status = ask_original(s, sql, &a, &found, e);
    for (size_t i = 0; i < found.n_rows && status == OK; i++)
        keep_id(s, t, rows_at(&found, i, 0));
    arena_release(&a);
    return status;
}

static void put_table(struct buf *out, const struct sampling *s, uint32_t table)
{
    sql_put_name(out, s->schema.tables[table].name);
}

static enum status count_rows(struct sampling *s, uint32_t table, struct buf *sql, struct err *e)
{
    struct arena a = {0};
    struct rows found;
    buf_put(sql, STR("SELECT count(*) FROM "));
    put_table(sql, s, table);
    enum status status = ask_original(s, sql, &a, &found, e);
    if (status == OK)
        s->tables[table].count = (uint64_t)rows_at(&found, 0, 0)->integer;
    arena_release(&a);
    return status;
}

/* Rows of their own */

/* Rowids times this number, by their last 32 bits, are spread more evenly than by chance. */
static void put_by_rowid(struct buf *out, const struct sampling *s, uint32_t table)
{
    const struct sampled *t = &s->tables[table];
    double share = (double)s->rows / (double)t->count;
    buf_put(out, STR(" FROM "));
    put_table(out, s, table);
    buf_printf(out, " AS t WHERE (t.%.*s & 2147483647) * 2654435769 %% 4294967296 < %.0f",
               STR_ARG(t->rowid), share * 4294967296.0);
}

/* Every n-th row, which takes longer. */
static void put_by_place(struct buf *out, const struct sampling *s, uint32_t table)
{
    const struct sampled *t = &s->tables[table];
    buf_put(out, STR(" FROM (SELECT "));
    if (t->rowid.ptr)
        buf_printf(out, "%.*s, ", STR_ARG(t->rowid));
    buf_put(out, STR("*, row_number() OVER () AS \"teql row\" FROM "));
    put_table(out, s, table);
    buf_printf(out, ") AS t WHERE t.\"teql row\" %% %" PRIu64 " = 0",
               (t->count + s->rows - 1) / s->rows);
}

static enum status draw_by(struct sampling *s, uint32_t table, bool rowids, struct buf *sql,
                           struct err *e)
{
    buf_put(sql, STR("SELECT "));
    put_id(sql, s, &s->tables[table], "t");
    (rowids ? put_by_rowid : put_by_place)(sql, s, table);
    buf_printf(sql, " LIMIT %u", s->rows);
    return keep_found(s, &s->tables[table], sql, e);
}

/* By rowid few rows or none may be drawn, for example if all are multiples of a large number. */
static enum status draw_own(struct sampling *s, uint32_t table, struct buf *sql, struct err *e)
{
    struct sampled *t = &s->tables[table];
    if (s->schema.tables[table].view || s->declared.tables[table].stands_in)
        return OK;
    TRY(count_rows(s, table, sql, e));
    t->whole = t->count <= s->rows || (!t->rowid.ptr && t->n_key == 0);
    if (t->whole)
        return OK;
    if (t->rowid.ptr)
        TRY(draw_by(s, table, true, sql, e));
    return t->n_ids < s->rows / 2 + 1 ? draw_by(s, table, false, sql, e) : OK;
}

/* What they refer to */

/* Keep the rows that all rows, or the kept ones from `n_asked` on, refer to by `k`. */
static enum status follow_some(struct sampling *s, struct followed *k, struct buf *sql,
                               struct err *e)
{
    const struct sampled *from = &s->tables[k->from_table];
    struct sampled *to = &s->tables[k->to_table];
    buf_put(sql, STR("SELECT "));
    put_id(sql, s, to, "q");
    buf_put(sql, STR(" FROM "));
    put_table(sql, s, k->to_table);
    buf_put(sql, STR(" AS q WHERE ("));
    put_key_columns(sql, s, k->to, k->count, "q");
    buf_put(sql, STR(") IN (SELECT "));
    put_key_columns(sql, s, k->from, k->count, "c");
    buf_put(sql, STR(" FROM "));
    put_table(sql, s, k->from_table);
    buf_put(sql, STR(" AS c"));
    if (!from->whole) {
        buf_put(sql, STR(" WHERE "));
        k->n_asked = put_condition(sql, s, from, "c", k->n_asked, &ASKING);
    }
    k->asked_all = from->whole;
    buf_putc(sql, ')');
    return keep_found(s, to, sql, e);
}

static bool is_settled(const struct sampling *s, const struct followed *k)
{
    const struct sampled *from = &s->tables[k->from_table];
    return s->tables[k->to_table].whole || (from->whole ? k->asked_all : k->n_asked == from->n_ids);
}

static enum status follow_all(struct sampling *s, struct buf *sql, struct err *e)
{
    for (bool added = true; added;) {
        added = false;
        for (uint32_t i = 0; i < s->n_keys; i++)
            while (!is_settled(s, &s->keys[i])) {
                TRY(follow_some(s, &s->keys[i], sql, e));
                added = true;
            }
    }
    return OK;
}

/* Tables and keys */

/* The first of SQLite's names for the rowid that no column has. */
static struct str rowid_name(const struct sampling *s, uint32_t table)
{
    static const struct str NAMES[] = {STR_INIT("rowid"), STR_INIT("_rowid_"), STR_INIT("oid")};
    const struct declared_table *d = &s->declared.tables[table];
    for (size_t n = 0; d->has_rowid && n < COUNT_OF(NAMES); n++) {
        bool taken = false;
        for (uint32_t i = 0; i < d->n_stored; i++)
            taken = taken || str_eq_nocase(d->stored[i], NAMES[n]);
        if (!taken)
            return NAMES[n];
    }
    return STR_NONE;
}

static void find_ids(struct sampling *s, uint32_t table)
{
    const struct schema_table *t = &s->schema.tables[table];
    struct sampled *out = &s->tables[table];
    uint32_t *key = ARENA_ARRAY(&s->arena, uint32_t, t->n_columns + 1);
    bool has_rowid = s->declared.tables[table].has_rowid; /* then a key may be NULL */
    for (uint32_t place = 1; !has_rowid && place == out->n_key + 1; place++)
        for (uint32_t i = 0; i < t->n_columns; i++)
            if (s->declared.columns[t->columns[i]].key == place) {
                key[out->n_key++] = t->columns[i];
                break;
            }
    out->rowid = rowid_name(s, table);
    out->key = key;
    name_map_init_exact(&out->places, &s->arena, 64);
}

/* The column of the database that has the name of this one of `known`, or SCHEMA_NONE. */
static uint32_t column_of(const struct sampling *s, const struct schema *known, uint32_t column)
{
    const struct schema_column *c = &known->columns[column];
    uint32_t table = schema_find_table(&s->schema, known->tables[c->table].name);
    return table == SCHEMA_NONE ? SCHEMA_NONE : schema_find_column(&s->schema, table, c->name);
}

static void add_key(struct sampling *s, const struct schema *of, struct key_span span)
{
    struct followed k = {.from = ARENA_ARRAY(&s->arena, uint32_t, span.count),
                         .to = ARENA_ARRAY(&s->arena, uint32_t, span.count)};
    for (; k.count < span.count; k.count++) {
        struct schema_foreign_key pair = of->foreign_keys[span.first + k.count];
        k.from[k.count] = column_of(s, of, pair.from);
        k.to[k.count] = column_of(s, of, pair.to);
        if (k.from[k.count] == SCHEMA_NONE || k.to[k.count] == SCHEMA_NONE)
            return;
    }
    k.from_table = s->schema.columns[k.from[0]].table;
    k.to_table = s->schema.columns[k.to[0]].table;
    const struct schema_table *tables = s->schema.tables;
    if (tables[k.from_table].view || tables[k.to_table].view)
        return;
    ARENA_ADD(&s->arena, s->keys, s->n_keys, k);
}

static void add_keys(struct sampling *s, const struct schema *of)
{
    for (uint32_t i = 0; i < of->n_foreign_keys; i++) {
        struct key_span span = key_span_of(of, i);
        if (span.first == i)
            add_key(s, of, span);
    }
}

static enum status choose_rows(struct sampling *s, const struct schema *known, struct err *e)
{
    struct buf sql = {0};
    enum status status = OK;
    s->tables = arena_zalloc(&s->arena, (s->schema.n_tables + 1) * sizeof *s->tables);
    for (uint32_t t = 0; t < s->schema.n_tables; t++)
        find_ids(s, t);
    add_keys(s, &s->schema);
    if (known)
        add_keys(s, known);
    for (uint32_t t = 0; t < s->schema.n_tables && status == OK; t++)
        status = draw_own(s, t, &sql, e);
    if (status == OK)
        status = follow_all(s, &sql, e);
    buf_release(&sql);
    return status;
}

/* Copying */

static int compare_rowids(const void *x, const void *y)
{
    long long a = strtoll(((const struct str *)x)->ptr, NULL, 10);
    long long b = strtoll(((const struct str *)y)->ptr, NULL, 10);
    return (a > b) - (a < b);
}

/* Run the statement with the ids as a condition, as often as it takes for all of them. */
static enum status fill_table(void *ctx, struct database *made,
                              const struct migration_statement *rows, struct err *e)
{
    struct sampling *s = ctx;
    struct sampled *t = &s->tables[rows->table]; /* the tables are where they were */
    if (t->whole || s->declared.tables[rows->table].stands_in)
        return database_make_one(made, MADE_ROWS, rows->sql, e);
    struct buf sql = {0};
    enum status status = OK;
    if (t->rowid.ptr && t->n_ids > 0)
        qsort(t->ids, t->n_ids, sizeof *t->ids, compare_rowids);
    for (uint32_t i = 0; i < t->n_ids && status == OK;) {
        buf_put(&sql, str_slice(rows->sql, 0, rows->where));
        buf_put(&sql, STR(" WHERE "));
        i = put_condition(&sql, s, t, "t", i, &FILLING);
        buf_put(&sql, str_slice(rows->sql, rows->where, rows->sql.len));
        status = database_make_one(made, MADE_ROWS, buf_str(&sql), e);
        buf_clear(&sql);
    }
    buf_release(&sql);
    return status;
}

static void add_up_sizes(struct sampling *s)
{
    for (uint32_t t = 0; t < s->schema.n_tables; t++) {
        s->size.rows_before += s->tables[t].count;
        s->size.rows_after += s->tables[t].whole ? s->tables[t].count : s->tables[t].n_ids;
    }
}

static enum status copy_rows(struct sampling *s, const char *original, const char *path,
                             struct copy_losses *losses, struct err *e)
{
    uint32_t *order = ARENA_ARRAY(&s->arena, uint32_t, s->schema.n_tables + 1);
    for (uint32_t t = 0; t < s->schema.n_tables; t++)
        order[t] = t;
    const struct row_chooser chooser = {fill_table, s};
    return database_copy_rows(original, migration_reorder_tables(&s->arena, &s->schema, order),
                              &chooser, path, losses, e);
}

/* Read what the original has, and choose rows of it. The caller closes `s->original`. */
static enum status look_at_original(struct sampling *s, const char *original,
                                    const struct schema *known, struct err *e)
{
    struct str db_id = known ? known->db_id : STR("sample");
    TRY(schema_from_database(&s->arena, original, db_id, &s->schema, e));
    TRY(declaration_read(&s->arena, original, &s->schema, &s->declared, e));
    TRY(database_open(original, &s->original, e));
    return choose_rows(s, known, e);
}

enum status database_sample(const char *original, const struct schema *known, uint32_t rows,
                            const char *path, struct sample_size *out, struct copy_losses *losses,
                            struct err *e)
{
    struct sampling s = {.rows = rows};
    enum status status = look_at_original(&s, original, known, e);
    database_close(s.original);
    if (status == OK)
        status = copy_rows(&s, original, path, losses, e);
    if (status == OK)
        add_up_sizes(&s);
    *out = s.size;
    arena_release(&s.arena);
    return status;
}
