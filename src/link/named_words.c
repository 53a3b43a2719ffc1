/* named_words.c: finding the names of a schema in a question. */
#include "link/named_words.h"

/* The next word of a name such as song_name, "song name" or SongName; false at the end. */
static bool next_word(struct str name, size_t *at, struct str *word)
{
    while (*at < name.len && (name.ptr[*at] == '_' || ascii_space(name.ptr[*at])))
        ++*at;
    size_t start = *at;
    while (*at < name.len && name.ptr[*at] != '_' && !ascii_space(name.ptr[*at])) {
        bool lower = *at > start && ascii_small(name.ptr[*at - 1]);
        if (lower && ascii_capital(name.ptr[*at]))
            break;
        ++*at;
    }
    *word = str_slice(name, start, *at);
    return word->len > 0;
}

static struct str without_plural(struct str word)
{
    if (word.len > 3 && ascii_lower(word.ptr[word.len - 1]) == 's')
        word.len--;
    return word;
}

static bool same_word(struct str a, struct str b)
{
    return str_eq_nocase(without_plural(a), without_plural(b));
}

bool name_has_word(struct str name, struct str word)
{
    struct str part;
    for (size_t at = 0; next_word(name, &at, &part);)
        if (same_word(part, word))
            return true;
    return false;
}

bool column_has_word(const struct schema *s, uint32_t column, struct str word)
{
    return column != SCHEMA_NONE && (name_has_word(s->columns[column].name, word) ||
                                     name_has_word(s->columns[column].natural, word));
}

/* The end of the tokens from `i` on that spell out `name` from `at` on; 0 if they do not. */
static uint32_t name_end(const struct words *q, uint32_t i, struct str name, size_t at)
{
    for (struct str word; next_word(name, &at, &word); i++)
        if (i >= q->count || !same_word(q->items[i].token, word))
            return 0;
    return i;
}

/* Few tokens are the first word of the name, so only those are compared with all of it. */
static void mark_name(const struct words *q, struct str name, bool *marks)
{
    struct str first;
    size_t after = 0;
    if (!next_word(name, &after, &first))
        return;
    for (uint32_t i = 0; i < q->count; i++) {
        uint32_t end = same_word(q->items[i].token, first) ? name_end(q, i + 1, name, after) : 0;
        for (uint32_t marked = i; marked < end; marked++)
            marks[marked] = true;
    }
}

/* Could `part` be short for `word`: its beginning, like "min", or its consonants in order, like
 * "avg"? */
static bool is_short_for(struct str part, struct str word)
{
    size_t at = 0;
    bool vowels = false;
    if (part.len < 3 || part.len > 4 || part.len >= word.len)
        return false;
    if (str_eq_nocase(part, str_slice(word, 0, part.len)))
        return true;
    for (size_t i = 1; i < part.len; i++)
        vowels |= memchr("aeiou", ascii_lower(part.ptr[i]), 5) != NULL;
    for (size_t i = 0; i < word.len && at < part.len; i++)
        at += ascii_lower(word.ptr[i]) == ascii_lower(part.ptr[at]);
    return at == part.len && !vowels && ascii_lower(part.ptr[0]) == ascii_lower(word.ptr[0]);
}

/* Is `word` a word of the name, in full or short? */
static bool name_means_word(struct str name, struct str word)
{
    struct str part;
    for (size_t at = 0; next_word(name, &at, &part);)
        if (same_word(part, word) || is_short_for(part, word))
            return true;
    return false;
}

static void mark_parts(const struct words *q, struct str name, bool *marks)
{
    for (uint32_t i = 0; i < q->count; i++)
        if (q->items[i].kind == TOKEN_WORD && name_means_word(name, q->items[i].token))
            marks[i] = true;
}

bool *named_words(struct arena *a, const struct words *q, const struct schema *s,
                  const bool *column_read)
{
    bool *marks = arena_zalloc(a, q->count + 1);
    for (uint32_t i = 0; i < s->n_tables; i++) {
        mark_name(q, s->tables[i].name, marks);
        mark_name(q, s->tables[i].natural, marks);
    }
    for (uint32_t i = SCHEMA_STAR + 1; i < s->n_columns; i++) {
        mark_name(q, s->columns[i].name, marks);
        mark_name(q, s->columns[i].natural, marks);
        if (column_read && column_read[i]) {
            mark_parts(q, s->columns[i].name, marks);
            mark_parts(q, s->columns[i].natural, marks);
        }
    }
    return marks;
}
