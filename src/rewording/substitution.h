/* substitution.h: the nouns of a question for tables and columns, and synonyms that can stand there
 * (Spider-Syn §2).
 *
 * People who do not know the names of a database call its things as they please. So the words that
 * mention a table or a column are replaced by others that mean the same in questions to this
 * database. lexicon/synonyms.h has the words, noun_places.h says whether they fit. The new question
 * passes the same checks as any question in other words: it speaks of the same things (faithful.h)
 * in sound sentences (sound.h). */
#ifndef TEQL_REWORDING_SUBSTITUTION_H
#define TEQL_REWORDING_SUBSTITUTION_H

#include "record/strength.h"
#include "rewording/noun_places.h"

enum { SUBSTITUTION_SITES_MAX = 12, SUBSTITUTES_MAX = 6 };

/* Singular and plural. */
enum { SITE_FORMS = 2 };

struct substitute {
    struct str words[SITE_FORMS]; /* by form of the site */
    enum word_source source;
    double score;
};

/* A noun, all places where it stands, and what can stand at all of them. */
struct substitution_site {
    struct noun_places forms[SITE_FORMS];
    uint32_t n_forms;
    struct substitute items[SUBSTITUTES_MAX]; /* the best first */
    uint32_t count;
};

struct refused_substitute {
    struct str phrase, words; /* of the noun; and what cannot stand for it */
    enum word_source source;
    enum refusal why;
};

struct substitution_sites {
    struct substitution_site *items;
    uint32_t count;
    uint32_t n_nouns; /* all nouns that were looked at */
    unsigned slips;   /* faults of the question that cases may keep (sound.h) */
    struct refused_substitute *refused;
    uint32_t n_refused;
};

/* The nouns that substitutions_find() would look for substitutes of: sites without any. In `a`.
 * Thread-safe. */
struct substitution_sites substitution_nouns(struct arena *a, const struct question_reading *r);

/* In `a`. `context` is what the database is about, or NULL. Without knowledge of words nothing is
 * found. Thread-safe. */
struct substitution_sites substitutions_find(struct arena *a, const struct question_reading *r,
                                             const struct word_context *context,
                                             enum strength strength);

/* The question with substitute number choices[i] - 1 at site i, unless choices[i] is 0. ptr NULL if
 * the new question speaks of something else, or is not sound. In `a`. */
struct str substitutions_apply(struct arena *a, const struct question_reading *r,
                               const struct substitution_sites *sites, const uint32_t *choices);

#endif
