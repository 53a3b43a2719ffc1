/* document.c: the tables of a report, one after another. */
#include "report/document.h"

#include "base/number.h"
#include "base/printable.h"
#include "report/effort.h"
#include "report/facts.h"
#include "report/paired_table.h"
#include "report/sections.h"
#include "score/scores_walk.h"

#define DOCUMENT_MAX_BYTES SIZE_AT_MOST(UINT64_C(1) << 32)

enum { PASS_AT = 1 << 20 };

enum status report_out_flush(struct report_out *o, struct err *e)
{
    if (!o->file)
        return OK;
    if (!buf_whole(o->text))
        return err_set(e, E_LIMIT, "the report is too long");
    enum status status = out_file_write(o->file, buf_str(o->text), e);
    buf_clear(o->text);
    return status;
}

enum status report_out_pass(struct report_out *o, struct err *e)
{
    return o->text->len < PASS_AT ? OK : report_out_flush(o, e);
}

static void put_tables(struct buf *out, struct arena *a, const struct report_subject *s,
                       void (*put)(struct buf *out, const struct table *t))
{
    struct table_list list = sections_of(a, s->scores, s->sums);
    if (s->against) {
        struct table t = paired_table(a, s->older, STR("these"), s->against, &s->sums->relations);
        put(out, &t);
        buf_putc(out, '\n');
    }
    for (uint32_t i = 0; i < list.count; i++) {
        if (i)
            buf_putc(out, '\n');
        put(out, &list.items[i]);
    }
}

static void put_share(struct buf *out, const char *mark, const char *what, struct share s)
{
    if (s.of)
        buf_printf(out, "%sseeds right by %s: %llu of %llu (%.1f%%)\n", mark, what,
                   (unsigned long long)s.yes, (unsigned long long)s.of, 100 * share_rate(s));
}

/* Faults of answers to seeds: their cases cannot be judged. */
static void put_faults(struct buf *out, const char *mark, const struct robustness *r)
{
    struct share without = robustness_unanswered(r);
    if (without.yes == 0)
        return;
    buf_printf(out, "%sseeds without an answer that runs: %llu of %llu", mark,
               (unsigned long long)without.yes, (unsigned long long)without.of);
    robustness_put_faults(out, mark, r);
}

static void put_rate(struct buf *out, const char *mark, const char *what, struct share s,
                     struct interval x)
{
    buf_printf(out, "%s%s: %llu of %llu (%.1f%%, 95%% interval %.1f-%.1f)\n", mark, what,
               (unsigned long long)s.yes, (unsigned long long)s.of, 100 * share_rate(s),
               100 * x.low, 100 * x.high);
}

static void put_rates(struct buf *out, const char *mark, const struct tally *all)
{
    if (all->judged == 0)
        return;
    put_rate(out, mark, "errors", tally_share(all, MEASURE_ERROR), all->interval);
    put_rate(out, mark, "seeds broken (with an error)", all->broken, all->broken_interval);
}

/* All but the system, which is shown above. */
static void put_facts(struct buf *out, const char *mark, const struct scores *s,
                      void (*put)(struct buf *out, struct str s))
{
    struct arena a = {0};
    struct fact facts[FACTS_MAX];
    uint32_t n = facts_of(&a, s, facts);
    for (uint32_t i = 0; i < n; i++) {
        if (strcmp(facts[i].name, "system") == 0)
            continue;
        buf_printf(out, "%s%s: ", mark, facts[i].name);
        put(out, facts[i].value);
        buf_putc(out, '\n');
    }
    arena_release(&a);
}

/* What was tested, in a few lines that begin with `mark`. */
static void put_text_head(struct buf *out, const char *mark, const struct scores *s,
                          const struct robustness *r, void (*put)(struct buf *out, struct str s))
{
    struct arena a = {0};
    buf_put(out, mark[0] ? STR("# ") : STR(""));
    put(out, printable_line(&a, s->system.len ? s->system : STR("a system")));
    buf_printf(out, "\n%s%s%llu case%s of %llu seed%s, judged by ", mark[0] ? "\n" : "", mark,
               (unsigned long long)r->all.cases, plural(r->all.cases), (unsigned long long)r->seeds,
               plural(r->seeds));
    put(out, printable_line(&a, s->by));
    buf_putc(out, '\n');
    arena_release(&a);
    put_facts(out, mark, s, put);
    if (r->unrun)
        buf_printf(out, "%sjudged by exact set match, for want of a database: %llu cases\n", mark,
                   (unsigned long long)r->unrun);
    robustness_put_on_empty(out, mark, r);
    put_faults(out, mark, r);
    put_rates(out, mark, &r->all);
    put_share(out, mark, "execution", r->seeds_execution);
    put_share(out, mark, "exact set match", r->seeds_exact);
    robustness_put_late(out, mark, r);
    buf_putc(out, '\n');
}

static void put_groups(struct json_writer *w, enum tally_by by, const struct tally_list *list)
{
    json_key_object(w, tally_by_name(by));
    for (uint32_t i = 0; i < list->count; i++) {
        json_key(w, list->items[i].label);
        tally_json(w, &list->items[i]);
    }
    json_object_close(w);
}

static void put_facts_json(struct json_writer *w, struct arena *a, const struct scores *s)
{
    struct fact facts[FACTS_MAX];
    uint32_t n = facts_of(a, s, facts);
    json_key_object(w, "facts");
    for (uint32_t i = 0; i < n; i++)
        json_key_str(w, facts[i].name, facts[i].value);
    json_object_close(w);
}

static void put_json(struct buf *out, struct arena *a, const struct report_subject *s)
{
    static const char *const *const AS_THEY_COME[TALLY_DIMENSIONS] = {NULL};
    struct tally_list lists[TALLY_DIMENSIONS];
    struct json_writer w = json_writer_to(out);
    tally_dimensions(a, s->scores, AS_THEY_COME, lists);
    json_object_open(&w);
    json_key_count(&w, "version", 1);
    json_key_str(&w, "system", s->scores->system);
    json_key_str(&w, "by", s->scores->by);
    put_facts_json(&w, a, s->scores);
    json_key(&w, STR("summary"));
    robustness_json(&w, s->sums);
    json_key(&w, STR("effort"));
    effort_json(&w, &s->sums->effort);
    if (s->against) {
        json_key(&w, STR("against_baseline"));
        paired_json(&w, s->against, false);
    }
    for (enum tally_by by = TALLY_BY_FAMILY; by < TALLY_DIMENSIONS; by++)
        put_groups(&w, by, &lists[by]);
    json_object_close(&w);
    json_line_end(&w);
}

static void put_csv(struct buf *out, struct arena *a, const struct scores *s,
                    const struct robustness *r)
{
    struct table_list list = sections_flat(a, s, r);
    for (uint32_t i = 0; i < list.count; i++)
        table_csv(out, &list.items[i], i == 0);
}

/* The formats that are written as a whole. */
static void put_whole(struct buf *out, enum report_format format, const struct report_subject *s)
{
    struct arena a = {0};
    switch (format) {
    case REPORT_TEXT:
        put_text_head(out, "", s->scores, s->sums, buf_put);
        put_tables(out, &a, s, table_text);
        break;
    case REPORT_JSON:
        put_json(out, &a, s);
        break;
    case REPORT_CSV:
        put_csv(out, &a, s->scores, s->sums);
        break;
    case REPORT_MARKDOWN:
        put_text_head(out, "- ", s->scores, s->sums, markdown_put);
        put_tables(out, &a, s, table_markdown);
        break;
    case REPORT_LATEX:
        buf_printf(out, "%% %.*s\n", STR_ARG(printable_line(&a, s->scores->system)));
        put_facts(out, "% ", s->scores, buf_put);
        put_tables(out, &a, s, table_latex);
        break;
    case REPORT_JUNIT:
    case REPORT_CASES:
    case REPORT_HTML:
        break;
    }
    arena_release(&a);
}

static enum status put_document(struct report_out *out, enum report_format format,
                                const struct report_subject *s, struct err *e)
{
    if (format == REPORT_JUNIT)
        return junit_report(out, s->scores, s->sums, s->texts, e);
    if (format == REPORT_CASES)
        return case_csv(out, s->scores, s->texts, e);
    put_whole(out->text, format, s);
    return OK;
}

/* From memory to memory: this cannot fail. */
void document_put(struct buf *out, enum report_format format, const struct report_subject *s)
{
    struct err none;
    struct report_out to = {.text = out};
    (void)!put_document(&to, format, s, &none);
}

static enum status write_all(struct report_out *out, enum report_format format,
                             const struct report_subject *s, struct err *e)
{
    TRY(put_document(out, format, s, e));
    TRY(scores_status(s->scores, e));
    return report_out_flush(out, e);
}

enum status document_write(const char *path, enum report_format format,
                           const struct report_subject *s, struct err *e)
{
    struct buf text = {0};
    struct out_file f;
    buf_limit(&text, DOCUMENT_MAX_BYTES);
    TRY(out_file_open(&f, path, e));
    struct report_out out = {&text, &f, path};
    enum status status = write_all(&out, format, s, e);
    if (status == OK)
        status = out_file_commit(&f, e);
    out_file_discard(&f);
    buf_release(&text);
    return status;
}
