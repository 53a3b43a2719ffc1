/* sampled_dataset.c: one database after another, and a note beside each of what it was made of. */
#include "making/sampled_dataset.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/path.h"
#include "base/version.h"
#include "engine/database_files.h"
#include "store/copy_notice.h"
#include "store/sample.h"

#include <inttypes.h>
#include <unistd.h>

enum { NOTE_MAX = 1 << 16 };

struct sampling_dataset {
    struct dataset *dataset;
    const struct listener *listener;
    uint32_t rows;
    struct str folder;
    struct sample_size size; /* of all that were made now */
    uint32_t made, sampled;  /* databases: now; in all */
    uint32_t whole;          /* those that could not be */
    struct copy_losses losses;
};

/* What a sample is made of, and how. */
static enum status note_of(struct arena *a, const char *original, uint32_t rows, struct str *out,
                           struct err *e)
{
    struct path_info info;
    const char *path;
    enum status status = path_look(original, &info, e);
    if (status == OK)
        status = file_absolute_in(a, original, &path, e);
    if (status == OK)
        *out = arena_printf(
            a, "teql %s: %u rows of each table of %s (%" PRIu64 " bytes, %lld.%09ld)\n",
            TEQL_VERSION, rows, path ? path : original, info.size, (long long)info.written.tv_sec,
            info.written.tv_nsec);
    return status;
}

/* Is the sample there, and made of the same? */
static bool is_made(struct arena *a, const char *path, const char *note_path, struct str note)
{
    struct path_info info;
    struct str found;
    struct err e;
    return path_look(path, &info, &e) == OK && info.kind == PATH_FILE &&
           file_read(a, note_path, NOTE_MAX, &found, &e) == OK && str_eq(found, note);
}

static enum status make_sample(struct sampling_dataset *x, const struct dataset_subject *s,
                               const char *path, const char *note_path, struct str note,
                               struct err *e)
{
    struct sample_size size;
    unlink(note_path); /* it must not speak for a sample that comes after it */
    enum status status =
        database_sample(s->database.ptr, s->schema, x->rows, path, &size, &x->losses, e);
    if (status)
        return status;
    x->made++;
    x->size.rows_before += size.rows_before;
    x->size.rows_after += size.rows_after;
    return file_write(note_path, note, e);
}

static void let_seeds_go_by(struct dataset *d, const struct dataset_subject *s)
{
    for (uint32_t i = 0; i < d->n_seeds; i++)
        if (d->seeds[i].schema == s->schema && d->seeds[i].database.ptr)
            d->seeds[i].database = s->database;
}

static enum status sample_subject(struct sampling_dataset *x, struct dataset_subject *s,
                                  struct err *e)
{
    struct arena *a = &x->dataset->arena;
    struct str below = database_folder_path(a, x->folder, s->schema->db_id);
    struct str path = database_file_path(a, below, s->schema->db_id), note;
    const char *note_path = arena_printf(a, "%.*s/sampled-from", STR_ARG(below)).ptr;
    enum status status = folder_make(below.ptr, e);
    if (status == OK)
        status = note_of(a, s->database.ptr, x->rows, &note, e);
    if (status == OK && !is_made(a, path.ptr, note_path, note))
        status = make_sample(x, s, path.ptr, note_path, note, e);
    if (status == E_DB) {
        listener_notice(x->listener, "%.*s is read whole: %s", STR_ARG(s->database), e->msg);
        x->whole++;
        return OK;
    }
    if (status)
        return status;
    x->sampled++;
    x->dataset->originals[s - x->dataset->subjects] = s->database;
    s->database = path;
    let_seeds_go_by(x->dataset, s);
    return OK;
}

static void tell(const struct sampling_dataset *x)
{
    if (x->sampled == 0)
        return;
    if (x->made)
        listener_notice(x->listener,
                        "databases are sampled: of %" PRIu64 " rows %" PRIu64
                        " stay, about %u of each table and what they refer to; in %.*s",
                        x->size.rows_before, x->size.rows_after, x->rows, STR_ARG(x->folder));
    else
        listener_notice(x->listener,
                        "databases are sampled, as before: about %u rows of each "
                        "table and what they refer to; in %.*s",
                        x->rows, STR_ARG(x->folder));
}

enum status dataset_sample(struct dataset *d, uint32_t rows, const char *folder,
                           const struct listener *listener, struct err *e)
{
    struct sampling_dataset x = {.dataset = d,
                                 .listener = listener,
                                 .rows = rows,
                                 .folder = arena_str(&d->arena, str_from(folder))};
    enum status status = folder_make(x.folder.ptr, e);
    d->originals = arena_zalloc(&d->arena, (d->n_subjects + 1) * sizeof *d->originals);
    for (uint32_t i = 0; i < d->n_subjects && status == OK; i++) {
        if (d->subjects[i].database.ptr)
            status = sample_subject(&x, &d->subjects[i], e);
        if (status == OK)
            status = listener_check(listener, e);
    }
    if (status) {
        copy_losses_release(&x.losses);
        return status;
    }
    if (x.sampled > 0) {
        d->beside = x.whole ? d->databases : NULL; /* else nobody should find what is whole */
        d->databases = x.folder.ptr;
        d->sample_rows = rows;
    }
    tell(&x);
    copy_notice_tell(&x.losses, listener);
    copy_losses_release(&x.losses);
    return OK;
}

const char *dataset_original(const struct dataset *d, const struct seed *seed)
{
    for (uint32_t i = 0; d->originals && i < d->n_subjects; i++)
        if (d->subjects[i].schema == seed->schema && d->originals[i].ptr)
            return d->originals[i].ptr;
    return seed->database.ptr;
}
