/* lemmas.c: splitting names into comparable words. */
#include "link/lemmas.h"

#include "lexicon/inflection.h"
#include "lexicon/name_style.h"

enum { LONGEST_SINGULAR = 4 }; /* "gas", "news" */

struct str lemma_of(struct arena *a, const struct lexicon *l, struct str word)
{
    struct inflection in = {.irregular = lexicon_table(l, STR("irregular_nouns"))};
    struct str lemma = noun_singular(a, &in, word);
    bool plural = str_eq(lemma, word) && str_ends(word, STR("s")) && !str_ends(word, STR("ss")) &&
                  !str_ends(word, STR("us")) && !str_ends(word, STR("is"));
    return plural && word.len > LONGEST_SINGULAR ? str_slice(word, 0, word.len - 1) : lemma;
}

static void push(struct arena *a, const struct lexicon *l, struct lemmas *w, struct str word)
{
    ARENA_PUSH(a, w->items, w->count);
    w->items[w->count++] = lemma_of(a, l, word);
}

struct lemmas lemmas_of(struct arena *a, const struct lexicon *l, struct str words)
{
    struct lemmas out = {0};
    struct str lower = arena_str_lower(a, words);
    for (size_t at = 0; at < lower.len;) {
        size_t end = str_find(lower, STR(" "), at);
        if (end > at)
            push(a, l, &out, str_slice(lower, at, end));
        at = end + 1;
    }
    return out;
}

struct lemmas lemmas_of_name(struct arena *a, const struct lexicon *l, struct str name)
{
    struct lemmas out = {0};
    struct name_words split = name_split(a, name);
    for (uint32_t i = 0; i < split.count; i++)
        push(a, l, &out, split.items[i].text);
    return out;
}

bool lemmas_equal(struct lemmas x, struct lemmas y)
{
    if (x.count != y.count)
        return false;
    for (uint32_t i = 0; i < x.count; i++)
        if (!str_eq(x.items[i], y.items[i]))
            return false;
    return true;
}

struct str lemmas_join(struct arena *a, struct lemmas w)
{
    struct str out = w.count > 0 ? w.items[0] : (struct str){0};
    for (uint32_t i = 1; i < w.count; i++)
        out = arena_printf(a, "%.*s %.*s", STR_ARG(out), STR_ARG(w.items[i]));
    return out;
}
