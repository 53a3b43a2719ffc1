/* gram_corpus.h: text that a model is trained on. */
#ifndef TEQL_FLUENCY_GRAM_CORPUS_H
#define TEQL_FLUENCY_GRAM_CORPUS_H

#include "base/err.h"
#include "base/hash.h"
#include "fluency/gram_text.h"

/* A word as it is in the text, classes first. */
struct gram_type {
    struct str text;
    uint64_t count;
};

struct gram_corpus {
    struct arena arena; /* of the types */
    struct name_map names;
    struct gram_type *types;
    uint32_t n_types;
    uint32_t *stream; /* heap; the types of all words, each sentence ended by GRAM_STOP */
    size_t n_stream, room;
    uint64_t sentences, words;
};

#define GRAM_STOP UINT32_MAX

void gram_corpus_init(struct gram_corpus *c);
void gram_corpus_release(struct gram_corpus *c);

/* Add a sentence, unless it has no words. */
void gram_corpus_add(struct gram_corpus *c, struct str sentence);

/* Add a line of a file, of any of three kinds. A JSON object has the sentence in its member
 * "question". A line of WordNet's data files has a gloss: a definition, and examples in quotation
 * marks. Any other line is a sentence. */
void gram_corpus_add_line(struct gram_corpus *c, struct str line);

/* Add all lines of the file at `path`; "-" is standard input. E_LIMIT if the corpus becomes too
 * large. */
MUST_USE enum status gram_corpus_read(struct gram_corpus *c, const char *path, struct err *e);

#endif
