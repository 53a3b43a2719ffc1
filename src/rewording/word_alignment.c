/* word_alignment.c: the longest run of words that two questions have in common. */
#include "rewording/word_alignment.h"

#include "lexicon/inflection.h"

bool words_same_family(struct arena *a, const struct word *x, const struct word *y)
{
    return str_eq(x->lemma, y->lemma) ||
           str_eq(word_stem(a, NULL, x->lemma), word_stem(a, NULL, y->lemma));
}

static struct str *stems_of(struct arena *a, const struct words *w)
{
    struct str *stems = ARENA_ARRAY(a, struct str, w->count + 1);
    for (uint32_t i = 0; i < w->count; i++)
        stems[i] = word_stem(a, NULL, w->items[i].lemma);
    return stems;
}

/* How many words two questions have in common from words i and k on, by i * (n + 1) + k. */
static uint32_t *common_lengths(struct arena *a, const struct str *x, uint32_t m,
                                const struct str *y, uint32_t n)
{
    uint32_t row = n + 1;
    uint32_t *length = arena_zalloc(a, (size_t)(m + 1) * row * sizeof *length);
    for (uint32_t i = m; i-- > 0;)
        for (uint32_t k = n; k-- > 0;) {
            uint32_t down = length[(i + 1) * row + k], right = length[i * row + k + 1];
            length[i * row + k] = str_eq(x[i], y[k]) ? length[(i + 1) * row + k + 1] + 1
                                  : down > right     ? down
                                                     : right;
        }
    return length;
}

uint32_t *words_kept(struct arena *a, const struct str *x, uint32_t m, const struct str *y,
                     uint32_t n)
{
    uint32_t *kept = ARENA_ARRAY(a, uint32_t, m + 1), *length = common_lengths(a, x, m, y, n);
    memset(kept, 0xFF, ((size_t)m + 1) * sizeof *kept);
    for (uint32_t i = 0, k = 0; i < m && k < n;)
        if (str_eq(x[i], y[k]))
            kept[i++] = k++;
        else if (length[(i + 1) * (n + 1) + k] >= length[i * (n + 1) + k + 1])
            i++;
        else
            k++;
    return kept;
}

struct word_alignment words_align(struct arena *a, const struct words *before,
                                  const struct words *after)
{
    struct word_alignment w = {.before = before, .after = after};
    w.partner = words_kept(a, stems_of(a, before), before->count, stems_of(a, after), after->count);
    w.stays = arena_zalloc(a, (size_t)after->count + 1);
    for (uint32_t i = 0; i < before->count; i++)
        if (w.partner[i] != WORD_GONE)
            w.stays[w.partner[i]] = true;
    return w;
}

bool word_says(const struct word *w)
{
    static const unsigned GRAMMAR = WORD_DETERMINER | WORD_PREPOSITION | WORD_RELATIVE |
                                    WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN |
                                    WORD_INTERROGATIVE | WORD_CONJUNCTION | WORD_COMMAND;
    return w->kind != TOKEN_MARK && !(w->classes & GRAMMAR);
}

/* Is a word that says something gone from this span of `before`? */
static bool any_gone(const struct word_alignment *w, uint32_t from, uint32_t end)
{
    for (uint32_t i = from; i < end; i++)
        if (w->partner[i] == WORD_GONE && word_says(&w->before->items[i]))
            return true;
    return false;
}

/* The span without the words at its ends that say nothing. */
static struct word_span saying_part(const struct word_alignment *w, uint32_t from, uint32_t end)
{
    while (from < end && !word_says(&w->after->items[from]))
        from++;
    while (end > from && !word_says(&w->after->items[end - 1]))
        end--;
    return (struct word_span){from, end};
}

struct word_span words_replaced(const struct word_alignment *w, uint32_t from, uint32_t end)
{
    static const struct word_span NONE = {0, 0};
    uint32_t left = from, right = end;
    for (uint32_t i = from; i < end; i++)
        if (w->partner[i] != WORD_GONE && word_says(&w->before->items[i]))
            return NONE;
    while (left > 0 && w->partner[left - 1] == WORD_GONE)
        left--;
    while (right < w->before->count && w->partner[right] == WORD_GONE)
        right++;
    if (any_gone(w, left, from) || any_gone(w, end, right))
        return NONE;
    return saying_part(w, left > 0 ? w->partner[left - 1] + 1 : 0,
                       right < w->before->count ? w->partner[right] : w->after->count);
}
