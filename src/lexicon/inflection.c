/* inflection.c: endings of nouns. */
#include "lexicon/inflection.h"

#include "lexicon/lexicon.h"

/* Endings and what stands for them in the singular, the more special first. */
struct ending {
    struct str plural, singular;
};

static const struct ending ENDINGS[] = {
    {STR_INIT("sses"), STR_INIT("ss")}, {STR_INIT("ches"), STR_INIT("ch")},
    {STR_INIT("shes"), STR_INIT("sh")}, {STR_INIT("xes"), STR_INIT("x")},
    {STR_INIT("zzes"), STR_INIT("zz")}, {STR_INIT("uses"), STR_INIT("us")},
    {STR_INIT("ies"), STR_INIT("y")},   {STR_INIT("men"), STR_INIT("man")},
    {STR_INIT("s"), STR_INIT("")},      {STR_INIT("es"), STR_INIT("")},
};

/* Endings of singulars that only look like plurals: address, status, analysis. */
static const struct str NOT_PLURAL[] = {STR_INIT("ss"), STR_INIT("us"), STR_INIT("is")};

enum { SHORTEST_STEM = 3 }; /* "gas" and "bus" are not the plurals of "ga" and "bu" */

static bool is_noun(const struct inflection *in, struct str word)
{
    uint32_t places[WORDNET_MAX_SENSES];
    return wordnet_senses(in->wordnet, WORDNET_NOUN, word, places) > 0;
}

static bool checked(const struct inflection *in)
{
    return in->wordnet && wordnet_present(in->wordnet);
}

/* Field `to` of the row whose field `from` is `word`; ptr NULL where there is none. */
static struct str irregular(const struct inflection *in, struct str word, uint32_t from,
                            uint32_t to)
{
    for (uint32_t i = 0; in->irregular && i < in->irregular->n_rows; i++) {
        const struct lexicon_row *row = &in->irregular->rows[i];
        if (row->n_fields >= 2 && row->fields[from].len == word.len &&
            (word.len == 0 || ascii_lower(row->fields[from].ptr[0]) == ascii_lower(word.ptr[0])) &&
            str_eq_nocase(row->fields[from], word))
            return row->fields[to];
    }
    return (struct str){0};
}

static bool looks_singular(struct str noun)
{
    for (size_t i = 0; i < sizeof NOT_PLURAL / sizeof *NOT_PLURAL; i++)
        if (str_ends(noun, NOT_PLURAL[i]))
            return true;
    return false;
}

static struct str by_ending(struct arena *a, const struct inflection *in, struct str noun)
{
    for (size_t i = 0; i < sizeof ENDINGS / sizeof *ENDINGS; i++) {
        const struct ending *e = &ENDINGS[i];
        if (!str_ends(noun, e->plural) ||
            noun.len - e->plural.len + e->singular.len < SHORTEST_STEM)
            continue;
        struct str stem = str_slice(noun, 0, noun.len - e->plural.len);
        struct str single = arena_printf(a, "%.*s%.*s", STR_ARG(stem), STR_ARG(e->singular));
        if (!checked(in) ? !str_eq(e->plural, STR("uses")) : is_noun(in, single))
            return single;
    }
    return noun;
}

struct str noun_singular(struct arena *a, const struct inflection *in, struct str noun)
{
    struct str known = irregular(in, noun, 1, 0);
    if (!known.ptr && in->wordnet)
        known = wordnet_exception(in->wordnet, WORDNET_NOUN, noun);
    if (known.ptr)
        return known;
    if (looks_singular(noun) || irregular(in, noun, 0, 0).ptr)
        return noun;
    return by_ending(a, in, noun);
}

static bool vowel(char c)
{
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

struct str noun_plural(struct arena *a, const struct inflection *in, struct str noun)
{
    struct str known = irregular(in, noun, 0, 1);
    if (!known.ptr && in->wordnet)
        known = wordnet_irregular(in->wordnet, WORDNET_NOUN, noun);
    if (known.ptr)
        return known;
    if (noun.len < 2)
        return arena_printf(a, "%.*ss", STR_ARG(noun));
    char last = noun.ptr[noun.len - 1], before = noun.ptr[noun.len - 2];
    if (last == 'y' && !vowel(before))
        return arena_printf(a, "%.*sies", STR_ARG(str_slice(noun, 0, noun.len - 1)));
    bool hiss = last == 's' || last == 'x' || last == 'z' || str_ends(noun, STR("ch")) ||
                str_ends(noun, STR("sh"));
    return arena_printf(a, "%.*s%s", STR_ARG(noun), hiss ? "es" : "s");
}

struct str noun_phrase_plural(struct arena *a, const struct inflection *in, struct str phrase)
{
    static const struct str JOINING[] = {STR_INIT(" of "), STR_INIT(" in "), STR_INIT(" per "),
                                         STR_INIT(" at "), STR_INIT(" by ")};
    size_t end = phrase.len;
    for (size_t i = 0; i < sizeof JOINING / sizeof *JOINING; i++) {
        size_t at = str_find(phrase, JOINING[i], 0);
        end = at < end ? at : end;
    }
    struct str head = str_slice(phrase, 0, end);
    size_t at = str_after_last(head, ' ');
    const struct str parts[] = {str_slice(head, 0, at),
                                noun_plural(a, in, str_slice(head, at, head.len)),
                                str_slice(phrase, end, phrase.len)};
    return arena_concat(a, parts, 3);
}

bool noun_same(struct arena *a, const struct inflection *in, struct str x, struct str y)
{
    if (str_eq_nocase(x, y))
        return true;
    /* No noun changes its first letter: most pairs need no more than this. */
    if (x.len == 0 || y.len == 0 || ascii_lower(x.ptr[0]) != ascii_lower(y.ptr[0]))
        return false;
    return str_eq_nocase(noun_singular(a, in, x), noun_singular(a, in, y));
}
