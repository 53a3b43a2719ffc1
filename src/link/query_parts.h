/* query_parts.h: the keywords, columns and values of a query that a question has to indicate.
 *
 * They are the leaves of its meaning (meaning.h), in the order of the clauses. A part that a query
 * has twice, as in the halves of an INTERSECT, counts once. */
#ifndef TEQL_LINK_QUERY_PARTS_H
#define TEQL_LINK_QUERY_PARTS_H

#include "sql/resolve.h"

enum { QUERY_PARTS_MAX = 64 }; /* more are left out: no question asks for that many */

enum query_part_kind { PART_KEYWORD, PART_COLUMN, PART_VALUE };

enum query_keyword {
#define QUERY_KEYWORD(id, name) KEYWORD_##id,
#include "link/query_keyword.def"
#undef QUERY_KEYWORD
    N_QUERY_KEYWORDS,
    NO_KEYWORD = N_QUERY_KEYWORDS /* of values that are compared for equality */
};

enum query_clause {
    IN_SELECT, /* of the query, or of a scalar subquery */
    IN_WHERE,
    IN_GROUP,
    IN_HAVING,
    IN_ORDER,
    IN_LIMIT
};

struct query_part {
    enum query_part_kind kind;
    enum query_clause clause;
    enum query_keyword keyword; /* of a KEYWORD; of a VALUE that of its comparison */
    uint32_t column;  /* a COLUMN's own; of others the column they are about, or SCHEMA_STAR */
    struct str value; /* of a VALUE, without quotes, and without the % of a pattern */
};

struct query_parts {
    struct query_part *items;
    uint32_t count;
    uint32_t n_results; /* columns that the query gives, count(*) included */
    const struct sql_resolution *resolution;
};

/* Does the query read the table? */
bool query_parts_read(const struct query_parts *p, uint32_t table);

/* Its name in data/phrases.tsv. */
struct str query_keyword_name(enum query_keyword k);

#endif
