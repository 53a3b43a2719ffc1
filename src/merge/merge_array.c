/* merge_array.c: "[", entries with a comma behind each but the last, "]". */
#include "merge/merge_array.h"

#include "base/file.h"

/* The entry on a line; ptr NULL for the line before the first. *more is false behind the last. */
static struct str entry_of(struct str line, bool *more)
{
    *more = !str_eq(line, STR("]")) && !str_eq(line, STR("[]"));
    if (!*more || str_eq(line, STR("[")))
        return STR_NONE;
    if (line.len > 0 && line.ptr[line.len - 1] == ',')
        line.len--;
    return line;
}

static enum status read_entries(struct line_reader *lines,
                                enum status (*take)(void *ctx, struct str entry, struct err *e),
                                void *ctx, struct err *e)
{
    struct str line;
    enum status status = OK;
    for (bool more = true; more && status == OK;) {
        status = line_reader_next(lines, &line, e);
        if (status == OK && !line.ptr)
            return err_at(e, E_INPUT, lines->line, 0, "ends too early: the part is not whole");
        struct str entry = status ? STR_NONE : entry_of(line, &more);
        if (entry.ptr)
            status = take(ctx, entry, e);
        if (entry.ptr && status && status != E_HOST && !e->file[0])
            e->line = lines->line; /* an entry knows no other line than its own */
    }
    return status;
}

enum status array_each(const char *path,
                       enum status (*take)(void *ctx, struct str entry, struct err *e), void *ctx,
                       struct err *e)
{
    struct line_reader lines;
    enum status status = file_expect_regular(path, e);
    if (status == OK)
        status = line_reader_open(&lines, path, e);
    if (status)
        return status;
    status = read_entries(&lines, take, ctx, e);
    if (status && !e->file[0])
        err_in_file(e, path);
    line_reader_close(&lines);
    return status;
}
