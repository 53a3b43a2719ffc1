/* derivation.h: the pairs that a rule makes of a database, by number.
 *
 * A rule has as many derivations as there are ways to choose what its names stand for. They are
 * counted, not listed: the one of a given number is found by counting those before it. So a sample
 * is drawn fairly, however many there are. */
#ifndef TEQL_GRAMMAR_DERIVATION_H
#define TEQL_GRAMMAR_DERIVATION_H

#include "grammar/grammar.h"
#include "grammar/world.h"

/* Phrases within phrases, at most. */
enum { DERIVATION_DEPTH = 4 };

/* What a let stands for. */
struct grammar_bound {
    uint32_t id; /* of the table, column or link; the place of the value or piece among those known
                    of the column; the count itself */
    uint32_t columns[RULE_COLUMNS_MAX];
    uint32_t n_columns;
    const struct derivation *phrase;
};

struct derivation {
    const struct grammar *grammar;
    const struct grammar_rule *rule;
    uint32_t depth;
    struct grammar_bound lets[RULE_LETS_MAX];
};

/* The counts of a rule over a database, which finding a derivation by number needs again and again.
 */
struct derivations {
    const struct grammar *grammar;
    const struct grammar_rule *rule;
    const struct grammar_world *world;
    const uint32_t *first; /* the ids that the first let can be; NULL if it has none */
    uint32_t n_first;
    uint64_t *before; /* by these: derivations before its own; one more entry has the count */
    uint64_t count;
    bool gave_up; /* counting would take too long: the count is 0 */
};

/* Count the derivations of an element. In `a`. */
struct derivations derivations_of(struct arena *a, const struct grammar *g,
                                  const struct grammar_rule *rule, const struct grammar_world *w);

/* Number `i`, below the count. In `a`. */
struct derivation derivation_get(struct arena *a, const struct derivations *d, uint64_t i);

/* The question side in wording `ask`, and the SQL side. In `a`. */
struct str derivation_question(struct arena *a, const struct grammar_world *w,
                               const struct derivation *d, uint32_t ask);
struct str derivation_query(struct arena *a, const struct grammar_world *w,
                            const struct derivation *d);

/* The length of its list of columns; 0 if it has none. */
uint32_t derivation_columns(const struct derivation *d);

/* Does it join by a key that is not declared? */
bool derivation_found_link(const struct grammar_world *w, const struct derivation *d);

#endif
