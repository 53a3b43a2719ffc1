/* suite_databases.c: finding, showing and making the databases of a suite. */
#include "suite/suite_databases.h"

#include "base/folder.h"
#include "base/temporary.h"
#include "engine/database_files.h"
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
        database_pool_init(&d->workers[i].pool, OPEN_DATABASES, workers);
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

/* A file that holds a schema's database. */
struct found_file {
    struct str path; /* ptr NULL where there is none */
    bool original;   /* it is the one that the schema is a variant of */
};

static enum status find_file(const struct suite_databases *d, struct arena *a,
                             const struct suite_schema *schema, struct found_file *out,
                             struct err *e)
{
    struct str folder = databases_path(a, d->suite->dir);
    enum status status = database_find(a, folder, schema->db_id, &out->path, e);
    out->original = !out->path.ptr && schema->migration != NULL;
    if (status == OK && !out->path.ptr && d->originals)
        status =
            database_find(a, str_from(d->originals),
                          schema->origin ? schema->origin->db_id : schema->db_id, &out->path, e);
    return status;
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

static enum status open_file(struct shown *s, struct arena *a, const struct found_file *file,
                             const struct suite_schema *schema, struct database **out,
                             struct err *e)
{
    enum status status = hide(s, e);
    if (status == OK)
        status = database_pool_get(&s->pool, file->path, out, e);
    if (status == OK && file->original)
        status = show(s, *out, schema, a, e);
    return status;
}

enum status suite_database_open(struct suite_databases *d, uint32_t worker,
                                const struct suite_schema *schema, struct database **out,
                                struct err *e)
{
    struct shown *s = &d->workers[worker];
    struct arena a = {0};
    struct found_file file;
    if (s->database && s->schema == schema) {
        *out = s->database;
        return OK;
    }
    enum status status = find_file(d, &a, schema, &file, e);
    *out = NULL;
    if (status == OK && file.path.ptr)
        status = open_file(s, &a, &file, schema, out, e);
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
    struct str path = database_file_path(&a, str_from(r->made_in.folder), schema->db_id);
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
    struct found_file file;
    enum status status = find_file(d, &a, schema, &file, e);
    if (status == OK && (!file.path.ptr || !file.original)) {
        status = suite_database_open(d, worker, schema, out, e);
    } else if (status == OK) {
        if (r->schema != schema)
            status = make_real(r, file.path, schema, e);
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
    struct found_file file;
    enum status status = find_file(d, a, schema, &file, e);
    forget_file(f);
    if (status)
        return status;
    bool made = file.path.ptr && file.original;
    struct str path = file.path;
    if (made) {
        status = copies_folder_open(&d->made_in, e);
        if (status)
            return status;
        path = database_file_path(a, str_from(d->made_in.folder), schema->db_id);
        status = database_copy(file.path.ptr, schema->migration, path.ptr, e);
    }
    if (status == OK)
        *f = (struct known_file){
            .schema = schema, .path = path.ptr ? copy_text(path) : NULL, .made = made};
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
