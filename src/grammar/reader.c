/* reader.c: words of a line, and where they are. */
#include "grammar/reader.h"

#include "base/number.h"

#include <stdarg.h>
#include <stdio.h>

enum status reader_fail(struct reader *r, const char *at, const char *format, ...)
{
    char text[sizeof r->e->msg];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    uint32_t column = at ? (uint32_t)(at - r->line.ptr) + 1 : 1;
    return err_at(r->e, E_INPUT, r->number, column, "%s", text);
}

void reader_skip_blanks(struct reader *r)
{
    while (r->rest.len > 0 && (r->rest.ptr[0] == ' ' || r->rest.ptr[0] == '\t'))
        r->rest = str_slice(r->rest, 1, r->rest.len);
}

struct str reader_word(struct reader *r)
{
    reader_skip_blanks(r);
    size_t n = 0;
    while (n < r->rest.len && !ascii_space(r->rest.ptr[n]) && r->rest.ptr[n] != ',')
        n++;
    if (n == 0 && r->rest.len > 0 && r->rest.ptr[0] == ',')
        n = 1;
    struct str word = str_slice(r->rest, 0, n);
    r->rest = str_slice(r->rest, n, r->rest.len);
    return word;
}

bool reader_take(struct reader *r, const char *word)
{
    struct str before = r->rest;
    if (str_eq(reader_word(r), str_from(word)))
        return true;
    r->rest = before;
    return false;
}

enum status reader_expect(struct reader *r, const char *word)
{
    reader_skip_blanks(r);
    return reader_take(r, word) ? OK : reader_fail(r, r->rest.ptr, "'%s' is expected here", word);
}

enum status reader_end(struct reader *r)
{
    reader_skip_blanks(r);
    return r->rest.len == 0 ? OK
                            : reader_fail(r, r->rest.ptr, "too much: '%.*s'", STR_ARG(r->rest));
}

bool reader_number(struct str word, uint32_t *out)
{
    uint64_t n;
    bool good = count_read(word, 999999, &n);
    *out = good ? (uint32_t)n : 0;
    return good;
}

uint32_t rule_let(const struct grammar_rule *rule, struct str name)
{
    for (uint32_t i = 0; i < rule->n_lets; i++)
        if (str_eq(rule->lets[i].name, name))
            return i;
    return GRAMMAR_NONE;
}
