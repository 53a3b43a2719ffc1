/* paraphrase_texts.h: what a language model is told, for each kind of rewording: an instruction
 * with five examples, and the question to reword (Dr.Spider, appendix A.2). The texts are those of
 * data/paraphrase, which a person may replace. */
#ifndef TEQL_PARAPHRASE_PARAPHRASE_TEXTS_H
#define TEQL_PARAPHRASE_PARAPHRASE_TEXTS_H

#include "base/buf.h"
#include "base/digest.h"
#include "rewording/classifier.h"

struct paraphrase_texts {
    struct arena arena;
    struct str kinds[N_REWORD_KINDS]; /* templates with {question} and {tokens} */
    struct str entailment;            /* with {premise} and {hypothesis} */
};

/* The built-in texts; those that the folder has under the same names replace them ("others.txt").
 * `folder` may be NULL. E_IO or E_INPUT for what cannot be used, with its name. On failure there is
 * nothing to release. */
MUST_USE enum status paraphrase_texts_load(struct paraphrase_texts *t, const char *folder,
                                           struct err *e);
void paraphrase_texts_release(struct paraphrase_texts *t);

/* Of all of them. */
struct digest paraphrase_texts_digest(const struct paraphrase_texts *t);

/* Append the prompt that asks for a paraphrase. */
void paraphrase_texts_ask(const struct paraphrase_texts *t, enum reword_kind kind,
                          struct str question, struct str tokens, struct buf *out);

/* Append the prompt that asks whether `premise` entails `hypothesis`. */
void paraphrase_texts_entail(const struct paraphrase_texts *t, struct str premise,
                             struct str hypothesis, struct buf *out);

#endif
