/* mention.c: the best division of a question into mentions.
 *
 * A small dynamic programme from the end to the beginning: best[i] is the highest score of words
 * i…, and choice[i] the mention that begins there. */
#include "link/mention.h"

#include <math.h>

/* Scores of a mention per word; names and key phrases score the weight of their phrase. */
static const double QUOTED_SCORE = 3.0, NUMBER_SCORE = 1.0, VALUE_CAPITAL = 1.3, VALUE_SMALL = 0.75,
                    VALUE_FUNCTION = 0.1, LONGER = 0.25, MARK_SCORE = 0.1, VERB_SCORE = 0.6,
                    VERB_FROM = 0.6;

/* Meanings that weigh this much less than the best are dropped. */
static const double WEIGHT_RANGE = 0.45;

struct finder {
    struct arena *arena;
    const struct link_index *index;
    const struct words *words;
    double *best;
    struct mention *choice;
};

bool phrase_stands(const struct words *w, uint32_t at, const struct phrase *p)
{
    if (p->n_words > w->count - at)
        return false;
    for (uint32_t i = 0; i < p->n_words; i++)
        if (w->items[at + i].kind == TOKEN_QUOTED || !str_eq(w->items[at + i].lemma, p->words[i]))
            return false;
    for (uint32_t i = 0; p->with_table && i + 1 < p->n_words; i++)
        if (word_is_possessive(&w->items[at + i]))
            return false;
    return true;
}

/* "first and last name": is the phrase the first word and the last, which is said only once? */
static bool phrase_shared(const struct words *w, uint32_t at, const struct phrase *p)
{
    if (p->kind != PHRASE_COLUMN || p->n_words != 2 || at + 3 >= w->count || p->weight < 0.9)
        return false;
    bool joined = word_is(w, at + 1, "and or");
    return joined && str_eq(w->items[at].lemma, p->words[0]) &&
           str_eq(w->items[at + 3].lemma, p->words[1]);
}

static double length_score(double weight, uint32_t n_words)
{
    return weight * (n_words + LONGER * (n_words - 1));
}

/* Choose `m` for the words from m->start if it scores more than the choice so far. */
static void propose_mention(struct finder *f, const struct mention *m, double score)
{
    double total = score + f->best[m->end];
    if (total > f->best[m->start]) {
        f->best[m->start] = total;
        f->choice[m->start] = *m;
    }
}

static enum mention_kind mention_kind_of(const struct phrase *p)
{
    static const enum mention_kind kinds[] = {[PHRASE_KEY] = MENTION_KEY,
                                              [PHRASE_COMPARATIVE] = MENTION_COMPARATIVE,
                                              [PHRASE_SUPERLATIVE] = MENTION_SUPERLATIVE,
                                              [PHRASE_TABLE] = MENTION_NAME,
                                              [PHRASE_COLUMN] = MENTION_NAME};
    return kinds[p->kind];
}

/* Is the phrase a table whose name is the stem of a verb: "reviewed" for "review"? */
static bool phrase_of_verb(const struct word *w, const struct phrase *p)
{
    return str_in(p->words[0], w->stems, w->n_stems) && p->n_words == 1 &&
           p->kind == PHRASE_TABLE && p->weight > VERB_FROM;
}

static void propose_verbs(struct finder *f, uint32_t at)
{
    const struct phrase_book *b = &f->index->phrases;
    const struct word *w = &f->words->items[at];
    struct mention m = {.kind = MENTION_NAME, .start = at, .end = at + 1};
    for (uint32_t s = 0; s < w->n_stems; s++)
        for (uint32_t i = phrase_book_first(b, w->stems[s]); i != NAME_NONE; i = b->items[i].next)
            if (phrase_of_verb(w, &b->items[i]))
                propose_mention(f, &m, VERB_SCORE);
}

static void propose_phrases(struct finder *f, uint32_t at)
{
    const struct phrase_book *b = &f->index->phrases;
    for (uint32_t i = phrase_book_first(b, f->words->items[at].lemma); i != NAME_NONE;
         i = b->items[i].next) {
        const struct phrase *p = &b->items[i];
        struct mention m = {.kind = mention_kind_of(p), .start = at, .end = at + p->n_words};
        if (p->kind == PHRASE_KEY)
            m.key = p->target;
        else
            m.adjective = p->target;
        if (phrase_stands(f->words, at, p))
            propose_mention(f, &m, length_score(p->weight, p->n_words));
        m.end = at + 1;
        if (phrase_shared(f->words, at, p))
            propose_mention(f, &m, length_score(p->weight, 1));
    }
}

/* The words up to `end` as values are indexed. `before`: those before `end`. */
static struct str span_plain(struct finder *f, struct str before, uint32_t end)
{
    const struct word *w = &f->words->items[end];
    if (before.len == 0)
        return w->plain;
    return w->plain.len == 0
               ? before
               : arena_printf(f->arena, "%.*s %.*s", STR_ARG(before), STR_ARG(w->plain));
}

static double value_score(const struct words *w, uint32_t at, uint32_t end)
{
    bool capital = false, content = false;
    for (uint32_t i = at; i < end; i++) {
        capital |= w->items[i].capital || w->items[i].kind == TOKEN_QUOTED ||
                   w->items[i].kind == TOKEN_NUMBER;
        content |= w->items[i].classes == 0 || w->items[i].kind == TOKEN_QUOTED;
    }
    if (!content)
        return VALUE_FUNCTION;
    return length_score(capital ? VALUE_CAPITAL : VALUE_SMALL, end - at);
}

static void propose_value(struct finder *f, uint32_t at, uint32_t end, struct str plain)
{
    const struct word *w = &f->words->items[at];
    struct mention m = {.kind = MENTION_VALUE, .start = at, .end = end};
    m.value = row_values_find(&f->index->values, plain);
    if (m.value == NAME_NONE && end == at + 1 && w->kind == TOKEN_WORD)
        m.value = row_values_find(&f->index->values, w->lemma);
    if (m.value == NAME_NONE || (w->kind == TOKEN_NUMBER && end == at + 1 && w->has_number))
        return;
    double score = w->kind == TOKEN_QUOTED ? QUOTED_SCORE : value_score(f->words, at, end);
    propose_mention(f, &m, score);
}

static void propose_values(struct finder *f, uint32_t at)
{
    struct str plain = {0};
    for (uint32_t end = at; end < f->words->count && end < at + ROW_VALUE_MAX_WORDS; end++) {
        if (f->words->items[end].kind == TOKEN_MARK && end == at)
            return;
        plain = span_plain(f, plain, end);
        if (f->words->items[end].plain.len > 0)
            propose_value(f, at, end + 1, plain);
        if (f->words->items[end].kind == TOKEN_QUOTED)
            return;
    }
}

/* "two million" */
static bool is_multiplier(const struct word *w)
{
    return w->has_number && w->kind == TOKEN_WORD && w->number >= 100;
}

/* "2024-05-01", "QM-261": a value, whatever the rows have. */
static bool is_code(const struct word *w)
{
    return w->kind == TOKEN_NUMBER && !w->has_number && memchr(w->text.ptr, '-', w->text.len);
}

/* The word by itself. */
static void propose_word(struct finder *f, uint32_t at)
{
    const struct word *w = &f->words->items[at];
    struct mention m = {.start = at, .end = at + 1, .number = w->number};
    double score = 0;
    if (w->kind == TOKEN_QUOTED) {
        m.kind = MENTION_QUOTED;
        score = QUOTED_SCORE / 2;
    } else if (w->has_number) {
        m.kind = MENTION_NUMBER;
        score = NUMBER_SCORE;
        if (at + 1 < f->words->count && is_multiplier(&f->words->items[at + 1])) {
            m.end++;
            m.number *= f->words->items[at + 1].number;
            score *= 2;
        }
    } else if (is_code(w)) {
        m.kind = MENTION_QUOTED;
        score = NUMBER_SCORE;
    } else if (w->kind == TOKEN_MARK) {
        m.kind = MENTION_MARK;
        score = MARK_SCORE;
    }
    f->best[at] = -1;
    propose_mention(f, &m, score);
}

static void add_referent(struct finder *f, struct mention *m, const struct phrase *p)
{
    bool is_table = p->kind == PHRASE_TABLE;
    for (uint32_t i = 0; i < m->n_referents; i++)
        if (m->referents[i].is_table == is_table && m->referents[i].id == p->target) {
            m->referents[i].weight = fmax(m->referents[i].weight, p->weight);
            return;
        }
    ARENA_ADD(f->arena, m->referents, m->n_referents,
              (struct referent){is_table, p->target, p->weight});
}

static void drop_unlikely(struct mention *m)
{
    double best = 0;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m->n_referents; i++)
        best = fmax(best, m->referents[i].weight);
    for (uint32_t i = 0; i < m->n_referents; i++)
        if (m->referents[i].weight >= best - WEIGHT_RANGE)
            m->referents[kept++] = m->referents[i];
    m->n_referents = kept;
}

static void collect_verb_referents(struct finder *f, struct mention *m)
{
    const struct phrase_book *b = &f->index->phrases;
    const struct word *w = &f->words->items[m->start];
    for (uint32_t s = 0; s < w->n_stems; s++)
        for (uint32_t i = phrase_book_first(b, w->stems[s]); i != NAME_NONE; i = b->items[i].next)
            if (phrase_of_verb(w, &b->items[i]))
                add_referent(f, m, &b->items[i]);
}

/* All that the words of a NAME can mean. */
static void collect_referents(struct finder *f, struct mention *m)
{
    const struct phrase_book *b = &f->index->phrases;
    for (uint32_t i = phrase_book_first(b, f->words->items[m->start].lemma); i != NAME_NONE;
         i = b->items[i].next) {
        const struct phrase *p = &b->items[i];
        bool here = p->n_words == m->end - m->start && phrase_stands(f->words, m->start, p);
        if (mention_kind_of(p) == MENTION_NAME &&
            (here || (m->end - m->start == 1 && phrase_shared(f->words, m->start, p))))
            add_referent(f, m, p);
    }
    if (m->n_referents == 0)
        collect_verb_referents(f, m);
    drop_unlikely(m);
}

bool mention_means(const struct mention *m, bool is_table, uint32_t id)
{
    for (uint32_t i = 0; m->kind == MENTION_NAME && i < m->n_referents; i++)
        if (m->referents[i].is_table == is_table && m->referents[i].id == id)
            return true;
    return false;
}

struct mention_list mentions_find(struct arena *a, const struct link_index *index,
                                  const struct words *words)
{
    struct finder f = {a, index, words, ARENA_ARRAY(a, double, words->count + 1),
                       ARENA_ARRAY(a, struct mention, words->count + 1)};
    f.best[words->count] = 0;
    for (uint32_t at = words->count; at-- > 0;) {
        propose_word(&f, at);
        if (words->items[at].kind != TOKEN_QUOTED) {
            propose_phrases(&f, at);
            propose_verbs(&f, at);
        }
        propose_values(&f, at);
    }
    struct mention_list list = {ARENA_ARRAY(a, struct mention, words->count + 1), 0};
    for (uint32_t at = 0; at < words->count; at = list.items[list.count++].end) {
        list.items[list.count] = f.choice[at];
        if (list.items[list.count].kind == MENTION_NAME)
            collect_referents(&f, &list.items[list.count]);
    }
    return list;
}
