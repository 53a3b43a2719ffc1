/* counting.c: finding the noun and the rest of what is counted. */
#include "relation/question/counting.h"

#include "lexicon/noun_phrase.h"
#include "relation/question/query_aggregates.h"

/* First token behind the noun that is counted: the core of the phrase, and what "of" adds to it. */
static uint32_t noun_end(const struct question_text *q, uint32_t start)
{
    uint32_t end = core_end(q, start);
    while (token_is(q, end, "of") && end + 1 < q->n_first) {
        uint32_t next = end + 1 + (token_in(q, end + 1, WORD_DETERMINER) ? 1 : 0);
        uint32_t more = core_end(q, next);
        if (more == next)
            break;
        end = more;
    }
    return end;
}

/* Is the noun a plural that nothing unknown hides in? A verb that core_end() does not know would.
 */
static bool is_plain_noun(const struct question_text *q, uint32_t start, uint32_t end)
{
    uint32_t head = core_end(q, start);
    if (head > end)
        head = end;
    if (head == start || token_in(q, start, WORD_DETERMINER))
        return false;
    return noun_number(q, head - 1) == NUMBER_PLURAL;
}

/* The verb of "how many cars VERB …": an auxiliary or one of the known verbs. Words that could
 * begin another clause before it make the place unsure: then n_first. */
static uint32_t find_verb(const struct question_text *q, uint32_t start)
{
    for (uint32_t i = start; i < q->n_first; i++) {
        if (token_in(q, i, WORD_AUXILIARY | WORD_VERB) && i > start)
            return i;
        if (token_in(q, i, WORD_RELATIVE | WORD_CONJUNCTION | WORD_MODAL) ||
            token_is(q, i, "than") || q->tokens[i].kind == TOKEN_MARK)
            return q->n_first;
    }
    return q->n_first;
}

/* Does another verb follow that no small word announces, as in "how many churches opened in 1850
 * are there"? Then the first one was none. */
static bool has_later_verb(const struct question_text *q, uint32_t verb)
{
    for (uint32_t i = verb + 1; i < q->n_first; i++) {
        if (token_in(q, i, WORD_RELATIVE | WORD_CONJUNCTION) || q->tokens[i].kind == TOKEN_MARK)
            return false;
        if (token_in(q, i, WORD_AUXILIARY | WORD_MODAL))
            return true;
    }
    return false;
}

/* "that have 4 cylinders" from "have 4 cylinders". */
static bool relative_clause(struct arena *a, const struct question_text *q, uint32_t verb,
                            struct str *out)
{
    bool negated =
        (token_is(q, verb, "do") || token_is(q, verb, "did")) && token_is(q, verb + 1, "not");
    bool plural = token_is(q, verb, "are") || token_is(q, verb, "were") ||
                  token_is(q, verb, "have") || token_in(q, verb, WORD_VERB);
    if ((token_in(q, verb, WORD_VERB) && has_later_verb(q, verb)) ||
        has_stranded_preposition(q, verb))
        return false; /* the last: "how many industries are the companies in" */
    if ((!negated && !plural) || token_in(q, verb + 1, WORD_PRONOUN) ||
        token_is(q, verb - 1, "total"))
        return false; /* "the courses in total that are listed" is said by nobody */
    if (token_is(q, verb, "are") && token_in(q, verb + 1, WORD_PREPOSITION) &&
        !token_is(q, verb + 1, "not"))
        *out = text_between(q, verb + 1, q->n_first); /* the singers from each country */
    else
        *out = arena_printf(a, "that %.*s", STR_ARG(text_between(q, verb, q->n_first)));
    return true;
}

/* Take "NOUN VERB …" apart. */
static bool read_existing(struct arena *a, const struct question_text *q, uint32_t start,
                          struct counted *out)
{
    uint32_t verb = find_verb(q, start);
    if (verb == q->n_first || !is_plain_noun(q, start, verb))
        return false;
    bool there = token_is(q, verb + 1, "there");
    bool we_have = token_is(q, verb, "do") && token_in(q, verb + 1, WORD_PRONOUN) &&
                   token_is(q, verb + 2, "have");
    uint32_t end = noun_end(q, start);
    if (end > verb)
        end = verb;
    out->noun = text_between(q, start, end);
    struct str between = text_between(q, end, verb), rest;
    if (there || we_have)
        rest = text_between(q, verb + (there ? 2 : 3), q->n_first);
    else if (!relative_clause(a, q, verb, &rest))
        return false;
    out->rest = arena_printf(a, "%.*s%s%.*s", STR_ARG(between),
                             between.len > 0 && rest.len > 0 ? " " : "", STR_ARG(rest));
    return true;
}

/* Take "NOUN in each city", "NOUN that have …" apart. */
static bool read_items(const struct question_text *q, uint32_t start, struct counted *out)
{
    uint32_t end = noun_end(q, start);
    if (!is_plain_noun(q, start, end))
        return false;
    for (uint32_t i = start; i < end; i++)
        if (token_in(q, i, WORD_VERB | WORD_AUXILIARY))
            return false; /* the number of friends Kyle has */
    if (token_in(q, end, WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN | WORD_CONJUNCTION) ||
        (end < q->n_first && q->tokens[end].kind == TOKEN_MARK))
        return false;
    out->participle =
        end < q->n_first && (token_in(q, end, WORD_PARTICIPLE) || is_past(q->tokens[end].text));
    bool of = core_end(q, start) != end;
    if (of && end < q->n_first && !token_in(q, end, WORD_RELATIVE))
        return false; /* does "in each city" belong to the first noun or the second? */
    out->noun = text_between(q, start, end);
    out->rest = text_between(q, end, q->n_first);
    return true;
}

/* Is nothing asked for but the number? Otherwise "and" may join it to something else. */
static bool asks_one_thing(const struct question_text *q, const struct relation_seed *s,
                           uint32_t start)
{
    if (s->stmt && s->stmt->query->cores[0].n_results == 1)
        return true;
    for (uint32_t i = start; i < q->n_first; i++)
        if (token_is(q, i, "and") || q->tokens[i].text.ptr[0] == ',')
            return false;
    return true;
}

bool counted_read(struct arena *a, const struct question_text *q, const struct relation_seed *s,
                  struct counted *out)
{
    *out = (struct counted){0};
    uint32_t n = prefix_match(q, s->lexicon, PREFIX_COUNTING, &out->prefix);
    out->n_prefix = n;
    if (n == 0 || (s->stmt && !query_aggregates_of(a, s).called[QUERY_COUNT]))
        return false;
    if (has_second_question(q, n) || has_second_command(q, n) || !asks_one_thing(q, s, n))
        return false;
    bool read = out->prefix.follows == FOLLOWS_EXISTING ? read_existing(a, q, n, out)
                                                        : read_items(q, n, out);
    if (read && str_eq(out->rest, STR("in total")))
        out->rest.len = 0; /* a number of things is always their total */
    return read;
}
