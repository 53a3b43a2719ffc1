/* politeness.c: ask in a polite way (PL).
 *
 * "Find the names of all singers." → "Could you please find the names of all singers?" Such words
 * are polite; they do not change what is asked.
 *
 * Applies to sentences that begin with a command (find, list, count, …), and to those that begin
 * with a question word and end in a question mark. Does not apply if the question is polite
 * already, nor to other sentences, such as "For each city, list …": there the words would have to
 * go elsewhere. */
#include "relation/question/rewordings.h"

enum mood { MOOD_COMMAND, MOOD_QUESTION, MOOD_OTHER };

static const struct courtesy {
    struct str before, after; /* what is inserted; one of them is empty */
    enum mood mood;           /* of the sentences that it fits */
    char mark;                /* at the end of the new sentence */
} COURTESIES[] = {
    {STR_INIT("please"), STR_INIT(""), MOOD_COMMAND, '.'},
    {STR_INIT("could you please"), STR_INIT(""), MOOD_COMMAND, '?'},
    {STR_INIT("would you kindly"), STR_INIT(""), MOOD_COMMAND, '?'},
    {STR_INIT(""), STR_INIT("please"), MOOD_COMMAND, '.'},
    {STR_INIT("excuse me, but"), STR_INIT(""), MOOD_QUESTION, '?'},
    {STR_INIT("may I ask:"), STR_INIT(""), MOOD_QUESTION, '?'},
    {STR_INIT(""), STR_INIT("please"), MOOD_QUESTION, '?'},
};

static enum mood mood_of(const struct words *q)
{
    if (q->n_first < 2)
        return MOOD_OTHER;
    if (token_in(q, 0, WORD_COMMAND))
        return MOOD_COMMAND;
    bool asks = q->n_mark > 0 && q->items[q->n_first].token.ptr[0] == '?';
    return asks && token_in(q, 0, WORD_INTERROGATIVE) ? MOOD_QUESTION : MOOD_OTHER;
}

static bool is_polite(const struct words *q)
{
    static const struct str WORDS[] = {STR_INIT("please"), STR_INIT("kindly"), STR_INIT("thanks")};
    for (uint32_t i = 0; i < q->count; i++)
        for (size_t w = 0; w < COUNT_OF(WORDS); w++)
            if (str_eq_nocase(q->items[i].token, WORDS[w]))
                return true;
    return false;
}

static void add_variant(struct arena *a, struct rewordings *r, const struct courtesy *c)
{
    struct str body = text_between(r->text, 0, r->text->n_first);
    if (c->after.len > 0)
        body = arena_printf(a, "%.*s, %.*s", STR_ARG(body), STR_ARG(c->after));
    struct str pieces[] = {c->before, body};
    rewordings_add(a, r, sentence_write(a, r->text, pieces, 2, c->mark),
                   (struct change_entry){"inserted", c->before.len > 0 ? c->before : c->after},
                   (struct change_entry){0});
}

static uint64_t count(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct rewordings *r = rewordings_begin(a, s, plan);
    enum mood mood = mood_of(r->text);
    if (mood == MOOD_OTHER || is_polite(r->text))
        return 0;
    for (size_t i = 0; i < COUNT_OF(COURTESIES); i++)
        if (COURTESIES[i].mood == mood)
            add_variant(a, r, &COURTESIES[i]);
    return r->count;
}

const struct relation relation_PL = {
    .id = "PL",
    .name = "politeness",
    .family = "own",
    .text = {.summary = "the question is asked politely",
             .what = "A question or command gets words such as \"please\" or \"may I ask\".",
             .before = "List the names of customers who have never bought anything.",
             .after = "Please list the names of customers who have never bought anything.",
             .answer = "The answer stays: such words do not change what is asked.",
             .page = "docs/reference/relations.md"},
    .count = count,
    .make = rewordings_make,
};
