/* garble.c: places where a text can be spoiled, and spoiling one. */
#include "garble.h"

#include "fluency/gram_text.h"

/* The part to replace, and the text instead. */
struct garble_place {
    struct str first, second; /* of the text; second: only of words that are swapped */
};

struct garble_places {
    struct garble_place *items;
    uint32_t count;
};

const char *garbling_name(enum garbling g)
{
    static const char *const NAMES[] = {"words swapped", "article dropped"};
    return NAMES[g];
}

static bool is_article(struct str word)
{
    static const struct str ARTICLES[] = {STR_INIT("a"), STR_INIT("an"), STR_INIT("the")};
    return STR_IN(word, ARTICLES);
}

/* Is it a word of letters, as it stands in the text? */
static bool is_letters(const struct gram_word *w)
{
    char c = w->text.ptr[0];
    return (w->class == GRAM_WORD || w->class == GRAM_NAME) && ascii_small(c);
}

static bool can_swap(struct str text, struct str a, struct str b)
{
    size_t gap = (size_t)(b.ptr - a.ptr) - a.len;
    return gap == 1 && text.ptr[(size_t)(a.ptr - text.ptr) + a.len] == ' ' && !str_eq_nocase(a, b);
}

static struct garble_places find_places(struct arena *a, struct str text, enum garbling g)
{
    struct garble_places out = {0};
    struct gram_text walk = gram_text_of(text);
    struct str before = {0};
    for (struct gram_word w; gram_text_next(&walk, &w);) {
        struct str here = str_slice(text, walk.start, walk.at);
        bool plain = is_letters(&w);
        bool fits = g == GARBLE_DROP ? plain && is_article(w.text)
                                     : plain && before.ptr && can_swap(text, before, here);
        if (fits)
            ARENA_ADD(a, out.items, out.count,
                      g == GARBLE_DROP ? (struct garble_place){here, {0}}
                                       : (struct garble_place){before, here});
        before = plain ? here : (struct str){0};
    }
    return out;
}

static char to_upper(char c)
{
    return ascii_small(c) ? (char)(c - 'a' + 'A') : c;
}

/* The text with the place changed. If it begins the text, the capital stays there. */
static struct str spoil(struct arena *a, struct str text, const struct garble_place *p)
{
    size_t start = (size_t)(p->first.ptr - text.ptr), end = start + p->first.len;
    struct str out;
    if (p->second.ptr) {
        end = (size_t)(p->second.ptr - text.ptr) + p->second.len;
        out = arena_printf(a, "%.*s%.*s %.*s%.*s", (int)start, text.ptr, STR_ARG(p->second),
                           STR_ARG(p->first), STR_ARG(str_slice(text, end, text.len)));
    } else {
        while (end < text.len && ascii_space(text.ptr[end]))
            end++;
        out = arena_printf(a, "%.*s%.*s", (int)start, text.ptr,
                           STR_ARG(str_slice(text, end, text.len)));
    }
    if (start == 0 && out.len > 0 && to_upper(text.ptr[0]) == text.ptr[0]) {
        char *bytes = (char *)(uintptr_t)out.ptr; /* ours, and nobody has it yet */
        bytes[0] = to_upper(bytes[0]);
        if (p->second.ptr)
            bytes[p->second.len + 1] = ascii_lower(bytes[p->second.len + 1]);
    }
    return out;
}

struct str garble(struct arena *a, struct str text, enum garbling g, struct rng *rng)
{
    struct garble_places places = find_places(a, text, g);
    if (places.count == 0)
        return STR_NONE;
    return spoil(a, text, &places.items[rng_below(rng, places.count)]);
}
