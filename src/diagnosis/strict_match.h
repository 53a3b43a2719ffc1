/* strict_match.h: do two queries ask for the same thing, by their structure?
 *
 * Spider's exact set match overlooks join conditions, values, DISTINCT, LIMIT, the structure of
 * operators and some forms of SQL; this does not. What does not matter is how a query is written:
 * names that it gives itself, letter case, brackets, and the order of what has no order.
 * docs/reference/strict.md lists the rules. Rows and keys are not known, so two queries that always
 * give the same answer may differ here. */
#ifndef TEQL_DIAGNOSIS_STRICT_MATCH_H
#define TEQL_DIAGNOSIS_STRICT_MATCH_H

#include "diagnosis/lineage.h"

enum strict_verdict {
    STRICT_EQUAL,
    STRICT_DIFFERENT,
    STRICT_UNREADABLE, /* the prediction, or the query after, does not parse or bind */
    STRICT_GOLD_FAULT  /* the gold query, or the query before, does not */
};

/* Compare. `e` says why a query cannot be read, or is too large to compare with its aliases
 * replaced. The gold query is read first. Equality is symmetric, and a readable query equals
 * itself. `a` is for scratch. Thread-safe. */
enum strict_verdict strict_match(struct arena *a, const struct schema *s, struct str gold,
                                 struct str pred, struct err *e);

/* The same for two queries over schemas, one or both of which are migrations of the original.
 * Tables and columns that were moved or renamed are the same; what was invented or split off equals
 * nothing else; `*` is `*`, whatever it gives. If `before` cannot be read, STRICT_GOLD_FAULT; if
 * `after` cannot, STRICT_UNREADABLE. */
enum strict_verdict strict_consistent(struct arena *a, const struct diagnosis_side *before,
                                      const struct diagnosis_side *after, struct err *e);

/* One number for all queries over `s` that are equal to strict_match(). Several copies of a table
 * are not distinguished here. E_SYNTAX if the query cannot be read. Thread-safe. */
MUST_USE enum status strict_hash(const struct schema *s, struct str query, uint64_t *out,
                                 struct err *e);

#endif
