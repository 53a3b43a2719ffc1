/* strict_match.h: do two queries ask for the same thing, by their structure?
 *
 * Where Spider's exact set match overlooks things, this does not: join conditions, values,
 * DISTINCT, LIMIT, the structure of operators and every form of SQL count. What does not count is
 * how a query is written: names that it gives itself, letter case, brackets, and the order of what
 * has no order. docs/reference/strict.md lists the rules. Nothing is known of rows and keys, so two
 * queries that always give the same answer may well differ here. */
#ifndef TEQL_DIAGNOSIS_STRICT_MATCH_H
#define TEQL_DIAGNOSIS_STRICT_MATCH_H

#include "diagnosis/diagnosis_side.h"

enum strict_verdict {
    STRICT_EQUAL,
    STRICT_DIFFERENT,
    STRICT_UNREADABLE, /* the prediction, or the query after, does not parse or bind */
    STRICT_GOLD_FAULT  /* the gold query, or the query before, does not */
};

/* Compare. `e` says why where a query cannot be read, which includes one that is too large to
 * compare once its aliases are spelled out. The gold query is looked at first. Equality is
 * symmetric, and a readable query equals itself. Scratch lives in `a`. Thread-safe. */
enum strict_verdict strict_match(struct arena *a, const struct schema *s, struct str gold,
                                 struct str pred, struct err *e);

/* The same for two queries over schemas of which one, or each, is a migration of the original.
 * Tables and columns that were moved or renamed are the same; what was invented or split off is
 * like nothing else; `*` is `*`, whatever it gives. A query `before` that cannot be read is
 * STRICT_GOLD_FAULT, one `after` STRICT_UNREADABLE. */
enum strict_verdict strict_consistent(struct arena *a, const struct diagnosis_side *before,
                                      const struct diagnosis_side *after, struct err *e);

/* One number for all queries over `s` that strict_match() takes for equal. Which of several copies
 * of a table is meant does not count here. E_SYNTAX where the query cannot be read. Thread-safe. */
MUST_USE enum status strict_hash(const struct schema *s, struct str query, uint64_t *out,
                                 struct err *e);

#endif
