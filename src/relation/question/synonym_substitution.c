/* synonym_substitution.c: another word for an aggregate or superlative (SS, MT-TEQL §3.1, Table 3).
 *
 * "What is the maximum capacity?" → "What is the highest capacity?" The groups of words are in
 * data/aggregate_words.tsv.
 *
 * Holds where the word denotes the aggregate and not something else. So the query must have it, and
 * the word must stand where its group allows: "largest" can be "highest" before a numeric column
 * that the query aggregates or orders by, never before "city". Words that are names, of the schema
 * or proper ones, stay, and so do fixed phrases ("at most", "on average"). Without a query nothing
 * is replaced. */
#include "relation/question/named_words.h"
#include "relation/question/noun_phrase.h"
#include "relation/question/query_aggregates.h"
#include "relation/question/rewordings.h"
#include "relation/refusal.h"

/* How far a word got on its way to being replaced, in one group or another. */
enum stage { STAGE_NO_WORD, STAGE_WORD, STAGE_DENOTED, STAGE_FREE, STAGE_USED };

struct word_place {
    const struct relation_seed *seed;
    const struct question_text *text;
    const struct query_aggregates *query;
    const bool *names; /* by token: it is a name of the schema */
    const struct lexicon_table *groups;
    uint32_t start, end; /* of the word that may be replaced */
    uint32_t paired;     /* tokens before this one changed with another */
    enum stage stage;    /* how far the word at start got */
};

typedef bool place_test(const struct word_place *p);

/* What the query must have: the first field of a group. */
static bool query_has(const struct query_aggregates *q, struct str aggregate)
{
    const struct {
        const char *name;
        bool has;
    } facts[] = {
        {"max", q->called[QUERY_MAX] || q->top},
        {"min", q->called[QUERY_MIN] || q->bottom},
        {"avg", q->called[QUERY_AVG]},
        {"sum", q->called[QUERY_SUM]},
        {"count", q->called[QUERY_COUNT] && !q->called[QUERY_SUM]},
        {"many", q->most},
        {"few", q->fewest},
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (str_eq(aggregate, str_from(facts[i].name)))
            return facts[i].has;
    return false;
}

static bool is_noun(const struct word_place *p, uint32_t i)
{
    const struct token *t = &p->text->tokens[i];
    return i < p->text->n_first && t->kind == TOKEN_WORD &&
           !token_in(p->text, i,
                     WORD_PREPOSITION | WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN |
                         WORD_DETERMINER | WORD_RELATIVE | WORD_CONJUNCTION);
}

/* Is the token a word of a numeric column that the query aggregates or orders by? */
static bool is_value(const struct word_place *p, uint32_t i)
{
    for (uint32_t c = 0; c < p->query->n_columns; c++) {
        const struct schema_column *column = &p->seed->schema->columns[p->query->columns[c]];
        struct str word = p->text->tokens[i].text;
        if (column->type == SCHEMA_NUMBER &&
            (name_has_word(column->natural, word) || name_has_word(column->name, word)))
            return true;
    }
    return false;
}

/* "final tables made", "games won": a column that ends in a participle counts what was done, and
 * what is counted is not high or low. */
static bool counts_deeds(const struct word_place *p, uint32_t i)
{
    for (; is_noun(p, i); i++)
        if (is_value(p, i) && token_in(p->text, i, WORD_PARTICIPLE))
            return true;
    return false;
}

/* "maximum capacity", "minimum and maximum capacity": over what joins aggregates to the column. */
static bool before_value(const struct word_place *p)
{
    uint32_t i = p->end, n = p->text->n_first;
    for (; i < n && i < p->end + 8; i++) {
        const struct token *t = &p->text->tokens[i];
        if (token_in(p->text, i, WORD_ORDERING))
            return false;
        if (is_value(p, i))
            return !token_in(p->text, i + 1, WORD_ORDERING) && !counts_deeds(p, i);
        if (!is_noun(p, i) && !token_is(p->text, i, "and") && t->text.ptr[0] != ',')
            return false;
    }
    return false;
}

static bool before_number(const struct word_place *p)
{
    return token_is(p->text, p->end, "number") && token_is(p->text, p->end + 1, "of");
}

/* "most concerts", "largest number of concerts", but not "most popular", "most of"; nor "most
 * diverse languages", since "diverse" may be what there is most of. */
static bool before_plural(const struct word_place *p)
{
    uint32_t end = core_end(p->text, p->end);
    for (uint32_t i = p->end; i + 1 < end; i++)
        if (!p->names[i] && !p->text->tokens[i].fixed && !token_in(p->text, i, WORD_QUANTIFIER))
            return false;
    return end > p->end && end <= p->end + 3 && is_noun(p, p->end) &&
           noun_number(p->text, end - 1) == NUMBER_PLURAL;
}

static bool before_thing(const struct word_place *p)
{
    return is_noun(p, p->end) && !token_in(p->text, p->end, WORD_ORDERING);
}

/* "total sales", "average age", not "total number", "older than average". */
static bool before_amount(const struct word_place *p)
{
    return is_noun(p, p->end) && !token_is(p->text, p->end, "number") &&
           !token_is(p->text, p->end, "amount") && !token_is(p->text, p->end, "count") &&
           !token_is(p->text, p->end, "of");
}

/* "the number of singers", "names and number of songs"; not "most number of", "a number of". */
static bool before_of(const struct word_place *p)
{
    if (p->start == 0 || p->end >= p->text->n_first)
        return false;
    uint32_t before = p->start - 1;
    return token_is(p->text, before, "the") || token_in(p->text, before, WORD_COMMAND) ||
           token_is(p->text, before, "and") || p->text->tokens[before].text.ptr[0] == ',';
}

static const struct {
    const char *name;
    place_test *test;
} forms[] = {
    {"value", before_value}, {"number", before_number}, {"plural", before_plural},
    {"thing", before_thing}, {"amount", before_amount}, {"of", before_of},
};

static bool form_fits(const struct word_place *p, struct str form)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (str_eq(form, str_from(forms[i].name)))
            return forms[i].test(p);
    return false;
}

static bool is_vowel(char c)
{
    return memchr("aeiou", ascii_lower(c), 5) != NULL;
}

/* Is the word free to change: no name, and no part of a phrase such as "at most", "on average",
 * "how many total", "top 3 largest"? */
static bool is_free(const struct word_place *p)
{
    const struct question_text *q = p->text;
    static const char *const before[] = {"at", "on", "in", "than", "many", "which", "that"};
    for (uint32_t i = p->start; i < p->end; i++)
        if (q->tokens[i].fixed || (p->names[i] && !token_is(q, i, "of")))
            return false;
    if (p->start == 0)
        return true;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (token_is(q, p->start - 1, before[i]))
            return false;
    return q->tokens[p->start - 1].kind != TOKEN_NUMBER;
}

/* "an average" cannot become "a mean" without touching another word. */
static bool article_agrees(const struct word_place *p, struct str to)
{
    if (p->start == 0 ||
        !(token_is(p->text, p->start - 1, "a") || token_is(p->text, p->start - 1, "an")))
        return true;
    return is_vowel(to.ptr[0]) == is_vowel(p->text->tokens[p->start].text.ptr[0]);
}

/* "count the count of", "mean mean temperature": says the same word twice. */
static bool repeats(const struct word_place *p, struct str to)
{
    if (p->start >= 2 && token_is(p->text, p->start - 2, "count") &&
        str_find(to, STR("count"), 0) < to.len)
        return true;
    return p->end < p->text->n_first && str_eq_nocase(p->text->tokens[p->end].text, to);
}

/* Write `to` in place of tokens start … end-1. */
static void replace(struct arena *a, struct rewordings *r, const struct word_place *p, uint32_t end,
                    struct str to)
{
    const struct question_text *q = p->text;
    struct str from = text_between(q, p->start, end);
    size_t at = (size_t)(from.ptr - q->text.ptr);
    struct str question = arena_printf(a, "%.*s%.*s%.*s", (int)at, q->text.ptr, STR_ARG(to),
                                       STR_ARG(str_slice(q->text, at + from.len, q->text.len)));
    rewordings_add(a, r, sentence_capital(a, question), (struct change_entry){"from", from},
                   (struct change_entry){"to", to});
}

static const struct lexicon_row *opposite(const struct word_place *p,
                                          const struct lexicon_row *group)
{
    bool max = str_eq(group->fields[0], STR("max"));
    if (!str_eq(group->fields[1], STR("value")))
        return NULL;
    for (uint32_t i = 0; i < p->groups->n_rows; i++)
        if (str_eq(p->groups->rows[i].fields[0], max ? STR("min") : STR("max")) &&
            str_eq(p->groups->rows[i].fields[1], STR("value")))
            return &p->groups->rows[i];
    return NULL;
}

/* "minimum and maximum", "minimum, and maximum": the place of the second word; 0 where the words do
 * not stand so. */
static uint32_t partner_after(const struct word_place *p, struct str word)
{
    uint32_t i = p->end;
    while (i < p->text->n_first && i < p->end + 2 &&
           (token_is(p->text, i, "and") || p->text->tokens[i].text.ptr[0] == ','))
        i++;
    return i > p->end && phrase_at(p->text, i, word) == 1 ? i : 0;
}

/* Two words that belong together change together. */
static void replace_pair(struct arena *a, struct rewordings *r, const struct word_place *p,
                         const struct lexicon_row *first, const struct lexicon_row *second,
                         uint32_t partner)
{
    const struct token *t = p->text->tokens;
    const char *from = t[p->end - 1].text.ptr + t[p->end - 1].text.len;
    struct str between = {from, (size_t)(t[partner].text.ptr - from)};
    for (uint32_t i = 2; i < first->n_fields && i < second->n_fields; i++)
        if (article_agrees(p, first->fields[i]))
            replace(a, r, p, partner + 1,
                    arena_printf(a, "%.*s%.*s%.*s", STR_ARG(first->fields[i]), STR_ARG(between),
                                 STR_ARG(second->fields[i])));
}

static void replace_word(struct arena *a, struct rewordings *r, const struct word_place *p,
                         const struct lexicon_row *group)
{
    for (uint32_t i = 2; i < group->n_fields; i++)
        if (article_agrees(p, group->fields[i]) && !repeats(p, group->fields[i]))
            replace(a, r, p, p->end, group->fields[i]);
}

/* Does the word denote the group's aggregate here? Notes how far that goes. */
static bool reaches_end(struct word_place *p, const struct lexicon_row *group)
{
    enum stage stage = STAGE_WORD;
    if (query_has(p->query, group->fields[0]))
        stage = STAGE_DENOTED;
    if (stage == STAGE_DENOTED && is_free(p))
        stage = STAGE_FREE;
    if (stage == STAGE_FREE && form_fits(p, group->fields[1]))
        stage = STAGE_USED;
    p->stage = stage > p->stage ? stage : p->stage;
    return stage == STAGE_USED;
}

static void try_group(struct arena *a, struct rewordings *r, struct word_place *p,
                      const struct lexicon_row *group)
{
    const struct lexicon_row *other = opposite(p, group);
    for (uint32_t i = 2; i < group->n_fields; i++) {
        uint32_t n = phrase_at(p->text, p->start, group->fields[i]);
        p->end = p->start + n;
        if (n == 0 || !reaches_end(p, group))
            continue;
        uint32_t partner = other && i < other->n_fields ? partner_after(p, other->fields[i]) : 0;
        if (partner > 0)
            replace_pair(a, r, p, group, other, partner);
        else if (p->start >= p->paired)
            replace_word(a, r, p, group);
        if (partner > 0)
            p->paired = partner + 1;
    }
}

static void count_refusal(const struct relation_seed *s, enum stage stage)
{
    if (stage == STAGE_WORD)
        refuse(s, REFUSED_OTHER_AGGREGATE);
    else if (stage == STAGE_DENOTED)
        refuse(s, REFUSED_WORD_IS_NAME);
    else if (stage == STAGE_FREE)
        refuse(s, REFUSED_WORD_MISPLACED);
}

static uint64_t count(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct question_text *q = ARENA_NEW(a, struct question_text);
    struct rewordings *r = ARENA_NEW(a, struct rewordings);
    *q = question_text_read(a, s->seed->question, s->lexicon);
    r->text = q;
    *plan = r;
    if (!refuse_unless(s, s->stmt != NULL, REFUSED_NO_QUERY))
        return 0;
    struct query_aggregates query = query_aggregates_of(a, s);
    struct word_place p = {.seed = s,
                           .text = q,
                           .query = &query,
                           .names = named_words(a, q, s->schema, s->column_read),
                           .groups = lexicon_table(s->lexicon, STR("aggregate_words"))};
    bool found = false;
    for (p.start = 1; p.start < q->n_first; p.start++) {
        p.stage = STAGE_NO_WORD;
        for (uint32_t i = 0; i < p.groups->n_rows; i++)
            try_group(a, r, &p, &p.groups->rows[i]);
        found |= p.stage != STAGE_NO_WORD;
        count_refusal(s, p.stage);
    }
    refuse_unless(s, found, REFUSED_NO_WORD);
    return r->count;
}

const struct relation relation_SS = {
    "SS",
    "synonym substitution",
    "mt-teql",
    {.summary = "a word for an aggregate is replaced",
     .what = "A word for an aggregate or a superlative is replaced by another one.",
     .before = "What is the average price of the products?",
     .after = "What is the mean price of the products?",
     .answer = "The answer stays: both words mean what the query computes.",
     .page = "docs/questions.md"},
    count,
    rewordings_make,
};
