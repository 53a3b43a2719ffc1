/* comparison_form.c: nouns, verbs and small words on either side of a comparison. */
#include "relation/query/comparison_form.h"

#include "lexicon/noun_phrase.h"

static bool is_verb_here(const struct question_text *q, uint32_t i)
{
    bool either = str_eq_nocase(q->tokens[i].text, STR("cost")) ||
                  str_eq_nocase(q->tokens[i].text, STR("costs"));
    if (i == 0 || token_in(q, i - 1, WORD_RELATIVE))
        return i > 0;
    return either && !token_in(q, i - 1, WORD_PREPOSITION | WORD_DETERMINER);
}

/* Is the token a noun for what is compared? */
static bool is_measure(const struct compared *c, uint32_t i)
{
    const struct token *t = &c->text->tokens[i];
    if (t->kind != TOKEN_WORD || (t->classes & (WORD_PREPOSITION | WORD_AUXILIARY)))
        return false;
    return (t->classes & WORD_MEASURE) ||
           column_has_word(c->seed->schema, c->place->column, t->text);
}

static bool is_be(const struct question_text *q, uint32_t i)
{
    static const char *const words[] = {"is", "are", "was", "were", "be", "been"};
    for (size_t k = 0; k < COUNT_OF(words); k++)
        if (token_is(q, i, words[k]))
            return true;
    return false;
}

static bool form_measure(const struct compared *c, const struct found_words *found)
{
    uint32_t i = found->words.start;
    return i > 0 && is_measure(c, i - 1) && !is_verb_here(c->text, i - 1);
}

/* "whose age is", "a population that is". */
static bool form_be(const struct compared *c, const struct found_words *found)
{
    uint32_t i = found->words.start;
    if (i < 2 || !is_be(c->text, i - 1))
        return false;
    i--;
    if (token_is(c->text, i - 1, "that") || token_is(c->text, i - 1, "which"))
        i--;
    for (uint32_t n = 0; n < 5 && i > 0 && !token_in(c->text, i - 1, WORD_RELATIVE); n++, i--)
        if (is_measure(c, i - 1))
            return true;
    return false;
}

static bool ends_phrase(const struct question_text *q, uint32_t i)
{
    return i >= q->n_tokens || q->tokens[i].kind == TOKEN_MARK ||
           token_in(q, i, WORD_CONJUNCTION | WORD_PREPOSITION | WORD_RELATIVE);
}

static bool form_person(const struct compared *c, const struct found_words *found)
{
    return found->words.start > 0 && is_be(c->text, found->words.start - 1) && c->value > 1 &&
           found->bound.end == found->bound.start + 1 && ends_phrase(c->text, found->bound.end);
}

static bool form_year(const struct compared *c, const struct found_words *found)
{
    uint32_t i = found->words.start;
    if (i == 0 || c->value < 1000 || c->value > 2999 || c->text->tokens[i - 1].kind != TOKEN_WORD)
        return false;
    return is_past(c->text->tokens[i - 1].text) || token_in(c->text, i - 1, WORD_PARTICIPLE);
}

/* Is it something that there is more or less of, rather than more or fewer: 10 minutes? */
static bool is_unit(const struct question_text *q, uint32_t i)
{
    return token_in(q, i, WORD_UNIT);
}

bool comparison_counts(const struct compared *c, const struct found_words *found)
{
    uint32_t first = found->words.end, end;
    if (c->literal.len == 0 || found->bound.start == found->bound.end || c->value < 0 ||
        compared_word(c, found->bound.end - 1, "once") > 0 ||
        compared_word(c, found->bound.end - 1, "twice") > 0)
        return false;
    end = core_end(c->text, first);
    if (end == first || is_unit(c->text, end - 1) || is_unit(c->text, first))
        return false;
    return token_is_plural(c->text, end - 1) || token_is_plural(c->text, first) || c->value == 1;
}

static bool form_things(const struct compared *c, const struct found_words *found)
{
    return found->gap.end > found->gap.start && token_is_plural(c->text, found->gap.end - 1) &&
           !is_unit(c->text, found->gap.end - 1);
}

static bool form_amount(const struct compared *c, const struct found_words *found)
{
    return found->gap.end > found->gap.start &&
           !word_is_gradable(c->text->tokens[found->gap.end - 1].text);
}

/* A film is longer than another, but nothing lasts shorter. */
static bool form_thing(const struct compared *c, const struct found_words *found)
{
    uint32_t i = found->words.start;
    if (i == 0 || c->text->tokens[i - 1].kind != TOKEN_WORD)
        return true;
    return !is_past(c->text->tokens[i - 1].text) &&
           !token_in(c->text, i - 1, WORD_PARTICIPLE | WORD_VERB) &&
           compared_word(c, i - 1, "lasting") == 0;
}

bool comparison_formed(const struct compared *c, const struct found_words *found)
{
    static const struct {
        const char *name;
        bool (*test)(const struct compared *c, const struct found_words *found);
    } forms[] = {{"count", comparison_counts}, {"things", form_things}, {"amount", form_amount},
                 {"measure", form_measure},    {"be", form_be},         {"thing", form_thing},
                 {"person", form_person},      {"year", form_year}};
    for (size_t i = 0; i < COUNT_OF(forms); i++)
        if (str_eq(found->row->fields[INDICATOR_FORM], str_from(forms[i].name)))
            return forms[i].test(c, found);
    return true;
}

/* Is the bound an average without its article: "older than average"? */
static bool is_bare_average(const struct compared *c, const struct found_words *found)
{
    return c->literal.len == 0 && found->words.end < c->text->n_tokens &&
           compared_word(c, found->words.end, "average") > 0;
}

/* Is it any of several: "larger than any country"? */
static bool is_quantified(const struct compared *c, const struct found_words *found)
{
    return c->literal.len == 0 && (comparison_ahead(c, found->words.end, "all") ||
                                   comparison_ahead(c, found->words.end, "one"));
}

/* Is it the measure of another thing that is told by the thing alone: "earn more than the lowest
 * earning clerk"? */
static bool is_other_thing(const struct compared *c, const struct found_words *found)
{
    return c->literal.len == 0 && str_eq(found->row->fields[INDICATOR_FORM], STR("any")) &&
           !str_eq_nocase(comparison_aggregate(c), STR("avg"));
}

/* "do more than one employee", "there are more than one": at least one does, and is. */
static bool follows_plural_verb(const struct question_text *q, uint32_t start)
{
    return start > 0 && (token_is(q, start - 1, "do") || token_is(q, start - 1, "are") ||
                         token_is(q, start - 1, "were"));
}

bool comparison_reads_well(const struct compared *c, const struct found_words *found,
                           struct str words)
{
    const struct question_text *q = c->text;
    uint32_t start = found->words.start;
    bool at = str_starts(words, STR("at ")), of = str_starts(words, STR("of at "));
    if (!indicator_writable(found, words) || (at && start > 0 && token_is(q, start - 1, "at")) ||
        (at && c->value == 1 && follows_plural_verb(q, start)))
        return false;
    bool has_of = token_is(q, start, "of");
    for (uint32_t i = 1; i <= 3 && i <= start; i++)
        if (of && !has_of && token_is(q, start - i, "of"))
            return false;
    if (str_ends(words, STR(" as")) && c->literal.len > 0)
        return false; /* at least as many as 10 */
    if (str_starts(words, STR("in or ")) && token_is(q, found->words.end, "or"))
        return false;
    return !((at || of) &&
             (is_bare_average(c, found) || is_quantified(c, found) || is_other_thing(c, found)));
}
