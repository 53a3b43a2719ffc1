/* paraphrase_task.h: the paraphrases of one question of one kind (Dr.Spider §3.2, A.2, A.3).
 *
 * A task says which requests it wants now. When all of these have been answered, it may want more,
 * until it wants none. What it wants depends on earlier replies alone; so the same replies give the
 * same paraphrases, in any order. It goes through these steps:
 *
 * 1. Candidates: four requests that differ in top_p and temperature, with five replies each. A
 *    server that gives fewer is asked again, for one at a time, up to five times in all.
 * 2. Candidates that cannot be read, are repeated, not faithful or of another kind are dropped.
 * 3. Does the question entail the candidate, and the candidate the question? The model is asked
 *    about as many candidates as may still be kept.
 * 4. The first five are kept. */
#ifndef TEQL_MODEL_PARAPHRASE_TASK_H
#define TEQL_MODEL_PARAPHRASE_TASK_H

#include "link/reading.h"
#include "model/paraphrase_texts.h"
#include "model/reply_paraphrase.h"
#include "record/tally.h"
#include "system/chat.h"

enum {
    PARAPHRASE_DRAWS = 4,     /* settings of top_p and temperature */
    PARAPHRASES_PER_DRAW = 5, /* replies wanted of each, and requests for them at most */
    PARAPHRASE_CANDIDATES = PARAPHRASE_DRAWS * PARAPHRASES_PER_DRAW,
    PARAPHRASES_KEPT = 5,
    PARAPHRASE_MAX_WANTS = PARAPHRASES_KEPT, /* at a time */
    PARAPHRASE_MAX_REPLY = 1 << 12           /* bytes of a reply that are looked at */
};

/* How the model is asked, besides what the paper says. */
struct paraphrase_sampling {
    const struct paraphrase_texts *texts;
    uint32_t max_tokens, seed; /* the seed of the first request */
    bool plain;                /* send neither temperature nor top_p */
};

enum candidate_state { CANDIDATE_NEW, CANDIDATE_IMPLIED, CANDIDATE_KEPT, CANDIDATE_DROPPED };

struct paraphrase_candidate {
    struct paraphrase said;
    enum candidate_state state; /* IMPLIED: the question entails it; the other way is open */
};

struct paraphrase_task {
    const struct question_reading *reading; /* of the question to be reworded */
    uint32_t place;                         /* of its seed, among those of the run */
    enum reword_kind kind;
    struct str question, tokens; /* for the prompt, on one line each */
    struct {
        uint32_t asked, got; /* requests, and replies to them */
        struct str replies[PARAPHRASES_PER_DRAW];
    } draws[PARAPHRASE_DRAWS];
    bool sifted; /* the candidates are there */
    struct paraphrase_candidate candidates[PARAPHRASE_CANDIDATES];
    uint32_t n_candidates;
    struct paraphrase_tally tally;
};

/* Something that a task wants to be asked. */
struct paraphrase_want {
    bool judgement;   /* of a candidate; else more candidates */
    uint32_t index;   /* of the candidate, or of the draw */
    uint32_t attempt; /* at the draw, from 0 */
    bool back;        /* does the candidate entail the question? */
};

/* Begin. False if the question has nothing that the kind is about. In `a`; the reading must stay.
 */
bool paraphrase_task_begin(struct arena *a, const struct question_reading *r, uint32_t place,
                           enum reword_kind kind, struct paraphrase_task *out);

/* What is to be asked now; none at the end. All of it must be answered before the next call. The
 * task keeps texts in `a`. */
uint32_t paraphrase_task_wants(struct paraphrase_task *t, struct arena *a,
                               struct paraphrase_want out[PARAPHRASE_MAX_WANTS]);

/* The request. Its prompt is in `text`, whose old contents go. */
void paraphrase_task_request(const struct paraphrase_task *t, const struct paraphrase_want *w,
                             const struct paraphrase_sampling *how, struct buf *text,
                             struct chat_request *out);

/* The replies to it, as the server gave them; none if it would not answer. They are copied to `a`.
 */
void paraphrase_task_answer(struct paraphrase_task *t, const struct paraphrase_want *w,
                            const struct str *replies, uint32_t n, struct arena *a);

#endif
