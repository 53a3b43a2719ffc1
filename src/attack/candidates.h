/* candidates.h: what can be changed next at a point, and the words of a question that matter. */
#ifndef TEQL_ATTACK_CANDIDATES_H
#define TEQL_ATTACK_CANDIDATES_H

#include "attack/point.h"
#include "attack/rates.h"

/* A word, or several, of the seed's question that mention something of the schema or the rows. */
struct attack_word {
    struct str text;     /* a view of the question */
    struct str without;  /* the question without it */
    uint32_t candidates; /* that take it away */
    uint32_t distance;   /* of the answer without it */
    bool ranked;         /* that answer is known */
};

struct attack_words {
    struct attack_word *items;
    uint32_t count;
};

/* Those of the point at which nothing was changed. In `a`. */
struct attack_words attack_words_of(struct arena *a, struct arena *scratch,
                                    const struct attack_point *origin);

struct attack_candidate {
    uint32_t parent; /* the node it is a change of; the caller's */
    struct attack_change change;
    struct str question; /* after it */
    uint64_t words; /* that it takes away: bit i is word i of attack_words; more are not told */
    uint64_t order; /* among candidates of equal promise; the smaller first */
};

struct attack_candidates {
    struct attack_candidate *items;
    uint32_t count;
};

/* Which changes are looked for. */
enum candidate_scope { CANDIDATES_ALL, CANDIDATES_OF_QUESTION, CANDIDATES_OF_SCHEMA };

/* A place to look for changes at. */
struct candidate_place {
    const struct attack_point *origin; /* where nothing was changed */
    const struct attack_words *words;
    const struct attack_state *state;
    const struct attack_point *point; /* of the state */
    uint32_t parent;                  /* the caller's number for it */
    enum candidate_scope scope;
};

/* Add what can be changed there. A change takes the place of words that the seed's question has:
 * what came in by a change stays. One that only adds words is made once for each relation. In `a`.
 */
void attack_candidates_add(struct attack_worker *w, struct arena *a,
                           const struct candidate_place *at, struct attack_candidates *out);

/* What is known of the words that a candidate takes, and the distance of the most telling one. */
enum taken_words attack_taken(const struct attack_words *words, uint64_t taken, uint32_t *distance);

#endif
