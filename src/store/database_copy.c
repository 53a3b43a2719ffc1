/* database_copy.c: running a migration's statements into a new file. */
#include "store/database_copy.h"

#include "base/buf.h"
#include "base/file.h"
#include "sql/quote.h"
#include "store/refused_parts.h"

/* An honest database of a few kilobytes takes milliseconds. */
enum { COPY_DEADLINE_MS = 30000 };

/* One copy that is made. */
struct copying {
    struct arena arena;
    const char *original;
    struct database *made;
    const struct migration *migration;
    struct declaration declared;
    const struct row_chooser *chooser; /* NULL for all rows */
    struct copy_losses *losses;
    bool *without_rows; /* by new table: it stays empty */
    bool again;         /* it cannot be made so, but with less */
};

static void lose(struct copying *c, const char *what, struct str table, const struct err *why)
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
 * anew when a row is, then all. True where less of the table can be tried. */
static bool give_up_values(struct copying *c, uint32_t table, const struct err *why)
{
    struct declared_table *t = &c->declared.tables[table];
    if (t->values_refused || !has_generated(c->migration->old, table))
        return false;
    if (t->refused) {
        t->values_refused = true;
        lose(c, "the generated values", c->migration->old->tables[table].name, why);
    }
    t->refused = true;
    return true;
}

/* Is it that no query can read the table, or that values are told apart, to be split off, as only
 * the application knows? Else rows would be missing that a case may be about. */
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

/* What is the copy to do without, where a statement about rows failed? Undoing it is no way: the
 * engine keeps no journal for a file that is nobody's yet. So the copy has to begin again. */
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
    lose(c, "the rows", t->name, why);
    return true;
}

/* The statement failed. Where the engine refuses it as such, the copy does without: an index helps
 * to find rows, and no more; and about rows that no query can read there is no case. What the rows
 * refuse tells that they are not as they should be. */
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
    lose(c, "an index", m->old->tables[m->tables[s->table].base].name, &why);
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
    enum status status = s.too_long ? err_set(e, E_LIMIT, "a table is too large to declare") : OK;
    for (uint32_t i = 0; i < s.count && status == OK; i++)
        status = make_statement(c, &s.items[i], e);
    return status ? status : database_made(c->made, e);
}

/* `first` where nothing was tried before. */
static enum status copy_tables(struct copying *c, const char *path, bool first, struct err *e)
{
    struct making making = {.path = path,
                            .original = c->original,
                            .encoding = c->declared.encoding,
                            .deadline_ms = COPY_DEADLINE_MS};
    struct err why;
    enum status status = database_make(&making, &c->made, e);
    if (status)
        return status;
    if (first)
        status = refused_parts_find(&c->arena, c->made, c->migration->old, &c->declared, c->losses,
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
