/* schema_phrases.h: the phrases by which a question may call tables and columns.
 *
 * A column "song_release_year" of the table "song" is called so in full, without its table's name,
 * with a synonym of the lexicon in it, or by its last words. The less of the name is said, the less
 * a phrase weighs. */
#ifndef TEQL_LINK_SCHEMA_PHRASES_H
#define TEQL_LINK_SCHEMA_PHRASES_H

#include "link/lemmas.h"
#include "link/phrase_book.h"
#include "schema/schema.h"

void schema_phrases_add(struct phrase_book *b, struct arena *a, const struct lemmatizer *z,
                        const struct schema *s);

#endif
