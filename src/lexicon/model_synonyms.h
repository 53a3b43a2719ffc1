/* model_synonyms.h: what somebody who was asked has said for the words of one database: a language
 * model. It is hearsay: each word of it passes the same checks as those of any other source. */
#ifndef TEQL_LEXICON_TOLD_SYNONYMS_H
#define TEQL_LEXICON_TOLD_SYNONYMS_H

#include "base/hash.h"

struct spoken_list {
    const struct str *items; /* lower case, the best first */
    uint32_t count;
};

/* Filled by one thread, then read by any. A zeroed struct, or NULL, has nothing. */
struct model_synonyms {
    struct name_map numbers;   /* words as substitutes_key has them → number … */
    struct spoken_list *lists; /* … and what was said for them */
    uint32_t count;
};

void model_synonyms_init(struct model_synonyms *t, struct arena *a);

/* What was said for `words`, in `a`, as are the lists. They must stay. */
void model_synonyms_add(struct model_synonyms *t, struct arena *a, struct str words,
                        struct spoken_list said);

/* Nothing where nothing was said. `t` may be NULL. */
struct spoken_list model_synonyms_find(const struct model_synonyms *t, struct str words);

#endif
