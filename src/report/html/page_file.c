/* page_file.c: fills the slots of a skeleton. */
#include "report/html/page_file.h"

#include "base/buf.h"
#include "base/digest.h"
#include "base/embedded.h"

#include <assert.h>

extern const struct embedded_file HTML_FILES[]; /* skeletons, page.css and scripts */
extern const uint32_t N_HTML_FILES;

enum { TITLE_MAX = 200 };

struct page {
    const struct page_file *file;
    struct out_file *out;
    struct buf script;
    struct str style;
};

static struct str embedded_named(struct str name)
{
    uint32_t i = 0;
    while (i < N_HTML_FILES && !str_eq(HTML_FILES[i].name, name))
        i++;
    assert(i < N_HTML_FILES);
    return embedded_text(&HTML_FILES[i]);
}

/* The files define functions; startPage runs after all are defined. */
static void put_script(struct buf *out, const struct page_file *p)
{
    buf_put(out, STR("'use strict';\n"));
    for (size_t i = 0; i < p->n_parts; i++)
        buf_put(out, embedded_named(p->parts[i]));
    buf_put(out, STR("startPage();\n"));
}

/* Texts of HTML */

static void put_escaped(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        switch (text.ptr[i]) {
        case '<':
            buf_put(out, STR("&lt;"));
            break;
        case '&':
            buf_put(out, STR("&amp;"));
            break;
        case '\0':
            break;
        default:
            buf_putc(out, text.ptr[i]);
        }
    }
}

static void put_base64(struct buf *out, const unsigned char *bytes, size_t n)
{
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16;
        three |= i + 1 < n ? (uint32_t)bytes[i + 1] << 8 : 0;
        three |= i + 2 < n ? (uint32_t)bytes[i + 2] : 0;
        for (size_t k = 0; k < 4; k++)
            buf_putc(out, i + k <= n ? DIGITS[three >> (18 - 6 * k) & 63] : '=');
    }
}

/* JSON as the text of a script element
 *
 * A script element ends at the first "</script", and "<!--" changes how it is parsed. In JSON these
 * characters occur only in strings, where each can be written as an escape. */

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

/* Write `json` with <, >, & and U+2028, U+2029 (line ends to JavaScript) as \u escapes. */
static enum status write_script_json(struct out_file *f, struct str json, struct err *e)
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

/* Slots of the skeleton */

static void put_source(struct buf *out, const char *directive, struct str text)
{
    unsigned char sum[SHA256_BYTES];
    digest_sha256(text, sum);
    buf_printf(out, "%s 'sha256-", directive);
    put_base64(out, sum, sizeof sum);
    buf_put(out, STR("'"));
}

static void put_policy(const struct page *p, struct buf *out)
{
    buf_put(out, STR("default-src 'none'; base-uri 'none'; form-action 'none'; "));
    put_source(out, "style-src", p->style);
    put_source(out, "; script-src", buf_str(&p->script));
}

static enum status write_slot(struct page *p, struct str name, struct err *e)
{
    const struct page_file *file = p->file;
    struct buf text = {0};
    if (str_eq(name, STR("data")))
        return write_script_json(p->out, file->data, e);
    if (str_eq(name, STR("policy")))
        put_policy(p, &text);
    else if (str_eq(name, STR("title")))
        put_escaped(&text, str_slice(file->title, 0,
                                     file->title.len < TITLE_MAX ? file->title.len : TITLE_MAX));
    else if (str_eq(name, STR("sentence")))
        put_escaped(&text, file->sentence);
    else if (str_eq(name, STR("style")))
        buf_put(&text, p->style);
    else if (str_eq(name, STR("script")))
        buf_put(&text, buf_str(&p->script));
    enum status status = out_file_write(p->out, buf_str(&text), e);
    buf_release(&text);
    return status;
}

/* The skeleton, with each {{slot}} filled. */
static enum status write_page(struct page *p, struct err *e)
{
    struct str skeleton = embedded_named(p->file->skeleton);
    enum status status = OK;
    for (size_t at = 0; at < skeleton.len && status == OK;) {
        size_t open = str_find(skeleton, STR("{{"), at);
        size_t close = str_find(skeleton, STR("}}"), open);
        status = out_file_write(p->out, str_slice(skeleton, at, open), e);
        if (status == OK && close < skeleton.len)
            status = write_slot(p, str_slice(skeleton, open + 2, close), e);
        at = close < skeleton.len ? close + 2 : skeleton.len;
    }
    return status;
}

enum status page_file_write(const struct page_file *p, struct out_file *f, struct err *e)
{
    struct page page = {.file = p, .out = f, .style = embedded_named(STR("page.css"))};
    put_script(&page.script, p);
    enum status status = write_page(&page, e);
    buf_release(&page.script);
    return status;
}
