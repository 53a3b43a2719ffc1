/* paraphrase_texts.h: the prompts for a language model. For each kind of rewording: an instruction
 * with five examples, and the question to reword (Dr.Spider, appendix A.2). There are others for
 * entailment and for synonyms. The texts are those of data/paraphrase, which users may replace. */
#ifndef TEQL_MODEL_PARAPHRASE_TEXTS_H
#define TEQL_MODEL_PARAPHRASE_TEXTS_H

#include "base/buf.h"
#include "base/digest.h"
#include "rewording/classifier.h"

struct paraphrase_texts {
    struct arena arena;
    struct str kinds[N_REWORD_KINDS]; /* templates with {question} and {tokens} */
    struct str entailment;            /* with {premise} and {hypothesis} */
    struct str synonyms; /* with {database}, {tables}, {word}, {item} and {questions} */
};

/* The built-in texts; those that the folder has under the same names replace them ("others.txt").
 * `folder` may be NULL. E_IO or E_INPUT, with the file, if one cannot be used. On failure there is
 * nothing to release. */
MUST_USE enum status paraphrase_texts_load(struct paraphrase_texts *t, const char *folder,
                                           struct err *e);
void paraphrase_texts_release(struct paraphrase_texts *t);

/* Of all texts for paraphrases, not of that for synonyms. */
struct digest paraphrase_texts_digest(const struct paraphrase_texts *t);

/* Append the prompt that asks for a paraphrase. */
void paraphrase_texts_ask(const struct paraphrase_texts *t, enum reword_kind kind,
                          struct str question, struct str tokens, struct buf *out);

/* Append the prompt that asks whether `premise` entails `hypothesis`. */
void paraphrase_texts_entail(const struct paraphrase_texts *t, struct str premise,
                             struct str hypothesis, struct buf *out);

/* A word of a question or a name for which synonyms are wanted, with its context. */
struct synonym_question {
    struct str database, tables; /* its name, and those of its tables and columns */
    struct str word, item;       /* item: what it stands for */
    struct str questions;        /* a line for each; may be empty */
};

/* Append the prompt that asks for synonyms. */
void paraphrase_texts_synonyms(const struct paraphrase_texts *t, const struct synonym_question *q,
                               struct buf *out);

#endif
