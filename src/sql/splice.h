/* splice.h: SQL made from SQL, by replacing spans of the source.
 *
 * The spans come from the parser. All else stays as it was written: spaces, comments, capitals. */
#ifndef TEQL_SQL_SPLICE_H
#define TEQL_SQL_SPLICE_H

#include "base/arena.h"
#include "sql/ast.h"

struct sql_splice {
    struct sql_span span; /* if empty, the place to insert at */
    struct str text;
};

/* In any order. To begin, set the arena and zero the rest. */
struct sql_splices {
    struct arena *arena; /* the list lives in it; texts are the caller's */
    struct sql_splice *items;
    uint32_t count;
};

/* The same text for the same span counts once, however often it is added. Insertions all count:
 * those at one place are in the order in which they were added. */
void sql_splice_add(struct sql_splices *s, struct sql_span span, struct str text);

/* `*out` is `source` with all texts in their places, in `a` and NUL-terminated. An insertion where
 * a span begins comes before the text of the span. False if two spans overlap, or one reaches
 * beyond the source: then `*out` is unspecified. */
MUST_USE bool sql_splice_apply(struct arena *a, const struct sql_splices *s, struct str source,
                               struct str *out);

#endif
