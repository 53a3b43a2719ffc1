/* junit.c: writing XML. */
#include "report/junit.h"

#include "base/utf8.h"
#include "report/case_text.h"

/* XML 1.0 holds no control characters but tab and line ends, and no U+FFFE or U+FFFF. */
static bool is_xml(uint32_t code)
{
    return code >= 0x20 ? code != 0xFFFE && code != 0xFFFF && code != 0x7F
                        : code == '\t' || code == '\n' || code == '\r';
}

static void put_text(struct buf *out, struct str s)
{
    static const struct {
        char c;
        const char *text;
    } SPECIAL[] = {{'&', "&amp;"},  {'<', "&lt;"},   {'>', "&gt;"},
                   {'"', "&quot;"}, {'\'', "&#39;"}, {'\n', "&#10;"}};
    for (size_t i = 0, len; i < s.len; i += len) {
        uint32_t code = utf8_code_point(s, i, &len);
        const char *text = is_xml(code) ? NULL : "\xef\xbf\xbd";
        for (size_t k = 0; k < sizeof SPECIAL / sizeof *SPECIAL; k++)
            text = code == (unsigned char)SPECIAL[k].c ? SPECIAL[k].text : text;
        buf_put(out, text ? str_from(text) : str_slice(s, i, i + len));
    }
}

static void put_attribute(struct buf *out, const char *name, struct str value)
{
    buf_printf(out, " %s=\"", name);
    put_text(out, value);
    buf_putc(out, '"');
}

/* The message and the differences, on lines. */
static void put_details(struct buf *out, const struct verdict *v)
{
    struct arena a = {0};
    struct buf text = {0};
    buf_put(&text, v->message);
    buf_put(&text, v->message.len ? STR("\n") : STR(""));
    differences_text(&text, &a, &v->diagnosis);
    put_text(out, buf_str(&text));
    buf_release(&text);
    arena_release(&a);
}

static void put_failure(struct buf *out, const struct verdict *v)
{
    buf_put(out, STR("<failure"));
    put_attribute(out, "type",
                  v->diagnosis.type == ERROR_NONE ? str_from(cause_name(v->cause))
                                                  : error_label(&v->diagnosis));
    put_attribute(out, "message", str_from(cause_name(v->cause)));
    buf_putc(out, '>');
    put_details(out, v);
    buf_put(out, STR("</failure>"));
}

static void put_case(struct buf *out, const struct scores *s, const struct verdict *v)
{
    buf_put(out, STR("    <testcase"));
    put_attribute(out, "classname", v->relation);
    put_attribute(out, "name", v->id);
    put_attribute(out, "file", s->seeds[v->seed].db_id);
    buf_putc(out, '>');
    if (!cause_is_judged(v->cause)) {
        buf_put(out, STR("<skipped"));
        put_attribute(out, "message", str_from(cause_name(v->cause)));
        buf_put(out, STR("/>"));
    } else if (cause_is_error(v->cause)) {
        put_failure(out, v);
    }
    buf_put(out, STR("</testcase>\n"));
}

static void put_suite(struct buf *out, const struct scores *s, const struct tally *t)
{
    buf_put(out, STR("  <testsuite"));
    put_attribute(out, "name", t->label);
    buf_printf(out, " tests=\"%llu\" failures=\"%llu\" skipped=\"%llu\">\n",
               (unsigned long long)t->cases, (unsigned long long)t->errors,
               (unsigned long long)(t->cases - t->judged));
    for (uint32_t i = 0; i < s->n_cases; i++)
        if (str_eq(s->cases[i].relation, t->label))
            put_case(out, s, &s->cases[i]);
    buf_put(out, STR("  </testsuite>\n"));
}

void junit_report(struct buf *out, const struct scores *s, const struct robustness *r)
{
    buf_put(out, STR("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"teql\""));
    buf_printf(out, " tests=\"%llu\" failures=\"%llu\">\n", (unsigned long long)r->all.cases,
               (unsigned long long)r->all.errors);
    for (uint32_t i = 0; i < r->relations.count; i++)
        put_suite(out, s, &r->relations.items[i]);
    buf_put(out, STR("</testsuites>\n"));
}
