/* predictions.h: what a system answered to the seeds and cases of a suite, in memory and as a file.
 */
#ifndef TEQL_SUITE_PREDICTIONS_H
#define TEQL_SUITE_PREDICTIONS_H

#include "base/file.h"
#include "record/answer.h"
#include "record/prediction_form.h"
#include "suite/suite.h"

/* In memory */

struct predictions {
    struct arena arena;
    const struct suite *suite;
    const struct answer **seeds; /* by place in the suite, or NULL */
    const struct answer **cases; /* in the same array, after the seeds */
    struct answer **last;        /* likewise: the last answer to the same question */
    struct name_map places;      /* of cases, by id */
};

/* None yet. The suite must outlive them. */
void predictions_begin(struct predictions *p, const struct suite *s);
void predictions_release(struct predictions *p);

/* Add an answer, in any order; one whose id the suite does not have is ignored. Its text is copied.
 */
void predictions_add(struct predictions *p, const struct answer *answer);

/* Add the answer to the question at that place: seeds first, then cases. */
void predictions_put(struct predictions *p, uint64_t place, const struct answer *answer);

/* What an answer of that id is to; *seed is then the number. */
enum answer_target { TO_CASE, TO_SEED, TO_NOTHING };
enum answer_target answer_target(struct str id, uint32_t *seed);

/* As a file that is read line by line. Lines are JSON, an object each (answer.h), or plain: one SQL
 * each, seeds first, in the order of the suite. The first line that is not blank decides which. */

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

/* As a file that is written */

struct predictions_writer {
    struct out_file file;
    struct buf lines; /* not yet written */
};

/* On failure there is nothing to discard. */
MUST_USE enum status predictions_writer_open(struct predictions_writer *w, const char *path,
                                             struct err *e);
MUST_USE enum status predictions_writer_add(struct predictions_writer *w,
                                            const struct answer *answer, struct err *e);

/* Add an answer that is a line already, without its newline. */
MUST_USE enum status predictions_writer_add_line(struct predictions_writer *w, struct str line,
                                                 struct err *e);

/* Put the file in place, whole and on disk. */
MUST_USE enum status predictions_writer_commit(struct predictions_writer *w, struct err *e);

/* Does nothing after a commit, whether or not that failed. */
void predictions_writer_discard(struct predictions_writer *w);

#endif
