/* store.c: finding databases, showing them through views, and making them as files. */
#include "store/store.h"

#include "engine/database_files.h"
#include "engine/database_pool.h"
#include "store/copies.h"
#include "store/views.h"

#include <stdlib.h>
#include <unistd.h>

enum { OPEN_DATABASES = 8 };

/* The latest changed database that was made for one worker. */
struct real_copy {
    struct str db_id; /* heap; ptr NULL for none */
    struct database *database;
    char *path; /* heap; NULL before the first */
    struct copies copies;
};

/* What one worker has open. */
struct store_worker {
    struct database_pool pool;
    struct database *shown; /* the one that has views in front of it; NULL where none has */
    struct str db_id;       /* what the views make of it, heap; ptr NULL where they failed */
    struct real_copy real;
};

/* A file that was asked for. */
struct known_file {
    struct str db_id; /* heap; ptr NULL for none yet */
    char *path;       /* heap; NULL where there is no such file */
    bool made;        /* ours to remove */
    uint64_t asked;   /* when it was asked for last, by the store's clock */
};

struct store {
    struct arena arena;
    struct str own, originals, more; /* folders; ptr NULL for none */
    struct store_worker *workers;
    uint32_t n_workers;
    struct known_file files[STORE_FILES];
    uint64_t clock; /* counts what was asked for */
    struct copies copies;
};

static struct str folder_of(struct arena *a, const char *path)
{
    return path ? arena_str(a, str_from(path)) : (struct str){NULL, 0};
}

struct store *store_new(const struct store_folders *folders, uint32_t workers)
{
    struct store *s = mem_alloc(sizeof *s);
    copies_sweep();
    *s = (struct store){.n_workers = workers};
    s->own = folder_of(&s->arena, folders->own);
    s->originals = folder_of(&s->arena, folders->originals);
    s->more = folder_of(&s->arena, folders->more);
    s->workers = mem_resize_array(NULL, workers, sizeof *s->workers);
    for (uint32_t i = 0; i < workers; i++) {
        s->workers[i] = (struct store_worker){0};
        database_pool_init(&s->workers[i].pool, OPEN_DATABASES, workers);
    }
    return s;
}

/* Names are copies: schemas may go while their databases are still open. */
static void forget_name(struct str *db_id)
{
    free((char *)db_id->ptr);
    *db_id = (struct str){NULL, 0};
}

static void keep_name(struct str *db_id, struct str name)
{
    forget_name(db_id);
    *db_id = (struct str){mem_text(name.ptr, name.len), name.len};
}

static void forget_real(struct real_copy *r)
{
    database_close(r->database);
    if (r->path)
        unlink(r->path);
    free(r->path);
    forget_name(&r->db_id);
    r->database = NULL;
    r->path = NULL;
}

static void forget_file(struct known_file *f)
{
    if (f->made)
        unlink(f->path);
    free(f->path);
    forget_name(&f->db_id);
    *f = (struct known_file){0};
}

void store_free(struct store *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; i < s->n_workers; i++) {
        struct store_worker *w = &s->workers[i];
        database_pool_release(&w->pool);
        forget_name(&w->db_id);
        forget_real(&w->real);
        copies_release(&w->real.copies);
    }
    for (uint32_t i = 0; i < STORE_FILES; i++)
        forget_file(&s->files[i]);
    copies_release(&s->copies);
    free(s->workers);
    arena_release(&s->arena);
    free(s);
}

static bool is(struct str db_id, struct store_database which)
{
    return db_id.ptr && str_eq(db_id, which.db_id);
}

/* Finding */

/* A file that holds a database. */
struct found_file {
    struct str path; /* ptr NULL where there is none */
    bool original;   /* it is the one that a migration makes the database of */
};

static enum status find(const struct store *s, struct arena *a, struct store_database which,
                        struct found_file *out, struct err *e)
{
    enum status status = OK;
    *out = (struct found_file){{NULL, 0}, false};
    if (s->own.ptr)
        status = database_find(a, s->own, which.db_id, &out->path, e);
    if (status || out->path.ptr)
        return status;
    out->original = which.migration != NULL;
    const struct str places[] = {s->originals, s->more, s->own};
    for (size_t i = 0; i < sizeof places / sizeof *places && status == OK && !out->path.ptr; i++)
        if (places[i].ptr)
            status = database_find(a, places[i], which.origin, &out->path, e);
    return status;
}

/* Showing */

/* Take away the views before the pool gives out, or closes, the database. */
static enum status hide(struct store_worker *w, struct err *e)
{
    enum status status = w->shown ? database_drop_views(w->shown, e) : OK;
    w->shown = NULL;
    forget_name(&w->db_id);
    return status;
}

static enum status show(struct store_worker *w, struct database *d, struct store_database which,
                        struct err *e)
{
    w->shown = d;
    enum status status = database_show(d, which.migration, e);
    if (status == OK)
        keep_name(&w->db_id, which.db_id);
    return status;
}

static enum status open_found(struct store_worker *w, const struct found_file *file,
                              struct store_database which, struct database **out, struct err *e)
{
    enum status status = hide(w, e);
    if (status == OK)
        status = database_pool_get(&w->pool, file->path, out, e);
    if (status == OK && file->original)
        status = show(w, *out, which, e);
    return status;
}

enum status store_open(struct store *s, uint32_t worker, struct store_database which,
                       struct database **out, struct err *e)
{
    struct store_worker *w = &s->workers[worker];
    struct arena a = {0};
    struct found_file file;
    *out = w->shown;
    if (w->shown && is(w->db_id, which))
        return OK;
    enum status status = find(s, &a, which, &file, e);
    *out = NULL;
    if (status == OK && file.path.ptr)
        status = open_found(w, &file, which, out, e);
    arena_release(&a);
    return status;
}

/* Making */

static enum status make_real(struct real_copy *r, struct arena *a, struct str original,
                             struct store_database which, struct err *e)
{
    struct str path;
    forget_real(r);
    enum status status =
        copies_make(&r->copies, a, original.ptr, which.migration, which.db_id, &path, e);
    if (status)
        return status;
    r->path = mem_text(path.ptr, path.len);
    status = database_open(r->path, &r->database, e);
    if (status == OK)
        keep_name(&r->db_id, which.db_id);
    return status;
}

enum status store_open_real(struct store *s, uint32_t worker, struct store_database which,
                            struct database **out, struct err *e)
{
    struct real_copy *r = &s->workers[worker].real;
    struct arena a = {0};
    struct found_file file;
    enum status status = find(s, &a, which, &file, e);
    if (status == OK && (!file.path.ptr || !file.original)) {
        status = store_open(s, worker, which, out, e);
    } else if (status == OK) {
        if (!is(r->db_id, which))
            status = make_real(r, &a, file.path, which, e);
        *out = r->database;
    }
    arena_release(&a);
    return status;
}

/* The slot that was not asked for since the longest time. */
static struct known_file *oldest(struct store *s)
{
    struct known_file *f = &s->files[0];
    for (uint32_t i = 1; i < STORE_FILES; i++)
        if (s->files[i].asked < f->asked)
            f = &s->files[i];
    return f;
}

/* Find or make the file. */
static enum status fill(struct store *s, struct known_file *f, struct store_database which,
                        struct arena *a, struct err *e)
{
    struct found_file file;
    enum status status = find(s, a, which, &file, e);
    forget_file(f);
    if (status)
        return status;
    bool made = file.path.ptr && file.original;
    struct str path = file.path;
    if (made)
        status = copies_make(&s->copies, a, file.path.ptr, which.migration, which.db_id, &path, e);
    if (status)
        return status;
    *f = (struct known_file){.path = path.ptr ? mem_text(path.ptr, path.len) : NULL, .made = made};
    keep_name(&f->db_id, which.db_id);
    return OK;
}

enum status store_path(struct store *s, struct store_database which, const char **out,
                       struct err *e)
{
    struct known_file *f = NULL;
    struct arena a = {0};
    enum status status = OK;
    for (uint32_t i = 0; i < STORE_FILES && !f; i++)
        if (is(s->files[i].db_id, which))
            f = &s->files[i];
    if (!f) {
        f = oldest(s);
        status = fill(s, f, which, &a, e);
    }
    f->asked = ++s->clock;
    *out = f->path;
    arena_release(&a);
    return status;
}
