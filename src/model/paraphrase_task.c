/* paraphrase_task.c: from candidates to paraphrases. */
#include "model/paraphrase_task.h"

#include "base/printable.h"
#include "base/utf8.h"
#include "model/paraphrase_tokens.h"
#include "rewording/faithful.h"

static const struct {
    double top_p, temperature;
} DRAWS[PARAPHRASE_DRAWS] = {{0.9, 0.7}, {0.9, 1.0}, {1.0, 0.7}, {1.0, 1.0}};

bool paraphrase_task_begin(struct arena *a, const struct question_reading *r, uint32_t place,
                           enum reword_kind kind, struct paraphrase_task *out)
{
    *out = (struct paraphrase_task){.reading = r,
                                    .place = place,
                                    .kind = kind,
                                    .question = printable_line(a, r->question),
                                    .tally.seeds = 1};
    if (!paraphrase_tokens(a, r, kind, &out->tokens))
        return false;
    if (out->tokens.len == 0)
        out->tokens = STR("none");
    return true;
}

/* Candidates */

static void drop(struct paraphrase_task *t, enum paraphrase_drop why)
{
    t->tally.dropped[why]++;
}

static bool is_there(const struct paraphrase_task *t, struct str question)
{
    bool found = paraphrase_same(question, t->reading->question);
    for (uint32_t i = 0; i < t->n_candidates && !found; i++)
        found = paraphrase_same(question, t->candidates[i].said.question);
    return found;
}

static bool is_faithful(const struct paraphrase_task *t, struct arena *a, struct str question)
{
    struct question_reading after = question_read_again(a, t->reading, question);
    return reword_faithful(a, t->reading, &after);
}

static bool is_of_kind(const struct paraphrase_task *t, struct arena *a, struct str question)
{
    const struct question_reading *r = t->reading;
    return reword_classify(a, r->book, r->parts, r->question, question).kinds[t->kind];
}

static enum paraphrase_drop objection_to(const struct paraphrase_task *t, struct arena *a,
                                         struct str question)
{
    struct arena_mark mark = arena_mark(a);
    enum paraphrase_drop why = N_PARAPHRASE_DROPS;
    if (is_there(t, question))
        why = DROP_DUPLICATE;
    else if (!is_faithful(t, a, question))
        why = DROP_UNFAITHFUL;
    else if (!is_of_kind(t, a, question))
        why = DROP_OTHER_KIND;
    arena_rewind(a, mark);
    return why;
}

/* Take the candidate in, or drop it. What is dropped stays in the list, for its duplicates to be
 * told as what they are. */
static void sift_one(struct paraphrase_task *t, struct arena *a, struct str reply)
{
    struct paraphrase_candidate c = {.state = CANDIDATE_NEW};
    bool read = paraphrase_read(a, reply, &c.said);
    enum paraphrase_drop why = read ? objection_to(t, a, c.said.question) : DROP_UNREADABLE;
    if (why != N_PARAPHRASE_DROPS) {
        c.state = CANDIDATE_DROPPED;
        drop(t, why);
    }
    if (read && why != DROP_DUPLICATE)
        t->candidates[t->n_candidates++] = c;
}

static void sift(struct paraphrase_task *t, struct arena *a)
{
    for (int d = 0; d < PARAPHRASE_DRAWS; d++)
        for (uint32_t i = 0; i < t->draws[d].got; i++)
            sift_one(t, a, t->draws[d].replies[i]);
    t->sifted = true;
}

/* Wants */

static uint32_t want_candidates(const struct paraphrase_task *t, struct paraphrase_want *out)
{
    uint32_t n = 0;
    for (uint32_t d = 0; d < PARAPHRASE_DRAWS; d++)
        if (t->draws[d].got < PARAPHRASES_PER_DRAW && t->draws[d].asked < PARAPHRASES_PER_DRAW)
            out[n++] = (struct paraphrase_want){.index = d, .attempt = t->draws[d].asked};
    return n;
}

/* As many as there is room for: the next ones matter only where these fail. */
static uint32_t want_judgements(const struct paraphrase_task *t, struct paraphrase_want *out)
{
    uint32_t n = 0, room = PARAPHRASES_KEPT - (uint32_t)t->tally.kept;
    for (uint32_t i = 0; i < t->n_candidates && n < room; i++)
        if (t->candidates[i].state <= CANDIDATE_IMPLIED)
            out[n++] = (struct paraphrase_want){
                .judgement = true, .index = i, .back = t->candidates[i].state == CANDIDATE_IMPLIED};
    return n;
}

/* What nobody had to be asked about. */
static void drop_rest(struct paraphrase_task *t)
{
    for (uint32_t i = 0; i < t->n_candidates; i++)
        if (t->candidates[i].state <= CANDIDATE_IMPLIED) {
            t->candidates[i].state = CANDIDATE_DROPPED;
            drop(t, DROP_OVER_FIVE);
        }
}

uint32_t paraphrase_task_wants(struct paraphrase_task *t, struct arena *a,
                               struct paraphrase_want out[PARAPHRASE_MAX_WANTS])
{
    uint32_t n = t->sifted ? 0 : want_candidates(t, out);
    if (n == 0 && !t->sifted)
        sift(t, a);
    if (n == 0)
        n = want_judgements(t, out);
    if (n == 0)
        drop_rest(t);
    return n;
}

/* Requests and replies */

/* No two requests of a task have the same seed and settings. The first asks for all replies at
 * once. A server that gave fewer, or refused, has its own idea of `n`, and is asked for one at a
 * time. */
static void request_candidates(const struct paraphrase_want *w,
                               const struct paraphrase_sampling *how, struct chat_request *out)
{
    out->temperature = how->plain ? -1 : DRAWS[w->index].temperature;
    out->top_p = how->plain ? -1 : DRAWS[w->index].top_p;
    out->n = w->attempt == 0 ? PARAPHRASES_PER_DRAW : 0;
    out->tentative = w->attempt == 0;
    out->sampling_seed = (int64_t)how->seed + w->index * PARAPHRASES_PER_DRAW + w->attempt;
}

void paraphrase_task_request(const struct paraphrase_task *t, const struct paraphrase_want *w,
                             const struct paraphrase_sampling *how, struct buf *text,
                             struct chat_request *out)
{
    *out = (struct chat_request){.temperature = how->plain ? -1 : 0,
                                 .top_p = -1,
                                 .max_tokens = how->max_tokens,
                                 .sampling_seed = how->seed,
                                 .for_seed = t->place};
    buf_clear(text);
    if (w->judgement) {
        struct str said = t->candidates[w->index].said.question;
        paraphrase_texts_entail(how->texts, w->back ? said : t->question,
                                w->back ? t->question : said, text);
    } else {
        paraphrase_texts_ask(how->texts, t->kind, t->question, t->tokens, text);
        request_candidates(w, how, out);
    }
    out->prompt = buf_str(text);
}

static void take_candidates(struct paraphrase_task *t, uint32_t draw, const struct str *replies,
                            uint32_t n, struct arena *a)
{
    t->draws[draw].asked++;
    for (uint32_t i = 0; i < n && t->draws[draw].got < PARAPHRASES_PER_DRAW; i++) {
        struct str kept = utf8_cut(replies[i], PARAPHRASE_MAX_REPLY);
        t->draws[draw].replies[t->draws[draw].got++] = arena_str(a, kept);
        t->tally.candidates++;
    }
}

static void take_judgement(struct paraphrase_task *t, struct paraphrase_candidate *c, bool yes)
{
    if (!yes) {
        c->state = CANDIDATE_DROPPED;
        drop(t, DROP_NOT_ENTAILED);
    } else if (c->state == CANDIDATE_NEW) {
        c->state = CANDIDATE_IMPLIED;
    } else {
        c->state = CANDIDATE_KEPT;
        t->tally.kept++;
    }
}

void paraphrase_task_answer(struct paraphrase_task *t, const struct paraphrase_want *w,
                            const struct str *replies, uint32_t n, struct arena *a)
{
    t->tally.refused += n == 0;
    if (w->judgement)
        take_judgement(t, &t->candidates[w->index], n > 0 && reply_says_yes(replies[0]));
    else
        take_candidates(t, w->index, replies, n, a);
}
