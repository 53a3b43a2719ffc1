/* sql_generate.h: random queries, for tests that compare one reader of SQL with another. */
#ifndef TEQL_TESTS_SUPPORT_SQL_GENERATE_H
#define TEQL_TESTS_SUPPORT_SQL_GENERATE_H

#include "base/buf.h"

#include <stdint.h>

enum { GENERATE_MAX_TOKENS = 4000 };

struct generator {
    uint64_t state; /* of the random numbers; must not be 0 */
    const char *tokens[GENERATE_MAX_TOKENS];
    uint32_t count;
};

/* The schema of the queries, as SQL. */
extern const char generate_schema[];

/* Below `n`, which must not be 0. */
uint32_t generate_below(struct generator *g, uint32_t n);

/* Each replaces the generator's tokens. A query uses every form of the grammar, nested up to
 * `depth`; what it means may be nonsense, and now and then it is not even grammatical. An
 * expression has constants only, but all operators. */
void generate_query(struct generator *g, uint32_t depth);
void generate_expression(struct generator *g);

/* Spoil the tokens: drop, repeat, swap or replace one of them. */
void generate_damage(struct generator *g);

/* The tokens as text, with white space or comments between them. */
void generate_text(struct generator *g, struct buf *out);

#endif
