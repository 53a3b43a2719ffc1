/* reply_paraphrase.h: the paraphrase in what a language model says, and its answer to yes or no. */
#ifndef TEQL_MODEL_REPLY_PARAPHRASE_H
#define TEQL_MODEL_REPLY_PARAPHRASE_H

#include "base/arena.h"

/* Bytes: nobody asks a longer question. Of a longer explanation the beginning is kept. */
enum { PARAPHRASE_MAX = 1000, EXPLANATION_MAX = 400 };

struct paraphrase {
    struct str question;
    struct str explanation; /* the model's; may be empty */
};

/* Read the reply, whatever it is. False where it has no paraphrase, or several. Texts live in `a`.
 *
 * - What precedes </think> is left out, and so are fences and the marks of lists and of bold text.
 * - The paraphrase follows "Paraphrase:", up to "Explanation:" or the end of the line. A reply
 *   without that word is the paraphrase if it has one line before "Explanation:".
 * - Quotation marks around it go. Runs of blanks become one.
 * - What is empty, too long, of several lines or with control characters is none. */
bool paraphrase_read(struct arena *a, struct str reply, struct paraphrase *out);

/* Do both ask the same in the same words? Case, white space and punctuation at the end count for
 * nothing. */
bool paraphrase_same(struct str x, struct str y);

/* Is it a plain yes? Anything else is none. */
bool reply_says_yes(struct str reply);

#endif
