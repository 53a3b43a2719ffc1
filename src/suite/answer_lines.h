/* answer_lines.h: a file of predictions, line by line.
 *
 * Lines are JSON, an object each (answer.h), or plain: one SQL each, seeds first, in the order of
 * the suite. The first line that is not blank decides which. */
#ifndef TEQL_SUITE_ANSWER_LINES_H
#define TEQL_SUITE_ANSWER_LINES_H

#include "base/file.h"
#include "record/answer.h"
#include "record/prediction_form.h"

struct answer_lines {
    struct line_reader lines;
    enum { LINES_UNKNOWN, LINES_JSON, LINES_PLAIN } form;
    uint32_t blank;             /* lines that are blank, before the form is known */
    struct prediction_form one; /* is it no lines at all? */
    struct str text;            /* of the line, without white space around it */
    struct arena scratch;
};

/* `path` "-" is standard input. On failure there is nothing to close. */
MUST_USE enum status answer_lines_open(struct answer_lines *l, const char *path, struct err *e);
void answer_lines_close(struct answer_lines *l);

/* The next answer, good until the next call; *more is false at the end. A plain one has no id, and
 * may be empty. Errors name line and column, not the file. */
MUST_USE enum status answer_lines_next(struct answer_lines *l, struct answer *out, bool *more,
                                       struct err *e);

/* The answer of a JSON line, with views of it or texts in `a`. */
MUST_USE enum status answer_line_parse(struct arena *a, struct str line, uint32_t number,
                                       struct answer *out, struct err *e);

#endif
