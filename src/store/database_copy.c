/* database_copy.c: running a migration's statements into a new file. */
#include "store/database_copy.h"

#include "base/file.h"
#include "engine/database_make.h"
#include "relation/migration_tables.h"

/* An honest database of a few kilobytes takes milliseconds. */
enum { COPY_DEADLINE_MS = 30000 };

static enum status run_all(struct database *d, const struct migration_statements *s, struct err *e)
{
    static const enum made MADE[] = {[MIGRATION_MAKES_TABLE] = MADE_TABLE,
                                     [MIGRATION_MAKES_ROWS] = MADE_ROWS,
                                     [MIGRATION_MAKES_INDEX] = MADE_INDEX,
                                     [MIGRATION_MAKES_VIEW] = MADE_VIEW};
    enum status status = s->too_long ? err_set(e, E_LIMIT, "a table is too large to declare") : OK;
    for (uint32_t i = 0; i < s->count && status == OK; i++)
        status = database_make_one(d, MADE[s->items[i].makes], s->items[i].sql, e);
    return status ? status : database_made(d, e);
}

static enum status copy_tables(struct arena *a, const char *original, const struct migration *m,
                               const struct declaration *declared, const char *path, struct err *e)
{
    struct migration_statements statements = migration_copy_statements(a, m, declared);
    struct making making = {.path = path,
                            .original = original,
                            .encoding = declared->encoding,
                            .deadline_ms = COPY_DEADLINE_MS};
    struct database *d;
    struct err why;
    enum status status = database_make(&making, &d, e);
    if (status)
        return status;
    status = run_all(d, &statements, &why);
    if (status)
        err_set(e, status, "cannot copy database: %s", why.msg);
    database_close(d);
    return status;
}

static enum status copy_changed(const char *original, const struct migration *m, const char *path,
                                struct err *e)
{
    struct arena a = {0};
    struct declaration d;
    struct out_file file = {0};
    enum status status = declaration_read(&a, original, m->old, &d, e);
    if (status == OK)
        status = out_file_open_named(&file, path, e);
    if (status == OK)
        status = copy_tables(&a, original, m, &d, file.temporary, e);
    if (status == OK)
        status = out_file_commit(&file, e);
    else if (e->file[0] == '\0')
        err_in_file(e, path);
    out_file_discard(&file);
    arena_release(&a);
    return status;
}

enum status database_copy(const char *original, const struct migration *m, const char *path,
                          struct err *e)
{
    return m ? copy_changed(original, m, path, e) : database_copy_file(original, path, e);
}
