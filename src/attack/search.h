/* search.h: the search for the change that breaks a system on one question.
 *
 * A search is a machine that says what it wants to ask, is given the outcomes, and so on until it
 * wants nothing. It asks nobody itself. So the searches of a run are asked together, in rounds, and
 * what they do depends on the answers alone.
 *
 * First the words of the question are ranked: those that say a part of the query matter. If the
 * user wants it, the question is also asked without each of them, and what becomes of the answer
 * shows how much the word matters. Then single changes are tried, the most promising first. If none
 * of them breaks the system, changes are added to the best of them, up to the greatest number
 * allowed. What broke the system is shrunk: it is asked without each of its changes, and those that
 * are not needed go. */
#ifndef TEQL_ATTACK_SEARCH_H
#define TEQL_ATTACK_SEARCH_H

#include "attack/candidates.h"
#include "record/answer.h"

enum attack_phase {
    ATTACK_RANKING, /* words are ranked before one is replaced */
    ATTACK_TRYING,
    ATTACK_SHRINKING,
    ATTACK_BROKEN,   /* the end: `worst` breaks the system */
    ATTACK_EXHAUSTED /* the end: nothing did */
};

/* What is asked. */
struct attack_node {
    struct attack_state state;
    struct str db_id;        /* of the database; ptr NULL if unknown */
    uint32_t word;           /* that it ranks; ATTACK_NONE for a state */
    struct change_kind kind; /* of its last change */
    bool answered;
    bool broke;        /* the answer is no longer that to the seed */
    uint32_t distance; /* between the two answers; 0 if they are the same */
    struct answer answer;
};

#define ATTACK_NONE UINT32_MAX

struct attack_search {
    struct arena arena; /* of all below */
    struct seed seed;
    const struct attack_rates *rates; /* set by the caller, before anything is wanted */
    enum attack_phase phase;
    bool begun;
    struct str fault; /* why its gold query cannot be used; or empty. Then nothing is wanted */
    struct case_proof proof; /* of the seed's own query */
    struct attack_words words;
    struct attack_node *nodes; /* the first is the seed itself */
    uint32_t n_nodes;
    struct attack_candidates open; /* to be tried at this depth */
    uint32_t depth;                /* the number of changes of these */
    uint32_t worst;                /* the worst node so far; at first the seed's */
    uint32_t dropped;              /* the change of `worst` that is left out next */
    bool shrunk;                   /* none can be left out */
    uint32_t n_candidates;         /* for one change */
    uint32_t *tried;               /* by relation */
};

/* The seed must outlive it, and everything that the seed refers to. */
void attack_search_init(struct attack_search *s, const struct seed *seed);
void attack_search_release(struct attack_search *s);

/* A question that is wanted: a node, and its case, which lives in the worker's scratch. */
struct attack_wish {
    uint32_t node;
    struct test_case asked;
};

struct attack_wishes {
    struct attack_wish *items;
    uint32_t count;
};

/* Find what can be wanted next without new answers. Call it before each of the two below. If the
 * machine failed, the worker's status says so. Here and below, workers may work on different
 * searches at the same time. */
void attack_search_prepare(struct attack_search *s, struct attack_worker *w);

/* How likely the next question breaks the system, or shows what does, 0 to 1; 0 at the end. It is 1
 * while a search shrinks what it found, and always if the order is random. */
double attack_search_promise(const struct attack_search *s, const struct attack_rules *rules);

/* The next questions, at most `most` if they are tries; none at the end. */
struct attack_wishes attack_search_want(struct attack_search *s, struct attack_worker *w,
                                        uint32_t most);

/* What came of a wish. */
struct attack_outcome {
    bool judged; /* the answer could be compared with the seed's */
    bool broke;
    uint32_t distance;
    struct answer answer; /* its texts are copied */
};

/* Take an outcome. Call it for the wishes of a search in their order. */
void attack_search_take(struct attack_search *s, uint32_t node, const struct attack_outcome *o);

/* The worst case that was found, proved, with the path to it as its change; false if nothing could
 * be tried. It lives in the worker's scratch. */
bool attack_search_case(struct attack_search *s, struct attack_worker *w, struct test_case *out);

/* The answer to it; or NULL. */
const struct answer *attack_search_answer(const struct attack_search *s);

/* The number of questions that will rank its words. */
uint32_t attack_search_ranks(const struct attack_search *s);

/* Is it at an end? */
bool attack_search_is_over(const struct attack_search *s);

#endif
