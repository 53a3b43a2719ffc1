/* front_views.c: views accepted, made, and dropped.
 *
 * The list of a connection has the views in the order in which they were last put in front: those
 * that are there now come last, before them those that may come again. */
#include "engine/sqlite/front_views.h"

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
    bool plain;     /* whoever reads it has its name as a word in the text */
    bool raised;    /* SQLite has it now */
    bool mentioned; /* by the statement that is to run, or by a view that is */
    bool followed;  /* what it mentions is mentioned too */
};

static void forget(struct front_view *v)
{
    free(v->name);
    free(v->sql);
}

void views_forget(struct connection *c)
{
    for (size_t i = 0; i < c->n_views; i++)
        forget(&c->views[i]);
    free(c->views);
    c->views = NULL;
    c->n_views = c->n_shown = 0;
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

/* Run a statement about a view; `sql` is NULL where memory ran out. */
static enum status define(struct connection *c, const char *sql, struct err *e)
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

/* It was accepted before: what fails now is not its fault. */
static enum status raise_view(struct connection *c, struct front_view *v, struct err *e)
{
    if (v->raised)
        return OK;
    enum status status = define(c, v->sql, e);
    v->raised = status == OK;
    return status == E_DB ? err_set(e, E_HOST, "cannot put up a view") : status;
}

/* A view that stays would answer for its table from now on; no query is to blame for that. */
static enum status drop_view(struct connection *c, struct front_view *v, struct err *e)
{
    if (!v->raised)
        return OK;
    char *sql = sqlite3_mprintf("DROP VIEW IF EXISTS temp.\"%w\"", v->name);
    enum status status = define(c, sql, e);
    sqlite3_free(sql);
    v->raised = status != OK;
    return status == E_DB ? err_set(e, E_HOST, "cannot take away a view") : status;
}

/* Settling */

/* Is a name written in one way only, but for the case of letters? Not where quotes in it are
 * doubled, nor where SQLite may have changed bytes of it. */
static bool is_plain(struct str name)
{
    for (size_t i = 0; i < name.len; i++)
        if ((unsigned char)name.ptr[i] >= 0x80 || strchr("\"'`[]", name.ptr[i]))
            return false;
    return name.len > 0;
}

/* Who reads SQLite's lists sees all views at once, and their order. */
static bool reads_lists(struct str sql)
{
    return statement_has(sql, STR("sqlite_")) || statement_has(sql, STR("pragma_"));
}

static void mention_in(struct connection *c, struct str text)
{
    for (size_t i = 0; i < c->n_views; i++) {
        struct front_view *v = &c->views[i];
        if (!v->mentioned && (v->raised || is_shown(c, v)))
            v->mentioned = !v->plain || statement_has_word(text, str_from(v->name));
    }
}

static struct front_view *to_follow(struct connection *c)
{
    for (size_t i = c->n_views - c->n_shown; i < c->n_views; i++)
        if (c->views[i].mentioned && !c->views[i].followed)
            return &c->views[i];
    return NULL;
}

/* Mark the views that the statement reads, directly or through others, and some that it does not:
 * a name may be there as another word. */
static void mention(struct connection *c, struct str sql)
{
    for (size_t i = 0; i < c->n_views; i++)
        c->views[i].mentioned = c->views[i].followed = false;
    mention_in(c, sql);
    for (struct front_view *v; (v = to_follow(c)); v->followed = true)
        mention_in(c, (struct str){v->sql, v->sql_len});
}

static enum status drop_unshown(struct connection *c, struct err *e)
{
    enum status status = OK;
    for (size_t i = 0; i < c->n_views - c->n_shown && status == OK; i++)
        if (c->views[i].mentioned)
            status = drop_view(c, &c->views[i], e);
    return status;
}

static enum status raise_shown(struct connection *c, bool all, struct err *e)
{
    enum status status = OK;
    for (size_t i = c->n_views - c->n_shown; i < c->n_views && status == OK; i++)
        if (all || c->views[i].mentioned)
            status = raise_view(c, &c->views[i], e);
    return status;
}

static enum status drop_first(struct connection *c, size_t n, struct err *e)
{
    enum status status = OK;
    for (size_t i = 0; i < n && status == OK; i++)
        status = drop_view(c, &c->views[i], e);
    return status;
}

enum status views_settle(struct connection *c, struct str sql, struct err *e)
{
    if (c->n_views == 0)
        return OK;
    bool all = reads_lists(sql);
    if (!all)
        mention(c, sql);
    enum status status = all ? drop_first(c, c->n_views, e) : drop_unshown(c, e);
    return status == OK ? raise_shown(c, all, e) : status;
}

/* Putting in front, and taking away */

/* One that was in front before, and is not now; NULL for none. */
static struct front_view *remembered(struct connection *c, struct str sql)
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
                                                 .plain = is_plain(own),
                                                 .raised = true};
    c->n_shown++;
}

/* Let SQLite find of this name what is in front, and nothing else. */
static enum status settle_name(struct connection *c, const char *name, struct err *e)
{
    enum status status = OK;
    for (size_t i = 0; i < c->n_views && status == OK; i++) {
        struct front_view *v = &c->views[i];
        if (sqlite3_stricmp(v->name, name) == 0)
            status = is_shown(c, v) ? raise_view(c, v, e) : drop_view(c, v, e);
    }
    return status;
}

/* Whether it is accepted is up to SQLite, which also knows what to say about two of one name. */
static enum status try_view(struct connection *c, const char *name, const char *sql, struct err *e)
{
    enum status status = settle_name(c, name, e);
    if (status == OK)
        status = define(c, sql, e);
    if (status == OK)
        show_new(c, name, str_from(sql));
    return status;
}

enum status sqlite_add_view(struct database *d, struct str name, struct str definition,
                            struct err *e)
{
    struct connection *c = connection_of(d);
    char *own = mem_text(name.ptr, name.len);
    char *sql = sqlite3_mprintf("CREATE TEMP VIEW \"%w\"%.*s", own, STR_ARG(definition));
    struct front_view *known = sql && !views_cover(c, own) ? remembered(c, str_from(sql)) : NULL;
    enum status status = OK;
    if (known)
        show_again(c, known);
    else
        status = try_view(c, own, sql, e);
    sqlite3_free(sql);
    free(own);
    return status;
}

static void forget_first(struct connection *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        forget(&c->views[i]);
    c->n_views -= n;
    memmove(c->views, c->views + n, c->n_views * sizeof *c->views);
}

enum status sqlite_drop_views(struct database *d, struct err *e)
{
    struct connection *c = connection_of(d);
    c->n_shown = 0;
    if (c->n_views <= REMEMBERED_VIEWS)
        return OK;
    size_t n = c->n_views - REMEMBERED_VIEWS / 2; /* a half, so as not to come here each time */
    enum status status = drop_first(c, n, e);
    if (status == OK)
        forget_first(c, n);
    return status;
}
