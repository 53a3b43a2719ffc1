/* pattern_match.h: a pattern found in a question. Inside rewording/. */
#ifndef TEQL_REWORDING_PATTERN_MATCH_H
#define TEQL_REWORDING_PATTERN_MATCH_H

#include "lexicon/noun_number.h"
#include "rewording/pattern.h"

/* What a slot was found to be. */
struct slot_match {
    uint32_t start, end;           /* words */
    uint32_t part;                 /* of the query; UINT32_MAX for none */
    uint32_t n_parts;              /* of {columns}, how many there are */
    uint32_t table;                /* of a noun; UINT32_MAX for none */
    bool plural;                   /* of a noun; of a list also where it has several */
    enum grammatical_number each;  /* of the nouns of a list; UNSURE where they differ */
    uint32_t noun_start, noun_end; /* of a {named}, the words of its noun */
};

struct pattern_match {
    struct arena *arena;
    const struct reword_pattern *pattern;
    const struct question_reading *reading;
    uint32_t start, end; /* words */
    struct slot_match slots[PATTERN_SLOTS_MAX];
    uint32_t found[PATTERN_ITEMS_MAX]; /* by item, the word behind its own; 0 for none */
    uint32_t budget;                   /* of tries, so that no pattern and question take long */
};

/* Conditions. What they look at is found when they are asked: the words of the match and its slots.
 */
typedef bool pattern_test(const struct pattern_match *m, const struct pattern_condition *c);
pattern_test before_holds, after_holds, sentences_holds; /* words around the match */
pattern_test noun_holds, rest_holds, rest_has_holds, rest_ends_holds, rest_nouns_holds; /* a slot */
pattern_test anywhere_holds, sentence_holds, word_holds, amount_holds;                  /* words */
pattern_test fits_holds, dimension_holds, sorts_holds; /* the column it is about */
pattern_test value_holds, again_holds, carrier_holds;  /* parts of the query */

/* Are the values of the column in their order where they are sorted? "November14,2008" is not. */
bool column_sorts(const struct question_reading *r, uint32_t column);

/* Is `word` one of those that the condition asks for? */
bool condition_names(const struct pattern_condition *c, struct str word);

/* The first slot for a part of the query; NULL where there is none. */
const struct query_part *slot_part(const struct pattern_match *m);

/* The first of these keywords that words of the match indicate; NULL where there is none. */
const struct query_part *keyword_part(const struct pattern_match *m, uint32_t keywords);

/* The first slot for a part of that kind; NULL where there is none. */
const struct slot_match *find_part(const struct pattern_match *m, enum query_part_kind kind);

/* Do all conditions of the pattern? */
bool conditions_hold(const struct pattern_match *m);

/* Is there something at word `at` that the slot `item` can stand for, and does what follows it
 * stand behind it? slot_found() looks at what follows, once the slot is known. */
bool match_slot(struct pattern_match *m, uint32_t item, uint32_t at);
bool slot_found(struct pattern_match *m, uint32_t item, struct slot_match found);

/* Does the pattern stand at word `at`, and do its conditions hold? The first way in which they do
 * counts. */
bool pattern_match(struct pattern_match *m, uint32_t at);

/* The column that the match is about: of its first slot for a column or value, else the first that
 * its words indicate and that the conditions ask for. SCHEMA_STAR where there is none. */
uint32_t pattern_column(const struct pattern_match *m);

/* What the pattern has for it: variant 0, and more where its adjectives have several forms. ptr
 * NULL where there are not so many, where it has no word, or is not sure whether "a" or "an". In
 * m->arena. */
struct str pattern_write(const struct pattern_match *m, const struct pattern_text *to,
                         uint32_t variant);

#endif
