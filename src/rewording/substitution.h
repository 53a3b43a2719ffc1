/* substitution.h: the nouns of a question for tables and columns, and synonyms that can stand there
 * (Spider-Syn §2).
 *
 * People who do not know the names of a database call its things as they please. So the words that
 * mention a table or a column are replaced by others that mean the same where this database is
 * asked: what they are is told by lexicon/synonyms.h, whether they fit by noun_places.h. What comes
 * out passes the same checks as any question in other words: it speaks of the same (faithful.h) in
 * sound sentences (sound.h). */
#ifndef TEQL_REWORDING_SUBSTITUTION_H
#define TEQL_REWORDING_SUBSTITUTION_H

#include "rewording/noun_places.h"

enum { SUBSTITUTION_SITES_MAX = 12, SUBSTITUTES_MAX = 6 };

/* In one number and in the other. */
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
    struct substitute items[SUBSTITUTES_MAX]; /* the best first; at least one */
    uint32_t count;
};

struct substitution_sites {
    struct substitution_site *items;
    uint32_t count;
    uint32_t n_nouns; /* that were looked at, with those that have no substitutes */
    uint32_t
        n_unfaithful; /* substitutes left out, since the question would speak of something else */
};

/* A noun for a table or column, as the question has it. */
struct noun_mention {
    struct str phrase;
    uint32_t column; /* SCHEMA_STAR for none */
    uint32_t table;  /* SCHEMA_NONE for none */
};

struct noun_mentions {
    struct noun_mention *items;
    uint32_t count;
};

/* The nouns that substitutes would be looked for. In `a`. Thread-safe. */
struct noun_mentions substitution_nouns(struct arena *a, const struct question_reading *r);

/* In `a`. `context` is what the database is about; NULL for nothing known. Nothing is found without
 * knowledge of words. Thread-safe. */
struct substitution_sites substitutions_find(struct arena *a, const struct question_reading *r,
                                             const struct word_context *context);

/* The question with substitute number choices[i] - 1 at site i, where that is not 0. ptr NULL where
 * the new question speaks of something else, or is not sound. In `a`. */
struct str substitutions_apply(struct arena *a, const struct question_reading *r,
                               const struct substitution_sites *sites, const uint32_t *choices);

#endif
