/* wordnet.h: synonyms, parts and kinds of words, from the files of WordNet 3.0.
 *
 * This is a reader of our own, because Debian's libwn keeps its place in global buffers: one thread
 * at a time, and a result is gone with the next call. Here the files are mapped and searched where
 * they lie, so that any number of threads may ask, and opening costs nothing.
 *
 * The files may be absent: then nothing is known of any word. Words are lower case. The words of
 * one term are separated by spaces, and by '_' in the files. */
#ifndef TEQL_LEXICON_WORDNET_H
#define TEQL_LEXICON_WORDNET_H

#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/mapped_file.h"

#include <stdint.h>

#define WORDNET_DIR "/usr/share/wordnet" /* of the Debian package wordnet-base */

enum wordnet_pos { WORDNET_NOUN, WORDNET_VERB, WORDNET_ADJECTIVE, WORDNET_ADVERB, WORDNET_N_POS };

struct wordnet {
    struct mapped_file index[WORDNET_N_POS]; /* lemma → synsets, sorted by lemma */
    struct mapped_file data[WORDNET_N_POS];  /* the synsets, found by their place in the file */
    struct mapped_file exceptions[WORDNET_N_POS]; /* irregular form → lemma, sorted */
    struct mapped_file counts;                /* sense key → how often it was tagged, sorted */
    struct name_map irregular[WORDNET_N_POS]; /* lemma → its first line among the exceptions */
    struct arena arena;                       /* of these */
};

/* Map the files of the folder `dir`, NULL for WORDNET_DIR. Some or all may be absent; a file that
 * is there and cannot be mapped is an error. Close in any case. */
MUST_USE enum status wordnet_open(struct wordnet *w, const char *dir, struct err *e);
void wordnet_close(struct wordnet *w);

/* Do the files that are there look like WordNet's? Tries some lines of each: do they have their
 * fields, are they found by the search, and do they lead to synsets that have the word? `dir` is
 * the folder that was opened, for the message, which names the file. */
MUST_USE enum status wordnet_check(const struct wordnet *w, const char *dir, struct err *e);

/* Are there nouns to look up? */
bool wordnet_present(const struct wordnet *w);

/* A set of words that mean the same. */
struct wordnet_synset {
    enum wordnet_pos pos;
    uint32_t topic; /* lexicographer file: 8 is the body, 18 persons; see lexnames(5WN) */
    const struct str *words;
    const uint32_t *lex_ids; /* by word; part of its sense key */
    uint32_t n_words;
    struct str pointers; /* as in the file: symbol, place, part of speech, source and target */
    uint32_t n_pointers;
    struct str gloss; /* what it means, with examples; points into the file */
};

/* From a synset to another: "@" is what it is a kind of, "~" a kind of it, "&" what is similar, "="
 * an attribute, "+" a word that one of its words is made of. */
struct wordnet_pointer {
    struct str symbol;
    uint32_t place;
    enum wordnet_pos pos; /* of what it leads to */
    bool whole;           /* of the synset, not of one of its words */
};

enum { WORDNET_MAX_SENSES = 80 };

/* The places of the synsets of `lemma`, the most frequent sense first; returns their number. */
uint32_t wordnet_senses(const struct wordnet *w, enum wordnet_pos pos, struct str lemma,
                        uint32_t places[WORDNET_MAX_SENSES]);

/* Has `lemma` a synset? */
bool wordnet_has(const struct wordnet *w, enum wordnet_pos pos, struct str lemma);

/* Is the synset at `place` what the noun usually means? */
bool wordnet_first_sense_is(const struct wordnet *w, struct str noun, uint32_t place);

/* Read the synset at `place` into `a`. False if there is no well-formed one. */
bool wordnet_synset(struct arena *a, const struct wordnet *w, enum wordnet_pos pos, uint32_t place,
                    struct wordnet_synset *out);

/* The next pointer, taken off `pointers`. False at the end. */
bool wordnet_next_pointer(struct str *pointers, struct wordnet_pointer *out);

/* How often word `i` of the synset was tagged with this sense in WordNet's corpus. */
uint32_t wordnet_frequency(const struct wordnet *w, const struct wordnet_synset *s, uint32_t i);

/* How WordNet writes a text: names with capitals, "Dutch", ordinary words without, "man". Some
 * texts are both: "China" and "china". A text that it does not know is neither. */
struct wordnet_spelling {
    bool name, ordinary;
};

/* Of a word, or of several with spaces between, in whatever case. Nouns and adjectives are looked
 * up. Memory of `a` is given back. */
struct wordnet_spelling wordnet_spelling_of(struct arena *a, const struct wordnet *w,
                                            struct str text);

/* "head_office" → "head office", in `a`. */
struct str term_with_blanks(struct arena *a, struct str term);

/* The places of the synsets above the first sense of `noun`, from itself up the hypernyms that
 * come first; returns their number, at most `max`. */
uint32_t wordnet_kinds(struct arena *a, const struct wordnet *w, struct str noun, uint32_t *places,
                       uint32_t max);

/* Do two words in lower case have to do with each other, by what WordNet knows? "Income" and
 * "earnings", "cost" and "price", "to name" and "name", "old" and "age" do. A word in the place of
 * another may then mean it.
 *
 * They do if they share a synset, if a pointer leads from one's to the other's, or if pointers of
 * both lead to a third. Rare senses are left out, and `x` is a noun if it can be. Irregular forms
 * of verbs are known. Memory of `a` is given back. */
bool words_related(struct arena *a, const struct wordnet *w, struct str x, struct str y);

/* The lemma of an irregular `form`; ptr NULL if the form is regular or unknown. */
struct str wordnet_exception(const struct wordnet *w, enum wordnet_pos pos, struct str form);

/* The first irregular form of a `lemma`; ptr NULL if there is none. */
struct str wordnet_irregular(const struct wordnet *w, enum wordnet_pos pos, struct str lemma);

#endif
