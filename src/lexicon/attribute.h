/* attribute.h: what values a column may hold, by the words of its name. */
#ifndef TEQL_LEXICON_ATTRIBUTE_H
#define TEQL_LEXICON_ATTRIBUTE_H

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

/* The attribute of these words: the row for all of them, else for the longest end of them ("issue
 * date" → "date"), else for their beginning ("number of seats" → "number of"). False where nothing
 * fits. In `a`. */
bool attribute_of(struct arena *a, const struct knowledge *k, struct str words,
                  struct attribute *out);

/* Values for an attribute of which only the type is known. */
struct attribute attribute_of_type(struct arena *a, const struct knowledge *k,
                                   enum attribute_type type);

#endif
