/* refused_parts.c: trying declarations, whole and in parts.
 *
 * SQLite reads a schema that calls unknown functions, but declares none anew. Which part of a
 * declaration it refuses is found by trying each alone, in a table with columns of the same names:
 * no list of functions would know what this SQLite makes of them. */
#include "store/refused_parts.h"

#include "base/buf.h"
#include "engine/database_make.h"
#include "migration/declared_text.h"
#include "sql/quote.h"

enum { TRIED_MAX_BYTES = 16 << 20 };

struct trying {
    struct arena *arena;
    struct database *made;
    const struct schema *schema;
    struct declaration *declared;
    struct copy_losses *losses;
    uint32_t table;
    bool found; /* what the engine refuses */
    struct buf sql;
    struct err why;
    struct err *err;
    enum status status; /* of the machine */
};

/* Does the engine refuse the declaration? Where there is no time left, making it will tell. */
static bool is_refused(struct trying *t, struct str sql)
{
    enum status status = database_can_make(t->made, MADE_TABLE, sql, &t->why);
    if (status == OK || status == E_DB || status == E_LIMIT)
        return status == E_DB;
    *t->err = t->why;
    t->status = status;
    return false;
}

static void lose(struct trying *t, const char *what)
{
    copy_losses_add(t->losses, t->schema->db_id, what, t->schema->tables[t->table].name,
                    t->why.msg);
    t->found = true;
}

static bool is_stored(const struct declared_table *d, struct str name)
{
    for (uint32_t i = 0; i < d->n_stored; i++)
        if (str_eq_nocase(d->stored[i], name))
            return true;
    return false;
}

/* The columns that hold values, and those that the schema has besides. */
static void put_columns(struct trying *t)
{
    const struct schema_table *table = &t->schema->tables[t->table];
    const struct declared_table *d = &t->declared->tables[t->table];
    for (uint32_t i = 0; i < d->n_stored; i++) {
        buf_putc(&t->sql, i ? ',' : '(');
        sql_put_name(&t->sql, d->stored[i]);
    }
    for (uint32_t i = 0; i < table->n_columns; i++) {
        struct str name = t->schema->columns[table->columns[i]].name;
        if (is_stored(d, name))
            continue;
        buf_putc(&t->sql, ',');
        sql_put_name(&t->sql, name);
    }
}

static void begin(struct trying *t)
{
    buf_clear(&t->sql);
    buf_put(&t->sql, STR("CREATE TABLE main."));
    sql_put_name(&t->sql, t->schema->tables[t->table].name);
}

/* One that cannot be tried, since it is too long, is not kept. */
static bool ends_refused(struct trying *t)
{
    buf_putc(&t->sql, ')');
    return !buf_whole(&t->sql) || is_refused(t, buf_str(&t->sql));
}

static void try_checks(struct trying *t)
{
    struct declared_table *d = &t->declared->tables[t->table];
    struct sql_lexer lex = {.text = d->sql};
    for (struct str check; t->status == OK && (check = declared_next_check(&lex)).ptr;) {
        begin(t);
        put_columns(t);
        buf_put(&t->sql, STR(", CHECK "));
        buf_put(&t->sql, check);
        if (!ends_refused(t))
            continue;
        ARENA_PUSH(t->arena, d->refused_checks, d->n_refused_checks);
        d->refused_checks[d->n_refused_checks++] = check;
        lose(t, "a CHECK");
    }
}

static void try_collations(struct trying *t)
{
    const struct schema_table *table = &t->schema->tables[t->table];
    for (uint32_t i = 0; i < table->n_columns && t->status == OK; i++) {
        struct declared_column *c = &t->declared->columns[table->columns[i]];
        if (!c->collation.ptr || str_eq_nocase(c->collation, STR("BINARY")))
            continue;
        begin(t);
        buf_put(&t->sql, STR(" (x COLLATE "));
        sql_put_name(&t->sql, c->collation);
        if (!ends_refused(t))
            continue;
        c->collation = STR("BINARY");
        lose(t, "a collation");
    }
}

/* What is neither a CHECK nor a collation is a generated column, most likely: those become plain
 * ones in a table that is declared anew. */
static void try_parts(struct trying *t)
{
    struct err whole = t->why;
    t->declared->tables[t->table].refused = true;
    t->found = false;
    try_checks(t);
    if (t->status == OK)
        try_collations(t);
    if (t->status || t->found)
        return;
    t->why = whole;
    lose(t, "the declaration");
}

enum status refused_parts_find(struct arena *a, struct database *made, const struct schema *s,
                               struct declaration *d, struct copy_losses *losses, struct err *e)
{
    struct trying t = {
        .arena = a, .made = made, .schema = s, .declared = d, .losses = losses, .err = e};
    buf_limit(&t.sql, TRIED_MAX_BYTES);
    for (; t.table < s->n_tables && t.status == OK; t.table++) {
        struct str sql = d->tables[t.table].sql;
        if (sql.ptr && d->tables[t.table].n_stored > 0 && declared_is_table(sql) &&
            is_refused(&t, sql))
            try_parts(&t);
    }
    buf_release(&t.sql);
    return t.status;
}
