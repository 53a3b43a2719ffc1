/* noun_phrase.c: heads, numbers and ends of noun phrases. */
#include "link/noun_phrase.h"

#include "lexicon/inflection.h"

enum {
    /* What cannot begin a noun phrase. */
    NO_NOUN = WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN | WORD_INTERROGATIVE | WORD_PREPOSITION |
              WORD_CONJUNCTION,
    /* What ends the core of one. */
    ENDS_CORE = WORD_PREPOSITION | WORD_RELATIVE | WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN
};

/* IDs are not proper names, though they begin with a capital. */
static bool is_id(struct str word)
{
    return str_eq_nocase(word, STR("id")) || str_eq_nocase(word, STR("ids"));
}

static bool is_mark(const struct words *q, uint32_t i, char mark)
{
    return i < q->n_first && q->items[i].kind == TOKEN_MARK && q->items[i].token.ptr[0] == mark;
}

static bool is_possessive(struct str word)
{
    return memchr(word.ptr, '\'', word.len) || str_find(word, STR("\xe2\x80\x99"), 0) < word.len;
}

enum grammatical_number word_number(struct str word, unsigned classes)
{
    if ((classes & WORD_EITHER) || is_possessive(word))
        return NUMBER_UNSURE;
    bool plural = word.len > 2 && str_ends(word, STR("s")) && !looks_singular(word) &&
                  !(classes & WORD_SINGULAR);
    return plural || (classes & WORD_PLURAL) ? NUMBER_PLURAL : NUMBER_SINGULAR;
}

bool is_past(struct str word)
{
    return str_ends(word, STR("ed")) && !str_ends(word, STR("eed"));
}

/* "departing from", "named Kyle", "using the": a participle that begins a clause, rather than one
 * that describes the noun after it, as in "starting year". */
static bool begins_clause(const struct words *q, uint32_t i)
{
    const struct word *t = &q->items[i];
    if (t->kind != TOKEN_WORD || t->fixed)
        return false;
    bool participle = (t->classes & WORD_PARTICIPLE) ||
                      (t->token.len > 4 && (str_ends(t->token, STR("ing")) || is_past(t->token)));
    return participle &&
           (i + 1 >= q->n_first || q->items[i + 1].fixed || q->items[i + 1].kind == TOKEN_MARK ||
            token_in(q, i + 1,
                     WORD_PREPOSITION | WORD_DETERMINER | WORD_QUANTIFIER | WORD_PRONOUN));
}

uint32_t core_end(const struct words *q, uint32_t start)
{
    uint32_t i = start;
    while (i < q->n_first && q->items[i].kind != TOKEN_MARK &&
           !(token_in(q, i, ENDS_CORE) && !(i == start && token_in(q, i, WORD_DETERMINER))) &&
           !token_in(q, i, WORD_CONJUNCTION) && !(i > start && begins_clause(q, i)))
        i++;
    return i;
}

enum grammatical_number noun_number(const struct words *q, uint32_t i)
{
    const struct word *t = &q->items[i];
    if (t->kind != TOKEN_WORD || (t->fixed && !is_id(t->token)))
        return NUMBER_UNSURE;
    return word_number(t->token, t->classes);
}

bool word_is_gradable(struct str word)
{
    static const char *const endings[] = {"ly",  "ed",  "ous", "ive",  "ful", "able", "ible",
                                          "ent", "ant", "ic",  "ular", "ial", "ing"};
    for (size_t i = 0; i < COUNT_OF(endings); i++)
        if (word.len > 4 && str_ends(word, str_from(endings[i])))
            return true;
    return str_eq_nocase(word, STR("often"));
}

bool token_is_plural(const struct words *q, uint32_t i)
{
    const struct word *t = &q->items[i];
    enum grammatical_number number = noun_number(q, i);
    bool name = t->kind == TOKEN_WORD && t->fixed && !memchr(t->token.ptr, '\'', t->token.len);
    return number == NUMBER_PLURAL ||
           (number == NUMBER_UNSURE && name && str_ends(t->token, STR("s")) &&
            !str_ends(t->token, STR("ss")));
}

/* Is something else asked for after the core: "the name of the singer and the number of …"? Then
 * some people say it in the singular and others in the plural. */
static bool has_second_noun(const struct words *q, uint32_t from)
{
    for (uint32_t i = from; i + 1 < q->n_first; i++)
        if ((token_is(q, i, "and or with") || is_mark(q, i, ',')) &&
            (token_in(q, i + 1, WORD_DETERMINER | WORD_EITHER) || token_is(q, i + 1, "number its")))
            return true;
    return false;
}

/* Of the phrase from `start`, whose core after the determiner is first … end-1. */
static enum grammatical_number phrase_number(const struct words *q, uint32_t start, uint32_t first,
                                             uint32_t end)
{
    if (token_is(q, end, "and") || is_mark(q, end, ','))
        return NUMBER_PLURAL; /* the name and age; the name, age and country */
    if (end == first || token_is(q, end, "or") || is_mark(q, end, '('))
        return NUMBER_UNSURE;
    enum grammatical_number number = noun_number(q, end - 1);
    for (uint32_t i = start; i + 1 < end; i++) {
        if (number == NUMBER_SINGULAR && token_in(q, i, WORD_QUANTIFIER))
            return NUMBER_UNSURE; /* all name */
        if (i > start &&
            (str_ends(q->items[i].token, STR("ing")) || str_ends(q->items[i].token, STR("ed"))) &&
            noun_number(q, i - 1) != number)
            return NUMBER_UNSURE; /* the document using templates */
    }
    if (number == NUMBER_SINGULAR && has_second_noun(q, end))
        return NUMBER_UNSURE;
    return number;
}

bool has_stranded_preposition(const struct words *q, uint32_t start)
{
    uint32_t last = q->n_first - 1;
    if (!token_in(q, last, WORD_PREPOSITION))
        return false;
    for (uint32_t i = start; i < last; i++)
        if (token_in(q, i, WORD_RELATIVE))
            return false;
    return true;
}

/* Does a measure of them all, such as an average, stand in the core? */
static bool has_measure(const struct words *q, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++)
        if (token_in(q, i, WORD_EITHER | WORD_MEASURE | WORD_ORDERING) ||
            str_ends(q->items[i].token, STR("est")) || token_is(q, i, "mean count list"))
            return true;
    return false;
}

bool is_of_many(const struct words *q, uint32_t end)
{
    if (!token_is(q, end, "of for"))
        return false;
    uint32_t next = end + 1;
    while (token_in(q, next, WORD_DETERMINER | WORD_QUANTIFIER))
        next++;
    uint32_t last = core_end(q, next);
    return last > next && noun_number(q, last - 1) == NUMBER_PLURAL;
}

bool noun_phrase_read(const struct words *q, uint32_t start, struct noun_phrase *out)
{
    if (start >= q->n_first || q->items[start].kind == TOKEN_MARK)
        return false;
    bool determined = token_in(q, start, WORD_DETERMINER);
    if (!determined && token_in(q, start, NO_NOUN))
        return false;
    uint32_t first = start + (determined ? 1 : 0);
    uint32_t end = core_end(q, first);
    if (end == first && !determined)
        return false;
    /* "what are singers older": a verb right after the first noun makes it a clause */
    if (token_in(q, end, WORD_AUXILIARY | WORD_MODAL) || has_second_question(q, start))
        return false;
    bool possessive = false, measured = has_measure(q, first, end);
    for (uint32_t i = first; i < end; i++)
        possessive |= is_possessive(q->items[i].token);
    *out = (struct noun_phrase){
        .core_end = end,
        .number = phrase_number(q, start, first, end),
        .determined = determined || possessive,
        .measured = measured,
        .of_many = !measured && is_of_many(q, end),
        .distributive = token_in(q, start, WORD_DISTRIBUTIVE) ||
                        (q->items[start].fixed && !possessive && !is_id(q->items[start].token)),
    };
    return true;
}

bool has_second_question(const struct words *q, uint32_t start)
{
    bool relative = false; /* "that do not … and whose …" goes on with what "that" began */
    for (uint32_t i = start + 1; i < q->n_first; i++) {
        bool joined = token_in(q, i - 1, WORD_CONJUNCTION);
        if (token_is(q, i, "what") || (token_is(q, i, "how") && (joined || is_mark(q, i - 1, ','))))
            return true;
        if (token_in(q, i, WORD_INTERROGATIVE) && joined && !relative)
            return true;
        relative |= token_in(q, i, WORD_RELATIVE);
    }
    return false;
}

/* Is a word of the class `command` a verb here? Some are nouns unless something follows that they
 * can act on: "name and rank of the players". */
static bool commands_at(const struct words *q, uint32_t i)
{
    return !token_in(q, i, WORD_NOMINAL) ||
           token_in(q, i + 1,
                    WORD_DETERMINER | WORD_PRONOUN | WORD_INTERROGATIVE | WORD_QUANTIFIER) ||
           token_is(q, i + 1, "by in from first number according");
}

bool has_second_command(const struct words *q, uint32_t start)
{
    for (uint32_t i = start + 1; i < q->n_first; i++) {
        bool begins = token_in(q, i - 1, WORD_CONJUNCTION) || token_is(q, i - 1, "please") ||
                      is_mark(q, i - 1, ',') || is_mark(q, i - 1, ';');
        if (begins && token_in(q, i, WORD_COMMAND) && commands_at(q, i))
            return true;
    }
    return false;
}

bool doubles_word(const struct words *q)
{
    for (uint32_t i = 1; i < q->n_first; i++)
        if (token_in(q, i, WORD_DETERMINER | WORD_PREPOSITION) && !token_is(q, i, "that") &&
            str_eq_nocase(q->items[i].token, q->items[i - 1].token))
            return true;
    return false;
}
