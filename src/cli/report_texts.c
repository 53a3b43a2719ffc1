/* report_texts.c: all of them, or files that are read in step with the scores. */
#include "cli/report_texts.h"

bool scores_are_in_parts(const struct scores *s)
{
    return s->n_seeds > 0 && !s->seeds;
}

enum status report_texts_open(struct report_texts *t, struct scores *s, const char *path,
                              const char *suite, const char *predictions, struct err *e)
{
    *t = (struct report_texts){.in_parts = scores_are_in_parts(s)};
    enum status status = t->in_parts ? sources_open_large(&t->files, s, path, suite, predictions, e)
                                     : sources_open(&t->sources, s, path, suite, predictions, e);
    t->opened = status == OK;
    return status;
}

void report_texts_close(struct report_texts *t)
{
    if (t->opened && t->in_parts)
        source_files_close(&t->files);
    else if (t->opened)
        sources_close(&t->sources);
}

struct case_source report_texts_source(struct report_texts *t)
{
    if (!t->opened)
        return (struct case_source){.suite = NULL};
    return t->in_parts ? (struct case_source){.files = &t->files}
                       : (struct case_source){.suite = &t->sources.suite,
                                              .predictions = &t->sources.predictions};
}
