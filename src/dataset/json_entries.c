/* json_entries.c: an array, or line by line. */
#include "dataset/json_entries.h"

/* All of `text`, which begins on line `line`, as one value. */
static enum status read_whole(struct arena *a, struct str text, uint32_t line,
                              struct json_value *out, struct err *e)
{
    struct json_reader json = json_reader_strict(a, text);
    return json_whole(&json, out) ? OK : json_reader_end(&json, line, e);
}

static enum status read_array(struct arena *a, struct str text, json_entry_take *take, void *ctx,
                              struct err *e)
{
    struct json_value list, entry;
    TRY(read_whole(a, text, 1, &list, e));
    struct json_reader json = json_reader_of(a, list.raw);
    struct json_lines lines = json_lines_in(text);
    while (json_next_item(&json, &entry))
        TRY(take(ctx, entry, json_line_of(&lines, entry), e));
    return OK;
}

static enum status read_lines(struct arena *a, struct str text, json_entry_take *take, void *ctx,
                              struct err *e)
{
    for (uint32_t line = 1; text.ptr; line++) {
        struct str one = str_trim(str_split(&text, '\n'));
        struct json_value entry;
        if (one.len == 0)
            continue;
        TRY(read_whole(a, one, line, &entry, e));
        TRY(take(ctx, entry, line, e));
        arena_clear(a);
    }
    return OK;
}

enum status json_entries(struct str text, json_entry_take *take, void *ctx, struct err *e)
{
    struct arena a = {0};
    text = str_skip_bom(text);
    enum status status = str_starts(str_trim(text), STR("[")) ? read_array(&a, text, take, ctx, e)
                                                              : read_lines(&a, text, take, ctx, e);
    arena_release(&a);
    return status;
}
