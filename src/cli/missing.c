/* missing.c: which databases seeds have, and which not; which questions have no gold. */
#include "cli/missing.h"

#include "base/number.h"
#include "base/path.h"
#include "base/some_names.h"
#include "suite/suite_store.h"

/* A database that seeds need. */
struct needed_database {
    struct str db_id;
    bool is_there;
};

/* All that some seeds need, each once. */
struct roll {
    struct arena arena;
    struct needed_database *items;
    uint32_t count, n_missing;
    bool in_named; /* at least one is in the folder that the user named */
};

static void note(struct roll *r, struct str db_id, bool is_there)
{
    ARENA_PUSH(&r->arena, r->items, r->count);
    r->items[r->count++] = (struct needed_database){db_id, is_there};
    r->n_missing += !is_there;
}

/* Those that are missing, or all. */
static const char *names_of(struct roll *r, bool all)
{
    struct str *names = ARENA_ARRAY(&r->arena, struct str, r->count + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->count; i++)
        if (all || !r->items[i].is_there)
            names[n++] = r->items[i].db_id;
    return some_names(&r->arena, names, n).ptr;
}

/* A folder that the user named must be there, whatever else is. */
static enum status expect_named(const char *named, struct err *e)
{
    struct path_info info;
    enum status status = named ? path_look(named, &info, e) : OK;
    if (status || !named || info.kind != PATH_ABSENT)
        return status;
    err_set(e, E_IO, "no such folder");
    err_in_file(e, named);
    return E_IO;
}

/* Ends the roll. `what_to_do` stands behind the names. */
static enum status tell(struct roll *r, const char *named, const char *what_to_do,
                        const struct listener *listener, struct err *e)
{
    enum status status = OK;
    if (named && !r->in_named && r->count > 0) {
        status = err_set(e, E_INPUT, "none of the databases is there (db_id/db_id.sqlite): %s",
                         names_of(r, true));
        err_in_file(e, named);
    } else if (r->n_missing) {
        listener_notice(listener, "no database for %u of %u: %s; %s", r->n_missing, r->count,
                        names_of(r, false), what_to_do);
    }
    arena_release(&r->arena);
    return status;
}

/* Databases without tables, and what was asked about them. */
static void print_bare(const struct dataset *d, const struct listener *listener)
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

/* "shop.prices (no such function: slug)". */
static struct str loss_text(struct arena *a, const struct schema *s, const struct schema_loss *l)
{
    return arena_printf(a, "%.*s.%.*s (%.*s)", STR_ARG(s->db_id), STR_ARG(l->name),
                        STR_ARG(l->why));
}

/* What is in a database, and no query can read. */
static void print_losses(const struct dataset *d, const struct listener *listener)
{
    struct arena a = {0};
    struct str *names = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->n_subjects; i++) {
        const struct schema *s = d->subjects[i].schema;
        for (uint32_t l = 0; l < s->n_losses; l++) {
            ARENA_PUSH(&a, names, n);
            names[n++] = loss_text(&a, s, &s->losses[l]);
        }
    }
    if (n)
        listener_notice(listener, "no query can read %s, and %s left out: %s",
                        n == 1 ? "this" : "these", n == 1 ? "it is" : "they are",
                        some_names(&a, names, n).ptr);
    arena_release(&a);
}

enum status missing_tell_dataset(const struct dataset *d, const char *named, const char *without,
                                 const struct listener *listener, struct err *e)
{
    struct roll r = {0};
    TRY(expect_named(named, e));
    for (uint32_t i = 0; i < d->n_subjects; i++) {
        const struct dataset_subject *s = &d->subjects[i];
        note(&r, s->schema->db_id, s->database.ptr != NULL);
        r.in_named = r.in_named || str_starts(s->database, str_from(named));
    }
    print_bare(d, listener);
    print_losses(d, listener);
    struct str what = arena_printf(&r.arena, "without it %s (--db names the folder)", without);
    return tell(&r, named, what.ptr, listener, e);
}

/* What the questions lack, or have too much of. */
static void print_golds(const struct dataset *d, const struct listener *listener)
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

enum status missing_tell_source(const struct dataset *d, const char *named,
                                const struct suite_options *o, const struct listener *listener,
                                struct err *e)
{
    struct arena a = {0};
    struct str needy = suite_options_needy(&a, o), without = STR(MISSING_FOR_CASES);
    if (needy.len)
        without = arena_printf(&a, MISSING_FOR_CASES "; there is no case of %.*s", STR_ARG(needy));
    enum status status = missing_tell_dataset(d, named, without.ptr, listener, e);
    if (status == OK)
        print_golds(d, listener);
    arena_release(&a);
    return status;
}

static enum status call_roll(struct roll *r, const struct suite *databases, const char *named,
                             struct err *e)
{
    enum status status = OK;
    for (uint32_t i = 0; i < databases->n_seeds && status == OK; i++) {
        bool is_there = false;
        struct str db_id = databases->seeds[i].db_id;
        status = suite_has_database(databases, named, db_id, &is_there, e);
        note(r, db_id, is_there);
        r->in_named = r->in_named || is_there; /* or in the suite, which is as good */
    }
    return status;
}

enum status missing_tell_suite(const struct suite_survey *s, const char *named,
                               const struct listener *listener, struct err *e)
{
    struct roll r = {0};
    struct suite databases;
    enum status status = expect_named(named, e);
    if (status || (!named && !s->reader.head.databases))
        return status; /* it was made without databases */
    suite_outline_databases(&s->outline, &s->reader.head, &databases);
    status = call_roll(&r, &databases, named, e);
    suite_close(&databases);
    if (status == OK)
        return tell(&r, named,
                    "it was there when the suite was made, or should have been; where the data "
                    "moved, --db names the folder",
                    listener, e);
    arena_release(&r.arena);
    return status;
}
