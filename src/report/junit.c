/* junit.c: writing XML. */
#include "report/document.h"

#include "base/printable.h"
#include "base/utf8.h"
#include "report/case_text.h"
#include "report/facts.h"

/* Limits in bytes for one text of a failure and for all of its texts: CI systems keep them for
 * every run. */
enum { SHOWN_MAX = 2000, DETAILS_MAX = 8 * SHOWN_MAX };

struct junit_writer {
    struct buf *out;
    const struct scores *scores;      /* a batch of them … */
    const struct case_source *source; /* … and their texts */
};

/* XML 1.0 holds no control characters but tab and line ends, and not U+FFFE or U+FFFF. XML 1.1 and
 * some readers also refuse the control characters from U+0080 on. Terminal controls must not reach
 * the log of a CI system either. A byte that is not UTF-8 counts as a character of one byte. */
static bool is_xml(uint32_t code, size_t len)
{
    if (code >= 0x80 && len == 1)
        return false;
    return code == '\t' || code == '\r' ||
           (!printable_steers(code) && code != 0xFFFE && code != 0xFFFF);
}

static void put_xml_text(struct buf *out, struct str s)
{
    static const struct {
        char c;
        const char *text;
    } SPECIAL[] = {{'&', "&amp;"},  {'<', "&lt;"},   {'>', "&gt;"},  {'"', "&quot;"},
                   {'\'', "&#39;"}, {'\n', "&#10;"}, {'\t', "&#9;"}, {'\r', "&#13;"}};
    for (size_t i = 0, len; i < s.len; i += len) {
        uint32_t code = utf8_code_point(s, i, &len);
        const char *text = is_xml(code, len) ? NULL : "\xef\xbf\xbd";
        for (size_t k = 0; k < COUNT_OF(SPECIAL); k++)
            text = code == (unsigned char)SPECIAL[k].c ? SPECIAL[k].text : text;
        buf_put(out, text ? str_from(text) : str_slice(s, i, i + len));
    }
}

static void put_attribute(struct buf *out, const char *name, struct str value)
{
    buf_printf(out, " %s=\"", name);
    put_xml_text(out, value);
    buf_putc(out, '"');
}

/* At most `max` bytes, and an ellipsis if there are more. */
static void put_cut(struct buf *out, struct str text, size_t max)
{
    buf_put(out, utf8_cut(text, max));
    buf_put(out, text.len > max ? STR("\xe2\x80\xa6") : STR(""));
}

/* "label  text" on a line of its own; nothing for an empty text. */
static void put_labelled(struct buf *out, const char *label, struct str text)
{
    if (text.len == 0)
        return;
    buf_printf(out, "%-9s", label);
    put_cut(out, text, SHOWN_MAX);
    buf_putc(out, '\n');
}

static struct str said_text(const struct answer *said)
{
    return !said ? STR("") : said->sql.ptr ? said->sql : said->error.ptr ? said->error : STR("");
}

/* `expected`: the right answer, if it is not the answer to the seed. */
static void put_texts(struct buf *out, struct arena *a, const struct case_texts *t,
                      struct str expected)
{
    struct buf change = {0};
    if (!t->asked)
        return;
    change_text(&change, a, t->asked->change);
    put_labelled(out, "seed", t->seed->question);
    put_labelled(out, "asked", t->asked->question);
    put_labelled(out, "change", buf_str(&change));
    put_labelled(out, "before", said_text(t->before));
    put_labelled(out, "expected", expected);
    put_labelled(out, "after", said_text(t->after));
    buf_release(&change);
}

static void put_failure(struct buf *out, struct str type, struct str message,
                        const struct buf *details)
{
    struct buf shown = {0};
    buf_put(out, STR("<failure"));
    put_attribute(out, "type", type);
    put_attribute(out, "message", message);
    buf_putc(out, '>');
    if (details->len > 0) {
        put_cut(&shown, buf_str(details), DETAILS_MAX);
        put_xml_text(out, buf_str(&shown));
    }
    buf_put(out, STR("</failure>"));
    buf_release(&shown);
}

/* With questions, answers, the message and the differences, on lines. */
static void put_error(struct junit_writer *w, uint32_t place)
{
    const struct verdict *v = &w->scores->cases[place];
    const struct case_texts texts = case_texts_of(w->source, w->scores, place);
    struct str cause = str_from(cause_name(v->cause));
    struct arena a = {0};
    struct buf text = {0};
    put_texts(&text, &a, &texts, v->expected);
    put_labelled(&text, "message", v->message);
    differences_text(&text, &a, &v->diagnosis);
    put_failure(w->out, v->diagnosis.type == ERROR_NONE ? cause : error_label(&v->diagnosis), cause,
                &text);
    buf_release(&text);
    arena_release(&a);
}

static void put_skipped(struct buf *out, struct str why)
{
    buf_put(out, STR("<skipped"));
    put_attribute(out, "message", why);
    buf_put(out, STR("/>"));
}

static void put_case_test(struct junit_writer *w, uint32_t place)
{
    const struct verdict *v = &w->scores->cases[place];
    buf_put(w->out, STR("    <testcase"));
    put_attribute(w->out, "classname", v->relation);
    put_attribute(w->out, "name", v->id);
    put_attribute(w->out, "file", w->scores->seeds[v->seed].db_id);
    buf_putc(w->out, '>');
    if (!cause_is_judged(v->cause))
        put_skipped(w->out, str_from(cause_name(v->cause)));
    else if (cause_is_error(v->cause))
        put_error(w, place);
    buf_put(w->out, STR("</testcase>\n"));
}

/* Seeds */

static void put_wrong(struct junit_writer *w, uint32_t place)
{
    const struct seed_verdict *v = &w->scores->seeds[place];
    const struct case_texts t = seed_texts_of(w->source, w->scores, place);
    struct arena a = {0};
    struct buf text = {0};
    put_labelled(&text, "asked", t.seed ? t.seed->question : STR(""));
    put_labelled(&text, "gold", t.seed && t.seed->query.ptr ? t.seed->query : STR(""));
    put_labelled(&text, "said", said_text(t.before));
    put_labelled(&text, "message", v->message);
    rows_text(&text, &a, "rows expected", &v->rows_expected);
    rows_text(&text, &a, "rows given", &v->rows_given);
    put_failure(w->out, STR("wrong"),
                v->fault == CAUSE_CONSISTENT ? STR("not the answer of the gold query")
                                             : str_from(cause_name(v->fault)),
                &text);
    buf_release(&text);
    arena_release(&a);
}

static void put_seed_test(struct junit_writer *w, uint32_t place, enum truth right)
{
    const struct seed_verdict *v = &w->scores->seeds[place];
    buf_printf(w->out, "    <testcase classname=\"seed\" name=\"seed-%u\"", v->number);
    put_attribute(w->out, "file", v->db_id);
    buf_putc(w->out, '>');
    if (right == UNKNOWN)
        put_skipped(w->out, STR("no gold query to compare with"));
    else if (right == NO)
        put_wrong(w, place);
    buf_put(w->out, STR("</testcase>\n"));
}

/* The system and its settings. */
static void put_properties(struct buf *out, const struct scores *s)
{
    struct arena a = {0};
    struct fact facts[FACTS_MAX];
    uint32_t n = facts_of(&a, s, facts);
    buf_put(out, STR("    <properties>\n"));
    for (uint32_t i = 0; i < n; i++) {
        buf_put(out, STR("      <property"));
        put_attribute(out, "name", str_from(facts[i].name));
        put_attribute(out, "value", facts[i].value);
        buf_put(out, STR("/>\n"));
    }
    buf_put(out, STR("    </properties>\n"));
    arena_release(&a);
}

/* Tests are grouped by relation, but cases come by seed. So the tests of each relation are
 * collected, and moved to a spool when they get long. */

enum { SPOOL_AT = 64 << 10 };

struct spooled_text {
    uint64_t at, len;
};

struct suite_tests {
    struct str name;
    uint64_t tests, failures, skipped;
    struct buf text; /* the end, not yet spooled */
    struct spooled_text *before;
    uint32_t n_before;
};

struct all_tests {
    struct arena arena;
    struct suite_tests *suites; /* of the seeds, then by relation */
    uint32_t count;
    struct spool spool; /* open if the report goes to a file */
};

static struct suite_tests *tests_of(struct all_tests *t, struct str relation)
{
    uint32_t i = 1;
    while (i < t->count && !str_eq(t->suites[i].name, relation))
        i++;
    return i < t->count ? &t->suites[i] : NULL;
}

static enum status spool_tests(struct all_tests *t, struct suite_tests *s, struct err *e)
{
    if (t->spool.fd < 0 || s->text.len < SPOOL_AT)
        return OK;
    ARENA_ADD(&t->arena, s->before, s->n_before,
              (struct spooled_text){spool_length(&t->spool), s->text.len});
    enum status status = spool_add(&t->spool, buf_str(&s->text), e);
    buf_clear(&s->text);
    return status;
}

static enum status add_seeds(struct all_tests *t, const struct scores *batch,
                             const struct case_source *source, struct err *e)
{
    struct suite_tests *s = &t->suites[0];
    struct junit_writer w = {&s->text, batch, source};
    for (uint32_t i = 0; i < batch->n_seeds; i++) {
        enum truth right = scores_seed_right(batch, &batch->seeds[i]);
        s->tests++;
        s->failures += right == NO;
        s->skipped += right == UNKNOWN;
        put_seed_test(&w, i, right);
        TRY(spool_tests(t, s, e));
    }
    return OK;
}

static enum status add_tests(void *ctx, const struct scores *batch,
                             const struct case_source *source, struct err *e)
{
    struct all_tests *t = ctx;
    TRY(add_seeds(t, batch, source, e));
    for (uint32_t i = 0; i < batch->n_cases; i++) {
        struct suite_tests *s = tests_of(t, batch->cases[i].relation);
        if (!s)
            continue;
        struct junit_writer w = {&s->text, batch, source};
        put_case_test(&w, i);
        TRY(spool_tests(t, s, e));
    }
    return OK;
}

static enum status put_suite(struct report_out *out, struct all_tests *all,
                             const struct suite_tests *tests, const struct scores *s, struct err *e)
{
    buf_put(out->text, STR("  <testsuite"));
    put_attribute(out->text, "name", tests->name);
    buf_printf(out->text, " tests=\"%llu\" failures=\"%llu\" skipped=\"%llu\">\n",
               (unsigned long long)tests->tests, (unsigned long long)tests->failures,
               (unsigned long long)tests->skipped);
    put_properties(out->text, s);
    TRY(report_out_flush(out, e));
    for (uint32_t i = 0; i < tests->n_before; i++)
        TRY(spool_copy(&all->spool, tests->before[i].at, tests->before[i].len, out->file, e));
    buf_put(out->text, tests->text.len ? buf_str(&tests->text) : STR(""));
    buf_put(out->text, STR("  </testsuite>\n"));
    return OK;
}

static enum status put_suites(struct report_out *out, struct all_tests *t, const struct scores *s,
                              struct err *e)
{
    uint64_t tests = 0, failures = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        tests += t->suites[i].tests;
        failures += t->suites[i].failures;
    }
    buf_put(out->text,
            STR("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"teql\""));
    buf_printf(out->text, " tests=\"%llu\" failures=\"%llu\">\n", (unsigned long long)tests,
               (unsigned long long)failures);
    for (uint32_t i = 0; i < t->count; i++)
        TRY(put_suite(out, t, &t->suites[i], s, e));
    buf_put(out->text, STR("</testsuites>\n"));
    return OK;
}

enum status junit_report(struct report_out *out, const struct scores *s, const struct robustness *r,
                         struct source_files *texts, struct err *e)
{
    struct all_tests t = {.count = r->relations.count + 1, .spool = {.fd = -1}};
    enum status status = out->file ? spool_open(&t.spool, out->path, e) : OK;
    t.suites = arena_zalloc(&t.arena, ((size_t)t.count + 1) * sizeof *t.suites);
    t.suites[0].name = STR("seeds");
    for (uint32_t i = 1; i < t.count; i++) {
        const struct tally *relation = &r->relations.items[i - 1];
        t.suites[i] = (struct suite_tests){.name = relation->label,
                                           .tests = relation->cases,
                                           .failures = relation->errors,
                                           .skipped = relation->cases - relation->judged};
    }
    if (status == OK)
        status = source_files_walk(texts, s, add_tests, &t, e);
    if (status == OK)
        status = put_suites(out, &t, s, e);
    for (uint32_t i = 0; i < t.count; i++)
        buf_release(&t.suites[i].text);
    spool_close(&t.spool);
    arena_release(&t.arena);
    return status;
}
