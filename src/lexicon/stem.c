/* stem.c: taking endings off. */
#include "lexicon/stem.h"

enum { SHORTEST_STEM = 4 }; /* "order" is no "ord", and "user" no kin of "us" */

/* The longer before those they end with. */
static const struct str ENDINGS[] = {
    STR_INIT("ations"), STR_INIT("ators"), STR_INIT("ation"), STR_INIT("ating"), STR_INIT("ator"),
    STR_INIT("ated"),   STR_INIT("ates"),  STR_INIT("ments"), STR_INIT("ment"),  STR_INIT("ings"),
    STR_INIT("ions"),   STR_INIT("ing"),   STR_INIT("ion"),   STR_INIT("ate"),   STR_INIT("ers"),
    STR_INIT("ors"),    STR_INIT("est"),   STR_INIT("ed"),    STR_INIT("er"),    STR_INIT("or"),
    STR_INIT("es"),     STR_INIT("ly"),    STR_INIT("s"),     STR_INIT("e"),
};

static struct str without_ending(struct str word)
{
    for (size_t i = 0; i < COUNT_OF(ENDINGS); i++)
        if (str_ends(word, ENDINGS[i]) && word.len >= ENDINGS[i].len + SHORTEST_STEM)
            return str_slice(word, 0, word.len - ENDINGS[i].len);
    return word;
}

struct str word_stem(struct arena *a, const struct wordnet *w, struct str word)
{
    struct str verb = w ? wordnet_exception(w, WORDNET_VERB, word) : STR_NONE;
    if (verb.ptr)
        word = arena_str(a, verb);
    struct str stem = without_ending(word);
    for (struct str longer = word; stem.len < longer.len; stem = without_ending(stem))
        longer = stem; /* sponsor(s)(ed) */
    size_t n = stem.len;
    if (n > SHORTEST_STEM && stem.ptr[n - 1] == stem.ptr[n - 2])
        n--; /* travell(ing) */
    if (n > SHORTEST_STEM && (stem.ptr[n - 1] == 'i' || stem.ptr[n - 1] == 'y'))
        n--; /* carri(er), carry */
    return str_slice(stem, 0, n);
}
