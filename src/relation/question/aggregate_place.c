/* aggregate_place.c: what stands around a word for an aggregate. */
#include "relation/question/aggregate_place.h"

#include "lexicon/word_fact.h"
#include "link/named_words.h"
#include "link/noun_phrase.h"

bool place_denoted(const struct aggregate_place *p)
{
    const struct query_aggregates *q = p->query;
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
    for (size_t i = 0; i < COUNT_OF(facts); i++)
        if (str_eq(p->group->fields[0], str_from(facts[i].name)))
            return facts[i].has;
    return false;
}

static bool has_form(const struct aggregate_place *p, const char *form)
{
    return str_eq(p->group->fields[1], str_from(form));
}

static bool is_noun(const struct aggregate_place *p, uint32_t i)
{
    const struct word *t = &p->text->items[i];
    return i < p->text->n_first && t->kind == TOKEN_WORD &&
           !token_in(p->text, i,
                     WORD_PREPOSITION | WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN |
                         WORD_DETERMINER | WORD_RELATIVE | WORD_CONJUNCTION);
}

static bool is_joint(const struct words *q, uint32_t i)
{
    return token_is(q, i, "and") || (i < q->n_first && q->items[i].token.ptr[0] == ',');
}

/* Is the token a noun of a numeric column that the query aggregates or orders by? */
static bool is_value(const struct aggregate_place *p, uint32_t i)
{
    if (!is_noun(p, i))
        return false;
    for (uint32_t c = 0; c < p->query->n_columns; c++) {
        const struct schema_column *column = &p->seed->schema->columns[p->query->columns[c]];
        struct str word = p->text->items[i].token;
        if (column->type == SCHEMA_NUMBER &&
            (name_has_word(column->natural, word) || name_has_word(column->name, word)))
            return true;
    }
    return false;
}

/* "final tables made", "games won": a column that ends in a participle counts deeds, and counted
 * things are not high or low. */
static bool counts_deeds(const struct aggregate_place *p, uint32_t i)
{
    for (; is_noun(p, i); i++)
        if (is_value(p, i) && token_in(p->text, i, WORD_PARTICIPLE))
            return true;
    return false;
}

/* Is the token an aggregate that can be in a list: average, minimum and maximum? */
static bool is_listed_aggregate(const struct aggregate_place *p, uint32_t i)
{
    const struct lexicon_table *groups = lexicon_table(p->seed->lexicon, STR("aggregate_words"));
    for (uint32_t g = 0; g < groups->n_rows; g++)
        for (uint32_t j = 2; j < groups->rows[g].n_fields; j++)
            if (phrase_at(p->text, i, groups->rows[g].fields[j]) == 1)
                return true;
    return false;
}

/* The word of the column in "maximum capacity", or in "minimum and maximum capacity", past the
 * joined aggregates; "number" in "maximum number of tickets". n_first if none follows, or if
 * another noun comes first: "maximum duration and resolution". */
static uint32_t find_value(const struct aggregate_place *p)
{
    uint32_t n = p->text->n_first;
    bool described = false; /* a noun was passed */
    for (uint32_t i = p->end; i < n && i < p->end + 8; i++) {
        if (token_in(p->text, i, WORD_ORDERING) || (described && is_joint(p->text, i)))
            return n;
        bool number = token_is(p->text, i, "number") && token_is(p->text, i + 1, "of");
        if (is_value(p, i) || (number && is_value(p, i + 2)))
            return i;
        bool article = token_is(p->text, i, "the") && is_joint(p->text, i - 1);
        if (!is_noun(p, i) && !is_joint(p->text, i) && !article)
            return n;
        described |= is_noun(p, i) && !is_listed_aggregate(p, i);
    }
    return n;
}

static bool has_indefinite(const struct aggregate_place *p)
{
    return p->start > 0 && token_is(p->text, p->start - 1, "a an");
}

/* "A minimum age" is a bound, not a superlative. */
static bool before_value(const struct aggregate_place *p)
{
    uint32_t i = find_value(p);
    return i < p->text->n_first && !token_in(p->text, i + 1, WORD_ORDERING) &&
           !counts_deeds(p, i) && !has_indefinite(p);
}

static bool before_number(const struct aggregate_place *p)
{
    return token_is(p->text, p->end, "number") && token_is(p->text, p->end + 1, "of");
}

/* "which breed do the most dogs have": "number" is singular, so the verb would have to change. */
static bool is_inverted_subject(const struct aggregate_place *p)
{
    uint32_t i = p->start;
    if (i > 0 && token_in(p->text, i - 1, WORD_DETERMINER))
        i--;
    return i > 0 && token_is(p->text, i - 1, "do are were");
}

/* "most concerts", "largest number of concerts", but not "most popular" or "most of"; nor "most
 * diverse languages", since "most" may belong to "diverse"; nor "won the most times", an adverb. */
static bool before_plural(const struct aggregate_place *p)
{
    uint32_t end = core_end(p->text, p->end);
    for (uint32_t i = p->end; i + 1 < end; i++)
        if (!p->names[i] && !p->text->items[i].fixed && !token_in(p->text, i, WORD_QUANTIFIER))
            return false;
    return end > p->end && end <= p->end + 3 && is_noun(p, p->end) && !is_inverted_subject(p) &&
           !token_is(p->text, end - 1, "times") && noun_number(p->text, end - 1) == NUMBER_PLURAL;
}

/* Can `word` describe the noun? `*listed`: the list has it for other nouns at least. An empty word
 * stands for all of them. */
static bool noun_fits(const struct aggregate_place *p, struct str word, uint32_t noun, bool *listed)
{
    const struct fact_list all = facts_all(p->seed->lexicon, FACT_FITS);
    *listed = word.len == 0 || fact_with(p->seed->lexicon, FACT_FITS, word);
    for (uint32_t i = 0; i < all.count && *listed; i++)
        if ((word.len == 0 || fact_says(all.items[i], word)) &&
            name_has_word(all.items[i]->line->word, p->text->items[noun].token))
            return true;
    return false;
}

/* "the biggest city", not "the biggest percentage", "the most expensive price", "biggest first";
 * nor "the latest aired show", which would take an adverb. */
static bool before_thing(const struct aggregate_place *p)
{
    bool listed;
    uint32_t end = core_end(p->text, p->end);
    if (end > p->end + 1 && token_in(p->text, end - 1, WORD_VERB))
        end--; /* how much does the cheapest ticket cost */
    if (!is_noun(p, p->end) || token_in(p->text, p->end, WORD_ORDERING | WORD_PARTICIPLE) ||
        (token_is(p->text, p->end, "first") && end == p->end + 1) ||
        is_past(p->text->items[p->end].token))
        return false;
    for (uint32_t i = p->end; i < end; i++)
        if (is_value(p, i))
            return false;
    return end > p->end && !noun_fits(p, STR(""), end - 1, &listed);
}

/* Does the noun from `first` on name a quantity: a column that the query aggregates, or a known
 * measure? "The average loser" does not. */
static bool is_quantity(const struct aggregate_place *p, uint32_t first)
{
    bool listed;
    uint32_t end = core_end(p->text, first);
    for (uint32_t i = first; i < end; i++)
        if (is_value(p, i))
            return true;
    return end > first &&
           (noun_fits(p, STR(""), end - 1, &listed) || token_in(p->text, end - 1, WORD_MEASURE));
}

/* "total sales", "average age", not "total number", "older than average". */
static bool before_amount(const struct aggregate_place *p)
{
    uint32_t i = p->end;
    while (is_joint(p->text, i) || token_in(p->text, i, WORD_EITHER))
        i++; /* average and maximum age */
    return is_noun(p, p->end) && !token_is(p->text, p->end, "number amount count of") &&
           is_quantity(p, i);
}

/* "the number of singers", "names and number of songs"; not "most number of", "a number of", "the
 * number of them", "the number of times"; nor "what are the number of", which is wrong with any
 * word. */
static bool before_of(const struct aggregate_place *p)
{
    if (p->start == 0 || p->end >= p->text->n_first || token_in(p->text, p->end, WORD_PRONOUN) ||
        token_is(p->text, p->end, "times"))
        return false;
    uint32_t before = p->start - 1;
    if (token_is(p->text, before, "the") && before > 0 && token_is(p->text, before - 1, "are were"))
        return false;
    return token_is(p->text, before, "the") || token_in(p->text, before, WORD_COMMAND) ||
           is_joint(p->text, before);
}

/* "the sum of all payments", not "the sum of revenue": a total is of things. */
static bool before_them(const struct aggregate_place *p)
{
    return before_of(p) && token_in(p->text, p->end, WORD_DETERMINER);
}

bool place_formed(const struct aggregate_place *p)
{
    static const struct {
        const char *name;
        bool (*test)(const struct aggregate_place *p);
    } forms[] = {
        {"value", before_value}, {"number", before_number}, {"plural", before_plural},
        {"thing", before_thing}, {"amount", before_amount}, {"of", before_of},
        {"them", before_them},
    };
    if (p->end > p->text->n_first)
        return false; /* a later sentence, which no test reads */
    for (size_t i = 0; i < COUNT_OF(forms); i++)
        if (has_form(p, forms[i].name))
            return forms[i].test(p);
    return false;
}

bool place_free(const struct aggregate_place *p)
{
    const struct words *q = p->text;
    if (p->start == 0)
        return false;
    for (uint32_t i = p->start; i < p->end; i++)
        if (q->items[i].fixed || (p->names[i] && !token_is(q, i, "of")))
            return false;
    return !token_is(q, p->start - 1, "at on in than many which that") &&
           q->items[p->start - 1].kind != TOKEN_NUMBER &&
           !token_in(q, p->start - 1, WORD_QUANTIFIER); /* three lowest scores */
}

static bool is_vowel(char c)
{
    return memchr("aeiou", ascii_lower(c), 5) != NULL;
}

/* "an average" cannot become "a mean" without touching another word. */
static bool article_agrees(const struct aggregate_place *p, struct str to)
{
    return !has_indefinite(p) ||
           is_vowel(to.ptr[0]) == is_vowel(p->text->items[p->start].token.ptr[0]);
}

/* Would a word be said twice: "count the count of", "mean mean temperature", "total number of total
 * hours", "total number of singers in total"? */
static bool repeats_word(const struct aggregate_place *p, struct str to)
{
    for (uint32_t i = 0; i < p->text->n_first; i++)
        if (phrase_at(p->text, i, STR("in total")) && name_has_word(to, STR("total")))
            return true;
    if (p->start >= 2 && token_is(p->text, p->start - 2, "count") &&
        str_find(to, STR("count"), 0) < to.len)
        return true;
    return p->end < p->text->n_first && name_has_word(to, p->text->items[p->end].token);
}

/* Is one thing picked by its value: "the stadium with the highest capacity", "spoken by the largest
 * percentage", "who has the lowest score"? But not in "below the highest price". */
static bool picks_by_value(const struct aggregate_place *p)
{
    const struct words *q = p->text;
    uint32_t i = p->start;
    if (i > 0 && token_in(q, i - 1, WORD_DETERMINER))
        i--;
    return i > 0 && !token_is(q, i - 1, "than above below over under of") &&
           (token_in(q, i - 1, WORD_PREPOSITION) || token_is(q, i - 1, "has have had having"));
}

/* "Maximum" fits any noun if the question asks for the result of MAX(). Only a superlative can pick
 * something by its value. */
static bool names_aggregate(const struct aggregate_place *p)
{
    bool max = str_eq(p->group->fields[0], STR("max"));
    return p->query->shown[max ? QUERY_MAX : QUERY_MIN] && !picks_by_value(p);
}

/* Does `to` fit the noun from `first` on, and the one that "and" is_joint to it: the highest price
 * and score? */
static bool fits_nouns(const struct aggregate_place *p, struct str to, uint32_t first, bool *listed)
{
    const struct words *q = p->text;
    uint32_t end = core_end(q, first);
    if (!noun_fits(p, to, end > first ? end - 1 : first, listed))
        return false;
    return !is_joint(q, end) || !is_noun(p, end + 1) || !is_value(p, end + 1) ||
           noun_fits(p, to, core_end(q, end + 1) - 1, listed);
}

/* Does "total" stand beside the word, as in "total and minimum enrollment"? A superlative does not
 * fit such a list. */
static bool is_beside_total(const struct aggregate_place *p)
{
    const struct words *q = p->text;
    uint32_t before = p->start, after = p->end;
    while (before > 0 && is_joint(q, before - 1))
        before--;
    while (is_joint(q, after))
        after++;
    return (before > 0 && before < p->start && token_is(q, before - 1, "total")) ||
           (after > p->end && token_is(q, after, "total"));
}

/* Is the amount that of several things: "the total capacity of all plants"? A district's total
 * population is not combined. */
static bool is_of_several(const struct aggregate_place *p)
{
    for (uint32_t i = core_end(p->text, p->end); i < p->text->n_first; i++)
        if (is_of_many(p->text, i))
            return true;
    return false;
}

bool place_fits(const struct aggregate_place *p, struct str to)
{
    bool value = has_form(p, "value"), listed = false;
    uint32_t first;
    if (!article_agrees(p, to) || repeats_word(p, to) || (value && is_beside_total(p)))
        return false;
    if (!value && !has_form(p, "amount"))
        return true;
    if (str_eq(to, STR("combined")) && !is_of_several(p))
        return false;
    if (str_eq(to, STR("mean")) && place_article(p, &first) == ARTICLE_MISSING)
        return false; /* "what is mean age" can be misread */
    bool fits = fits_nouns(p, to, value ? find_value(p) : p->end, &listed);
    return fits || (!listed && (!value || names_aggregate(p)));
}

bool place_wants_article(const struct aggregate_place *p)
{
    return !has_form(p, "amount");
}

/* The first word of the list of aggregates that the word is in. */
static uint32_t list_start(const struct aggregate_place *p)
{
    uint32_t first = p->start;
    for (;;) {
        uint32_t i = first;
        while (i > 0 && is_joint(p->text, i - 1))
            i--;
        if (i == first || i == 0 || !is_listed_aggregate(p, i - 1))
            return first;
        first = i - 1;
    }
}

enum place_article place_article(const struct aggregate_place *p, uint32_t *first)
{
    const struct words *q = p->text;
    *first = list_start(p);
    uint32_t before = *first - 1;
    if (*first == 0 || token_in(q, before, WORD_DETERMINER))
        return ARTICLE_THERE;
    if (is_noun(p, before) && before > 0 && token_in(q, before - 1, WORD_DETERMINER) &&
        !token_in(q, before - 1, WORD_RELATIVE) && !token_in(q, before, WORD_COMMAND | WORD_VERB))
        return ARTICLE_THERE; /* the overall highest score, the city's lowest price */
    return *first == p->start ? ARTICLE_MISSING : ARTICLE_SHARED;
}
