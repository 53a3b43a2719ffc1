/* vector_line.c: a word, then numbers. */
#include "lexicon/vectors/vector_line.h"

#include "base/utf8.h"
#include "lexicon/vectors/float_text.h"
#include "lexicon/vectors/row.h"
#include "lexicon/vectors/vectors.h"

#include <math.h>

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Without blanks and carriage returns at its end: word2vec leaves one blank there. */
static struct str without_end(struct str line)
{
    while (line.len && (is_blank(line.ptr[line.len - 1]) || line.ptr[line.len - 1] == '\r'))
        line.len--;
    return line;
}

/* The last field of a line that does not end with a blank, taken off it with the blanks before. */
static struct str take_last(struct str *line)
{
    size_t start = line->len;
    while (start > 0 && !is_blank(line->ptr[start - 1]))
        start--;
    struct str field = str_slice(*line, start, line->len);
    *line = without_end(str_slice(*line, 0, start));
    return field;
}

static bool is_number(struct str field)
{
    float ignored;
    const char *end = field.len ? float_text_read(field.ptr, &ignored) : NULL;
    return end == field.ptr + field.len;
}

/* Heads */

static bool read_whole_number(struct str s, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < s.len; i++) {
        if (!ascii_digit(s.ptr[i]))
            return false;
        *out = *out * 10 + (uint64_t)(s.ptr[i] - '0');
    }
    return s.len > 0 && s.len <= 18;
}

static bool read_counts(struct str line, uint64_t *count, uint64_t *dims)
{
    struct str second = take_last(&line), first = take_last(&line);
    return line.len == 0 && read_whole_number(first, count) && read_whole_number(second, dims);
}

/* The numbers at the end of a line; the first field is a word, whatever it looks like. */
static uint64_t count_numbers(struct str line)
{
    uint64_t n = 0;
    for (struct str field; line.len > 0; n++) {
        field = take_last(&line);
        if (line.len == 0 || !is_number(field))
            break;
    }
    return n;
}

enum status vector_head_read(struct str line, struct vector_head *out, struct err *e)
{
    uint64_t dims;
    line = without_end(line);
    *out = (struct vector_head){0};
    if (str_starts(line, STR("\x1f\x8b")))
        return err_at(e, E_INPUT, 1, 0, "compressed: unpack it first");
    out->counted = read_counts(line, &out->count, &dims);
    if (!out->counted)
        dims = count_numbers(line);
    if (dims == 0 || dims > VECTORS_MAX_DIMS)
        return err_at(e, dims ? E_LIMIT : E_SYNTAX, 1, 0,
                      dims ? "more than %d dimensions" : "no word with numbers behind it",
                      VECTORS_MAX_DIMS);
    out->dims = (uint32_t)dims;
    return OK;
}

/* Rows */

/* The `dims` numbers from `at` to the end of the line. False where there are others. */
static bool read_numbers(const char *at, const char *end, uint32_t dims, float *row)
{
    for (uint32_t i = 0; i < dims; i++) {
        while (is_blank(*at))
            at++;
        at = float_text_read(at, &row[i]);
        if (!at || (at != end && !is_blank(*at)))
            return false;
    }
    return at == end;
}

static bool has_control_bytes(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if ((unsigned char)s.ptr[i] < ' ' || s.ptr[i] == 0x7f)
            return true;
    return false;
}

static enum status not_numbers(struct str line, uint32_t dims, struct err *e)
{
    uint64_t n = count_numbers(line);
    struct str text = line, field = {0};
    if (n > dims)
        return err_set(e, E_SYNTAX, "%llu numbers where %u are expected", (unsigned long long)n,
                       dims);
    for (uint64_t i = 0; i <= n && line.len; i++)
        field = take_last(&line);
    if (line.len == 0)
        return err_set(e, E_SYNTAX, "%llu number%s where %u %s expected", (unsigned long long)n,
                       n == 1 ? "" : "s", dims, dims == 1 ? "is" : "are");
    if (has_control_bytes(text))
        return err_set(e, E_SYNTAX,
                       "no text: a file in word2vec's binary format must become text first");
    return err_set(e, E_SYNTAX, "no number: '%.*s'", (int)(field.len < 40 ? field.len : 40),
                   field.ptr);
}

/* Where the first field is not the whole word: take the numbers off the end. What is then left must
 * not end with one more number. */
static enum status read_from_end(struct str line, uint32_t dims, struct str *word, float *row,
                                 struct err *e)
{
    struct str rest = line;
    for (uint32_t i = 0; i < dims && rest.len; i++)
        take_last(&rest);
    struct str before = rest, last = take_last(&before);
    bool more = before.len > 0 && is_number(last);
    *word = rest;
    if (more || !read_numbers(line.ptr + rest.len, line.ptr + line.len, dims, row))
        return not_numbers(line, dims, e);
    return OK;
}

static bool is_usable(struct str word)
{
    return word.len > 0 && word.len <= VECTOR_WORD_MAX && utf8_valid(word) &&
           !has_control_bytes(word);
}

static bool is_finite(const float *row, uint32_t dims)
{
    float sum = 0;
    for (uint32_t i = 0; i < dims; i++)
        sum += row[i] - row[i]; /* 0, or NaN */
    return sum == 0;
}

enum status vector_line_read(struct str line, uint32_t dims, enum vector_line_kind *kind,
                             struct str *word, float *row, struct err *e)
{
    line = without_end(line);
    *kind = VECTOR_LINE_BLANK;
    if (line.len == 0)
        return OK;
    size_t blank = 0;
    while (blank < line.len && !is_blank(line.ptr[blank]))
        blank++;
    *word = str_slice(line, 0, blank);
    if (!read_numbers(line.ptr + blank, line.ptr + line.len, dims, row)) {
        enum status status = read_from_end(line, dims, word, row, e);
        if (status)
            return status;
    }
    if (!is_finite(row, dims))
        return err_set(e, E_SYNTAX, "a number is too large");
    *kind = !is_usable(*word)      ? VECTOR_LINE_UNUSABLE
            : !row_unit(row, dims) ? VECTOR_LINE_ZERO
                                   : VECTOR_LINE_ROW;
    return OK;
}
