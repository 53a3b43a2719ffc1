/* pair_reader.h: gold and predicted queries, line by line.
 *
 * A gold line is `SQL<TAB>db_id`. Its prediction is the text up to the first tab of the same line
 * of the other file. A line that is blank in both files ends an interaction (SParC, CoSQL). If only
 * the prediction is blank, it is an empty prediction. */
#ifndef TEQL_EVALUATE_PAIR_READER_H
#define TEQL_EVALUATE_PAIR_READER_H

#include "base/file.h"
#include "evaluate/databases.h"
#include "record/prediction_form.h"

struct pair {
    struct str gold, pred;
    const struct database_entry *database;
    uint64_t index; /* of the pair, from 0 */
    uint32_t line;  /* in both files, from 1 */
    uint32_t turn;  /* in its interaction, from 0 */
};

enum pair_event { PAIR, PAIR_INTERACTION_END, PAIR_FILE_END };

struct pair_reader {
    struct line_reader gold, pred;
    struct prediction_form form; /* of the predictions */
    struct databases *databases;
    uint64_t count;
    uint32_t turn;
};

MUST_USE enum status pair_reader_open(struct pair_reader *r, const char *gold, const char *pred,
                                      struct databases *databases, struct err *e);
void pair_reader_close(struct pair_reader *r);

/* The next pair (texts copied to `a`) or event. Errors name file and line. */
MUST_USE enum status pair_reader_next(struct pair_reader *r, struct arena *a,
                                      enum pair_event *event, struct pair *out, struct err *e);

#endif
