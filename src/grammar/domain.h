/* domain.h: what a name of a rule can stand for, once those before it are known, and how a slot of
 * a question says it. Writing and parsing back agree by it. */
#ifndef TEQL_GRAMMAR_DOMAIN_H
#define TEQL_GRAMMAR_DOMAIN_H

#include "grammar/derivation.h"

/* All that a let, which is not a phrase, can stand for. */
struct domain {
    uint32_t *ids; /* of a table, column or link, also those that the let must differ from; NULL for
                      lets whose items are only numbered: column lists, values, pieces and counts */
    uint64_t size;
};

/* What let `i` can stand for, and the item of a number. In `a`. */
struct domain domain_of(struct arena *a, const struct grammar_world *w, const struct derivation *d,
                        uint32_t i);
struct grammar_bound domain_item(const struct grammar_world *w, const struct derivation *d,
                                 uint32_t i, const struct domain *items, uint64_t number);

/* Does `id` differ from those that let `i` must differ from? */
bool domain_differs(const struct derivation *d, uint32_t i, uint32_t id);

/* Is `b` in the domain of let `i`, a table, column or link? */
bool domain_lists(const struct grammar_world *w, const struct derivation *d, uint32_t i,
                  const struct grammar_bound *b);

/* Can let `i`, which is not a phrase, stand for `b`? */
bool domain_has(const struct grammar_world *w, const struct derivation *d, uint32_t i,
                const struct grammar_bound *b);

/* A derivation of the phrase that let `i` stands for, with its parameters known. False if it would
 * nest too deep. */
bool phrase_begin(const struct derivation *d, uint32_t i, const struct grammar_rule *rule,
                  struct derivation *out);

/* The table of let `i`: the table that it is, or the one at the other end of the link. */
uint32_t bound_table(const struct grammar_world *w, const struct derivation *d, uint32_t i);

/* The column of a link on the side that FORM_NEAR or FORM_FAR means. */
uint32_t link_column(const struct grammar_world *w, const struct grammar_let *let, uint32_t link,
                     enum slot_form form);

/* The column of let `i`, which is a value or a piece. */
const struct known_column *bound_column(const struct grammar_world *w, const struct derivation *d,
                                        uint32_t i);

/* The name in the form of the slot. */
struct str say_form(const struct spoken_name *n, enum slot_form form);

/* The table or the column of a link in the form of the slot. */
struct str say_link(const struct grammar_world *w, const struct grammar_let *let, uint32_t link,
                    enum slot_form form);

/* A count in words, up to COUNT_MAX. */
struct str say_count(uint32_t n);

#endif
