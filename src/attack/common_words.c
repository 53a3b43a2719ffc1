/* common_words.c: the longest common part of two rows of words. */
#include "attack/common_words.h"

/* Nobody asks longer questions. Of one that is longer, no word counts as kept. */
enum { ROW_MAX = 400 };

static bool is_part_of_word(char c)
{
    return ascii_digit(c) || ascii_letter(c) || (c & 0x80);
}

static struct str without_marks(struct str word)
{
    size_t start = 0, end = word.len;
    while (start < end && !is_part_of_word(word.ptr[start]))
        start++;
    while (end > start && !is_part_of_word(word.ptr[end - 1]))
        end--;
    return str_slice(word, start, end);
}

struct word_row word_row_of(struct arena *a, struct str question)
{
    struct word_row row = {NULL, 0};
    for (size_t at = 0; at < question.len;) {
        size_t end = at;
        while (end < question.len && !ascii_space(question.ptr[end]))
            end++;
        struct str word = without_marks(str_slice(question, at, end));
        at = end + 1;
        if (word.len == 0)
            continue;
        ARENA_PUSH(a, row.items, row.count);
        row.items[row.count++] = word;
    }
    return row;
}

/* lengths[i][j]: of the longest common part of the words from i and from j on. */
static uint16_t *common_lengths(struct arena *a, const struct word_row *x, const struct word_row *y)
{
    size_t width = (size_t)y->count + 1;
    uint16_t *lengths = arena_zalloc(a, ((size_t)x->count + 1) * width * sizeof *lengths);
    for (uint32_t i = x->count; i-- > 0;)
        for (uint32_t j = y->count; j-- > 0;) {
            uint16_t skip_x = lengths[(i + 1) * width + j], skip_y = lengths[i * width + j + 1];
            lengths[i * width + j] = str_eq_nocase(x->items[i], y->items[j])
                                         ? (uint16_t)(lengths[(i + 1) * width + j + 1] + 1)
                                     : skip_x > skip_y ? skip_x
                                                       : skip_y;
        }
    return lengths;
}

uint32_t *words_kept(struct arena *a, const struct word_row *before, const struct word_row *after)
{
    uint32_t *kept = ARENA_ARRAY(a, uint32_t, before->count);
    for (uint32_t i = 0; i < before->count; i++)
        kept[i] = WORD_GONE;
    if (before->count > ROW_MAX || after->count > ROW_MAX)
        return kept;
    const uint16_t *lengths = common_lengths(a, before, after);
    size_t width = (size_t)after->count + 1;
    for (uint32_t i = 0, j = 0; i < before->count && j < after->count;)
        if (str_eq_nocase(before->items[i], after->items[j]))
            kept[i++] = j++;
        else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])
            i++;
        else
            j++;
    return kept;
}
