/* sampled_dataset.c: sampling one database after another, each with a note that says what it was
 * made of. */
#include "making/sampled_dataset.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/path.h"
#include "base/version.h"
#include "engine/database_files.h"
#include "store/copy_losses.h"
#include "store/sample.h"

#include <inttypes.h>
#include <unistd.h>

enum { NOTE_MAX = 1 << 16 };

struct sampling_dataset {
    struct dataset *dataset;
    const struct listener *listener;
    uint32_t rows;
    struct str folder;
    struct sample_size size; /* of all that were made in this run */
    uint32_t made, sampled;  /* databases: in this run; in all */
    uint32_t whole;          /* databases that could not be sampled */
    struct copy_losses losses;
};

/* A note that says what a sample is made of, and how. */
static enum status make_note(struct arena *a, const char *original, uint32_t rows, struct str *out,
                             struct err *e)
{
    struct path_info info;
    const char *path;
    TRY(path_look(original, &info, e));
    TRY(file_absolute_in(a, original, &path, e));
    *out = arena_printf(a, "teql %s: %u rows of each table of %s (%" PRIu64 " bytes, %lld.%09ld)\n",
                        TEQL_VERSION, rows, path ? path : original, info.size,
                        (long long)info.written.tv_sec, info.written.tv_nsec);
    return OK;
}

/* Is there a sample that was made of the same? */
static bool is_sampled(struct arena *a, const char *path, const char *note_path, struct str note)
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
    unlink(note_path); /* it says nothing of the new sample */
    TRY(database_sample(s->database.ptr, s->schema, x->rows, path, &size, &x->losses, e));
    x->made++;
    x->size.rows_before += size.rows_before;
    x->size.rows_after += size.rows_after;
    return file_write(note_path, note, e);
}

/* The subject's database is the sample at `path` from now on. */
static void use_sample(struct sampling_dataset *x, struct dataset_subject *s, struct str path)
{
    struct dataset *d = x->dataset;
    x->sampled++;
    d->originals[s - d->subjects] = s->database;
    s->database = path;
    for (uint32_t i = 0; i < d->n_seeds; i++)
        if (d->seeds[i].schema == s->schema && d->seeds[i].database.ptr)
            d->seeds[i].database = path;
}

static enum status sample_subject(struct sampling_dataset *x, struct dataset_subject *s,
                                  struct err *e)
{
    struct arena *a = &x->dataset->arena;
    struct str below = database_folder_path(a, x->folder, s->schema->db_id);
    struct str path = database_file_path(a, below, s->schema->db_id), note;
    const char *note_path = arena_printf(a, "%.*s/sampled-from", STR_ARG(below)).ptr;
    TRY(folder_make(below.ptr, e));
    TRY(make_note(a, s->database.ptr, x->rows, &note, e));
    enum status status = is_sampled(a, path.ptr, note_path, note)
                             ? OK
                             : make_sample(x, s, path.ptr, note_path, note, e);
    if (status == E_DB) {
        listener_notice(x->listener, "%.*s is read whole: %s", STR_ARG(s->database), e->msg);
        x->whole++;
        return OK;
    }
    TRY(status);
    use_sample(x, s, path);
    return OK;
}

static void report_samples(const struct sampling_dataset *x)
{
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

static enum status sample_subjects(struct sampling_dataset *x, struct err *e)
{
    struct dataset *d = x->dataset;
    TRY(folder_make(x->folder.ptr, e));
    d->originals = arena_zalloc(&d->arena, (d->n_subjects + 1) * sizeof *d->originals);
    for (uint32_t i = 0; i < d->n_subjects; i++) {
        if (d->subjects[i].database.ptr)
            TRY(sample_subject(x, &d->subjects[i], e));
        TRY(listener_check(x->listener, e));
    }
    return OK;
}

enum status dataset_sample(struct dataset *d, uint32_t rows, const char *folder,
                           const struct listener *listener, struct err *e)
{
    struct sampling_dataset x = {.dataset = d,
                                 .listener = listener,
                                 .rows = rows,
                                 .folder = arena_str(&d->arena, str_from(folder))};
    enum status status = sample_subjects(&x, e);
    if (status == OK && x.sampled > 0) {
        d->beside = x.whole ? d->databases : NULL; /* if all are sampled, the originals go */
        d->databases = x.folder.ptr;
        d->sample_rows = rows;
        report_samples(&x);
    }
    if (status == OK)
        copy_notice_tell(&x.losses, listener);
    copy_losses_release(&x.losses);
    return status;
}

const char *dataset_original(const struct dataset *d, const struct seed *seed)
{
    for (uint32_t i = 0; d->originals && i < d->n_subjects; i++)
        if (d->subjects[i].schema == seed->schema && d->originals[i].ptr)
            return d->originals[i].ptr;
    return seed->database.ptr;
}
