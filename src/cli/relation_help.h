/* relation_help.h: what the program says of its relations, from their table. */
#ifndef TEQL_CLI_RELATION_HELP_H
#define TEQL_CLI_RELATION_HELP_H

#include "base/nearest.h"
#include "relation/relation.h"

#include <stdio.h>

/* The word that 'teql help' takes for all of them. */
#define RELATIONS_TOPIC "relations"

/* All relations of a family, or of all where it is NULL, a line each. */
void relation_help_list(FILE *out, const char *family);

/* One of them: what it changes, an example, what becomes of the answer, where to read more. */
void relation_help_print(FILE *out, const struct relation *r);

/* By its id or its name; capitals count for nothing. NULL where there is none. */
const struct relation *relation_help_find(struct str word);

/* Offer the topic, the families, the ids and the names. */
void relation_help_offer(struct nearest *near);

#endif
