/* edit_places.h: the places of a query that an edit could change, and the change itself.
 *
 * The same edit makes the gold of a case from the gold of its seed, and the expected answer to the
 * case from a system's answer to the seed. */
#ifndef TEQL_MIGRATION_EDIT_PLACES_H
#define TEQL_MIGRATION_EDIT_PLACES_H

#include "record/case.h"
#include "sql/resolve.h"

struct edit_place {
    struct query_edit edit; /* `to` is empty */
    struct sql_span span;   /* what is replaced: an operator, direction or literal; empty, after the
                               term, if no direction is written */
    bool flipped;           /* 3 < count(*): the operator in `edit` is that of count(*) > 3 */
    bool unique;            /* no other place of the query has the same edit */
    uint32_t column;        /* of the schema: what is compared or ordered, or within count, avg …;
                               SCHEMA_NONE for count(*) and LIMIT */
    struct str aggregate;   /* "count", "avg" …, in lower case; empty for the column itself */
    bool limited;           /* EDIT_DIRECTION: the query has a LIMIT too */
    bool literal;           /* EDIT_OPERATOR: compared with a literal, not with a query or column */
    const struct sql_core *core; /* the SELECT that it is in; of ORDER BY the first; NULL for
                                    LIMIT */
    const struct sql_expr *expr; /* the comparison; the literal; the term of ORDER BY */
};

struct edit_places {
    struct edit_place *items;
    uint32_t count;
};

/* No answer to a question has more; and each is compared with all others. */
enum { EDIT_PLACES_MAX = 200 };

/* In the order of the text, subqueries included; none if there are more than EDIT_PLACES_MAX. In
 * `a`. */
struct edit_places edit_places_of(struct arena *a, const struct schema *s,
                                  const struct sql_stmt *stmt,
                                  const struct sql_resolution *resolution);

/* The query with `to` in that place. In `a`. */
struct str edit_place_replace(struct arena *a, const struct sql_stmt *stmt,
                              const struct edit_place *place, struct str to);

/* Apply the edit to `sql`, a query over `s`; `*out` is in `a`. False if `sql` cannot be read, or if
 * the edit fits no place in it, or several. */
bool query_edit_apply(struct arena *a, const struct schema *s, struct str sql,
                      const struct query_edit *edit, struct str *out);

#endif
