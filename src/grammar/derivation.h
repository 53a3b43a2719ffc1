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
    uint32_t id; /* of the table, the column or the foreign key; the place of the value */
    uint32_t columns[RULE_COLUMNS_MAX];
    uint32_t n_columns;
    uint32_t length; /* of a piece, in bytes */
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
    uint64_t *before; /* by item of the first let: derivations before those of that item … */
    uint32_t n_first; /* … and how many items there are */
    uint64_t count;
};

/* Count the derivations of an element. In `a`. */
struct derivations derivations_of(struct arena *a, const struct grammar *g,
                                  const struct grammar_rule *rule, const struct grammar_world *w);

/* The one of number `i`, below the count. In `a`. */
struct derivation derivation_get(struct arena *a, const struct derivations *d, uint64_t i);

/* In how many ways lets `i` and those behind it can be chosen once those before are known; and to
 * choose them so that it is number `n` of these. */
uint64_t derivation_ways(struct arena *a, const struct grammar_world *w, struct derivation *d,
                         uint32_t i);
void derivation_choose(struct arena *a, const struct grammar_world *w, struct derivation *d,
                       uint32_t i, uint64_t n);

/* Domains: how many things let `i` can stand for once those before it are known, and the one of a
 * number. */
uint64_t domain_size(struct arena *a, const struct grammar_world *w, const struct derivation *d,
                     uint32_t i);
struct grammar_bound domain_item(struct arena *a, const struct grammar_world *w,
                                 const struct derivation *d, uint32_t i, uint64_t number);

/* Can let `i`, which is no phrase, stand for `b`? */
bool domain_has(const struct grammar_world *w, const struct derivation *d, uint32_t i,
                const struct grammar_bound *b);

/* The table of let `i`: the one that it is, or that the link leads to. */
uint32_t bound_table(const struct grammar_world *w, const struct derivation *d, uint32_t i);

/* The words of a piece: of the beginning, the end or the middle of a text. */
struct str derivation_piece(const struct grammar_world *w, const struct derivation *d,
                            uint32_t let);

/* The question side in wording `ask`, and the SQL side. In `a`. */
struct str derivation_question(struct arena *a, const struct grammar_world *w,
                               const struct derivation *d, uint32_t ask);
struct str derivation_query(struct arena *a, const struct grammar_world *w,
                            const struct derivation *d);

#endif
