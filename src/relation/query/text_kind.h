/* text_kind.h: could one text stand where another one does?
 *
 * Columns hold names, codes, dates, remarks, and what should not be there. Of the texts of a column
 * only those that look like the old one are put in its place: a code for a code, a name for a
 * name. */
#ifndef TEQL_RELATION_QUERY_TEXT_KIND_H
#define TEQL_RELATION_QUERY_TEXT_KIND_H

#include "base/str.h"

enum { TEXT_LENGTH_MAX = 60 };

/* Can it be said in a question at all: not empty or too long, no spaces at its ends, well-formed,
 * and nothing that people do not say? `quoted`: quotes will stand around it. */
bool text_sayable(struct str text, bool quoted);

/* Do both look alike? Where the old one has digits, both must be made in the same way. Where it has
 * none and no quotes set it off, the new one has none either, no other marks than it has, capitals
 * where it has them, its form where it is a participle, and no very different length. */
bool text_alike(struct str old, struct str new, bool quoted);

#endif
