/* front_views.c: the temporary views in front of the tables of a file.
 *
 * Making a view and dropping it takes longer than many queries, and most queries read one view of
 * many. So a view that SQLite has accepted once is made again only when a statement mentions it,
 * and one that was removed is dropped only when a statement would see it.
 *
 * The list of a connection has the views in the order in which they were last put in front: those
 * that are there now come last, before them those that may come again. */
#include "engine/sqlite/walls.h"

#include "engine/sqlite/host_failure.h"
#include "engine/sqlite/sqlite.h"
#include "engine/sqlite/statement_memory.h"
#include "engine/sqlite/statement_words.h"

#include <sqlite3.h>
#include <stdlib.h>

enum { REMEMBERED_VIEWS = 1024 };

struct front_view {
    char *name, *sql; /* that makes it; SQLite accepted it */
    size_t sql_len;
    bool plain;     /* a text that reads it has its name as a word */
    bool raised;    /* SQLite has it now */
    bool mentioned; /* by the statement that is to run, or by a view that is */
    bool followed;  /* what it mentions is mentioned too */
};

static void forget_first(struct connection *c, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free(c->views[i].name);
        free(c->views[i].sql);
    }
    c->n_views -= n;
    if (c->n_views > 0)
        memmove(c->views, c->views + n, c->n_views * sizeof *c->views);
}

void views_forget(struct connection *c)
{
    forget_first(c, c->n_views);
    free(c->views);
    c->views = NULL;
    c->n_shown = 0;
}

static bool is_shown(const struct connection *c, const struct front_view *v)
{
    return (size_t)(v - c->views) >= c->n_views - c->n_shown;
}

bool views_cover(const struct connection *c, const char *table)
{
    for (size_t i = c->n_views - c->n_shown; i < c->n_views; i++)
        if (sqlite3_stricmp(table, c->views[i].name) == 0)
            return true;
    return false;
}

/* Making and dropping */

/* Run a statement about a view; `sql` is NULL if memory ran out. */
static enum status run_definition(struct connection *c, const char *sql, struct err *e)
{
    sqlite3_stmt *statement = NULL;
    const char *tail = "";
    enum status status = OK;
    statement_memory_begin();
    connection_begin(c, ROLE_VIEWS, deadline_after_ms(DATABASE_OPENING_MS));
    int rc = sql ? sqlite3_prepare_v2(c->handle, sql, -1, &statement, &tail) : SQLITE_NOMEM;
    if (rc == SQLITE_OK && *tail)
        status = err_set(e, E_DB, "more than one statement");
    else if (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_DONE)
        rc = SQLITE_OK;
    if (status == OK && (rc != SQLITE_OK || host_failed(rc)))
        status = sqlite_error(sql ? c->handle : NULL, rc, "", e);
    sqlite3_finalize(statement);
    return status;
}

/* The view was accepted before, so a failure now is the machine's. */
static enum status raise_view(struct connection *c, struct front_view *v, struct err *e)
{
    if (v->raised)
        return OK;
    enum status status = run_definition(c, v->sql, e);
    v->raised = status == OK;
    return status == E_DB ? err_set(e, E_HOST, "cannot put up a view") : status;
}

/* A view that stays would answer for its table from now on: that is a failure of the machine. */
static enum status drop_view(struct connection *c, struct front_view *v, struct err *e)
{
    if (!v->raised)
        return OK;
    char *sql = sqlite3_mprintf("DROP VIEW IF EXISTS temp.\"%w\"", v->name);
    enum status status = run_definition(c, sql, e);
    sqlite3_free(sql);
    v->raised = status != OK;
    return status == E_DB ? err_set(e, E_HOST, "cannot take away a view") : status;
}

/* Settling */

/* Is there one way to write the name, except for the case of letters? Not if quotes in it are
 * doubled, or if SQLite may have changed bytes of it. */
static bool is_plain_name(struct str name)
{
    for (size_t i = 0; i < name.len; i++)
        if ((unsigned char)name.ptr[i] >= 0x80 || strchr("\"'`[]", name.ptr[i]))
            return false;
    return name.len > 0;
}

/* A statement that reads SQLite's lists sees all views at once, and their order. */
static bool reads_lists(struct str sql)
{
    return statement_has(sql, STR("sqlite_")) || statement_has(sql, STR("pragma_"));
}

static void mark_mentioned_in(struct connection *c, struct str text)
{
    for (size_t i = 0; i < c->n_views; i++) {
        struct front_view *v = &c->views[i];
        if (!v->mentioned && (v->raised || is_shown(c, v)))
            v->mentioned = !v->plain || statement_has_word(text, str_from(v->name));
    }
}

static struct front_view *next_to_follow(struct connection *c)
{
    for (size_t i = c->n_views - c->n_shown; i < c->n_views; i++)
        if (c->views[i].mentioned && !c->views[i].followed)
            return &c->views[i];
    return NULL;
}

/* Mark the views that the statement reads, directly or through others. Some that it does not read
 * are marked too: a name may occur as another word. */
static void mark_mentioned(struct connection *c, struct str sql)
{
    for (size_t i = 0; i < c->n_views; i++)
        c->views[i].mentioned = c->views[i].followed = false;
    mark_mentioned_in(c, sql);
    for (struct front_view *v; (v = next_to_follow(c)); v->followed = true)
        mark_mentioned_in(c, (struct str){v->sql, v->sql_len});
}

/* Drop the first `n` views: all of them, or those that are mentioned. */
static enum status drop_first(struct connection *c, size_t n, bool all, struct err *e)
{
    for (size_t i = 0; i < n; i++)
        if (all || c->views[i].mentioned)
            TRY(drop_view(c, &c->views[i], e));
    return OK;
}

enum status views_settle(struct connection *c, struct str sql, struct err *e)
{
    size_t shown = c->n_views - c->n_shown; /* the first of them */
    bool all = reads_lists(sql);
    if (c->n_views == 0)
        return OK;
    if (!all)
        mark_mentioned(c, sql);
    TRY(drop_first(c, all ? c->n_views : shown, all, e));
    for (size_t i = shown; i < c->n_views; i++)
        if (all || c->views[i].mentioned)
            TRY(raise_view(c, &c->views[i], e));
    return OK;
}

/* Putting in front, and taking away */

/* A view that was in front before and is not now, or NULL. */
static struct front_view *find_remembered(struct connection *c, struct str sql)
{
    for (size_t i = 0; i < c->n_views - c->n_shown; i++)
        if (str_eq((struct str){c->views[i].sql, c->views[i].sql_len}, sql))
            return &c->views[i];
    return NULL;
}

static void show_again(struct connection *c, struct front_view *v)
{
    struct front_view *end = c->views + c->n_views;
    struct front_view again = *v;
    memmove(v, v + 1, (size_t)(end - v - 1) * sizeof *v);
    end[-1] = again;
    c->n_shown++;
}

static void show_new(struct connection *c, const char *name, struct str sql)
{
    struct str own = str_from(name);
    c->views = mem_resize_array(c->views, c->n_views + 1, sizeof *c->views);
    c->views[c->n_views++] = (struct front_view){.name = mem_text(own.ptr, own.len),
                                                 .sql = mem_text(sql.ptr, sql.len),
                                                 .sql_len = sql.len,
                                                 .plain = is_plain_name(own),
                                                 .raised = true};
    c->n_shown++;
}

/* Make and drop views of this name so that SQLite finds those in front, and no others. */
static enum status settle_name(struct connection *c, const char *name, struct err *e)
{
    for (size_t i = 0; i < c->n_views; i++) {
        struct front_view *v = &c->views[i];
        if (sqlite3_stricmp(v->name, name) == 0)
            TRY(is_shown(c, v) ? raise_view(c, v, e) : drop_view(c, v, e));
    }
    return OK;
}

/* SQLite decides whether to accept the view, and reports two of one name. */
static enum status try_view(struct connection *c, const char *name, const char *sql, struct err *e)
{
    TRY(settle_name(c, name, e));
    TRY(run_definition(c, sql, e));
    show_new(c, name, str_from(sql));
    return OK;
}

enum status sqlite_add_view(struct database *d, struct str name, struct str definition,
                            struct err *e)
{
    struct connection *c = connection_of(d);
    char *own = mem_text(name.ptr, name.len);
    char *sql = sqlite3_mprintf("CREATE TEMP VIEW \"%w\"%.*s", own, STR_ARG(definition));
    struct front_view *known =
        sql && !views_cover(c, own) ? find_remembered(c, str_from(sql)) : NULL;
    enum status status = OK;
    if (known)
        show_again(c, known);
    else
        status = try_view(c, own, sql, e);
    sqlite3_free(sql);
    free(own);
    return status;
}

enum status sqlite_drop_views(struct database *d, struct err *e)
{
    struct connection *c = connection_of(d);
    c->n_shown = 0;
    if (c->n_views <= REMEMBERED_VIEWS)
        return OK;
    size_t n = c->n_views - REMEMBERED_VIEWS / 2; /* a half, so as not to come here each time */
    TRY(drop_first(c, n, true, e));
    forget_first(c, n);
    return OK;
}
