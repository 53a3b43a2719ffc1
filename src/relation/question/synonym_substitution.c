/* synonym_substitution.c: another word for an aggregate or superlative (SS, MT-TEQL §3.1, Table 3).
 *
 * "What is the maximum capacity?" → "What is the highest capacity?" The words are the phrases of
 * data/phrases.tsv that replace only what asks for the same.
 *
 * Holds if the word denotes the aggregate and not something else. So the query must have the
 * aggregate, and the word must stand where its line allows: "largest" can be "highest" before a
 * numeric column that the query aggregates or orders by, never before "city". Proper names, names
 * of the schema and fixed phrases ("at most", "on average") stay. Without a query nothing is
 * replaced.
 *
 * All words of a line change together: one that the question has several times, and "minimum" with
 * "maximum". If one of them has to stay, all do. */
#include "link/named_words.h"
#include "link/pattern/pattern_match.h"
#include "relation/question/query_aggregates.h"
#include "relation/question/rewordings.h"
#include "relation/refusal.h"

#include <assert.h>

/* How far a word got on its way to being replaced, by one line or another. */
enum stage {
    STAGE_NO_WORD,
    STAGE_OTHER,     /* the query has no such aggregate */
    STAGE_NAME,      /* it is part of a name or phrase */
    STAGE_MISPLACED, /* it may mean something else where it stands */
    STAGE_UNFIT,     /* no other word fits its noun */
    STAGE_FIT,       /* it could be replaced, but not another that changes with it */
    STAGE_REPLACED
};

/* A word of the question, and what it would become. */
struct place {
    const struct line_phrase *phrase;
    struct pattern_match match;
    enum stage stage;
    struct str to;
};

struct places {
    struct place *items;
    uint32_t count;
};

struct aggregate_words {
    struct pattern_subject subject;
    struct arena *arena;
    const struct relation_seed *seed;
    struct rewordings *out;
    const struct words *text;
    const struct question_reading *reading;
    unsigned asked;     /* of the query: bits by enum query_keyword */
    enum stage *stages; /* by first word of a phrase */
};

/* The query */

/* What the query asks for. A maximum that it does not show picks something, as ORDER BY with LIMIT
 * does. "Number of" and "amount of" can mean a SUM. */
static unsigned asked_keywords(const struct query_aggregates *q)
{
    const bool *called = q->called, *shown = q->shown;
    return (unsigned)shown[QUERY_MAX] << KEYWORD_MAX | (unsigned)shown[QUERY_MIN] << KEYWORD_MIN |
           (unsigned)(called[QUERY_MAX] || q->top) << KEYWORD_MOST |
           (unsigned)(called[QUERY_MIN] || q->bottom) << KEYWORD_LEAST |
           (unsigned)called[QUERY_AVG] << KEYWORD_AVG | (unsigned)called[QUERY_SUM] << KEYWORD_SUM |
           (unsigned)(called[QUERY_COUNT] && !called[QUERY_SUM]) << KEYWORD_COUNT;
}

/* By word: is it one of a numeric column that is aggregated or ordered by? */
static bool *value_words(struct arena *a, const struct words *q, const struct schema *s,
                         const struct query_aggregates *query)
{
    bool *values = arena_zalloc(a, q->count + 1);
    for (uint32_t i = 0; i < q->count; i++)
        for (uint32_t c = 0; c < query->n_columns && !values[i]; c++)
            values[i] = s->columns[query->columns[c]].type == SCHEMA_NUMBER &&
                        column_has_word(s, query->columns[c], q->items[i].token);
    return values;
}

/* Places */

/* Not a name, nor part of "at most", "on average", "how many total", "three lowest scores". */
static bool is_free(const struct aggregate_words *s, const struct pattern_match *m)
{
    const struct words *q = s->text;
    for (uint32_t i = m->start; i < m->end; i++)
        if (q->items[i].fixed || is_word_part(q, i) ||
            (s->subject.names[i] && !token_is(q, i, "of")))
            return false;
    return m->start > 0 && !token_is(q, m->start - 1, "at on in than many which that") &&
           q->items[m->start - 1].kind != TOKEN_NUMBER &&
           !token_in(q, m->start - 1, WORD_QUANTIFIER);
}

static enum stage stage_of(const struct aggregate_words *s, const struct place *p)
{
    const struct pattern *pattern = &p->phrase->pattern;
    if ((p->phrase->asks & s->asked) == 0)
        return STAGE_OTHER;
    if (!is_free(s, &p->match))
        return STAGE_NAME;
    if (p->match.end > s->text->n_first)
        return STAGE_MISPLACED; /* a later sentence, which no form reads */
    for (uint32_t i = 0; i < pattern->n_conditions; i++)
        if (!condition_holds(&p->match, &pattern->conditions[i]))
            return pattern->conditions[i].type == CONDITION_FITS ? STAGE_UNFIT : STAGE_MISPLACED;
    return STAGE_FIT;
}

static void note_stage(struct aggregate_words *s, const struct place *p, enum stage stage)
{
    if (s->stages[p->match.start] < stage)
        s->stages[p->match.start] = stage;
}

/* Add a place after those before it. Of two that share a word the longer stays: "total number of".
 */
static void add_place(struct aggregate_words *s, struct places *out, const struct place *p)
{
    assert(out->items || out->count == 0);
    struct place *last = out->count > 0 ? &out->items[out->count - 1] : NULL;
    if (last && last->match.end > p->match.start) {
        if (p->match.end - p->match.start > last->match.end - last->match.start)
            *last = *p;
        return;
    }
    ARENA_PUSH(s->arena, out->items, out->count);
    out->items[out->count++] = *p;
}

/* Does the phrase stand at word `at`, whatever its conditions? */
static bool find_place(const struct aggregate_words *s, const struct line_phrase *phrase,
                       uint32_t at, struct place *out)
{
    if (!phrase->rewords || !phrase->found)
        return false;
    struct pattern words = phrase->pattern;
    words.n_conditions = 0;
    *out = (struct place){
        .phrase = phrase,
        .match = {
            .arena = s->arena, .pattern = &words, .reading = s->reading, .subject = &s->subject}};
    bool found = pattern_match(&out->match, at);
    out->match.pattern = &phrase->pattern;
    return found;
}

/* Where phrases of the line stand, also in later sentences: the same word there cannot stay while
 * this one changes. */
static struct places find_places(struct aggregate_words *s, const struct line_phrase *line)
{
    struct places out = {0};
    struct place p;
    for (uint32_t i = 0; i < s->text->count; i++)
        for (uint32_t k = 0; k < line->n_line; k++)
            if (find_place(s, &line[k], i, &p))
                add_place(s, &out, &p);
    return out;
}

/* "The most books, most productive first": before an adjective "most" is a different word, which
 * need not change with the first. */
static bool is_adverb(const struct aggregate_words *s, const struct place *p)
{
    return phrase_has_form(p->phrase, "counted") && p->match.end < s->text->n_first;
}

/* Sets how far each place gets, and takes out those that need not change. Can all be replaced? */
static bool judge_places(struct aggregate_words *s, struct places *t)
{
    bool all = true;
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        struct place *p = &t->items[i];
        p->stage = stage_of(s, p);
        if (p->stage != STAGE_FIT)
            note_stage(s, p, p->stage);
        if (p->stage == STAGE_MISPLACED && is_adverb(s, p))
            continue;
        all &= p->stage == STAGE_FIT;
        t->items[n++] = *p;
    }
    t->count = n;
    return all;
}

/* Writing */

/* Number `n` of the words that may be written for the place, or STR_NONE. */
static struct str replacing_words(const struct place *p, uint32_t n)
{
    const struct line_phrase *line = p->phrase->line;
    for (uint32_t i = 0; i < p->phrase->n_line; i++)
        if (line[i].rewords && line[i].written && line[i].asks == p->phrase->asks && n-- == 0)
            return pattern_write(&p->match, &p->phrase->pattern.to[i], 0);
    return STR_NONE;
}

/* Would a word be said twice: "count the count of", "mean mean temperature", "total number of
 * singers in total"? */
static bool repeats_word(const struct pattern_match *m, struct str to)
{
    const struct words *q = &m->reading->said.words;
    for (uint32_t i = 0; i < q->n_first; i++)
        if (phrase_at(q, i, STR("in total")) && name_has_word(to, STR("total")))
            return true;
    return (m->start >= 2 && token_is(q, m->start - 2, "count") &&
            name_has_word(to, STR("count"))) ||
           (m->end < q->n_first && name_has_word(to, q->items[m->end].token));
}

static bool is_place(const struct places *t, uint32_t start)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->items[i].match.start == start)
            return true;
    return false;
}

/* The source from word `start` to `end`, not included, also in a later sentence. */
static struct str text_from(const struct words *q, uint32_t start, uint32_t end)
{
    struct words whole = words_whole(q);
    return text_between(&whole, start, end);
}

/* Set what the place becomes: itself, if that is the word. A superlative gets the article that it
 * needs, unless a word of its list that stays would need it too; a mean age needs none. */
static bool write_place(struct aggregate_words *s, const struct places *t, struct place *p,
                        uint32_t n)
{
    struct str to = replacing_words(p, n), old = text_from(s->text, p->match.start, p->match.end);
    p->to = old;
    if (to.ptr && wording_equal(to, old))
        return true;
    p->to = to;
    if (!to.ptr || p->stage != STAGE_FIT || repeats_word(&p->match, to))
        return false;
    uint32_t first = aggregates_start(&p->match);
    if (phrase_has_form(p->phrase, "quantity") || has_article(&p->match, first))
        return true;
    if (first == p->match.start)
        p->to = ARENA_CONCAT(s->arena, STR("the "), to);
    return is_place(t, first);
}

/* Append to `written` the question from `from` up to the place, and what the place becomes. */
static struct str append_place(struct aggregate_words *s, struct str written, size_t from,
                               const struct place *p)
{
    size_t at = (size_t)(s->text->items[p->match.start].token.ptr - s->text->text.ptr);
    return ARENA_CONCAT(s->arena, written, str_slice(s->text->text, from, at), p->to);
}

static bool write_places(struct aggregate_words *s, struct places *t, uint32_t n)
{
    const struct words *q = s->text;
    struct str question = STR(""), change = STR("");
    size_t from = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        struct place *p = &t->items[i];
        struct str last = q->items[p->match.end - 1].token;
        if (!write_place(s, t, p, n))
            return false;
        question = append_place(s, question, from, p);
        change = i == 0 ? p->to : append_place(s, change, from, p);
        from = (size_t)(last.ptr + last.len - q->text.ptr);
    }
    question = ARENA_CONCAT(s->arena, question, str_slice(q->text, from, q->text.len));
    struct str old = text_from(q, t->items[0].match.start, t->items[t->count - 1].match.end);
    return rewordings_add(s->arena, s->out, arena_str_capital(s->arena, question),
                          (struct change_entry){"from", old}, (struct change_entry){"to", change});
}

static void replace_line(struct aggregate_words *s, const struct line_phrase *line)
{
    struct places t = find_places(s, line);
    bool all = judge_places(s, &t), replaced = false;
    for (uint32_t n = 0; t.count > 0 && n < line->n_line; n++)
        replaced |= write_places(s, &t, n);
    for (uint32_t i = 0; i < t.count; i++)
        if (t.items[i].stage == STAGE_FIT)
            note_stage(s, &t.items[i], replaced ? STAGE_REPLACED : all ? STAGE_UNFIT : STAGE_FIT);
}

/* Count one refusal for each word that was not replaced. False if there was no word. */
static bool count_refusals(const struct aggregate_words *s)
{
    static const enum refusal reasons[STAGE_REPLACED] = {
        [STAGE_OTHER] = REFUSED_OTHER_AGGREGATE,    [STAGE_NAME] = REFUSED_WORD_IS_NAME,
        [STAGE_MISPLACED] = REFUSED_WORD_MISPLACED, [STAGE_UNFIT] = REFUSED_WORD_UNFIT,
        [STAGE_FIT] = REFUSED_WORD_TOGETHER,
    };
    bool found = false;
    for (uint32_t i = 0; i < s->text->count; i++) {
        enum stage stage = s->stages[i];
        found |= stage != STAGE_NO_WORD;
        if (stage != STAGE_NO_WORD && stage != STAGE_REPLACED)
            refuse(s->seed, reasons[stage]);
    }
    return found;
}

static uint64_t count_synonyms(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct rewordings *r = rewordings_begin(a, s, plan);
    const struct words *q = r->text;
    if (!s->phrases || !refuse_unless(s, s->stmt != NULL, REFUSED_NO_QUERY) ||
        !refuse_unless(s, !doubles_word(q), REFUSED_DOUBLED_WORD))
        return 0;
    struct query_aggregates query = query_aggregates_of(a, s);
    struct question_reading reading = question_read_words(q);
    bool counts = query.most || query.fewest;
    struct aggregate_words search = {
        .subject = {.phrases = s->phrases,
                    .schema = s->schema,
                    .names = named_words(a, q, s->schema, s->column_read),
                    .values = value_words(a, q, s->schema, &query),
                    .column = counts ? SCHEMA_NONE : (uint32_t)SCHEMA_STAR,
                    .counts = counts},
        .arena = a,
        .seed = s,
        .out = r,
        .text = q,
        .reading = &reading,
        .asked = asked_keywords(&query),
        .stages = arena_zalloc(a, (q->count + 1) * sizeof(enum stage)),
    };
    for (uint32_t i = 0; i < s->phrases->count; i += s->phrases->items[i].n_line)
        replace_line(&search, &s->phrases->items[i]);
    refuse_unless(s, count_refusals(&search), REFUSED_NO_WORD);
    return r->count;
}

const struct relation relation_SS = {
    .id = "SS",
    .name = "synonym substitution",
    .family = "mt-teql",
    .text = {.summary = "a word for an aggregate is replaced",
             .what = "A word for an aggregate or a superlative is replaced by another one.",
             .before = "What is the average price of the products?",
             .after = "What is the mean price of the products?",
             .answer = "The answer stays: both words mean what the query computes.",
             .page = "docs/reference/questions.md"},
    .count = count_synonyms,
    .make = rewordings_make,
};
