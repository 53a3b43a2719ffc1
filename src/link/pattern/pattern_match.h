/* pattern_match.h: a pattern found in a question. */
#ifndef TEQL_LINK_PATTERN_MATCH_H
#define TEQL_LINK_PATTERN_MATCH_H

#include "link/noun_phrase.h"
#include "link/pattern/phrase_list.h"
#include "link/reading.h"

/* What a slot was found to be. */
struct slot_match {
    uint32_t start, end;           /* words */
    uint32_t part;                 /* of the query; UINT32_MAX for none */
    uint32_t n_parts;              /* of {columns}, how many there are */
    uint32_t table;                /* of a noun; UINT32_MAX for none */
    bool plural;                   /* of a noun; of a list also where it has several */
    enum grammatical_number each;  /* of the nouns of a list; UNSURE if they differ */
    uint32_t noun_start, noun_end; /* of a {named}, the words of its noun */
};

struct pattern_match;

/* What the words must be about if the reading does not say it: a comparison of the query, or
 * an order. */
struct pattern_subject {
    const struct phrase_list *phrases;
    const struct schema *schema;
    const bool *names;  /* by word: it is a name of the schema */
    const bool *values; /* by word: it names a number that is aggregated or ordered by; for the
                           forms of aggregates */
    uint32_t column;    /* what is compared or ordered by; SCHEMA_NONE: rows are counted */
    bool counts;        /* a count is compared or ordered by */
    bool any_column;    /* whatever the column measures */
    bool literal;       /* it is compared with a literal … */
    double value;       /* … and that is this number; negative if it is not such a number */

    /* Does {bound} begin at word `at`? Sets `*end` if its end is known. NULL: there is no bound. */
    bool (*bound)(const struct pattern_match *m, uint32_t at, uint32_t *end);
};

struct pattern_match {
    struct arena *arena;
    const struct pattern *pattern;
    const struct question_reading *reading;
    const struct pattern_subject *subject; /* or NULL */
    uint32_t start, end;                   /* words */
    struct slot_match slots[PATTERN_SLOTS_MAX];
    uint32_t found[PATTERN_ITEMS_MAX]; /* by item, the word after its own; 0 for none */
    uint32_t budget;                   /* of tries, so that no pattern and question take long */
};

/* Does the match, or what is around it, fulfil the condition? */
typedef bool pattern_test(const struct pattern_match *m, const struct pattern_condition *c);
pattern_test value_holds;
pattern_test form_holds;

/* Are the values of the column in their order when they are sorted? "November14,2008" is not. */
bool column_sorts(const struct question_reading *r, uint32_t column);

/* Is `word` one of those that the condition asks for? */
bool condition_names(const struct pattern_condition *c, struct str word);

/* The first slot of this type, or NULL. */
const struct slot_match *find_slot_match(const struct pattern_match *m, enum slot_type type);

/* Does the number of the subject count things that follow: "3 courses", "one car maker"? */
bool subject_counts_things(const struct pattern_match *m);

/* The first word of the list of aggregates that the match stands in: "minimum and maximum". */
uint32_t aggregates_start(const struct pattern_match *m);

/* Does an article, or something in its place, stand before word `at`: "their highest score", "the
 * overall highest score"? */
bool has_article(const struct pattern_match *m, uint32_t at);

/* Can the superlative that the condition names, or any if it is NULL, describe the noun at `at`? */
bool superlative_fits(const struct pattern_match *m, uint32_t at,
                      const struct pattern_condition *c);

/* The same for the noun after a match that has a subject, and the one that "and" joins to it. */
bool subject_fits(const struct pattern_match *m, const struct pattern_condition *c);

/* Is word `i` a noun of the column of the subject? */
bool is_subject_noun(const struct pattern_match *m, uint32_t i);

/* The first slot for a part of that kind, or NULL. */
const struct slot_match *find_part(const struct pattern_match *m, enum query_part_kind kind);

/* Does one condition of the pattern hold, and do all? */
bool condition_holds(const struct pattern_match *m, const struct pattern_condition *c);
bool conditions_hold(const struct pattern_match *m);

/* Is there something at word `at` that the slot `item` can stand for, with the rest of the pattern
 * after it? slot_found() looks for the rest once the slot is known. */
bool match_slot(struct pattern_match *m, uint32_t item, uint32_t at);
bool slot_found(struct pattern_match *m, uint32_t item, struct slot_match found);

/* Can the pattern stand at word `at`, by its first item? A quick look: most cannot. */
bool pattern_may_begin(const struct pattern *p, const struct words *w, uint32_t at);

/* Does m->pattern stand at word `at` of m->reading, and do its conditions hold? The first way that
 * they do is taken. */
bool pattern_match(struct pattern_match *m, uint32_t at);

/* The column that the match is about: of its first slot for a column or value, else the first that
 * its words indicate and that the conditions ask for. SCHEMA_STAR if there is none. */
uint32_t pattern_column(const struct pattern_match *m);

/* What `to` says for the match: variant 0, and more if its adjectives have several forms. ptr NULL
 * if there is no such variant, if a slot has no word, or if "a" or "an" is not sure. In m->arena.
 */
struct str pattern_write(const struct pattern_match *m, const struct pattern_text *to,
                         uint32_t variant);

#endif
