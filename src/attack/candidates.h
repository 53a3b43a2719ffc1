/* candidates.h: what can be changed next at a point, and which words of the question that takes.
 */
#ifndef TEQL_ATTACK_CANDIDATES_H
#define TEQL_ATTACK_CANDIDATES_H

#include "attack/point.h"
#include "attack/rates.h"

/* A word, or several, of the seed's question that say something of the query, or mention something
 * of the schema or the rows. */
struct attack_word {
    uint32_t start, end; /* words of the question, end not included */
    bool says;           /* something of the query; unknown if the system is asked */
    struct str without;  /* the question without it; ptr NULL if it names nothing */
    uint32_t candidates; /* that take it away */
    uint32_t distance;   /* of the answer without it */
    bool ranked;         /* that answer is known */
};

struct attack_words {
    struct attack_word *items;
    uint32_t count;
    enum taken_words unsaid; /* what words are that say nothing of the query and were not ranked */
};

/* Those of the worker's origin. In `a`. */
struct attack_words attack_words_of(struct arena *a, struct attack_worker *w);

/* What is known of the words in the set `taken`, and the greatest of their distances. */
enum taken_words attack_taken(const struct attack_words *words, uint64_t taken, uint32_t *distance);

struct attack_candidate {
    uint32_t parent; /* the caller's number of the place where it was found */
    struct attack_change change;
    struct str question; /* after it */
    uint64_t words;      /* that it takes away: bit i is word i of attack_words */
    uint64_t order;      /* the smaller first, among candidates of equal promise */
};

struct attack_candidates {
    struct attack_candidate *items;
    uint32_t count;
};

/* Which changes are looked for. */
enum candidate_scope { CANDIDATES_ALL, CANDIDATES_OF_QUESTION, CANDIDATES_OF_SCHEMA };

/* Where to look for changes. */
struct candidate_place {
    const struct attack_words *words;
    const struct attack_state *state;
    const struct attack_point *point; /* of the state */
    uint32_t parent;                  /* the caller's number for it */
    enum candidate_scope scope;
};

/* Add what can be changed there. A change takes the place of words of the seed's question, never of
 * words that a change brought. One that only adds words is made once for each relation. In `a`. */
void attack_candidates_add(struct attack_worker *w, struct arena *a,
                           const struct candidate_place *at, struct attack_candidates *out);

#endif
