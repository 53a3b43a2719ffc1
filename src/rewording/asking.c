/* asking.c: how a question or command begins. */
#include "rewording/asking.h"

static bool is_word(const struct words *w, uint32_t at, struct str word)
{
    return at < w->count && str_eq(w->items[at].lower, word);
}

/* "what is", "which are", "please show me", "list"; `at` where nothing is asked for. */
static uint32_t skip_asking(const struct words *w, uint32_t at)
{
    uint32_t i = at + is_word(w, at, STR("please"));
    if (i >= w->count)
        return at;
    if (is_word(w, i, STR("what's")))
        return i + 1;
    if (is_word(w, i, STR("what")) || is_word(w, i, STR("which"))) {
        bool is = is_word(w, i + 1, STR("is")) || is_word(w, i + 1, STR("are")) ||
                  is_word(w, i + 1, STR("was")) || is_word(w, i + 1, STR("were"));
        return is ? i + 2 : at;
    }
    if (!(w->items[i].classes & WORD_COMMAND))
        return at;
    return i + 1 + (is_word(w, i + 1, STR("me")) || is_word(w, i + 1, STR("us")));
}

uint32_t asking_end(const struct words *w, uint32_t at)
{
    uint32_t end = skip_asking(w, at);
    while (end > at && (is_word(w, end, STR("the")) || is_word(w, end, STR("all"))))
        end++;
    return end;
}
