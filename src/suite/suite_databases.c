/* suite_databases.c: finding, showing and making the databases of a suite. */
#include "suite/suite_databases.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/temporary.h"
#include "engine/database_pool.h"
#include "relation/migration_select.h"
#include "verify/database_copy.h"

#include <stdlib.h>
#include <unistd.h>

enum { OPEN_DATABASES = 8 };

/* A temporary folder for files that are made. */
struct copies_folder {
    char *folder; /* heap; NULL before the first */
    int hold;     /* keeps it ours (temporary.h) */
};

/* The latest changed database that was made for one worker. */
struct real_copy {
    const struct suite_schema *schema; /* NULL for none */
    struct database *database;
    struct copies_folder made_in;
    char *path; /* heap; NULL before the first */
};

/* The databases of one worker, and the one that has views in front of it. */
struct shown {
    struct database_pool pool;
    struct database *database; /* NULL where none has */
    const struct suite_schema *schema;
    struct real_copy real;
};

/* A file that was asked for. */
struct known_file {
    const struct suite_schema *schema; /* NULL for none yet */
    char *path;                        /* heap; NULL where there is no such file */
    bool made;                         /* ours to remove */
    uint64_t asked;                    /* when it was asked for last, by the clock below */
};

struct suite_databases {
    const struct suite *suite;
    const char *originals; /* NULL where nothing tells */
    struct shown *workers;
    uint32_t n_workers;
    struct known_file files[SUITE_DATABASE_FILES];
    uint64_t clock;
    struct copies_folder made_in;
};

static const char *temporary_files(void)
{
    const char *tmp = getenv("TMPDIR");
    return tmp && *tmp ? tmp : "/tmp";
}

struct suite_databases *suite_databases_new(const struct suite *s, const char *dir,
                                            uint32_t workers)
{
    struct suite_databases *d = mem_alloc(sizeof *d);
    temporaries_sweep(temporary_files());
    *d = (struct suite_databases){
        .suite = s, .originals = dir ? dir : s->databases, .n_workers = workers};
    d->workers = mem_resize_array(NULL, workers, sizeof *d->workers);
    for (uint32_t i = 0; i < workers; i++) {
        d->workers[i] = (struct shown){0};
        database_pool_init(&d->workers[i].pool, OPEN_DATABASES);
    }
    return d;
}

static char *copy_text(struct str s)
{
    char *copy = mem_alloc(s.len + 1);
    memcpy(copy, s.ptr, s.len);
    copy[s.len] = '\0';
    return copy;
}

static enum status copies_folder_open(struct copies_folder *m, struct err *e)
{
    struct arena a = {0};
    enum status status = OK;
    const char *target = arena_printf(&a, "%s/databases", temporary_files()).ptr;
    if (!m->folder && (m->hold = temporary_folder(target, &m->folder)) < 0)
        status = err_io(e, temporary_files(), "make a folder for databases");
    arena_release(&a);
    return status;
}

static void copies_folder_remove(struct copies_folder *m)
{
    if (!m->folder)
        return;
    folder_remove(m->folder);
    free(m->folder);
    close(m->hold);
}

static void forget_real(struct real_copy *r)
{
    database_close(r->database);
    if (r->path)
        unlink(r->path);
    free(r->path);
    r->database = NULL;
    r->path = NULL;
    r->schema = NULL;
}

static void remove_real(struct real_copy *r)
{
    forget_real(r);
    copies_folder_remove(&r->made_in);
}

static void forget_file(struct known_file *f)
{
    if (f->made)
        unlink(f->path);
    free(f->path);
    *f = (struct known_file){0};
}

void suite_databases_free(struct suite_databases *d)
{
    if (!d)
        return;
    for (uint32_t i = 0; i < d->n_workers; i++) {
        database_pool_release(&d->workers[i].pool);
        remove_real(&d->workers[i].real);
    }
    for (uint32_t i = 0; i < SUITE_DATABASE_FILES; i++)
        forget_file(&d->files[i]);
    copies_folder_remove(&d->made_in);
    free(d->workers);
    free(d);
}

/* The file of `db_id` in `folder`; ptr NULL where there is none. */
static struct str file_in(struct arena *a, const char *folder, struct str db_id)
{
    struct str path =
        arena_printf(a, "%s/%.*s/%.*s.sqlite", folder, STR_ARG(db_id), STR_ARG(db_id));
    return file_is_regular(path.ptr) ? path : (struct str){NULL, 0};
}

/* The file that holds the schema's database as it is; `*original` is set where it is not that but
 * the one it is a variant of. ptr NULL where there is neither. */
static struct str file_of(const struct suite_databases *d, struct arena *a,
                          const struct suite_schema *schema, bool *original)
{
    struct str folder = arena_printf(a, "%s/database", d->suite->dir);
    struct str path = file_in(a, folder.ptr, schema->db_id);
    *original = !path.ptr && schema->migration != NULL;
    if (!path.ptr && d->originals)
        path = file_in(a, d->originals, schema->origin ? schema->origin->db_id : schema->db_id);
    return path;
}

/* Take away the views before the pool gives out, or closes, the database. */
static enum status hide(struct shown *s, struct err *e)
{
    enum status status = s->database ? database_drop_views(s->database, e) : OK;
    s->database = NULL;
    s->schema = NULL;
    return status;
}

static enum status show(struct shown *s, struct database *d, const struct suite_schema *schema,
                        struct arena *a, struct err *e)
{
    struct migration_views views = migration_views(a, schema->migration);
    enum status status = OK;
    s->database = d;
    for (uint32_t i = 0; i < views.count && status == OK; i++)
        status = database_add_view(d, views.items[i].name, views.items[i].definition, e);
    if (status == OK)
        s->schema = schema;
    return status;
}

static enum status open_file(struct shown *s, struct arena *a, struct str path,
                             const struct suite_schema *schema, bool original,
                             struct database **out, struct err *e)
{
    enum status status = hide(s, e);
    if (status == OK)
        status = database_pool_get(&s->pool, path, out, e);
    if (status == OK && original)
        status = show(s, *out, schema, a, e);
    return status;
}

enum status suite_database_open(struct suite_databases *d, uint32_t worker,
                                const struct suite_schema *schema, struct database **out,
                                struct err *e)
{
    struct shown *s = &d->workers[worker];
    struct arena a = {0};
    enum status status = OK;
    bool original;
    if (s->database && s->schema == schema) {
        *out = s->database;
        return OK;
    }
    struct str path = file_of(d, &a, schema, &original);
    *out = NULL;
    if (path.ptr)
        status = open_file(s, &a, path, schema, original, out, e);
    arena_release(&a);
    return status;
}

static enum status make_real(struct real_copy *r, struct str original,
                             const struct suite_schema *schema, struct err *e)
{
    forget_real(r);
    enum status status = copies_folder_open(&r->made_in, e);
    if (status)
        return status;
    struct arena a = {0};
    struct str path = arena_printf(&a, "%s/%.*s.sqlite", r->made_in.folder, STR_ARG(schema->db_id));
    status = database_copy(original.ptr, schema->migration, path.ptr, e);
    if (status == OK) {
        r->path = copy_text(path);
        status = database_open(r->path, &r->database, e);
    }
    if (status == OK)
        r->schema = schema;
    arena_release(&a);
    return status;
}

enum status suite_database_open_real(struct suite_databases *d, uint32_t worker,
                                     const struct suite_schema *schema, struct database **out,
                                     struct err *e)
{
    struct real_copy *r = &d->workers[worker].real;
    struct arena a = {0};
    bool original;
    struct str path = file_of(d, &a, schema, &original);
    enum status status = OK;
    if (!path.ptr || !original) {
        status = suite_database_open(d, worker, schema, out, e);
    } else {
        if (r->schema != schema)
            status = make_real(r, path, schema, e);
        *out = r->database;
    }
    arena_release(&a);
    return status;
}

/* The slot that was not asked for the longest time. */
static struct known_file *oldest(struct suite_databases *d)
{
    struct known_file *f = &d->files[0];
    for (uint32_t i = 1; i < SUITE_DATABASE_FILES; i++)
        if (d->files[i].asked < f->asked)
            f = &d->files[i];
    return f;
}

/* Find or make the file. */
static enum status fill(struct suite_databases *d, struct known_file *f,
                        const struct suite_schema *schema, struct arena *a, struct err *e)
{
    bool original;
    struct str path = file_of(d, a, schema, &original);
    enum status status = OK;
    forget_file(f);
    if (path.ptr && original) {
        struct str from = path;
        status = copies_folder_open(&d->made_in, e);
        if (status)
            return status;
        path = arena_printf(a, "%s/%.*s.sqlite", d->made_in.folder, STR_ARG(schema->db_id));
        status = database_copy(from.ptr, schema->migration, path.ptr, e);
    }
    if (status == OK)
        *f = (struct known_file){.schema = schema,
                                 .path = path.ptr ? copy_text(path) : NULL,
                                 .made = path.ptr && original};
    return status;
}

enum status suite_database_path(struct suite_databases *d, const struct suite_schema *schema,
                                const char **out, struct err *e)
{
    struct known_file *f = NULL;
    struct arena a = {0};
    enum status status = OK;
    for (uint32_t i = 0; i < SUITE_DATABASE_FILES && !f; i++)
        if (d->files[i].schema == schema)
            f = &d->files[i];
    if (!f) {
        f = oldest(d);
        status = fill(d, f, schema, &a, e);
    }
    f->asked = ++d->clock;
    *out = f->path;
    arena_release(&a);
    return status;
}
