/* knowledge.h: what is known about words, from all sources together.
 *
 * The sources are the curated lists of the lexicon, WordNet, ConceptNet and word vectors if they
 * are given, and the columns that the dataset's own tables have. First it is loaded and learns the
 * dataset's words. From then on it is read-only, but for answers that it keeps, and shared by
 * threads. What relations ask it is in synonyms.h, kinds.h and has_a.h. */
#ifndef TEQL_LEXICON_KNOWLEDGE_H
#define TEQL_LEXICON_KNOWLEDGE_H

#include "base/hash.h"
#include "lexicon/conceptnet.h"
#include "lexicon/inflection.h"
#include "lexicon/lexicon.h"
#include "lexicon/vectors/vectors.h"
#include "lexicon/wordnet.h"

/* Where a word or fact comes from. */
enum word_source {
    SOURCE_DATASET,
    SOURCE_LIST,
    SOURCE_ABBREVIATION,
    SOURCE_CONCEPTNET,
    SOURCE_WORDNET,
    SOURCE_VECTORS,
    SOURCE_MODEL /* a language model */
};

/* "dataset", "list", … as cases name it. */
struct str word_source_name(enum word_source source);

enum attribute_type { ATTRIBUTE_TEXT, ATTRIBUTE_NUMBER, ATTRIBUTE_TIME, ATTRIBUTE_BOOLEAN };

struct knowledge {
    struct arena arena;
    const struct lexicon *lexicon; /* not owned; must outlive it */
    struct wordnet wordnet;
    struct conceptnet conceptnet;
    struct vectors vectors;           /* without words if none are given */
    struct known_singulars singulars; /* of words of the dataset */
    struct inflection inflection;     /* by these */
    struct word_index has_a, attributes;
    struct name_map answer_kinds; /* kind of answer → its number (answer_kind.h) */
    /* What was found beforehand: word → number, and the answers by number. */
    struct name_map prepared_nouns, kinds_known;
    struct has_a_list *noun_answers;
    struct noun_kinds *known_kinds;
    struct synonym_answers *meant;    /* what was asked already (synonyms.h) */
    struct observation *observations; /* columns of the dataset, settled: see has_a.h */
    uint32_t n_observations;
};

struct knowledge_sources {
    const char *wordnet;            /* folder; NULL for WORDNET_DIR */
    const char *conceptnet;         /* file of assertions; or NULL */
    double min_weight;              /* of its edges */
    const char *vectors;            /* file of word vectors; or NULL */
    const struct read_watch *watch; /* of these two; or NULL */
};

/* `l` must outlive it. WordNet may be absent (wordnet_present()), but files that are not WordNet's
 * are a failure. On failure there is nothing to release. */
MUST_USE enum status knowledge_load(struct knowledge *k, const struct lexicon *l,
                                    const struct knowledge_sources *sources, struct err *e);
void knowledge_release(struct knowledge *k);

/* Small letters only, and more than two: not a phrase, a number or a short form. */
bool is_lower_word(struct str word);

/* The same, with blanks: "head office". */
bool is_lower_phrase(struct str words);

#endif
