/* review.h: what a person decided about a case. A line of reviews.jsonl, in the suite's folder.
 *
 * The file only grows: of the lines for one case the last counts. To take a decision back, a line
 * with the decision before it is added. */
#ifndef TEQL_RECORD_REVIEW_H
#define TEQL_RECORD_REVIEW_H

#include "base/record.h"
#include "record/case.h"
#include "record/seed.h"

enum review_decision {
    REVIEW_NONE, /* nobody decided, or it was taken back */
    REVIEW_KEEP,
    REVIEW_DROP, /* the case is left out */
    REVIEW_EDIT, /* another question is asked in its place */
    REVIEW_DECISIONS
};

struct review {
    struct str id; /* of the case */
    enum review_decision decision;
    struct str question; /* of REVIEW_EDIT */
    struct str of;       /* review_digest of the case that was shown; ptr NULL if a person wrote
                            the line */
    bool undo;           /* takes back the decision before it */
};

extern const struct record REVIEW_RECORD;
extern const struct name_list REVIEW_NAMES; /* "none", "keep", "drop", "edit" */

enum { REVIEW_DIGEST_SIZE = 33 };

/* Of all that a reviewer is shown, in hexadecimal digits. If a suite is made anew, a decision does
 * not hold for another case that has the same id. */
void review_digest(const struct seed *s, const struct test_case *c, char out[REVIEW_DIGEST_SIZE]);

/* How reviews changed a suite. */
struct reviewed {
    uint32_t dropped, edited; /* cases */
    struct str edits;     /* digest of the questions that were edited, in hexadecimal digits; or ptr
                             NULL */
    struct str decisions; /* key of the cases that were dropped or edited; or ptr NULL */
};

#endif
