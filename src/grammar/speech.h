/* speech.h: the names of a schema as people say them.
 *
 * "Elimination_ID" is "elimination id", "dept_name" of a table of departments is "name", the rows
 * of "Ref_Template_Types" are "template types". A name that is no noun is cited: the rows of
 * "has_pet" are '"has pet" records', and a column "fda_approved" has a '"fda approved" value'. */
#ifndef TEQL_GRAMMAR_SPEECH_H
#define TEQL_GRAMMAR_SPEECH_H

#include "grammar/world.h"

/* Fill in w->tables, and w->columns with their help. In `a`. */
void speech_learn_tables(struct arena *a, const struct knowledge *k, struct grammar_world *w);
void speech_learn_columns(struct arena *a, const struct knowledge *k, struct grammar_world *w);

/* What the rows of `table` are called by those of `owner`, which have them: "dogs", but "train
 * station records" of a station, which has no train stations. In `a`. */
struct spoken_name speech_owned(struct arena *a, const struct knowledge *k,
                                const struct grammar_world *w, uint32_t table, uint32_t owner);

#endif
