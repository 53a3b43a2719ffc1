/* vectors_text.c: a file of vectors, read line by line: a word, then numbers.
 *
 * The numbers of every line are read, so that a wrong one is found wherever it is. */
#include "lexicon/vectors/vectors_text.h"

#include "base/file.h"
#include "base/number.h"
#include "base/utf8.h"
#include "lexicon/vectors/row.h"

#include <fcntl.h>
#include <stdlib.h>

/* Numbers */

/* Count the digits at `at`, and add them to `digits`. */
static inline size_t take_digits(const char *at, const char *end, uint64_t *digits)
{
    const char *begin = at;
    for (; at < end && ascii_digit(*at); at++)
        *digits = *digits * 10 + (uint64_t)(*at - '0');
    return (size_t)(at - begin);
}

/* The number of bytes of an exponent after its "e"; 0 if there is none. */
static size_t read_exponent(struct str s, int *out)
{
    uint64_t value = 0;
    size_t sign = s.len && (s.ptr[0] == '-' || s.ptr[0] == '+');
    size_t n = take_digits(s.ptr + sign, s.ptr + s.len, &value);
    int size = n < 5 ? (int)value : 9999; /* a larger one changes nothing */
    *out = sign && s.ptr[0] == '-' ? -size : size;
    return n ? sign + n : 0;
}

/* A number of many digits, or a very large or small one. */
static float read_with_strtof(struct str number)
{
    char *text = mem_text(number.ptr, number.len); /* a line does not end with NUL */
    float out = strtof(text, NULL);
    free(text);
    return out;
}

size_t vector_number_read(struct str s, float *out)
{
    /* Powers of ten that a double has exactly; and the digits that always fit into 64 bits. */
    enum { EXACT_POWER = 22, EXACT_DIGITS = 19 };
    static const double POWERS[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *at = s.ptr, *end = s.ptr + s.len;
    uint64_t digits = 0;
    size_t after_point = 0;
    int exponent = 0;
    bool negative = at < end && *at == '-';
    at += negative || (at < end && *at == '+');
    size_t n = take_digits(at, end, &digits);
    at += n;
    if (at < end && *at == '.') {
        after_point = take_digits(++at, end, &digits);
        at += after_point;
        n += after_point;
    }
    if (n && at < end && (*at | 0x20) == 'e') {
        size_t len = read_exponent((struct str){at + 1, (size_t)(end - at - 1)}, &exponent);
        n = len ? n : 0;
        at += 1 + len;
    }
    if (n == 0)
        return 0;
    struct str number = {s.ptr, (size_t)(at - s.ptr)};
    int64_t power = (int64_t)after_point - exponent;
    if (n > EXACT_DIGITS || power < 0 || power > EXACT_POWER) {
        *out = read_with_strtof(number);
    } else {
        float value = (float)((double)digits / POWERS[power]);
        *out = negative ? -value : value;
    }
    return number.len;
}

/* Fields */

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The line without blanks and carriage returns at its end. word2vec leaves a blank there. */
static struct str without_end(struct str line)
{
    while (line.len && (is_blank(line.ptr[line.len - 1]) || line.ptr[line.len - 1] == '\r'))
        line.len--;
    return line;
}

/* Take the last field off a line that does not end with a blank, and the blanks before it. */
static struct str take_last_field(struct str *line)
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
    return field.len && vector_number_read(field, &ignored) == field.len;
}

/* Heads */

static bool read_counts(struct str line, uint64_t *count, uint64_t *dims)
{
    const uint64_t most = 999999999999999999;
    struct str second = take_last_field(&line), first = take_last_field(&line);
    return line.len == 0 && count_read(first, most, count) && count_read(second, most, dims);
}

/* The numbers at the end of a line; the first field is a word, whatever it looks like. */
static uint64_t count_numbers(struct str line)
{
    uint64_t n = 0;
    for (struct str field; line.len > 0; n++) {
        field = take_last_field(&line);
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
                      dims ? "more than %d dimensions" : "no word with numbers after it",
                      VECTORS_MAX_DIMS);
    out->dims = (uint32_t)dims;
    return OK;
}

/* Rows */

/* Read `dims` numbers with blanks before each. False if `s` has anything else. */
static bool read_numbers(struct str s, uint32_t dims, float *row)
{
    for (uint32_t i = 0; i < dims; i++) {
        size_t at = 0;
        while (at < s.len && is_blank(s.ptr[at]))
            at++;
        s = str_slice(s, at, s.len);
        size_t len = vector_number_read(s, &row[i]);
        if (len == 0 || (len < s.len && !is_blank(s.ptr[len])))
            return false;
        s = str_slice(s, len, s.len);
    }
    return s.len == 0;
}

static bool has_control_bytes(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if ((unsigned char)s.ptr[i] < ' ' || s.ptr[i] == 0x7f)
            return true;
    return false;
}

static enum status report_bad_numbers(struct str line, uint32_t dims, struct err *e)
{
    uint64_t n = count_numbers(line);
    struct str text = line, field = {0};
    if (n > dims)
        return err_set(e, E_SYNTAX, "%llu numbers where %u are expected", (unsigned long long)n,
                       dims);
    for (uint64_t i = 0; i <= n && line.len; i++)
        field = take_last_field(&line);
    if (line.len == 0)
        return err_set(e, E_SYNTAX, "%llu number%s where %u %s expected", (unsigned long long)n,
                       n == 1 ? "" : "s", dims, dims == 1 ? "is" : "are");
    if (has_control_bytes(text))
        return err_set(e, E_SYNTAX,
                       "no text: a file in word2vec's binary format must become text first");
    return err_set(e, E_SYNTAX, "no number: '%.*s'", (int)(field.len < 40 ? field.len : 40),
                   field.ptr);
}

/* For a word with blanks in it: take the numbers off the end. What is left must not end with one
 * more number. */
static enum status read_from_end(struct str line, uint32_t dims, struct str *word, float *row,
                                 struct err *e)
{
    struct str rest = line;
    for (uint32_t i = 0; i < dims && rest.len; i++)
        take_last_field(&rest);
    struct str before = rest, last = take_last_field(&before);
    bool more = before.len > 0 && is_number(last);
    *word = rest;
    if (more || !read_numbers(str_slice(line, rest.len, line.len), dims, row))
        return report_bad_numbers(line, dims, e);
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
    if (!read_numbers(str_slice(line, blank, line.len), dims, row)) {
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

/* Files */

struct vectors_reader {
    struct line_reader lines;
    struct vector_head head;
    struct vectors *v;
    const struct read_watch *watch;
    uint64_t watched;            /* bytes that the watch knows of */
    float row[VECTORS_MAX_DIMS]; /* of the last line; zeros after it */
};

static enum status report_too_many(const struct vectors_reader *r, const char *what, struct err *e)
{
    err_set(e, E_LIMIT, "too many %s", what);
    return err_in_file(e, r->lines.path);
}

/* Make room for one more element. The capacity doubles. */
static void *grow_array(void *array, uint32_t count, size_t size)
{
    enum { FIRST = 64 };
    bool full = count == 0 || (count >= FIRST && (count & (count - 1)) == 0);
    return full ? mem_resize_array(array, count ? 2 * (size_t)count : FIRST, size) : array;
}

/* Keep the vector of a word or, if the word is rare, the place of the line. */
static void keep_vector(struct vectors_reader *r, uint32_t row, bool new, size_t line_len)
{
    struct vectors *v = r->v;
    size_t size = v->stride * sizeof *v->rows;
    if (row < v->frequent) {
        v->rows = new ? grow_array(v->rows, row, size) : v->rows;
        memcpy(v->rows + (size_t)row * v->stride, r->row, size);
        return;
    }
    row -= v->frequent;
    v->lines = new ? grow_array(v->lines, row, sizeof *v->lines) : v->lines;
    v->lines[row] = r->lines.place;
    if (line_len > v->longest)
        v->longest = (uint32_t)line_len;
}

static enum status enter_word(struct vectors_reader *r, struct str word, size_t line_len,
                              struct err *e)
{
    struct vectors *v = r->v;
    uint32_t row;
    enum vector_word_news news = vector_words_add(&v->words, word, &row);
    v->skips.again += news == VECTOR_WORD_AGAIN;
    v->skips.variants += news == VECTOR_WORD_VARIANT || news == VECTOR_WORD_BETTER;
    if (news == VECTOR_WORD_EXCESS)
        return report_too_many(r, "words", e);
    if (news == VECTOR_WORD_NEW || news == VECTOR_WORD_BETTER)
        keep_vector(r, row, news == VECTOR_WORD_NEW, line_len);
    return OK;
}

static enum status read_line(struct vectors_reader *r, struct str line, struct err *e)
{
    struct vectors *v = r->v;
    enum vector_line_kind kind;
    struct str word;
    TRY(vector_line_read(line, v->dims, &kind, &word, r->row, e));
    v->skips.zeros += kind == VECTOR_LINE_ZERO;
    v->skips.unusable += kind == VECTOR_LINE_UNUSABLE;
    return kind == VECTOR_LINE_ROW ? enter_word(r, word, line.len, e) : OK;
}

/* The next line, with a NULL ptr at the end. */
static enum status next_line(struct vectors_reader *r, struct str *line, struct err *e)
{
    TRY(read_watch_at(r->watch, &r->watched, r->lines.consumed, e));
    TRY(line_reader_next(&r->lines, line, e));
    if (line->len > VECTORS_MAX_LINE)
        return err_at(e, E_LIMIT, r->lines.line, 0, "line longer than %d bytes", VECTORS_MAX_LINE);
    return r->lines.line > INT32_MAX ? report_too_many(r, "lines", e) : OK;
}

/* Is the count of a word2vec file right? Nothing else shows that a file was cut off between two
 * lines. */
static enum status check_count(const struct vectors_reader *r, struct err *e)
{
    const struct vector_skips *s = &r->v->skips;
    uint64_t there = (uint64_t)r->v->words.count + s->again + s->variants + s->zeros + s->unusable;
    if (r->head.counted && r->head.count != there)
        return err_at(e, E_INPUT, 1, 0, "%llu word%s promised, and %llu there",
                      (unsigned long long)r->head.count, plural(r->head.count),
                      (unsigned long long)there);
    return r->v->words.count ? OK : err_set(e, E_INPUT, "no vectors in it");
}

static enum status read_lines(struct vectors_reader *r, struct err *e)
{
    struct str line;
    TRY(next_line(r, &line, e));
    TRY(vector_head_read(line, &r->head, e));
    r->v->dims = r->head.dims;
    r->v->stride = row_stride(r->head.dims);
    if (r->head.counted)
        TRY(next_line(r, &line, e));
    while (line.ptr) {
        enum status status = read_line(r, line, e);
        if (status) {
            e->line = r->lines.line;
            return status;
        }
        TRY(next_line(r, &line, e));
    }
    return check_count(r, e);
}

enum status vectors_text_read(struct vectors *v, const char *path, uint64_t size, uint32_t frequent,
                              const struct read_watch *watch, struct err *e)
{
    struct vectors_reader r = {.v = v, .watch = watch};
    TRY(line_reader_on(&r.lines, fcntl(v->text, F_DUPFD_CLOEXEC, 0), path, e));
    r.lines.max_line = VECTORS_MAX_LINE;
    v->frequent = frequent;
    read_watch_begin(watch, path, size);
    enum status status = read_lines(&r, e);
    read_watch_end(watch);
    line_reader_close(&r.lines);
    v->frequent = v->words.count < frequent ? v->words.count : frequent;
    if (status) {
        vector_words_release(&v->words);
        free(v->rows);
        free(v->lines);
        if (status != E_INTERRUPTED)
            err_in_file(e, path);
    }
    return status;
}
