/* script_json.c: escapes characters that mean something to HTML. */
#include "report/html/script_json.h"

#include "base/buf.h"

enum { PIECE = 1 << 18 };

static const struct {
    struct str text, escape;
} ESCAPES[] = {
    {STR_INIT("<"), STR_INIT("\\u003c")},
    {STR_INIT(">"), STR_INIT("\\u003e")},
    {STR_INIT("&"), STR_INIT("\\u0026")},
    {STR_INIT("\xE2\x80\xA8"), STR_INIT("\\u2028")},
    {STR_INIT("\xE2\x80\xA9"), STR_INIT("\\u2029")},
};

/* The escape of the character at `at`, or N_ESCAPES. */
enum { N_ESCAPES = COUNT_OF(ESCAPES) };

static size_t escape_at(struct str json, size_t at)
{
    size_t i = 0;
    while (i < N_ESCAPES && !str_starts(str_slice(json, at, json.len), ESCAPES[i].text))
        i++;
    return i;
}

static bool may_need_escape(char c)
{
    return c == '<' || c == '>' || c == '&' || c == '\xE2';
}

/* Escape the next PIECE bytes from *at on. */
static void escape_piece(struct buf *out, struct str json, size_t *at)
{
    size_t plain = *at, end = json.len - *at < PIECE ? json.len : *at + PIECE;
    while (*at < end) {
        size_t found = may_need_escape(json.ptr[*at]) ? escape_at(json, *at) : N_ESCAPES;
        if (found == N_ESCAPES) {
            ++*at;
            continue;
        }
        buf_put(out, str_slice(json, plain, *at));
        buf_put(out, ESCAPES[found].escape);
        plain = *at += ESCAPES[found].text.len;
    }
    buf_put(out, str_slice(json, plain, *at));
}

enum status script_json_write(struct out_file *f, struct str json, struct err *e)
{
    struct buf out = {0};
    enum status status = OK;
    for (size_t at = 0; at < json.len && status == OK;) {
        buf_clear(&out);
        escape_piece(&out, json, &at);
        status = out_file_write(f, buf_str(&out), e);
    }
    buf_release(&out);
    return status;
}
