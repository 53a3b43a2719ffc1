/* test_reports.c: a text of figures, and a page with what is in the folder beside it. */
#include "cli/test_reports.h"

#include "cli/html_page.h"

static enum status write_page(struct testing *t, struct err *e)
{
    struct source_files texts;
    const char *path = testing_file(t, "scores.json");
    TRY(sources_open(&texts, &t->scores, path, testing_file(t, "suite"),
                     testing_file(t, "predictions.jsonl"), e));
    const struct scores_page page = {
        .scores = &t->scores, .sums = &t->sums, .texts = &texts, .path = path, .hold = t->job.hold};
    enum status status = scores_page_write(&page, testing_file(t, "report.html"), e);
    source_files_close(&texts);
    return status;
}

enum status test_reports_write(struct testing *t, const struct report_subject *subject,
                               struct err *e)
{
    TRY(document_write(testing_file(t, "report.txt"), REPORT_TEXT, subject, e));
    return write_page(t, e);
}
