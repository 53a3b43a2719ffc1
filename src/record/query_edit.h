/* query_edit.h: the one place in which a query changes, told so that it can be found in another
 * query too: in that of the gold, and in what a system said to the same question.
 *
 * "count(*) > 3 becomes count(*) >= 3" is an edit; the query around it is not part of it. */
#ifndef TEQL_RECORD_QUERY_EDIT_H
#define TEQL_RECORD_QUERY_EDIT_H

#include "base/record.h"

enum edit_kind {
    EDIT_NONE,
    EDIT_OPERATOR,  /* of a comparison: > becomes <= */
    EDIT_DIRECTION, /* of ORDER BY: asc becomes desc */
    EDIT_VALUE,     /* that something is compared with: 'France' becomes 'Italy' */
    EDIT_LIMIT      /* the number of rows: 3 becomes 5 */
};

struct query_edit {
    enum edit_kind what;
    struct str on; /* what is compared or ordered: "singer.age", "count(*)", "avg(singer.age)",
                      as edit_places has it; empty for EDIT_LIMIT */
    struct str from, to; /* an operator, "asc" or "desc", or a literal as SQL has it */
};

extern const struct record QUERY_EDIT_RECORD;
extern const struct name_list EDIT_NAMES; /* "none", "operator", … */

#endif
