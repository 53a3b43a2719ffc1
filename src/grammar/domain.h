/* domain.h: what a name of a rule can stand for, once those before it are known. */
#ifndef TEQL_GRAMMAR_DOMAIN_H
#define TEQL_GRAMMAR_DOMAIN_H

#include "grammar/derivation.h"

/* For lets that are numbered, which are column lists, values, pieces and counts: how many things
 * let `i` can stand for, and the one of a number. */
uint64_t domain_size(const struct grammar_world *w, const struct derivation *d, uint32_t i);
struct grammar_bound domain_item(const struct grammar_world *w, const struct derivation *d,
                                 uint32_t i, uint64_t number);

/* For lets that are told by an id, tables, columns and links: all of them, also those that the let
 * must differ from. In `a`. */
struct id_list {
    uint32_t *ids;
    uint32_t count;
};
struct id_list domain_ids(struct arena *a, const struct grammar_world *w,
                          const struct derivation *d, uint32_t i);

/* Does `id` differ from those that let `i` must differ from? */
bool domain_differs(const struct derivation *d, uint32_t i, uint32_t id);

/* Is `b` one of domain_ids? */
bool domain_lists(const struct grammar_world *w, const struct derivation *d, uint32_t i,
                  const struct grammar_bound *b);

/* Can let `i`, which is no phrase, stand for `b`? */
bool domain_has(const struct grammar_world *w, const struct derivation *d, uint32_t i,
                const struct grammar_bound *b);

/* A derivation of a phrase that let `i` stands for, with its parameters known; false where it would
 * be too deep. */
bool phrase_begin(const struct derivation *d, uint32_t i, const struct grammar_rule *rule,
                  struct derivation *out);

/* The table of let `i`: the one that it is, or at the other end of the link. */
uint32_t bound_table(const struct grammar_world *w, const struct derivation *d, uint32_t i);

/* The column of a link on the side that FORM_NEAR or FORM_FAR tells. */
uint32_t link_column(const struct grammar_world *w, const struct grammar_let *let, uint32_t link,
                     enum slot_form form);

/* What is known of the column of let `i`, which is a value or a piece. */
const struct known_column *bound_column(const struct grammar_world *w, const struct derivation *d,
                                        uint32_t i);

#endif
