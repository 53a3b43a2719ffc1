/* schema_phrases.h: the phrases that a question may use for tables and columns.
 *
 * A column "song_release_year" of the table "song" may be said in full, without the table, with a
 * synonym, or by its last words. The fewer words of the name, the less a phrase weighs. */
#ifndef TEQL_LINK_SCHEMA_PHRASES_H
#define TEQL_LINK_SCHEMA_PHRASES_H

#include "link/phrase_book.h"
#include "schema/schema.h"

void schema_phrases_add(struct phrase_book *b, struct arena *a, const struct lemmatizer *z,
                        const struct schema *s);

#endif
