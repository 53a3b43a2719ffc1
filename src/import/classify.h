/* classify.h: which kind of rewording each pair of questions is. */
#ifndef TEQL_IMPORT_CLASSIFY_H
#define TEQL_IMPORT_CLASSIFY_H

#include "dataset/dataset.h"
#include "import/pairs.h"
#include "rewording/classifier.h"

/* A pair with its verdict, or the reason why it has none. */
struct classified_pair {
    const struct question_pair *pair;
    const struct seed *seed; /* the question before; NULL if it was not found */
    const struct schema *schema;
    struct reword_verdict verdict;
    struct str problem; /* ptr NULL if there is a verdict */
};

/* What is known of words. */
struct classify_words {
    const struct lexicon *lexicon;
    const struct wordnet *wordnet; /* or NULL */
};

/* Called with one pair after another, in their order; `c` is good until it returns. */
typedef enum status classified_fn(void *ctx, const struct classified_pair *c, struct err *e);

/* Classify all pairs of `list`, over the schemas and databases of `d`. A pair has no verdict if its
 * query changed or cannot be read. Errors name file and line. */
MUST_USE enum status classify_pairs(const struct dataset *d, const struct pair_list *list,
                                    const struct classify_words *words, classified_fn *take,
                                    void *ctx, struct err *e);

#endif
