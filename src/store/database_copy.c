/* database_copy.c: running a migration's statements into a new file. */
#include "store/database_copy.h"

#include "base/buf.h"
#include "base/file.h"
#include "migration/declared_text.h"
#include "sql/quote.h"

/* A usual database of a few kilobytes takes milliseconds. */
enum { COPY_DEADLINE_MS = 30000 };

/* Parts of declarations that the engine refuses
 *
 * SQLite reads a schema that calls unknown functions, but refuses to declare one. Which part of a
 * declaration it refuses is found by trying each alone, in a table with columns of the same names:
 * no list of functions could say what this build of SQLite accepts. */

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

/* Does the engine refuse the declaration? If no time is left, making the table will show it. */
static bool is_refused(struct trying *t, struct str sql)
{
    enum status status = database_can_make(t->made, MADE_TABLE, sql, &t->why);
    if (status == OK || status == E_DB || status == E_LIMIT)
        return status == E_DB;
    *t->err = t->why;
    t->status = status;
    return false;
}

static void note_refused(struct trying *t, const char *what)
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

/* The columns that hold values, and the other columns of the schema. */
static void put_trial_columns(struct trying *t)
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

static void begin_table(struct trying *t)
{
    buf_clear(&t->sql);
    buf_put(&t->sql, STR("CREATE TABLE main."));
    sql_put_name(&t->sql, t->schema->tables[t->table].name);
}

/* A part that is too long to be tried is not kept. */
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
        begin_table(t);
        put_trial_columns(t);
        buf_put(&t->sql, STR(", CHECK "));
        buf_put(&t->sql, check);
        if (!ends_refused(t))
            continue;
        ARENA_ADD(t->arena, d->refused_checks, d->n_refused_checks, check);
        note_refused(t, "a CHECK");
    }
}

static void try_collations(struct trying *t)
{
    const struct schema_table *table = &t->schema->tables[t->table];
    for (uint32_t i = 0; i < table->n_columns && t->status == OK; i++) {
        struct declared_column *c = &t->declared->columns[table->columns[i]];
        if (!c->collation.ptr || str_eq_nocase(c->collation, STR("BINARY")))
            continue;
        begin_table(t);
        buf_put(&t->sql, STR(" (x COLLATE "));
        sql_put_name(&t->sql, c->collation);
        if (!ends_refused(t))
            continue;
        c->collation = STR("BINARY");
        note_refused(t, "a collation");
    }
}

/* If it is neither a CHECK nor a collation, it is most likely a generated column. Declared anew,
 * the table has these as plain columns. */
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
    note_refused(t, "the declaration");
}

/* Try the declarations of the tables of `s` on `made`, which is being made. If the engine refuses
 * one, find the part that it refuses, take that out of `d` and note it in `losses`. Fails only if
 * the machine does. What is noted lives in `a`. */
static enum status find_refused_parts(struct arena *a, struct database *made,
                                      const struct schema *s, struct declaration *d,
                                      struct copy_losses *losses, struct err *e)
{
    struct trying t = {
        .arena = a, .made = made, .schema = s, .declared = d, .losses = losses, .err = e};
    buf_limit(&t.sql, TRIED_MAX_BYTES);
    for (; t.table < s->n_tables && t.status == OK; t.table++) {
        struct str sql = d->tables[t.table].sql;
        if (sql.ptr && d->tables[t.table].n_stored > 0 && declared_creates(sql, KW_TABLE) &&
            is_refused(&t, sql))
            try_parts(&t);
    }
    buf_release(&t.sql);
    return t.status;
}

/* Copying */

/* A copy that is being made. */
struct copying {
    struct arena arena;
    const char *original;
    struct database *made;
    const struct migration *migration;
    struct declaration declared;
    const struct row_chooser *chooser; /* NULL for all rows */
    struct copy_losses *losses;
    bool *without_rows; /* by new table: it stays empty */
    bool again;         /* it failed, but may succeed with less */
};

static void note_loss(struct copying *c, const char *what, struct str table, const struct err *why)
{
    copy_losses_add(c->losses, c->migration->old->db_id, what, table, why->msg);
}

static bool has_generated(const struct schema *s, uint32_t table)
{
    const struct schema_table *t = &s->tables[table];
    for (uint32_t i = 0; i < t->n_columns && s->declared; i++)
        if (s->declared[t->columns[i]].generated)
            return true;
    return false;
}

/* The values of generated columns may be what cannot be filled in: first those that are computed
 * anew for each row, then all. True if the table can be tried with less. */
static bool give_up_values(struct copying *c, uint32_t table, const struct err *why)
{
    struct declared_table *t = &c->declared.tables[table];
    if (t->values_refused || !has_generated(c->migration->old, table))
        return false;
    if (t->refused) {
        t->values_refused = true;
        note_loss(c, "the generated values", c->migration->old->tables[table].name, why);
    }
    t->refused = true;
    return true;
}

/* Can no query read the table, or does splitting it compare values as only the application can?
 * Otherwise leaving out its rows could leave out some that a case is about. */
static bool is_hopeless(struct copying *c, const struct migration_table *t)
{
    struct buf sql = {0};
    struct err why;
    buf_put(&sql, STR("INSERT INTO main."));
    sql_put_name(&sql, t->name);
    buf_put(&sql, STR(" ("));
    sql_put_name(&sql, migration_column_of(c->migration, t, 0).name);
    buf_put(&sql, STR(") SELECT NULL FROM original."));
    sql_put_name(&sql, c->migration->old->tables[t->base].name);
    bool hopeless = t->split || database_can_make(c->made, MADE_ROWS, buf_str(&sql), &why) == E_DB;
    buf_release(&sql);
    return hopeless;
}

/* A statement about rows failed: decide what the copy is made without. The statement cannot be
 * undone, since the engine keeps no journal for a new file. So the copy starts again. */
static bool give_up_rows(struct copying *c, const struct migration_statement *s, bool refused,
                         const struct err *why)
{
    const struct migration *m = c->migration;
    const struct migration_table *t = &m->tables[s->table];
    bool less = give_up_values(c, t->base, why);
    if (t->fold.from != SCHEMA_NONE)
        less = give_up_values(c, m->old->columns[t->fold.to].table, why) || less;
    if (less || !refused || !is_hopeless(c, t))
        return less;
    c->without_rows[s->table] = true;
    note_loss(c, "the rows", t->name, why);
    return true;
}

/* The statement failed. If the engine refuses the statement as such, the copy is made without its
 * effect: an index only helps to find rows, and there are no cases about rows that no query can
 * read. If it failed because of the rows, the rows are not as they should be. */
static enum status do_without(struct copying *c, const struct migration_statement *s,
                              enum made made, struct err *e)
{
    struct err why;
    enum status status = database_can_make(c->made, made, s->sql, &why);
    if (status != OK && status != E_DB)
        return E_DB; /* `e` says why it failed first */
    if (s->makes == MIGRATION_MAKES_ROWS)
        c->again = give_up_rows(c, s, status == E_DB, e);
    if (s->makes != MIGRATION_MAKES_INDEX || status == OK)
        return E_DB;
    const struct migration *m = c->migration;
    note_loss(c, "an index", m->old->tables[m->tables[s->table].base].name, &why);
    return OK;
}

static enum status make_statement(struct copying *c, const struct migration_statement *s,
                                  struct err *e)
{
    static const enum made MADE[] = {[MIGRATION_MAKES_TABLE] = MADE_TABLE,
                                     [MIGRATION_MAKES_ROWS] = MADE_ROWS,
                                     [MIGRATION_MAKES_INDEX] = MADE_INDEX,
                                     [MIGRATION_MAKES_VIEW] = MADE_VIEW};
    if (s->makes == MIGRATION_MAKES_ROWS && c->without_rows[s->table])
        return OK;
    enum status status = c->chooser && s->makes == MIGRATION_MAKES_ROWS
                             ? c->chooser->fill(c->chooser->ctx, c->made, s, e)
                             : database_make_one(c->made, MADE[s->makes], s->sql, e);
    return status == E_DB ? do_without(c, s, MADE[s->makes], e) : status;
}

static enum status make_tables(struct copying *c, struct err *e)
{
    struct migration_statements s =
        migration_copy_statements(&c->arena, c->migration, &c->declared);
    if (s.too_long)
        return err_set(e, E_LIMIT, "a table is too large to declare");
    for (uint32_t i = 0; i < s.count; i++)
        TRY(make_statement(c, &s.items[i], e));
    return database_made(c->made, e);
}

/* `first`: nothing was tried before. */
static enum status copy_tables(struct copying *c, const char *path, bool first, struct err *e)
{
    struct making making = {.path = path,
                            .original = c->original,
                            .encoding = c->declared.encoding,
                            .deadline_ms = COPY_DEADLINE_MS};
    struct err why;
    enum status status = OK;
    TRY(database_make(&making, &c->made, e));
    if (first)
        status = find_refused_parts(&c->arena, c->made, c->migration->old, &c->declared, c->losses,
                                    &why);
    if (status == OK)
        status = make_tables(c, &why);
    if (status)
        err_set(e, status, "cannot copy database: %s", why.msg);
    database_close(c->made);
    return status;
}

static enum status copy_to(struct copying *c, const char *path, bool first, struct err *e)
{
    struct out_file file = {0};
    enum status status = out_file_open_named(&file, path, e);
    c->again = false;
    if (status == OK)
        status = copy_tables(c, file.temporary, first, e);
    if (status == OK)
        status = out_file_commit(&file, e);
    else if (e->file[0] == '\0')
        err_in_file(e, path);
    out_file_discard(&file);
    return status;
}

enum status database_copy_rows(const char *original, const struct migration *m,
                               const struct row_chooser *chooser, const char *path,
                               struct copy_losses *losses, struct err *e)
{
    struct copying c = {.original = original, .migration = m, .chooser = chooser, .losses = losses};
    c.without_rows = arena_zalloc(&c.arena, m->n_tables);
    enum status status = declaration_read(&c.arena, original, m->old, &c.declared, e);
    if (status == OK)
        status = copy_to(&c, path, true, e);
    else if (e->file[0] == '\0')
        err_in_file(e, path);
    while (status == E_DB && c.again)
        status = copy_to(&c, path, false, e);
    arena_release(&c.arena);
    return status;
}

enum status database_copy(const char *original, const struct migration *m, const char *path,
                          struct copy_losses *losses, struct err *e)
{
    return m ? database_copy_rows(original, m, NULL, path, losses, e)
             : database_copy_file(original, path, e);
}
