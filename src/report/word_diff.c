/* word_diff.c: the longest common part of two lists of words. */
#include "report/word_diff.h"

#include "base/buf.h"

#include <stdint.h>

enum { MAX_WORDS = 1000 };

struct diff_words {
    struct str items[MAX_WORDS];
    bool common[MAX_WORDS];
    uint32_t count;
};

static bool split(struct str text, struct diff_words *out)
{
    out->count = 0;
    for (struct str rest = text; rest.ptr;) {
        struct str word = str_split(&rest, ' ');
        if (word.len == 0)
            continue;
        if (out->count == MAX_WORDS)
            return false;
        out->common[out->count] = false;
        out->items[out->count++] = word;
    }
    return true;
}

/* Mark the words of a longest common part. lengths[i][k] is how long it is of the words from i and
 * k on. */
static void mark_common(struct arena *a, struct diff_words *x, struct diff_words *y)
{
    size_t width = (size_t)y->count + 1;
    uint32_t *lengths = arena_zalloc(a, (x->count + (size_t)1) * width * sizeof *lengths);
    for (size_t i = x->count; i-- > 0;)
        for (size_t k = y->count; k-- > 0;) {
            uint32_t *here = &lengths[i * width + k], below = here[width], right = here[1];
            *here = str_eq_nocase(x->items[i], y->items[k]) ? here[width + 1] + 1
                    : below > right                         ? below
                                                            : right;
        }
    for (uint32_t i = 0, k = 0; i < x->count && k < y->count;) {
        const uint32_t *here = &lengths[i * width + k];
        if (str_eq_nocase(x->items[i], y->items[k]))
            x->common[i++] = y->common[k++] = true;
        else if (here[width] >= here[1])
            i++;
        else
            k++;
    }
}

static struct str marked(struct arena *a, const struct diff_words *w, struct str open,
                         struct str close)
{
    struct buf out = {0};
    for (uint32_t i = 0; i < w->count; i++) {
        buf_put(&out, i ? STR(" ") : STR(""));
        bool begins = !w->common[i] && (i == 0 || w->common[i - 1]);
        bool ends = !w->common[i] && (i + 1 == w->count || w->common[i + 1]);
        buf_put(&out, begins ? open : STR(""));
        buf_put(&out, w->items[i]);
        buf_put(&out, ends ? close : STR(""));
    }
    struct str copy = arena_str(a, buf_str(&out));
    buf_release(&out);
    return copy;
}

void word_diff(struct arena *a, struct str before, struct str after, struct str *marked_before,
               struct str *marked_after)
{
    struct diff_words *x = ARENA_NEW(a, struct diff_words), *y = ARENA_NEW(a, struct diff_words);
    *marked_before = before;
    *marked_after = after;
    if (!split(before, x) || !split(after, y))
        return;
    mark_common(a, x, y);
    *marked_before = marked(a, x, STR("[-"), STR("-]"));
    *marked_after = marked(a, y, STR("{+"), STR("+}"));
}
