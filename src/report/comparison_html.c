/* comparison_html.c: the page of a comparison. */
#include "report/comparison_html.h"

#include "report/html/comparison_data.h"
#include "report/html/page_file.h"

#include <math.h>

static const struct str PARTS[] = {
    STR_INIT("dom.js"),        STR_INIT("case_field.js"), STR_INIT("page_data.js"),
    STR_INIT("words_diff.js"), STR_INIT("sql_view.js"),   STR_INIT("diagnosis.js"),
    STR_INIT("case_view.js"),  STR_INIT("search.js"),     STR_INIT("filters.js"),
    STR_INIT("case_list.js"),  STR_INIT("summary.js"),    STR_INIT("runs.js"),
    STR_INIT("systems.js"),    STR_INIT("outcomes.js"),   STR_INIT("comparison.js"),
    STR_INIT("page.js"),
};

/* "a, b and c" */
static struct str names_of(struct arena *a, const struct system_comparison *c)
{
    struct str text = c->systems[0].name;
    for (uint32_t i = 1; i < c->n_systems; i++)
        text = arena_printf(a, "%.*s%s%.*s", STR_ARG(text), i + 1 < c->n_systems ? ", " : " and ",
                            STR_ARG(c->systems[i].name));
    return text;
}

/* "a has an error rate of 5.6%, b one of 7.0%." */
static struct str sentence_of(struct arena *a, const struct system_comparison *c)
{
    struct str text = STR("");
    for (uint32_t i = 0; i < c->n_systems; i++)
        text = arena_printf(a, "%.*s%.*s %s error rate of %.1f%%%s", STR_ARG(text),
                            STR_ARG(c->systems[i].name), i ? "an" : "has an",
                            100 * fmax(0, comparison_error_rate(&c->systems[i]).mean),
                            i + 1 < c->n_systems ? ", " : ".");
    return text;
}

enum status comparison_html(const struct comparison_source *s, struct out_file *f, struct err *e)
{
    struct arena a = {0};
    struct buf data = {0};
    buf_limit(&data, PAGE_DATA_MAX);
    enum status status = comparison_data_json(s, &data, e);
    if (status == OK) {
        const struct page_file page = {.skeleton = STR("comparison.html"),
                                       .parts = PARTS,
                                       .n_parts = COUNT_OF(PARTS),
                                       .title = names_of(&a, s->comparison),
                                       .sentence = sentence_of(&a, s->comparison),
                                       .data = buf_str(&data)};
        status = page_file_write(&page, f, e);
    }
    buf_release(&data);
    arena_release(&a);
    return status;
}
