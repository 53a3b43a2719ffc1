/* attribute.h: what values a column may hold, by the words of its name and what its table is about.
 */
#ifndef TEQL_LEXICON_ATTRIBUTE_H
#define TEQL_LEXICON_ATTRIBUTE_H

#include "lexicon/kinds.h"
#include "lexicon/knowledge.h"

/* One of the texts where there are some, else an integer. */
struct attribute_values {
    const struct str *texts;
    uint32_t n_texts;
    int64_t low, high; /* both included */
};

struct attribute {
    enum attribute_type type;
    struct attribute_values values;
};

/* The attribute of these words for a thing of these kinds: the row for a kind and all of the words
 * ("person weight"), else for the words, else for their beginning ("number of seats" → "number
 * of"), else for the longest end of them ("issue date" → "date"). False where no row fits, or one
 * that says that such columns are not made up. In `a`. */
bool attribute_of(struct arena *a, const struct knowledge *k, const struct noun_kinds *kinds,
                  struct str words, struct attribute *out);

#endif
