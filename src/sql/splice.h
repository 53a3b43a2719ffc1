/* splice.h: SQL made from SQL, by putting texts in the place of spans of the source.
 *
 * Spans are those that the parser reported. So all that is not named stays as it was written:
 * spaces, comments, capitals. */
#ifndef TEQL_SQL_SPLICE_H
#define TEQL_SQL_SPLICE_H

#include "base/arena.h"
#include "sql/ast.h"

struct sql_splice {
    struct sql_span span; /* an empty one is a place to insert at */
    struct str text;
};

/* In any order; a zeroed one but for the arena is empty. */
struct sql_splices {
    struct arena *arena; /* the list lives in it; texts are the caller's */
    struct sql_splice *items;
    uint32_t count;
};

/* The same text for the same span counts once, however often it is added. Where the span is empty,
 * each counts: they stand at that place in the order they were added. */
void sql_splice_add(struct sql_splices *s, struct sql_span span, struct str text);

/* `source` with all texts in their places; in `a`, and NUL-terminated. What is inserted where a
 * span begins stands before its text. False where two spans overlap, or one reaches beyond the
 * source: then `*out` is unspecified. */
MUST_USE bool sql_splice_apply(struct arena *a, const struct sql_splices *s, struct str source,
                               struct str *out);

#endif
