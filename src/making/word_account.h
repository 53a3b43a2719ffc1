/* word_account.h: which other words there are for one word of the questions, and what becomes of
 * them.
 *
 * A manifest counts the refusals of a whole suite. Somebody who misses a word wants to see one
 * word: where candidates for it came from in each database, in how many questions they can stand,
 * and why not in the others. */
#ifndef TEQL_MAKING_WORD_ACCOUNT_H
#define TEQL_MAKING_WORD_ACCOUNT_H

#include "dataset/dataset.h"
#include "model/synonym_asker.h"
#include "record/strength.h"
#include "rewording/vocabulary.h"

/* A candidate for the word; all counts are numbers of questions. */
struct word_candidate {
    struct str words; /* for the first question that it was found for */
    enum word_source source;
    uint64_t taken;
    struct refusal_tally refused;
};

struct word_account {
    struct str db_id;
    uint32_t questions; /* in which the word names a table or column */
    struct word_candidate *items;
    uint32_t count;
};

struct word_accounts {
    struct word_account
        *items; /* by database, without those whose questions do not have the word */
    uint32_t count;
};

/* Look in all questions of the dataset for `word`, in either number. `asked` has what a language
 * model said. In `a`. E_HOST if the machine failed. */
MUST_USE enum status word_accounts_find(struct arena *a, const struct dataset *d,
                                        const struct vocabulary *words,
                                        const struct asked_words *asked, struct str word,
                                        enum strength strength, struct word_accounts *out,
                                        struct err *e);

#endif
