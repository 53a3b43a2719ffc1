/* html.c: the page put together: skeleton, style, data, script. */
#include "report/html.h"

#include "base/digest.h"
#include "base/embedded.h"
#include "report/html/page_data.h"
#include "report/html/script_json.h"

extern const struct embedded_file
    HTML_FILES[]; /* page.html, page.css and the parts of the script */
extern const uint32_t N_HTML_FILES;

enum { DATA_MAX = 1 << 30 };

struct page {
    const struct html_source *source;
    struct out_file *file;
    struct buf data, script;
    struct str style;
};

static struct str embedded_named(struct str name)
{
    for (uint32_t i = 0; i < N_HTML_FILES; i++)
        if (str_eq(HTML_FILES[i].name, name))
            return embedded_text(&HTML_FILES[i]);
    return STR("");
}

/* The parts define functions; none runs before all are there. */
static void put_script(struct buf *out)
{
    buf_put(out, STR("'use strict';\n"));
    for (uint32_t i = 0; i < N_HTML_FILES; i++)
        if (str_ends(HTML_FILES[i].name, STR(".js")))
            buf_put(out, embedded_text(&HTML_FILES[i]));
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

/* Slots of the skeleton */

static void put_source(struct buf *out, const char *directive, struct str text)
{
    unsigned char sum[SHA256_BYTES];
    digest_sha256(text, sum);
    buf_printf(out, "%s 'sha256-", directive);
    put_base64(out, sum, sizeof sum);
    buf_put(out, STR("'"));
}

static void fill_policy(struct page *p, struct buf *out)
{
    buf_put(out, STR("default-src 'none'; base-uri 'none'; form-action 'none'; "));
    put_source(out, "style-src", p->style);
    put_source(out, "; script-src", buf_str(&p->script));
}

static void fill_title(struct page *p, struct buf *out)
{
    struct str system = p->source->scores->system;
    put_escaped(out, system.len ? str_slice(system, 0, system.len < 200 ? system.len : 200)
                                : STR("text-to-SQL system"));
}

/* For those who have no JavaScript. */
static void fill_sentence(struct page *p, struct buf *out)
{
    const struct tally *all = &p->source->sums->all;
    buf_printf(out,
               "%llu of %llu judged cases are errors: an error rate of %.1f%%. %llu of %llu seeds "
               "have at least one.",
               (unsigned long long)all->errors, (unsigned long long)all->judged,
               100 * tally_error_rate(all), (unsigned long long)all->broken.yes,
               (unsigned long long)all->broken.of);
}

static void fill_style(struct page *p, struct buf *out)
{
    buf_put(out, p->style);
}

static void fill_script(struct page *p, struct buf *out)
{
    buf_put(out, buf_str(&p->script));
}

static const struct {
    struct str name;
    void (*fill)(struct page *p, struct buf *out); /* NULL: the data */
} SLOTS[] = {
    {STR_INIT("policy"), fill_policy},
    {STR_INIT("title"), fill_title},
    {STR_INIT("sentence"), fill_sentence},
    {STR_INIT("style"), fill_style},
    {STR_INIT("data"), NULL},
    {STR_INIT("script"), fill_script},
};

static enum status write_slot(struct page *p, struct str name, struct err *e)
{
    struct buf text = {0};
    enum status status = OK;
    for (size_t i = 0; i < sizeof SLOTS / sizeof *SLOTS; i++) {
        if (!str_eq(SLOTS[i].name, name))
            continue;
        if (SLOTS[i].fill)
            SLOTS[i].fill(p, &text);
        else
            status = script_json_write(p->file, buf_str(&p->data), e);
    }
    if (status == OK)
        status = out_file_write(p->file, buf_str(&text), e);
    buf_release(&text);
    return status;
}

/* The skeleton, with each {{slot}} filled. */
static enum status write_page(struct page *p, struct err *e)
{
    struct str skeleton = embedded_named(STR("page.html"));
    enum status status = OK;
    for (size_t at = 0; at < skeleton.len && status == OK;) {
        size_t open = str_find(skeleton, STR("{{"), at);
        size_t close = str_find(skeleton, STR("}}"), open);
        status = out_file_write(p->file, str_slice(skeleton, at, open), e);
        if (status == OK && close < skeleton.len)
            status = write_slot(p, str_slice(skeleton, open + 2, close), e);
        at = close < skeleton.len ? close + 2 : skeleton.len;
    }
    return status;
}

enum status html_report(const struct html_source *s, struct out_file *f, struct err *e)
{
    struct page p = {.source = s, .file = f, .style = embedded_named(STR("page.css"))};
    buf_limit(&p.data, DATA_MAX);
    put_script(&p.script);
    enum status status = page_data_json(s, &p.data, e);
    if (status == OK)
        status = write_page(&p, e);
    buf_release(&p.script);
    buf_release(&p.data);
    return status;
}
