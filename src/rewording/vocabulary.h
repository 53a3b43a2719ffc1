/* vocabulary.h: all that is known about words while a suite is made, loaded once. */
#ifndef TEQL_REWORDING_VOCABULARY_H
#define TEQL_REWORDING_VOCABULARY_H

#include "base/listener.h"
#include "lexicon/knowledge.h"
#include "link/pattern/phrase_list.h"
#include "rewording/rules.h"
#include "schema/schema.h"

/* Where words come from; NULL for what is built in, or for the place where Debian has it. */
struct word_sources {
    const char *lexicon, *wordnet, *conceptnet, *vectors;
    double min_weight; /* of ConceptNet's edges */
};

struct vocabulary {
    struct word_sources sources;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct reword_rules rewording;
    struct phrase_list phrases; /* in the arena of the lexicon */
};

/* Load the lists, and learn the words of the schemas' names. On failure there is nothing to
 * release. The struct must stay where it is. */
MUST_USE enum status vocabulary_load(struct vocabulary *w, const struct word_sources *from,
                                     const struct schema_set *schemas,
                                     const struct listener *listener, struct err *e);
void vocabulary_release(struct vocabulary *w);

#endif
