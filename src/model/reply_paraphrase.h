/* reply_paraphrase.h: the paraphrase in what a language model says, and its answer to yes or no. */
#ifndef TEQL_MODEL_REPLY_PARAPHRASE_H
#define TEQL_MODEL_REPLY_PARAPHRASE_H

#include "base/arena.h"

/* The most bytes. A longer question is not one; a longer explanation is cut. */
enum { PARAPHRASE_MAX = 1000, EXPLANATION_MAX = 400 };

struct paraphrase {
    struct str question;
    struct str explanation; /* the model's; may be empty */
};

/* Read the reply, which may be anything. False if it has no paraphrase, or several. In `a`.
 *
 * - Text before </think> is left out, and so are fences and the marks of lists and of bold text.
 * - The paraphrase follows "Paraphrase:", up to "Explanation:" or the end of the line. A reply
 *   without that word is the paraphrase if it has one line before "Explanation:".
 * - Quotation marks around it are removed. Runs of blanks become one.
 * - It must not be empty, too long, of several lines, or have control characters. */
bool paraphrase_read(struct arena *a, struct str reply, struct paraphrase *out);

/* Do both ask the same in the same words? Case, white space and punctuation at the end are ignored.
 */
bool paraphrase_same(struct str x, struct str y);

/* Is it a plain yes, and nothing else? */
bool reply_says_yes(struct str reply);

#endif
