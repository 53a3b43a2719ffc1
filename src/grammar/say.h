/* say.h: how a slot of a question is filled in; writing and parsing back agree by it. */
#ifndef TEQL_GRAMMAR_SAY_H
#define TEQL_GRAMMAR_SAY_H

#include "grammar/world.h"

/* The name in the form of the slot. */
struct str say_form(const struct spoken_name *n, enum slot_form form);

/* The table or the column of a link in the form of the slot. */
struct str say_link(const struct grammar_world *w, const struct grammar_let *let, uint32_t link,
                    enum slot_form form);

/* A count in words, up to COUNT_MAX. */
struct str say_count(uint32_t n);

#endif
