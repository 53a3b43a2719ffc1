/* data.c: loading a dataset, and reporting which databases and gold queries it lacks. */
#include "cli/data.h"

#include "base/number.h"
#include "base/path.h"
#include "base/printable.h"
#include "dataset/data_folder.h"
#include "making/sampled_dataset.h"
#include "suite/suite_store.h"

void data_share_options(struct suite_options *o, struct ask_settings *ask,
                        struct word_sources *words)
{
    ask->system.shard = o->shard;
    o->workers = ask->system.workers;
    words->vectors = ask->vectors;
}

enum status data_load(struct dataset *d, struct dataset_source from, struct err *e)
{
    struct arena a = {0};
    enum status status = data_folder(&a, from.data, &from.data, e);
    if (status == OK)
        status = dataset_load(d, &from, e);
    if (status == OK)
        arena_take(&d->arena, &a);
    arena_release(&a);
    return status;
}

enum status data_sample(struct dataset *d, uint32_t rows, const char *out,
                        const struct listener *listener, struct err *e)
{
    struct arena a = {0};
    const char *folder = arena_printf(&a, "%s.sample", out).ptr;
    enum status status = rows ? dataset_sample(d, rows, folder, listener, e) : OK;
    arena_release(&a);
    return status;
}

/* The databases that some seeds need, each once. */
struct needed_databases {
    struct arena arena;
    struct str *all, *missing; /* db_ids */
    uint32_t n_all, n_missing;
    bool in_named; /* at least one is in the folder that the user named */
};

static void add_needed_database(struct needed_databases *n, struct str db_id, bool is_there)
{
    ARENA_ADD(&n->arena, n->all, n->n_all, db_id);
    if (is_there)
        return;
    ARENA_ADD(&n->arena, n->missing, n->n_missing, db_id);
}

/* A folder that the user named must be there. */
static enum status expect_folder(const char *named, struct err *e)
{
    struct path_info info = {.kind = PATH_FOLDER};
    if (named)
        TRY(path_look(named, &info, e));
    if (info.kind != PATH_ABSENT)
        return OK;
    err_set(e, E_IO, "no such folder");
    return err_in_file(e, named);
}

/* Releases `n`. `remedy` follows the names. */
static enum status report_missing(struct needed_databases *n, const char *named, const char *remedy,
                                  const struct listener *listener, struct err *e)
{
    enum status status = OK;
    if (named && !n->in_named && n->n_all > 0) {
        status = err_set(e, E_INPUT, "none of the databases is there (db_id/db_id.sqlite): %s",
                         some_names(&n->arena, n->all, n->n_all).ptr);
        err_in_file(e, named);
    } else if (n->n_missing) {
        listener_notice(listener, "no database for %u of %u: %s; %s", n->n_missing, n->n_all,
                        some_names(&n->arena, n->missing, n->n_missing).ptr, remedy);
    }
    arena_release(&n->arena);
    return status;
}

/* Databases without tables, and how many questions are about them. */
static void report_bare_databases(const struct dataset *d, const struct listener *listener)
{
    struct arena a = {0};
    struct str asked = STR("");
    if (d->n_skipped)
        asked = arena_printf(&a, ", with %u question%s", d->n_skipped, plural(d->n_skipped));
    if (d->n_bare)
        listener_notice(listener, "%u database%s no tables, and %s skipped%.*s: %s", d->n_bare,
                        d->n_bare == 1 ? " has" : "s have", d->n_bare == 1 ? "is" : "are",
                        STR_ARG(asked), some_names(&a, d->bare, d->n_bare).ptr);
    arena_release(&a);
}

/* What no query can read: "shop.prices (no such function: slug)". */
static void report_losses(const struct dataset *d, const struct listener *listener)
{
    struct arena a = {0};
    struct str *names = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->n_subjects; i++) {
        const struct schema *s = d->subjects[i].schema;
        for (uint32_t l = 0; l < s->n_losses; l++)
            ARENA_ADD(&a, names, n,
                      arena_printf(&a, "%.*s.%.*s (%.*s)", STR_ARG(s->db_id),
                                   STR_ARG(s->losses[l].name), STR_ARG(s->losses[l].why)));
    }
    if (n)
        listener_notice(listener, "no query can read %s, and %s left out: %s",
                        n == 1 ? "this" : "these", n == 1 ? "it is" : "they are",
                        some_names(&a, names, n).ptr);
    arena_release(&a);
}

enum status data_check(const struct dataset *d, const char *named, const char *without,
                       const struct listener *listener, struct err *e)
{
    struct needed_databases n = {.n_all = 0};
    TRY(expect_folder(named, e));
    for (uint32_t i = 0; i < d->n_subjects; i++) {
        const struct dataset_subject *s = &d->subjects[i];
        add_needed_database(&n, s->schema->db_id, s->database.ptr != NULL);
        n.in_named = n.in_named || str_starts(s->database, str_from(named));
    }
    report_bare_databases(d, listener);
    report_losses(d, listener);
    struct str remedy = arena_printf(&n.arena, "without it %s (--db names the folder)", without);
    return report_missing(&n, named, remedy.ptr, listener, e);
}

/* Questions without an answer, and those with several. */
static void report_golds(const struct dataset *d, const struct listener *listener)
{
    if (d->unanswerable)
        listener_notice(listener,
                        "%u of %u questions cannot be answered, as their file says (query null): "
                        "they are set aside, and not asked",
                        d->unanswerable, d->n_questions);
    if (d->several)
        listener_notice(listener,
                        "%u question%s %s several gold queries: the first that can be parsed is "
                        "used, %u other%s %s not",
                        d->several, plural(d->several), d->several == 1 ? "has" : "have",
                        d->other_golds, plural(d->other_golds), d->other_golds == 1 ? "is" : "are");
}

enum status data_check_source(const struct dataset *d, const char *named,
                              const struct suite_options *o, const struct listener *listener,
                              struct err *e)
{
    struct arena a = {0};
    struct str needy = suite_options_needy(&a, o), without = STR(DATA_WITHOUT_DATABASE);
    if (needy.len)
        without =
            arena_printf(&a, DATA_WITHOUT_DATABASE "; there is no case of %.*s", STR_ARG(needy));
    enum status status = data_check(d, named, without.ptr, listener, e);
    if (status == OK)
        report_golds(d, listener);
    arena_release(&a);
    return status;
}

static enum status find_needed_databases(struct needed_databases *n, const struct suite *databases,
                                         const char *named, struct err *e)
{
    for (uint32_t i = 0; i < databases->n_seeds; i++) {
        bool is_there = false;
        struct str db_id = databases->seeds[i].db_id;
        TRY(suite_has_database(databases, named, db_id, &is_there, e));
        add_needed_database(n, db_id, is_there);
        n->in_named = n->in_named || is_there; /* or in the suite, which is as good */
    }
    return OK;
}

enum status data_check_suite(const struct suite_survey *s, const char *named,
                             const struct listener *listener, struct err *e)
{
    struct needed_databases n = {.n_all = 0};
    struct suite databases;
    TRY(expect_folder(named, e));
    if (!named && !s->reader.head.databases)
        return OK; /* it was made without databases */
    suite_outline_databases(&s->outline, &s->reader.head, &databases);
    enum status status = find_needed_databases(&n, &databases, named, e);
    suite_close(&databases);
    if (status == OK)
        return report_missing(
            &n, named,
            "it was there when the suite was made, or should have been; if the data moved, --db "
            "names the folder",
            listener, e);
    arena_release(&n.arena);
    return status;
}
