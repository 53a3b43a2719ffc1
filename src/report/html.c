/* html.c: the report's page. */
#include "report/html.h"

#include "report/facts.h"
#include "report/html/page_data.h"
#include "report/html/page_file.h"

static const struct str PARTS[] = {
    STR_INIT("dom.js"),         STR_INIT("case_field.js"), STR_INIT("page_data.js"),
    STR_INIT("words_diff.js"),  STR_INIT("sql_view.js"),   STR_INIT("result_view.js"),
    STR_INIT("schema_view.js"), STR_INIT("diagnosis.js"),  STR_INIT("case_view.js"),
    STR_INIT("seed_view.js"),   STR_INIT("summary.js"),    STR_INIT("tested.js"),
    STR_INIT("charts.js"),      STR_INIT("fluency.js"),    STR_INIT("search.js"),
    STR_INIT("filters.js"),     STR_INIT("case_list.js"),  STR_INIT("report.js"),
    STR_INIT("page.js"),
};

static struct str sentence_of(struct arena *a, const struct robustness *r)
{
    const struct tally *all = &r->all;
    const struct share right = r->seeds_execution.of ? r->seeds_execution : r->seeds_exact;
    if (all->cases == 0)
        return arena_printf(a, "%llu of %llu seeds are right.", (unsigned long long)right.yes,
                            (unsigned long long)right.of);
    return arena_printf(
        a,
        "%llu of %llu judged cases are errors: an error rate of %.1f%%. %llu of %llu seeds have at "
        "least one.",
        (unsigned long long)all->errors, (unsigned long long)all->judged,
        100 * tally_error_rate(all), (unsigned long long)all->broken.yes,
        (unsigned long long)all->broken.of);
}

enum status html_report(const struct html_source *s, struct out_file *f, struct err *e)
{
    struct arena a = {0};
    struct buf data = {0};
    buf_limit(&data, PAGE_DATA_MAX);
    struct str name = system_name(&a, s->scores);
    enum status status = page_data_json(s, &data, e);
    if (status == OK) {
        const struct page_file page = {.skeleton = STR("page.html"),
                                       .parts = PARTS,
                                       .n_parts = COUNT_OF(PARTS),
                                       .title = name.len ? name : STR("text-to-SQL system"),
                                       .sentence = sentence_of(&a, s->sums),
                                       .data = buf_str(&data)};
        status = page_file_write(&page, f, e);
    }
    buf_release(&data);
    arena_release(&a);
    return status;
}
