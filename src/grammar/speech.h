/* speech.h: the names of a schema as people say them.
 *
 * "Elimination_ID" is "elimination id", "dept_name" of a table of departments is "name", the rows
 * of "Ref_Template_Types" are "template types", those of "singer_in_concert" are "singers in
 * concert".
 */
#ifndef TEQL_GRAMMAR_SPEECH_H
#define TEQL_GRAMMAR_SPEECH_H

#include "grammar/world.h"

/* Fill in how the names of w->schema are said. In `a`. */
void speech_learn(struct arena *a, const struct knowledge *k, struct grammar_world *w);

#endif
