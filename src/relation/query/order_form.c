/* order_form.c: nouns and small words on either side of the words for an order. */
#include "relation/query/order_form.h"

#include "lexicon/noun_phrase.h"

bool order_has_form(const struct found_words *found, const char *form)
{
    return str_eq(found->row->fields[INDICATOR_FORM], str_from(form));
}

typedef bool order_form(const struct order *o, const struct found_words *found);

static bool is_word(const struct question_text *q, uint32_t i)
{
    return i < q->n_tokens && q->tokens[i].kind == TOKEN_WORD;
}

static bool is_noun(const struct question_text *q, uint32_t i)
{
    return is_word(q, i) &&
           !token_in(q, i,
                     WORD_PREPOSITION | WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN |
                         WORD_DETERMINER | WORD_RELATIVE | WORD_CONJUNCTION);
}

bool order_counts(const struct order *o)
{
    return str_eq(o->place->aggregate, STR("count"));
}

bool order_is_column_word(const struct order *o, uint32_t i)
{
    return is_noun(o->text, i) &&
           column_has_word(o->seed->schema, o->place->column, o->text->tokens[i].text);
}

bool order_ends_at(const struct question_text *q, uint32_t i)
{
    return i >= q->n_tokens || q->tokens[i].ends ||
           (q->tokens[i].kind == TOKEN_MARK && memchr(",;", q->tokens[i].text.ptr[0], 2) != NULL);
}

static bool form_implied(const struct order *o, const struct found_words *found)
{
    bool named = false;
    for (uint32_t i = found->gap.start; i < found->gap.end; i++) {
        if (token_in(o->text, i,
                     WORD_CONJUNCTION | WORD_RELATIVE | WORD_AUXILIARY | WORD_PREPOSITION) &&
            !token_is(o->text, i, "of"))
            return false;
        named |=
            order_is_column_word(o, i) ||
            (order_counts(o) && (token_is(o->text, i, "number") || token_is(o->text, i, "count") ||
                                 token_is(o->text, i, "frequency")));
    }
    return named && order_ends_at(o->text, found->gap.end);
}

static bool is_at(const struct order *o, const struct found_words *found)
{
    return found->words.start > 0 && token_is(o->text, found->words.start - 1, "at");
}

/* "most recently", "most experienced"; but of "most tournament wins", what is counted is the wins.
 */
static bool form_adjective(const struct order *o, const struct found_words *found)
{
    uint32_t i = found->gap.start, end = core_end(o->text, i);
    bool things = order_counts(o) && end > i + 1 && token_is_plural(o->text, end - 1) &&
                  !str_ends(o->text->tokens[i].text, STR("ly"));
    return !things && !is_at(o, found) && is_word(o->text, i) &&
           word_is_gradable(o->text->tokens[i].text) && !token_in(o->text, i, WORD_QUANTIFIER) &&
           !o->names[i];
}

static bool form_number(const struct order *o, const struct found_words *found)
{
    uint32_t i = found->words.end;
    return !is_at(o, found) && (token_is(o->text, i, "number") || token_is(o->text, i, "amount")) &&
           token_is(o->text, i + 1, "of");
}

/* No article, nor anything in its place: "has most number of flights". */
static bool is_bare(const struct order *o, const struct found_words *found)
{
    uint32_t i = found->words.start;
    return i > 0 && is_word(o->text, i - 1) &&
           (!token_in(o->text, i - 1, WORD_DETERMINER | WORD_QUANTIFIER) ||
            token_is(o->text, i - 1, "that")) &&
           !memchr(o->text->tokens[i - 1].text.ptr, '\'', o->text->tokens[i - 1].text.len);
}

static bool form_bare_number(const struct order *o, const struct found_words *found)
{
    return form_number(o, found) && is_bare(o, found);
}

/* "most car makers", "most concerts". Between the words and the plural nothing stands that could be
 * more or less so itself: "most diverse languages". */
static bool form_plural(const struct order *o, const struct found_words *found)
{
    uint32_t first = found->words.end, end = core_end(o->text, first);
    if (is_at(o, found) || !is_noun(o->text, first))
        return false;
    if (token_is_plural(o->text, first))
        return true;
    for (uint32_t i = first; i + 1 < end && i < first + 3; i++) {
        if (!o->names[i] && !o->text->tokens[i].fixed &&
            !token_in(o->text, i, WORD_QUANTIFIER | WORD_EITHER))
            return false;
        if (token_is_plural(o->text, i + 1))
            return true;
    }
    return false;
}

static bool form_bare_plural(const struct order *o, const struct found_words *found)
{
    return form_plural(o, found) && is_bare(o, found);
}

/* "has the most concerts", "with the most dogs": there a number of them could stand as well. */
static bool form_object_plural(const struct order *o, const struct found_words *found)
{
    const struct question_text *q = o->text;
    uint32_t i = found->words.start, end = core_end(q, found->words.end);
    if (i < 2 || !token_is(q, i - 1, "the") || !form_plural(o, found))
        return false;
    for (uint32_t k = found->words.end; k < end; k++)
        if (token_is(q, k, "times") || token_in(q, k, WORD_QUANTIFIER | WORD_EITHER))
            return false;
    return token_in(q, i - 2, WORD_PREPOSITION) || token_is(q, i - 2, "has") ||
           token_is(q, i - 2, "have") || token_is(q, i - 2, "had") ||
           is_past(q->tokens[i - 2].text);
}

/* "most horsepower", "is worth the most", "spent the most on"; not "most of", nor "most students",
 * nor "most student": what is counted stands in the plural. */
static bool form_mass(const struct order *o, const struct found_words *found)
{
    uint32_t next = found->words.end;
    if (is_at(o, found) || token_is(o->text, next, "of") || form_number(o, found))
        return false;
    if (!is_noun(o->text, next))
        return found->words.start > 0 && token_is(o->text, found->words.start - 1, "the") &&
               !token_in(o->text, next, WORD_DETERMINER | WORD_QUANTIFIER);
    uint32_t end = core_end(o->text, next);
    bool named = false;
    for (uint32_t i = next; i < end; i++)
        named |= order_is_column_word(o, i);
    return !order_counts(o) && end <= next + 2 && !token_is_plural(o->text, end - 1) &&
           (named || end == next + 1);
}

/* "the first student to register", not "the first name", "the first, middle and last name". */
static bool form_first(const struct order *o, const struct found_words *found)
{
    uint32_t next = found->words.end;
    return found->words.start > 0 && token_is(o->text, found->words.start - 1, "the") &&
           is_noun(o->text, next) && !token_is(o->text, next, "name") &&
           !token_is(o->text, next, "names") && !token_is(o->text, next, "last") &&
           !token_is(o->text, next, "middle");
}

static bool form_top(const struct order *o, const struct found_words *found)
{
    uint32_t next = found->words.end;
    return next < o->text->n_tokens &&
           (o->text->tokens[next].kind == TOKEN_NUMBER || token_in(o->text, next, WORD_QUANTIFIER));
}

static bool form_pick(const struct order *o, const struct found_words *found)
{
    return !is_at(o, found) && !form_number(o, found);
}

static bool form_list(const struct order *o, const struct found_words *found)
{
    (void)o;
    (void)found;
    return true;
}

bool order_formed(const struct order *o, const struct found_words *found)
{
    static const struct {
        const char *name;
        bool limited; /* for ORDER BY with LIMIT */
        order_form *test;
    } forms[] = {
        {"list", false, form_list},
        {"implied", false, form_implied},
        {"order", false, form_list},
        {"adjective", true, form_adjective},
        {"number", true, form_number},
        {"bare number", true, form_bare_number},
        {"object plural", true, form_object_plural},
        {"bare plural", true, form_bare_plural},
        {"plural", true, form_plural},
        {"mass", true, form_mass},
        {"first", true, form_first},
        {"top", true, form_top},
        {"pick", true, form_pick},
    };
    for (size_t i = 0; i < COUNT_OF(forms); i++)
        if (order_has_form(found, forms[i].name))
            return forms[i].limited == o->place->limited && forms[i].test(o, found);
    return false;
}
