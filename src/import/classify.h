/* classify.h: which kind of rewording each pair of questions is. */
#ifndef TEQL_IMPORT_CLASSIFY_H
#define TEQL_IMPORT_CLASSIFY_H

#include "import/pairing.h"
#include "import/pairs.h"
#include "rewording/classifier.h"

/* What is known of a pair: its verdict, or why there is none. */
struct classified_pair {
    const struct question_pair *pair;
    const struct seed *seed; /* the question before; NULL where none was found */
    const struct schema *schema;
    struct reword_verdict verdict;
    struct str problem; /* ptr NULL where there is a verdict */
};

/* What is known of words. */
struct classify_words {
    const struct lexicon *lexicon;
    const struct wordnet *wordnet; /* NULL for none */
};

/* Takes pairs one by one, in their order; what it is given is gone when it returns. */
typedef enum status classified_fn(void *ctx, const struct classified_pair *c, struct err *e);

/* Classify all pairs of `list`, over the schemas and databases of `d`. A pair whose query cannot be
 * read, or changed, has no verdict. Errors name file and line. */
MUST_USE enum status classify_pairs(const struct dataset *d, const struct pair_list *list,
                                    const struct classify_words *words, classified_fn *take,
                                    void *ctx, struct err *e);

#endif
