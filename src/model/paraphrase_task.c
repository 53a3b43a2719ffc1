/* paraphrase_task.c: from candidates to paraphrases. */
#include "model/paraphrase_task.h"

#include "base/printable.h"
#include "base/utf8.h"
#include "rewording/faithful.h"

/* Tokens: the parts of a query that a kind of rewording is about, in words for a language model:
 * `COUNT, said as "number of"; name of singer, said as "names"`. */

enum { TOKEN_MAX = 100 }; /* bytes of a value that are shown */

static const char *const KEYWORDS[N_QUERY_KEYWORDS] = {
    [KEYWORD_COUNT] = "COUNT",
    [KEYWORD_SUM] = "SUM",
    [KEYWORD_AVG] = "AVG",
    [KEYWORD_MAX] = "MAX",
    [KEYWORD_MIN] = "MIN",
    [KEYWORD_ASC] = "ORDER BY ASC",
    [KEYWORD_DESC] = "ORDER BY DESC",
    [KEYWORD_LEAST] = "ORDER BY ASC LIMIT",
    [KEYWORD_MOST] = "ORDER BY DESC LIMIT",
    [KEYWORD_GT] = ">",
    [KEYWORD_LT] = "<",
    [KEYWORD_GE] = ">=",
    [KEYWORD_LE] = "<=",
    [KEYWORD_NE] = "!=",
    [KEYWORD_BETWEEN] = "BETWEEN",
    [KEYWORD_LIKE] = "LIKE",
    [KEYWORD_NOT] = "NOT",
    [KEYWORD_EACH] = "GROUP BY",
    [KEYWORD_DISTINCT] = "DISTINCT",
    [KEYWORD_UNION] = "UNION",
    [KEYWORD_INTERSECT] = "INTERSECT",
    [KEYWORD_EXCEPT] = "EXCEPT",
};

/* Which parts a kind is about, and how many of them it needs. */
static const struct {
    bool of[PART_VALUE + 1]; /* by kind of part */
    bool compared;           /* only columns that a value is given for */
    uint32_t least;
} WANTED[N_REWORD_KINDS] = {
    [REWORD_KEYWORD_SYNONYM] = {{[PART_KEYWORD] = true}, false, 1},
    [REWORD_KEYWORD_CARRIER] = {{[PART_KEYWORD] = true}, false, 1},
    [REWORD_COLUMN_SYNONYM] = {{[PART_COLUMN] = true}, false, 1},
    [REWORD_COLUMN_CARRIER] = {{[PART_COLUMN] = true}, false, 1},
    [REWORD_COLUMN_ATTRIBUTE] = {{[PART_COLUMN] = true}, false, 1},
    [REWORD_COLUMN_VALUE] = {{[PART_COLUMN] = true, [PART_VALUE] = true}, true, 2},
    [REWORD_VALUE_SYNONYM] = {{[PART_VALUE] = true}, false, 1},
    [REWORD_MULTITYPE] = {{true, true, true}, false, 2},
    [REWORD_OTHERS] = {{true, true, true}, false, 0},
};

/* Does the question have words for a column and for a value of it? */
static bool is_compared(const struct question_reading *r, uint32_t column)
{
    bool seen[PART_VALUE + 1] = {false};
    for (uint32_t i = 0; i < r->parts->count; i++)
        if (r->parts->items[i].column == column && r->said.items[i].manner != MANNER_NONE)
            seen[r->parts->items[i].kind] = true;
    return column != SCHEMA_STAR && seen[PART_COLUMN] && seen[PART_VALUE];
}

static void put_column(struct buf *out, const struct schema *s, uint32_t column)
{
    const struct schema_column *c = &s->columns[column];
    buf_put(out, c->natural);
    if (c->table != SCHEMA_NONE)
        buf_printf(out, " of %.*s", STR_ARG(s->tables[c->table].natural));
}

static void put_part_value(struct buf *out, struct arena *a, const struct schema *s,
                           const struct query_part *p)
{
    buf_put(out, STR("value "));
    buf_put(out, printable_line(a, utf8_cut(p->value, TOKEN_MAX)));
    if (p->column != SCHEMA_STAR)
        buf_printf(out, " of %.*s", STR_ARG(s->columns[p->column].natural));
}

static void put_part(struct buf *out, struct arena *a, const struct schema *s,
                     const struct query_part *p, struct str said)
{
    if (out->len > 0)
        buf_put(out, STR("; "));
    if (p->kind == PART_KEYWORD)
        buf_put(out, str_from(KEYWORDS[p->keyword]));
    else if (p->kind == PART_COLUMN)
        put_column(out, s, p->column);
    else
        put_part_value(out, a, s, p);
    buf_printf(out, ", said as \"%.*s\"", STR_ARG(printable_line(a, said)));
}

/* Only parts that words of the question indicate: no others can be reworded. False if there are too
 * few of them for the kind: then there is nothing to ask. In `a`. */
static bool find_tokens(struct arena *a, const struct question_reading *r, enum reword_kind kind,
                        struct str *out)
{
    struct buf text = {0};
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->parts->count; i++) {
        const struct query_part *p = &r->parts->items[i];
        const struct indicator *x = &r->said.items[i];
        if (x->manner == MANNER_NONE || !WANTED[kind].of[p->kind] ||
            (WANTED[kind].compared && !is_compared(r, p->column)))
            continue;
        put_part(&text, a, r->book->schema, p, indicator_text(&r->said.words, x->start, x->end));
        n++;
    }
    *out = arena_str(a, buf_str(&text));
    buf_release(&text);
    return n >= WANTED[kind].least;
}

bool paraphrase_task_begin(struct arena *a, const struct question_reading *r, uint32_t place,
                           enum reword_kind kind, struct paraphrase_task *out)
{
    *out = (struct paraphrase_task){.reading = r,
                                    .place = place,
                                    .kind = kind,
                                    .question = printable_line(a, r->question),
                                    .tally.seeds = 1};
    if (!find_tokens(a, r, kind, &out->tokens))
        return false;
    if (out->tokens.len == 0)
        out->tokens = STR("none");
    return true;
}

/* Candidates */

static void count_drop(struct paraphrase_task *t, enum paraphrase_drop why)
{
    t->tally.dropped[why]++;
}

static bool has_candidate(const struct paraphrase_task *t, struct str question)
{
    for (uint32_t i = 0; i < t->n_candidates; i++)
        if (paraphrase_same(question, t->candidates[i].said.question))
            return true;
    return paraphrase_same(question, t->reading->question);
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
    if (has_candidate(t, question))
        why = DROP_DUPLICATE;
    else if (!is_faithful(t, a, question))
        why = DROP_UNFAITHFUL;
    else if (!is_of_kind(t, a, question))
        why = DROP_OTHER_KIND;
    arena_rewind(a, mark);
    return why;
}

/* Take the candidate, or drop it. Dropped ones stay in the list, so that duplicates of them are
 * recognised. */
static void sift_candidate(struct paraphrase_task *t, struct arena *a, struct str reply)
{
    struct paraphrase_candidate c = {.state = CANDIDATE_NEW};
    bool read = paraphrase_read(a, reply, &c.said);
    enum paraphrase_drop why = read ? objection_to(t, a, c.said.question) : DROP_UNREADABLE;
    if (why != N_PARAPHRASE_DROPS) {
        c.state = CANDIDATE_DROPPED;
        count_drop(t, why);
    }
    if (read && why != DROP_DUPLICATE)
        t->candidates[t->n_candidates++] = c;
}

static void sift_candidates(struct paraphrase_task *t, struct arena *a)
{
    for (int d = 0; d < PARAPHRASE_DRAWS; d++)
        for (uint32_t i = 0; i < t->draws[d].got; i++)
            sift_candidate(t, a, t->draws[d].replies[i]);
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

/* As many as may still be kept: the next ones matter only if these fail. */
static uint32_t want_judgements(const struct paraphrase_task *t, struct paraphrase_want *out)
{
    uint32_t n = 0, room = PARAPHRASES_KEPT - (uint32_t)t->tally.kept;
    for (uint32_t i = 0; i < t->n_candidates && n < room; i++)
        if (t->candidates[i].state <= CANDIDATE_IMPLIED)
            out[n++] = (struct paraphrase_want){
                .judgement = true, .index = i, .back = t->candidates[i].state == CANDIDATE_IMPLIED};
    return n;
}

/* Drop candidates that need not be judged: enough are kept. */
static void drop_rest(struct paraphrase_task *t)
{
    for (uint32_t i = 0; i < t->n_candidates; i++)
        if (t->candidates[i].state <= CANDIDATE_IMPLIED) {
            t->candidates[i].state = CANDIDATE_DROPPED;
            count_drop(t, DROP_OVER_FIVE);
        }
}

uint32_t paraphrase_task_wants(struct paraphrase_task *t, struct arena *a,
                               struct paraphrase_want out[PARAPHRASE_MAX_WANTS])
{
    uint32_t n = t->sifted ? 0 : want_candidates(t, out);
    if (n == 0 && !t->sifted)
        sift_candidates(t, a);
    if (n == 0)
        n = want_judgements(t, out);
    if (n == 0)
        drop_rest(t);
    return n;
}

/* Requests and replies */

static const struct {
    double top_p, temperature;
} DRAWS[PARAPHRASE_DRAWS] = {{0.9, 0.7}, {0.9, 1.0}, {1.0, 0.7}, {1.0, 1.0}};

/* No two requests of a task have the same seed and settings. The first asks for all replies at
 * once. A server that gives fewer, or refuses, does not know `n`: it is asked for one at a time. */
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
        count_drop(t, DROP_NOT_ENTAILED);
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
