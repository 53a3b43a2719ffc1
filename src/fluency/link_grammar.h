/* link_grammar.h: does a question parse as English? By link-grammar, if it is installed.
 *
 * The library (Debian: liblink-grammar5, with link-grammar-dictionaries-en) is looked for when
 * it is needed, not when teql is built, since few need it. A checker belongs to one thread. */
#ifndef TEQL_FLUENCY_LINK_GRAMMAR_H
#define TEQL_FLUENCY_LINK_GRAMMAR_H

#include "base/err.h"

struct link_grammar;

/* E_INPUT if it is not installed. */
MUST_USE enum status link_grammar_open(struct link_grammar **out, struct err *e);
void link_grammar_close(struct link_grammar *g); /* NULL is allowed */

enum parses { PARSES_NOT, PARSES, PARSES_UNKNOWN /* too long, or not decided in time */ };

/* Does the text have a parse that leaves out no word? */
enum parses link_grammar_parses(struct link_grammar *g, struct str text);

#endif
