/* work.c: cases, and the cost of their databases, by their size or by what queries take. */
#include "suite/work.h"

#include "base/hash.h"
#include "base/path.h"
#include "engine/database.h"
#include "suite/suite_store.h"

enum { PAGE_BYTES = 4096, QUERY_WORK = 32, PAGES_MAX = 64 };

/* Of running queries on the database at `path`; NULL for none. A query costs something by itself,
 * and more on a larger database, for each page; but of a large one it mostly reads a part, and it
 * has a deadline. The figures are those that come nearest to measured times
 * (docs/how-to/shards.md). */
static enum status database_work(const char *path, uint64_t *out, struct err *e)
{
    struct path_info file = {.kind = PATH_ABSENT};
    if (path)
        TRY(path_look(path, &file, e));
    uint64_t pages = file.size / PAGE_BYTES;
    *out = QUERY_WORK + (pages < PAGES_MAX ? pages : PAGES_MAX);
    return OK;
}

/* Seeds of one database mostly follow one another; its file need not be looked at for each. */
enum status seeds_work(struct arena *a, const struct seed *seeds, uint32_t n, const uint64_t **out,
                       struct err *e)
{
    uint64_t *work = ARENA_ARRAY(a, uint64_t, (size_t)n + 1);
    *out = work;
    for (uint32_t i = 0; i < n; i++) {
        const char *path = seeds[i].database.ptr;
        bool same = i > 0 && path && seeds[i - 1].database.ptr &&
                    strcmp(path, seeds[i - 1].database.ptr) == 0;
        if (same)
            work[i] = work[i - 1];
        else
            TRY(database_work(path, &work[i], e));
    }
    return OK;
}

/* Measured */

/* Of each database as many gold queries are run, evenly drawn, and no further than this: so all of
 * it takes hundredths of a second, and shards that see the same rows count the same steps. Steps
 * are SQLite's instructions. Proving the cases of a seed costs something by itself, as much as
 * BASE_STEPS of its gold query.
 *
 * A clock must not decide where seeds are cut. The limit of time is there only for queries that
 * would not end. No value is so long that this many instructions come near the limit: LIKE with the
 * longest pattern, on the longest values all the time, takes half a minute. */
enum {
    SAMPLED = 4,
    MOST_STEPS = 20000,
    BASE_STEPS = 500,
    MOST_BYTES = 1 << 26,
    MOST_VALUE_BYTES = 1 << 14,
    MEASURING_MS = 600000
};

struct measured {
    uint32_t seeds, seen; /* of the database; and those that were looked at already */
    uint32_t sampled;     /* that count */
    uint64_t steps;       /* of these together */
};

/* The latest database stays open: its seeds mostly follow one another. */
struct measurer {
    struct arena scratch;
    const char *path;
    struct database *open; /* NULL if it cannot be opened: code that needs it will say so */
};

static enum status measurer_open(struct measurer *m, const char *path, struct err *e)
{
    if (m->path && strcmp(m->path, path) == 0)
        return OK;
    database_close(m->open);
    m->open = NULL;
    m->path = path;
    enum status status = database_open(path, &m->open, e);
    return status == E_HOST ? status : OK;
}

/* A query that does not end by itself counts like the longest. One whose steps may differ in
 * another shard, by chance or because it runs later, does not count. */
static enum status measure(struct measurer *m, const struct seed *s, struct measured *to,
                           struct err *e)
{
    const struct query_limits limits = {.deadline = deadline_after_ms(MEASURING_MS),
                                        .max_rows = MOST_STEPS,
                                        .max_bytes = MOST_BYTES,
                                        .max_steps = MOST_STEPS,
                                        .max_value_bytes = MOST_VALUE_BYTES};
    struct query_result result = {.outcome = QUERY_ERROR};
    enum status status = measurer_open(m, s->database.ptr, e);
    if (status == OK && m->open)
        status = database_query(m->open, s->query, &limits, &m->scratch, &result, e);
    bool cut = result.outcome == QUERY_TOO_MANY_STEPS || result.outcome == QUERY_TIMEOUT;
    if (!result.work.unsteady) {
        to->steps += cut ? MOST_STEPS : result.work.steps;
        to->sampled++;
    }
    arena_clear(&m->scratch);
    return status;
}

/* Is the next seed of a database one of those that are drawn: the first of each of SAMPLED equal
 * parts? */
static bool is_drawn(const struct measured *m)
{
    return (uint64_t)m->seen * SAMPLED % m->seeds < SAMPLED;
}

static enum status measure_all(const struct seed *seeds, uint32_t n, const uint32_t *of,
                               struct measured *databases, struct err *e)
{
    struct measurer m = {.path = NULL};
    enum status status = OK;
    for (uint32_t i = 0; i < n && status == OK; i++) {
        struct measured *d = of[i] == NAME_NONE ? NULL : &databases[of[i]];
        if (d && is_drawn(d) && seeds[i].query.ptr)
            status = measure(&m, &seeds[i], d, e);
        if (d)
            d->seen++;
    }
    database_close(m.open);
    arena_release(&m.scratch);
    return status;
}

/* Number the databases, and count their seeds. */
static const uint32_t *count_seeds(struct arena *a, const struct seed *seeds, uint32_t n,
                                   struct measured *databases)
{
    uint32_t *of = ARENA_ARRAY(a, uint32_t, (size_t)n + 1), count = 0;
    struct name_map numbers;
    name_map_init_exact(&numbers, a, 0);
    for (uint32_t i = 0; i < n; i++) {
        of[i] = NAME_NONE;
        if (!seeds[i].database.ptr)
            continue;
        of[i] = name_map_get(&numbers, seeds[i].database);
        if (of[i] == NAME_NONE) {
            name_map_put(&numbers, a, seeds[i].database, of[i] = count);
            databases[count++] = (struct measured){0};
        }
        databases[of[i]].seeds++;
    }
    return of;
}

enum status seeds_proof_work(struct arena *a, const struct seed *seeds, uint32_t n,
                             const uint64_t **out, struct err *e)
{
    uint64_t *work = ARENA_ARRAY(a, uint64_t, (size_t)n + 1);
    struct measured *databases = ARENA_ARRAY(a, struct measured, (size_t)n + 1);
    const uint32_t *of = count_seeds(a, seeds, n, databases);
    *out = work;
    TRY(measure_all(seeds, n, of, databases, e));
    for (uint32_t i = 0; i < n; i++) {
        const struct measured *d = of[i] == NAME_NONE ? NULL : &databases[of[i]];
        work[i] = BASE_STEPS + (d && d->sampled ? d->steps / d->sampled : 0);
    }
    return OK;
}

/* Of suites */

static enum status original_work(const struct suite *s, const char *db, struct str db_id,
                                 uint64_t *out, struct err *e)
{
    struct arena a = {0};
    struct str path;
    enum status status = suite_original(&a, s, db, db_id, &path, e);
    if (status == OK)
        status = database_work(path.ptr, out, e);
    arena_release(&a);
    return status;
}

/* Of each database. */
static enum status databases_work(struct arena *a, const struct suite *head,
                                  const struct suite_outline *o, const char *db, uint64_t **out,
                                  struct err *e)
{
    *out = ARENA_ARRAY(a, uint64_t, (size_t)o->n_databases + 1);
    for (uint32_t i = 0; i < o->n_databases; i++)
        TRY(original_work(head, db, o->databases[i], &(*out)[i], e));
    return OK;
}

enum status suite_work(struct arena *a, const struct suite *head, const struct suite_outline *o,
                       const char *db, const uint64_t **out, struct err *e)
{
    uint64_t *work = ARENA_ARRAY(a, uint64_t, (size_t)o->n_seeds + 1), *each;
    TRY(databases_work(a, head, o, db, &each, e));
    for (uint32_t i = 0; i < o->n_seeds; i++) {
        uint32_t cases = o->seeds[i + 1].first_case - o->seeds[i].first_case;
        work[i] = each[o->seeds[i].database] * (1 + (uint64_t)cases);
    }
    *out = work;
    return OK;
}
