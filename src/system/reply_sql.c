/* reply_sql.c: fences, prefixes and bare statements. */
#include "system/reply_sql.h"

/* Does `word` stand at `at`, whole, in any case? */
static bool word_at(struct str text, size_t at, struct str word)
{
    size_t end = at + word.len;
    if (end > text.len || !str_eq_nocase(str_slice(text, at, end), word))
        return false;
    char next = end < text.len ? ascii_lower(text.ptr[end]) : ' ';
    return !((next >= 'a' && next <= 'z') || next == '_' || ascii_digit(next));
}

static bool begins_query(struct str text, size_t at)
{
    return word_at(text, at, STR("select")) || word_at(text, at, STR("with"));
}

static size_t line_end(struct str text, size_t at)
{
    return str_find(text, STR("\n"), at);
}

/* Past blanks, but not past the line. */
static size_t skip_blanks(struct str text, size_t at)
{
    while (at < text.len && (text.ptr[at] == ' ' || text.ptr[at] == '\t'))
        at++;
    return at;
}

struct str reply_after_thought(struct str text)
{
    const struct str END = STR("</think>");
    size_t at;
    while ((at = str_find(text, END, 0)) < text.len)
        text = str_slice(text, at + END.len, text.len);
    return str_trim(text);
}

/* Fences. */

enum fence_kind { FENCE_NONE, FENCE_OTHER, FENCE_UNMARKED, FENCE_SQL };

static const struct str SQL_MARKS[] = {STR_INIT("sql"), STR_INIT("sqlite"), STR_INIT("sqlite3"),
                                       STR_INIT("postgresql"), STR_INIT("mysql")};

/* Take the mark off the block. A word with a line of its own is a mark; one that goes on is SQL. */
static enum fence_kind read_mark(struct str *block)
{
    for (size_t i = 0; i < sizeof SQL_MARKS / sizeof *SQL_MARKS; i++)
        if (word_at(*block, 0, SQL_MARKS[i])) {
            *block = str_slice(*block, SQL_MARKS[i].len, block->len);
            return FENCE_SQL;
        }
    size_t end = line_end(*block, 0);
    struct str mark = str_trim(str_slice(*block, 0, end));
    if (mark.len == 0)
        return FENCE_UNMARKED;
    if (end == block->len || str_find(mark, STR(" "), 0) < mark.len || begins_query(mark, 0))
        return FENCE_UNMARKED;
    *block = str_slice(*block, end, block->len);
    return FENCE_OTHER;
}

static struct str find_fenced(struct str text)
{
    const struct str FENCE = STR("```");
    struct str best = {NULL, 0};
    enum fence_kind best_kind = FENCE_NONE;
    for (size_t at = str_find(text, FENCE, 0); at < text.len;) {
        size_t start = at + FENCE.len, end = str_find(text, FENCE, start);
        struct str block = str_slice(text, start, end);
        enum fence_kind kind = read_mark(&block);
        block = str_trim(block);
        if (kind >= best_kind && block.len > 0) {
            best = block;
            best_kind = kind;
        }
        at = end < text.len ? str_find(text, FENCE, end + FENCE.len) : text.len;
    }
    return best;
}

/* Statements that nothing marks the end of. */

/* Behind the quoted thing or comment that starts at `at`, or `at` itself. */
static size_t skip_quoted(struct str text, size_t at)
{
    char c = text.ptr[at];
    if (c == '\'' || c == '"' || c == '`') {
        const char *end = memchr(text.ptr + at + 1, c, text.len - at - 1);
        return end ? (size_t)(end - text.ptr) + 1 : at;
    }
    if (c == '-' && at + 1 < text.len && text.ptr[at + 1] == '-')
        return line_end(text, at);
    return at;
}

static bool is_empty_line(struct str text, size_t newline)
{
    size_t at = skip_blanks(text, newline + 1);
    return at >= text.len || text.ptr[at] == '\n' || text.ptr[at] == '\r';
}

static struct str cut_statement(struct str text)
{
    for (size_t at = 0; at < text.len;) {
        size_t behind = skip_quoted(text, at);
        if (behind > at) {
            at = behind;
            continue;
        }
        if (text.ptr[at] == ';' || (text.ptr[at] == '\n' && is_empty_line(text, at)))
            return str_trim(str_slice(text, 0, at));
        at++;
    }
    return str_trim(text);
}

/* Behind the last "SQL:" that begins a line; marks of emphasis may stand around it. */
static struct str find_prefixed(struct str text)
{
    struct str found = {NULL, 0};
    for (size_t at = 0; at < text.len; at = line_end(text, at) + 1) {
        size_t start = at;
        while (start < text.len && memchr("*# \t>", text.ptr[start], 5))
            start++;
        if (!word_at(text, start, STR("sql")))
            continue;
        size_t end = start + 3;
        while (end < text.len && text.ptr[end] == '*')
            end++;
        if (end == text.len || text.ptr[end] != ':')
            continue;
        end++;
        while (end < text.len && text.ptr[end] == '*')
            end++;
        found = str_trim(str_slice(text, end, text.len));
    }
    return found;
}

/* "With" may begin prose: only WITH counts, or "with" as the very first word. */
static bool begins_with_clause(struct str text, size_t at)
{
    return word_at(text, at, STR("with")) &&
           (str_starts(str_slice(text, at, text.len), STR("WITH")) ||
            (at == 0 && text.ptr[0] == 'w'));
}

/* Where the statement begins; text.len where none does. */
static size_t find_start(struct str text)
{
    for (size_t at = 0; at < text.len; at = line_end(text, at) + 1) {
        size_t start = skip_blanks(text, at);
        if (start < text.len && text.ptr[start] == '`')
            start++;
        if (word_at(text, start, STR("select")) || begins_with_clause(text, start))
            return start;
    }
    size_t at = 0;
    while ((at = str_find(text, STR("SELECT"), at)) < text.len && !word_at(text, at, STR("select")))
        at++;
    return at;
}

/* A statement between single backticks ends with them. */
static struct str cut_backtick(struct str text, size_t start)
{
    struct str rest = str_slice(text, start, text.len);
    if (start > 0 && text.ptr[start - 1] == '`')
        rest.len = str_find(rest, STR("`"), 0);
    return rest;
}

static struct str find_bare(struct str text, bool after_select)
{
    if (after_select && !begins_query(text, 0))
        return cut_statement(text);
    size_t start = find_start(text);
    return start < text.len ? cut_statement(cut_backtick(text, start)) : text;
}

struct str reply_sql(struct str text, bool after_select, struct arena *a)
{
    text = reply_after_thought(text);
    struct str sql = find_fenced(text);
    if (!sql.ptr) {
        struct str prefixed = find_prefixed(text);
        sql = find_bare(prefixed.ptr ? prefixed : text, after_select);
    }
    if (sql.len == 0)
        return (struct str){NULL, 0};
    if (after_select && !begins_query(sql, 0))
        return arena_printf(a, "SELECT %.*s", STR_ARG(sql));
    return sql;
}
