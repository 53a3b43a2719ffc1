/* derivation.h: the pairs that a rule makes of a database, by number.
 *
 * A rule has as many derivations as there are ways to choose what its names stand for. They are
 * counted, not listed: the one of a given number is found by counting what comes before it. So a
 * sample of them is drawn fairly, however many there are. */
#ifndef TEQL_GRAMMAR_DERIVATION_H
#define TEQL_GRAMMAR_DERIVATION_H

#include "grammar/grammar.h"
#include "grammar/world.h"

/* Phrases within phrases, at most. */
enum { DERIVATION_DEPTH = 4 };

/* What a let stands for. */
struct grammar_bound {
    uint32_t id; /* of the table, the column or the link; the place of the value or the piece among
                    those that are known of the column; the count itself */
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

/* The counts of a rule over a database: what finding one by number needs again and again. */
struct derivations {
    const struct grammar *grammar;
    const struct grammar_rule *rule;
    const struct grammar_world *world;
    const uint32_t *first; /* what the first let can be: its tables; NULL where it is no id */
    uint32_t n_first;
    uint64_t *before; /* by these: derivations before those of it; one more entry has the count */
    uint64_t count;
    bool gave_up; /* counting would take too long: the count is 0 */
};

/* Count the derivations of an element. In `a`. */
struct derivations derivations_of(struct arena *a, const struct grammar *g,
                                  const struct grammar_rule *rule, const struct grammar_world *w);

/* The one of number `i`, below the count. In `a`. */
struct derivation derivation_get(struct arena *a, const struct derivations *d, uint64_t i);

/* The question side in wording `ask`, and the SQL side. In `a`. */
struct str derivation_question(struct arena *a, const struct grammar_world *w,
                               const struct derivation *d, uint32_t ask);
struct str derivation_query(struct arena *a, const struct grammar_world *w,
                            const struct derivation *d);

/* How many columns a list of columns in it has; 0 without such a list. */
uint32_t derivation_columns(const struct derivation *d);

/* Does it join by a key that is not declared? */
bool derivation_found_link(const struct grammar_world *w, const struct derivation *d);

#endif
