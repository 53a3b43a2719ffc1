/* lemmas.c: splitting names into comparable words. */
#include "link/lemmas.h"

#include "lexicon/inflection.h"
#include "lexicon/name_style.h"

static void push(struct arena *a, const struct inflection *in, struct lemmas *w, struct str word)
{
    ARENA_PUSH(a, w->items, w->count);
    w->items[w->count++] = noun_singular(a, in, word);
}

static struct inflection inflection_of(const struct lexicon *l)
{
    return (struct inflection){.irregular = lexicon_table(l, STR("irregular_nouns"))};
}

struct lemmas lemmas_of(struct arena *a, const struct lexicon *l, struct str words)
{
    struct inflection in = inflection_of(l);
    struct lemmas out = {0};
    struct str lower = arena_str_lower(a, words);
    for (size_t at = 0; at < lower.len;) {
        size_t end = str_find(lower, STR(" "), at);
        if (end > at)
            push(a, &in, &out, str_slice(lower, at, end));
        at = end + 1;
    }
    return out;
}

struct lemmas lemmas_of_name(struct arena *a, const struct lexicon *l, struct str name)
{
    struct inflection in = inflection_of(l);
    struct lemmas out = {0};
    struct name_words split = name_split(a, name);
    for (uint32_t i = 0; i < split.count; i++)
        push(a, &in, &out, split.items[i].text);
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
