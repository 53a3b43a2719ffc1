/* work.c: cases, and the cost of their databases. */
#include "pipeline/work.h"

#include "base/path.h"
#include "suite/suite_store.h"

enum { PAGE_BYTES = 4096, QUERY_WORK = 32, PAGES_MAX = 64 };

/* Of running queries on the database at `path`; NULL for none. A query costs something by itself,
 * and more on a larger database, for each page; but of a large one it mostly reads a part, and it
 * has a deadline. The figures are those that come nearest to measured times (docs/shards.md). */
static enum status database_work(const char *path, uint64_t *out, struct err *e)
{
    struct path_info file = {.kind = PATH_ABSENT};
    enum status status = path ? path_look(path, &file, e) : OK;
    uint64_t pages = file.size / PAGE_BYTES;
    *out = QUERY_WORK + (pages < PAGES_MAX ? pages : PAGES_MAX);
    return status;
}

/* Seeds of one database stand together, mostly; its file need not be looked at for each. */
enum status seeds_work(struct arena *a, const struct seed *seeds, uint32_t n, const uint64_t **out,
                       struct err *e)
{
    uint64_t *work = ARENA_ARRAY(a, uint64_t, (size_t)n + 1);
    enum status status = OK;
    *out = work;
    for (uint32_t i = 0; i < n && status == OK; i++) {
        const char *path = seeds[i].database.ptr;
        bool same = i > 0 && path && seeds[i - 1].database.ptr &&
                    strcmp(path, seeds[i - 1].database.ptr) == 0;
        if (same)
            work[i] = work[i - 1];
        else
            status = database_work(path, &work[i], e);
    }
    return status;
}

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

enum status suite_work(struct arena *a, const struct suite *s, const char *db, const uint64_t **out,
                       struct err *e)
{
    uint64_t *work = ARENA_ARRAY(a, uint64_t, (size_t)s->n_seeds + 1), each = 0;
    enum status status = OK;
    *out = work;
    for (uint32_t i = 0, first = 0; i < s->n_seeds && status == OK; i++) {
        uint32_t end = suite_first_case(s, i + 1);
        if (i == 0 || !str_eq(s->seeds[i].db_id, s->seeds[i - 1].db_id))
            status = original_work(s, db, s->seeds[i].db_id, &each, e);
        work[i] = each * (1 + (uint64_t)(end - first));
        first = end;
    }
    return status;
}
