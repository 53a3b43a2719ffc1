/* official_text.c: the rewriting of query texts before they are run. */
#include "spider/official_text.h"

#include "spider/official_lexer.h"

struct str official_replace(struct arena *a, struct str s, struct str old, struct str new)
{
    size_t count = 0;
    for (size_t at = str_find(s, old, 0); at < s.len; at = str_find(s, old, at + old.len))
        count++;
    if (count == 0)
        return s;
    char *out = arena_alloc(a, s.len + count * new.len), *to = out;
    size_t kept = 0;
    for (size_t at = str_find(s, old, 0); at < s.len; at = str_find(s, old, kept)) {
        memcpy(to, s.ptr + kept, at - kept);
        to += at - kept;
        if (new.len)
            memcpy(to, new.ptr, new.len);
        to += new.len;
        kept = at + old.len;
    }
    memcpy(to, s.ptr + kept, s.len - kept);
    return (struct str){out, (size_t)(to - out) + s.len - kept};
}

struct str official_fill_value(struct arena *a, struct str sql)
{
    return official_replace(a, sql, STR("value"), STR("1"));
}

struct str official_close_operators(struct arena *a, struct str sql)
{
    sql = official_replace(a, sql, STR("> ="), STR(">="));
    sql = official_replace(a, sql, STR("< ="), STR("<="));
    return official_replace(a, sql, STR("! ="), STR("!="));
}

bool official_remove_distinct(struct arena *a, struct str sql, struct str *out)
{
    size_t n;
    const struct official_token *tokens = official_first_statement(a, sql, &n);
    if (n == 0)
        return false;
    char *text = arena_alloc(a, sql.len), *to = text;
    for (size_t i = 0; i < n; i++) {
        struct str token = tokens[i].text;
        if (str_eq_nocase(token, STR("distinct")))
            continue;
        memcpy(to, token.ptr, token.len);
        to += token.len;
    }
    *out = (struct str){text, (size_t)(to - text)};
    return true;
}

/* Where the YEAR\s*\(\s*CURDATE\s*\(\s*\)\s*\)\s* that begins at `at` ends, or 0. */
static size_t end_of_year(struct str s, size_t at)
{
    static const char *const parts[] = {"YEAR", "(", "CURDATE", "(", ")", ")"};
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        struct str part = str_from(parts[i]);
        if (s.len - at < part.len || !str_eq_nocase(str_slice(s, at, at + part.len), part))
            return 0;
        at += part.len;
        for (size_t n; (n = str_space_at(s, at));)
            at += n;
    }
    return at;
}

struct str official_replace_year(struct arena *a, struct str sql)
{
    char *out = NULL, *to = NULL;
    size_t kept = 0;
    for (size_t at = 0; at < sql.len; at++) {
        size_t end = ascii_lower(sql.ptr[at]) == 'y' ? end_of_year(sql, at) : 0;
        if (!end)
            continue;
        if (!out)
            out = to = arena_alloc(a, sql.len); /* 2020 is shorter than what it replaces */
        memcpy(to, sql.ptr + kept, at - kept);
        memcpy(to + (at - kept), "2020", 4);
        to += at - kept + 4;
        kept = end;
        at = end - 1;
    }
    if (!out)
        return sql;
    memcpy(to, sql.ptr + kept, sql.len - kept);
    return (struct str){out, (size_t)(to - out) + sql.len - kept};
}

bool official_order_matters(struct str sql)
{
    const struct str phrase = STR_INIT("order by");
    for (size_t at = 0; at + phrase.len <= sql.len; at++)
        if (str_eq_nocase(str_slice(sql, at, at + phrase.len), phrase))
            return true;
    return false;
}
