/* attribute.c: rows of attributes.tsv: words, type, and values as "low..high", "one|two|three",
 * "@words" for those of another row, or "-" for none. */
#include "lexicon/attribute.h"

#include <stdlib.h>

static const struct str TYPE_NAMES[] = {
    [ATTRIBUTE_TEXT] = STR_INIT("text"),
    [ATTRIBUTE_NUMBER] = STR_INIT("number"),
    [ATTRIBUTE_TIME] = STR_INIT("time"),
    [ATTRIBUTE_BOOLEAN] = STR_INIT("boolean"),
};

static int64_t to_integer(struct str digits)
{
    char copy[24] = {0};
    memcpy(copy, digits.ptr, digits.len < sizeof copy - 1 ? digits.len : sizeof copy - 1);
    return strtoll(copy, NULL, 10);
}

static struct attribute_values split_texts(struct arena *a, struct str text)
{
    struct str *texts = NULL;
    uint32_t n = 0;
    for (size_t at = 0; at <= text.len;) {
        size_t end = str_find(text, STR("|"), at);
        ARENA_PUSH(a, texts, n);
        texts[n++] = str_trim(str_slice(text, at, end));
        at = end + 1;
    }
    return (struct attribute_values){.texts = texts, .n_texts = n};
}

static struct attribute_values read_values(struct arena *a, const struct knowledge *k,
                                           struct str text)
{
    if (str_starts(text, STR("@"))) {
        uint32_t row = word_index_find(&k->attributes, str_slice(text, 1, text.len));
        if (row != NAME_NONE) /* one step only: a row referred to holds values */
            text = word_index_field(&k->attributes, row, 2);
    }
    size_t dots = str_find(text, STR(".."), 0);
    if (dots == text.len)
        return split_texts(a, text);
    return (struct attribute_values){.low = to_integer(str_slice(text, 0, dots)),
                                     .high = to_integer(str_slice(text, dots + 2, text.len))};
}

static struct attribute read_row(struct arena *a, const struct knowledge *k, uint32_t row)
{
    struct str type = word_index_field(&k->attributes, row, 1);
    struct attribute out = {.type = ATTRIBUTE_TEXT};
    for (int i = 0; i <= ATTRIBUTE_BOOLEAN; i++)
        if (str_eq(TYPE_NAMES[i], type))
            out.type = (enum attribute_type)i;
    out.values = read_values(a, k, word_index_field(&k->attributes, row, 2));
    return out;
}

/* The row for the longest end of `words`. */
static uint32_t find_end(const struct knowledge *k, struct str words)
{
    for (size_t at = 0; at < words.len; at = str_find(words, STR(" "), at) + 1) {
        uint32_t row = word_index_find(&k->attributes, str_slice(words, at, words.len));
        if (row != NAME_NONE)
            return row;
    }
    return NAME_NONE;
}

/* The row for a kind and the words. */
static uint32_t find_of_kind(struct arena *a, const struct knowledge *k,
                             const struct noun_kinds *kinds, struct str words)
{
    uint32_t row = NAME_NONE;
    for (uint32_t i = 0; row == NAME_NONE && i < kinds->count; i++)
        row = word_index_find(
            &k->attributes, arena_printf(a, "%.*s %.*s", STR_ARG(kinds->names[i]), STR_ARG(words)));
    return row;
}

bool attribute_of(struct arena *a, const struct knowledge *k, const struct noun_kinds *kinds,
                  struct str words, struct attribute *out)
{
    uint32_t row = find_of_kind(a, k, kinds, words);
    if (row == NAME_NONE)
        row = word_index_find(&k->attributes, words);
    if (row == NAME_NONE && str_starts(words, STR("number of ")))
        row = word_index_find(&k->attributes, STR("number of"));
    if (row == NAME_NONE)
        row = find_end(k, words);
    if (row == NAME_NONE || str_eq(word_index_field(&k->attributes, row, 2), STR("-")))
        return false;
    *out = read_row(a, k, row);
    return true;
}
