/* store.c: finding databases, showing them through views, and making them as files. */
#include "store/store.h"

#include "base/path.h"
#include "engine/database_files.h"
#include "engine/database_pool.h"
#include "migration/migration_select.h"
#include "store/copies.h"

#include <stdlib.h>

enum { OPEN_DATABASES = 8 };

/* Bytes of copies that nobody uses and that are kept, since they may be needed again. */
static const uint64_t COPIES_ROOM = (uint64_t)2 << 30;

/* The latest changed database that one worker needed as a file. */
struct real_copy {
    struct str db_id; /* heap; ptr NULL for none */
    struct database *database;
    struct shared_copy *copy; /* held */
};

/* What one worker has open. */
struct store_worker {
    struct database_pool pool;
    struct database *shown; /* the one that has views in front of it, or NULL */
    struct str db_id;       /* what the views make of it, heap; ptr NULL if they failed */
    struct real_copy real;
};

/* A file that a program has. */
struct lent_file {
    uint32_t borrower;
    struct str db_id;         /* heap */
    char *path;               /* heap; NULL if no such file exists */
    struct shared_copy *copy; /* held; NULL if the file existed */
};

struct store {
    struct arena arena;
    struct str own, originals, more; /* folders; ptr NULL for none */
    struct store_worker *workers;
    uint32_t n_workers;
    struct lent_file *lent;
    uint32_t n_lent;
    struct copies *copies;
};

enum status database_show(struct database *d, const struct migration *m, struct err *e)
{
    struct arena a = {0};
    struct migration_views views = migration_views(&a, m);
    enum status status = OK;
    for (uint32_t i = 0; i < views.count && status == OK; i++)
        status = database_add_view(d, views.items[i].name, views.items[i].definition, e);
    arena_release(&a);
    return status;
}

static struct str folder_of(struct arena *a, const char *path)
{
    return path ? arena_str(a, str_from(path)) : STR_NONE;
}

struct store *store_new(const struct store_folders *folders, uint32_t workers)
{
    struct store *s = mem_alloc(sizeof *s);
    copies_sweep();
    *s = (struct store){.n_workers = workers, .copies = copies_new(COPIES_ROOM)};
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

/* Names are copies: schemas may be released while their databases are still open. */
static void forget_name(struct str *db_id)
{
    free((char *)db_id->ptr);
    *db_id = STR_NONE;
}

static void keep_name(struct str *db_id, struct str name)
{
    forget_name(db_id);
    *db_id = (struct str){mem_text(name.ptr, name.len), name.len};
}

static void forget_real(struct store *s, struct real_copy *r)
{
    database_close(r->database);
    if (r->copy)
        copies_give_back(s->copies, r->copy);
    forget_name(&r->db_id);
    *r = (struct real_copy){{NULL, 0}, NULL, NULL};
}

static void take_file_back(struct store *s, struct lent_file *f)
{
    if (f->copy)
        copies_give_back(s->copies, f->copy);
    free(f->path);
    forget_name(&f->db_id);
    *f = s->lent[--s->n_lent];
}

void store_free(struct store *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; i < s->n_workers; i++) {
        struct store_worker *w = &s->workers[i];
        database_pool_release(&w->pool);
        forget_name(&w->db_id);
        forget_real(s, &w->real);
    }
    while (s->n_lent > 0)
        take_file_back(s, &s->lent[s->n_lent - 1]);
    copies_free(s->copies);
    free(s->lent);
    free(s->workers);
    arena_release(&s->arena);
    free(s);
}

static bool is_database(struct str db_id, struct store_database which)
{
    return db_id.ptr && str_eq(db_id, which.db_id);
}

/* Finding */

/* A file that holds a database. */
struct found_file {
    struct str path; /* or ptr NULL */
    bool original;   /* it is the one that a migration makes the database of */
};

static enum status find_database(const struct store *s, struct arena *a,
                                 struct store_database which, struct found_file *out, struct err *e)
{
    *out = (struct found_file){{NULL, 0}, false};
    if (s->own.ptr)
        TRY(database_find(a, s->own, which.db_id, &out->path, e));
    if (out->path.ptr)
        return OK;
    out->original = which.migration != NULL;
    const struct str places[] = {s->originals, s->more, s->own};
    for (size_t i = 0; i < COUNT_OF(places) && !out->path.ptr; i++)
        if (places[i].ptr)
            TRY(database_find(a, places[i], which.origin, &out->path, e));
    return OK;
}

/* Showing */

/* Remove the views before the pool gives out, or closes, the database. */
static enum status hide_views(struct store_worker *w, struct err *e)
{
    enum status status = w->shown ? database_drop_views(w->shown, e) : OK;
    w->shown = NULL;
    forget_name(&w->db_id);
    return status;
}

static enum status show_views(struct store_worker *w, struct database *d,
                              struct store_database which, struct err *e)
{
    w->shown = d;
    TRY(database_show(d, which.migration, e));
    keep_name(&w->db_id, which.db_id);
    return OK;
}

static enum status open_found(struct store_worker *w, const struct found_file *file,
                              struct store_database which, struct database **out, struct err *e)
{
    TRY(hide_views(w, e));
    TRY(database_pool_get(&w->pool, file->path, out, e));
    return file->original ? show_views(w, *out, which, e) : OK;
}

enum status store_open(struct store *s, uint32_t worker, struct store_database which,
                       struct database **out, struct err *e)
{
    struct store_worker *w = &s->workers[worker];
    struct arena a = {0};
    struct found_file file;
    *out = w->shown;
    if (w->shown && is_database(w->db_id, which))
        return OK;
    enum status status = find_database(s, &a, which, &file, e);
    *out = NULL;
    if (status == OK && file.path.ptr)
        status = open_found(w, &file, which, out, e);
    arena_release(&a);
    return status;
}

/* Making */

static enum status make_real(struct store *s, struct real_copy *r, struct str original,
                             struct store_database which, struct err *e)
{
    forget_real(s, r);
    TRY(copies_take(s->copies, original.ptr, which.migration, which.db_id, &r->copy, e));
    TRY(database_open(copy_path(r->copy), &r->database, e));
    keep_name(&r->db_id, which.db_id);
    return OK;
}

enum status store_open_real(struct store *s, uint32_t worker, struct store_database which,
                            struct database **out, struct err *e)
{
    struct real_copy *r = &s->workers[worker].real;
    struct arena a = {0};
    struct found_file file;
    enum status status = find_database(s, &a, which, &file, e);
    if (status == OK && (!file.path.ptr || !file.original)) {
        status = store_open(s, worker, which, out, e);
    } else if (status == OK) {
        if (!is_database(r->db_id, which))
            status = make_real(s, r, file.path, which, e);
        *out = r->database;
    }
    arena_release(&a);
    return status;
}

enum status store_real_cost(struct store *s, struct store_database which, uint64_t *out,
                            struct err *e)
{
    struct arena a = {0};
    struct found_file file;
    struct path_info info = {.size = 0};
    enum status status = find_database(s, &a, which, &file, e);
    if (status == OK && file.path.ptr && file.original && !copies_have(s->copies, which.db_id))
        status = path_look(file.path.ptr, &info, e);
    *out = info.size;
    arena_release(&a);
    return status;
}

/* Programs */

/* The file that the borrower has, or NULL. */
static struct lent_file *lent_to(struct store *s, uint32_t borrower)
{
    for (uint32_t i = 0; i < s->n_lent; i++)
        if (s->lent[i].borrower == borrower)
            return &s->lent[i];
    return NULL;
}

/* Find or make the file. */
static enum status lend_file(struct store *s, uint32_t borrower, struct store_database which,
                             struct arena *a, struct err *e)
{
    struct found_file file;
    struct shared_copy *copy = NULL;
    TRY(find_database(s, a, which, &file, e));
    if (file.path.ptr && file.original)
        TRY(copies_take(s->copies, file.path.ptr, which.migration, which.db_id, &copy, e));
    const char *path = copy ? copy_path(copy) : file.path.ptr;
    s->lent = mem_resize_array(s->lent, s->n_lent + 1, sizeof *s->lent);
    s->lent[s->n_lent] = (struct lent_file){
        .borrower = borrower, .path = path ? mem_text(path, strlen(path)) : NULL, .copy = copy};
    keep_name(&s->lent[s->n_lent++].db_id, which.db_id);
    return OK;
}

enum status store_lend(struct store *s, uint32_t borrower, struct store_database which,
                       const char **out, struct err *e)
{
    struct lent_file *f = lent_to(s, borrower);
    struct arena a = {0};
    enum status status = OK;
    *out = NULL;
    if (!f || !is_database(f->db_id, which)) {
        store_take_back(s, borrower);
        status = lend_file(s, borrower, which, &a, e);
        f = status == OK ? lent_to(s, borrower) : NULL;
    }
    if (f)
        *out = f->path;
    arena_release(&a);
    return status;
}

void store_take_back(struct store *s, uint32_t borrower)
{
    struct lent_file *f = lent_to(s, borrower);
    if (f)
        take_file_back(s, f);
}

void store_losses(const struct store *s, struct copy_losses *out)
{
    copies_losses(s->copies, out);
}
