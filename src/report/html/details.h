/* details.h: texts and drawings of errors, and of seeds that have errors or are wrong.
 *
 * If there is more than a page should hold, only a sample of the errors has details: in the order
 * of a hash of their ids until the room is used. The page lists, counts and filters the other
 * errors without texts. Seeds that are wrong and have no errors may use only a part of the room. */
#ifndef TEQL_REPORT_HTML_DETAILS_H
#define TEQL_REPORT_HTML_DETAILS_H

#include "report/html.h"
#include "report/html/common_data.h"

/* What the answer should do. */
enum answer_change {
    ANSWER_STAYS,
    ANSWER_CHANGES,
    ANSWER_BY_GOLD, /* it changes too, and only the gold says how */
};

struct error_details {
    uint32_t place;      /* in the scores' cases */
    bool shown;          /* false: there was no room for details */
    struct case_row row; /* the details alone are filled in */
};

struct seed_details {
    uint32_t place;      /* in the scores' seeds */
    bool repeated;       /* it was asked more than once */
    struct seed_row row; /* texts, rows and `wrong` are filled in */
};

struct details {
    struct arena arena;
    struct text_list texts;
    struct error_details *errors; /* in the order of the scores */
    struct seed_details *seeds;   /* likewise */
    uint32_t n_errors, n_seeds;
    struct text_list schemas, variants;     /* their db_ids */
    struct buf schemas_json, variants_json; /* their drawings, with commas between them */
};

enum { DETAILS_ROOM = 20 << 20 }; /* bytes of texts and drawings */

/* The texts are views into the source. E_SCHEMA and others if a schema cannot be read. */
MUST_USE enum status details_of(struct details *d, const struct html_source *s, size_t room,
                                struct err *e);
void details_release(struct details *d);

#endif
