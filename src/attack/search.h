/* search.h: the search for the change that breaks a system on one question.
 *
 * A search is a machine that says what it wants to be asked, is told what came of it, and so on
 * until it wants nothing. It asks nobody itself. So all searches of a run are asked in rounds, and
 * what they do depends on the answers alone.
 *
 * First the words of the question are ranked: it is asked without each of them, and what becomes of
 * the answer tells how much the word matters. Then single changes are tried, the most promising
 * first. Where none of them breaks the system, changes are added to the best of them, until there
 * are as many as may be. What broke it is shrunk: it is asked without each of its changes, and
 * those that are not needed go. */
#ifndef TEQL_ATTACK_SEARCH_H
#define TEQL_ATTACK_SEARCH_H

#include "attack/candidates.h"
#include "record/answer.h"

enum attack_phase {
    ATTACK_RANKING, /* words are to be ranked before one is replaced */
    ATTACK_TRYING,
    ATTACK_SHRINKING,
    ATTACK_BROKEN,   /* the end: `worst` breaks the system */
    ATTACK_EXHAUSTED /* the end: nothing did */
};

/* What is asked. */
struct attack_node {
    struct attack_state state;
    struct str db_id;        /* that it is asked over; ptr NULL: unknown */
    uint32_t word;           /* that is ranked by it; ATTACK_NONE for a state */
    struct change_kind kind; /* of its last change */
    bool told;
    bool broke;        /* the answer is no longer that to the seed */
    uint32_t distance; /* between the two; 0: they are the same */
    struct answer answer;
};

#define ATTACK_NONE UINT32_MAX

struct attack_search {
    struct arena arena; /* of all below */
    struct seed seed;
    enum attack_phase phase;
    bool begun;
    struct str fault; /* why its gold query cannot be used: then nothing is wanted; or empty */
    struct case_proof proof; /* of the seed's own query */
    struct attack_words words;
    struct attack_node *nodes; /* the first is the seed itself */
    uint32_t n_nodes;
    struct attack_candidates open; /* to be tried, of the depth at work */
    uint32_t depth;                /* changes of those */
    uint32_t worst;                /* the node that is worst so far; the seed's before any */
    uint32_t dropped;              /* the change of `worst` that is left out next */
    bool shrunk;                   /* none can be left out */
    uint32_t n_candidates;         /* that there were for one change */
    uint32_t *tried;               /* by relation */
};

/* The seed must outlive it, and everything that the seed refers to. */
void attack_search_init(struct attack_search *s, const struct seed *seed);
void attack_search_release(struct attack_search *s);

/* What is wanted: a node, and the case that asks for it, which lives in the worker's scratch. */
struct attack_wish {
    uint32_t node;
    struct test_case asked;
};

struct attack_wishes {
    struct attack_wish *items;
    uint32_t count;
};

/* Find out what can be wanted next, as far as that takes no answer. To be called before each of the
 * two below. Where the machine failed, the worker's status says so. Different searches may be
 * worked on by different workers at the same time, here and below. */
void attack_search_prepare(struct attack_search *s, struct attack_worker *w);

/* How likely the next question of it breaks the system, or shows what does, 0 to 1; 0 at the end.
 * Shrinking, which is owed to what was found, is 1, and so is everything where the order is random.
 */
double attack_search_promise(const struct attack_search *s, const struct attack_rules *rules,
                             const struct attack_rates *rates);

/* The next questions, at most `most` where they are tries; none at the end. */
struct attack_wishes attack_search_want(struct attack_search *s, struct attack_worker *w,
                                        const struct attack_rates *rates, uint32_t most);

/* What came of a wish. */
struct attack_outcome {
    bool judged; /* there was an answer that could be held against the seed's */
    bool broke;
    uint32_t distance;
    struct answer answer; /* its texts are copied */
};

/* Tell it. To be called for the wishes of a search in their order. */
void attack_search_tell(struct attack_search *s, uint32_t node, const struct attack_outcome *o);

/* The worst case that was found, proved, its change the path to it; false where there is none:
 * nothing could be tried. It lives in the worker's scratch. */
bool attack_search_case(struct attack_search *s, struct attack_worker *w, struct test_case *out);

/* The answer to it; NULL where there is none. */
const struct answer *attack_search_answer(const struct attack_search *s);

/* Questions by which its words are to be ranked, before that is done. */
uint32_t attack_search_ranks(const struct attack_search *s);

/* Is it at an end? */
bool attack_search_is_over(const struct attack_search *s);

#endif
