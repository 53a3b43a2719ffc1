/* official_lexer.c: the regular expressions of sqlparse's lexer, written out.
 *
 * Each match_* function returns the length of the token at a place, or 0 if its expression does not
 * match. If an expression backtracks, its function says what results. */
#include "spider/official_lexer.h"

#include "spider/official_char.h"

static size_t skip_space(struct str s, size_t at)
{
    for (size_t n; at < s.len && (n = str_space_at(s, at));)
        at += n;
    return at;
}

static bool one_of(struct str s, size_t at, const char *set)
{
    return official_is_any(official_byte_at(s, at), set);
}

static bool after_word(struct str s, size_t at)
{
    size_t start = at;
    while (start > 0 && at - start < 4) {
        start--;
        if (((unsigned char)s.ptr[start] & 0xC0) != 0x80)
            break;
    }
    return start < at && official_word_at(s, start) == at - start;
}

static bool starts_with(struct str s, size_t at, const char *prefix)
{
    return str_starts(str_slice(s, at < s.len ? at : s.len, s.len), str_from(prefix));
}

/* (--|# ).*?(\r\n|\r|\n|$) */
static size_t match_line_comment(struct str s, size_t at)
{
    if (!starts_with(s, at, "--") && !starts_with(s, at, "# "))
        return 0;
    size_t end = at + 2;
    while (end < s.len && s.ptr[end] != '\r' && s.ptr[end] != '\n')
        end++;
    if (end < s.len)
        end += starts_with(s, end, "\r\n") ? 2 : 1;
    return end - at;
}

/* Where the two bytes `mark` are at or after `from`, or the length of the text. Once they were not
 * found, the search is not repeated: a text full of openings would take quadratic time. */
static size_t find_mark(struct official_lexer *l, struct str mark, size_t from, bool *absent)
{
    size_t found = *absent ? l->text.len : str_find(l->text, mark, from);
    *absent = *absent || found == l->text.len;
    return found;
}

/* /\*[\s\S]*?\*\/ (an unclosed one is not a comment) */
static size_t match_block_comment(struct official_lexer *l, size_t at)
{
    if (!starts_with(l->text, at, "/*"))
        return 0;
    size_t end = find_mark(l, STR("*/"), at + 2, &l->no_comment_end);
    return end < l->text.len ? end + 2 - at : 0;
}

static size_t match_newline(struct str s, size_t at)
{
    return starts_with(s, at, "\r\n") ? 2 : one_of(s, at, "\r\n");
}

/* `(``|[^`])*` for a quote mark q, and q(qq|\\q|[^q])*q where a backslash can escape it.
 *
 * The expression takes a mark as doubled, escaped or closing, in this order, and tries the rest of
 * the text before it changes an earlier choice. end[i] is where the literal ends if its next
 * character is at i, or 0 if it does not end. The table is filled from the back, each place once.
 */
static uint32_t *closing_table(struct arena *a, struct str s, char mark, bool escapes)
{
    uint32_t *end = ARENA_ARRAY(a, uint32_t, s.len + 2);
    end[s.len] = end[s.len + 1] = 0;
    for (size_t i = s.len; i-- > 0;) {
        bool here = s.ptr[i] == mark, next = i + 1 < s.len && s.ptr[i + 1] == mark;
        if (here)
            end[i] = next && end[i + 2] ? end[i + 2] : (uint32_t)i + 1;
        else if (escapes && next && s.ptr[i] == '\\' && end[i + 2])
            end[i] = end[i + 2];
        else
            end[i] = end[i + 1];
    }
    return end;
}

static size_t match_quoted(struct official_lexer *l, size_t at)
{
    static const char marks[] = {'\'', '"', '`'};
    for (int k = 0; k < 3; k++) {
        if (l->text.ptr[at] != marks[k])
            continue;
        if (!l->closing[k])
            l->closing[k] = closing_table(l->arena, l->text, marks[k], marks[k] != '`');
        uint32_t end = l->closing[k][at + 1];
        return end ? end - at : 0;
    }
    return 0;
}

/* ´(´´|[^´])*´, with the acute accent as quote mark. */
static size_t match_acute(struct official_lexer *l, size_t at)
{
    struct str s = l->text;
    const struct str mark = STR_INIT("\xC2\xB4");
    if (!starts_with(s, at, mark.ptr))
        return 0;
    size_t last = 0, close = find_mark(l, mark, at + 2, &l->no_acute);
    while (close < s.len) {
        last = close + 2;
        if (!starts_with(s, last, mark.ptr))
            break;
        close = str_find(s, mark, last + 2);
    }
    return last ? last - at : 0;
}

/* \? and %(\(\w+\))?s and (?<!\w)[$:?]\w+ */
static size_t match_placeholder(struct str s, size_t at)
{
    if (official_byte_at(s, at) == '?')
        return 1;
    if (official_byte_at(s, at) == '%') {
        size_t end = at + 1, name = official_skip_words(s, at + 2);
        if (official_byte_at(s, end) == '(' && name > at + 2 && official_byte_at(s, name) == ')')
            end = name + 1;
        return one_of(s, end, "sS") ? end + 1 - at : 0;
    }
    if (!one_of(s, at, "$:") || after_word(s, at))
        return 0;
    size_t end = official_skip_words(s, at + 1);
    return end > at + 1 ? end - at : 0;
}

/* Is the word one of the alternatives at `*p`? Then `*p` is after them. */
static bool match_alternatives(struct str word, const char **p)
{
    const char *first = *p, *end = first;
    bool found = false;
    for (;; end++) {
        if (*end && *end != '|' && *end != ' ')
            continue;
        found = found || str_eq_nocase(word, (struct str){first, (size_t)(end - first)});
        if (*end != '|')
            break;
        first = end + 1;
    }
    *p = end;
    return found;
}

/* The words of a phrase, with white space between them and the end of a word after the last. The
 * first word in the text ends at `end`. A | separates alternatives. An expression with an optional
 * word has several lines in the lists below, the longest first. */
static size_t match_words(struct str s, size_t at, size_t end, const char *phrase)
{
    size_t start = at;
    for (const char *p = phrase; *p; end = official_skip_words(s, at)) {
        if (!match_alternatives(str_slice(s, at, end), &p))
            return 0;
        at = end;
        if (*p == ' ') {
            at = skip_space(s, end);
            if (at == end)
                return 0;
            p++;
        }
    }
    return at - start;
}

static size_t match_phrase(struct str s, size_t at, const char *phrase)
{
    return match_words(s, at, official_skip_words(s, at), phrase);
}

/* The first of the phrases that matches. The end of the first word is found once for all of them.
 */
static size_t match_phrases(struct str s, size_t at, const char *const *phrases)
{
    size_t n = 0, end = official_skip_words(s, at);
    while (end > at && *phrases && !(n = match_words(s, at, end, *phrases)))
        phrases++;
    return n;
}

/* (@|##|#)[A-ZÀ-Ü]\w+ */
static size_t match_marked_name(struct str s, size_t at)
{
    size_t start = at;
    at += starts_with(s, at, "##") ? 2 : one_of(s, at, "@#");
    size_t letter = at > start ? official_letter_at(s, at) : 0;
    size_t end = letter ? official_skip_words(s, at + letter) : 0;
    return end > at + letter ? end - start : 0;
}

/* A name before a period, after one, or before a parenthesis. */
static size_t match_name(struct str s, size_t at)
{
    if (!official_letter_at(s, at))
        return 0;
    size_t end = official_skip_words(s, at);
    bool is_name = official_byte_at(s, skip_space(s, end)) == '.' ||
                   (at > 0 && s.ptr[at - 1] == '.') || official_byte_at(s, end) == '(';
    return is_name ? end - at : 0;
}

static size_t skip_hex(struct str s, size_t at)
{
    while (one_of(s, at, "0123456789abcdefABCDEF"))
        at++;
    return at;
}

/* (?![_A-ZÀ-Ü]) */
static bool number_may_end(struct str s, size_t at)
{
    return official_byte_at(s, at) != '_' && !official_letter_at(s, at);
}

/* Drop digits between `least` and `end` until the number may end: 12.5a gives 12. Returns 0 if it
 * never may. */
static size_t shorten(struct str s, size_t least, size_t end)
{
    while (end > least && !number_may_end(s, end))
        end--;
    return number_may_end(s, end) ? end : 0;
}

/* -?\d+(\.\d+)?E-?\d+, from the first digit on; returns the end or 0. */
static size_t end_of_exponent_form(struct str s, size_t at)
{
    size_t end = official_skip_digits(s, at);
    if (end == at)
        return 0;
    if (official_byte_at(s, end) == '.' && official_skip_digits(s, end + 1) > end + 1)
        end = official_skip_digits(s, end + 1);
    if (!one_of(s, end, "eE"))
        return 0;
    end += official_byte_at(s, end + 1) == '-' ? 2 : 1;
    size_t exponent = official_skip_digits(s, end);
    return exponent > end ? exponent : 0;
}

/* (\d+(\.\d*)|\.\d+) and \d+, neither before a letter or underscore; returns the end or 0. */
static size_t end_of_decimal(struct str s, size_t at)
{
    size_t whole = official_skip_digits(s, at), end = 0;
    if (official_byte_at(s, whole) == '.') {
        size_t least = whole + 1, most = official_skip_digits(s, whole + 1);
        if (whole == at)
            least += official_digit_at(s, least) ? official_digit_at(s, least) : 1;
        if (most >= least)
            end = shorten(s, least, most);
    }
    return end || whole == at ? end : shorten(s, at + official_char_at(s, at), whole);
}

static size_t match_number(struct str s, size_t at)
{
    size_t first = at + (official_byte_at(s, at) == '-');
    if (official_byte_at(s, first) == '0' && one_of(s, first + 1, "xX") &&
        skip_hex(s, first + 2) > first + 2)
        return skip_hex(s, first + 2) - at;
    size_t end = end_of_exponent_form(s, first);
    if (!end)
        end = end_of_decimal(s, first);
    return end ? end - at : 0;
}

/* (?<![\w\])])(\[[^\]\[]+\]) */
static size_t match_bracketed(struct str s, size_t at)
{
    if (official_byte_at(s, at) != '[' || after_word(s, at) || (at > 0 && one_of(s, at - 1, "])")))
        return 0;
    size_t end = at + 1;
    while (end < s.len && s.ptr[end] != '[' && s.ptr[end] != ']')
        end++;
    return end > at + 1 && official_byte_at(s, end) == ']' ? end + 1 - at : 0;
}

/* (AT|WITH')\s+TIME\s+ZONE\s+'[^']+' */
static size_t match_time_zone(struct str s, size_t at)
{
    size_t end = official_skip_words(s, at);
    struct str word = str_slice(s, at, end);
    bool with = str_eq_nocase(word, STR("WITH")) && official_byte_at(s, end) == '\'';
    if (!with && !str_eq_nocase(word, STR("AT")))
        return 0;
    end += with;
    size_t time = skip_space(s, end);
    size_t phrase = time > end ? match_phrase(s, time, "TIME ZONE") : 0;
    size_t zone = phrase ? skip_space(s, time + phrase) : 0;
    if (zone <= time + phrase || official_byte_at(s, zone) != '\'')
        return 0;
    size_t close = str_find(s, STR("'"), zone + 1);
    return close > zone + 1 && close < s.len ? close + 1 - at : 0;
}

/* [0-9_A-ZÀ-Ü][_$#\w]* */
static size_t match_word(struct str s, size_t at)
{
    if (!official_letter_at(s, at) && official_byte_at(s, at) != '_' &&
        !ascii_digit(official_byte_at(s, at)))
        return 0;
    size_t end = at;
    for (size_t n; (n = one_of(s, end, "$#") ? 1 : official_word_at(s, end));)
        end += n;
    return end - at;
}

static size_t match_run(struct str s, size_t at, const char *set)
{
    size_t end = at;
    while (one_of(s, end, set))
        end++;
    return end - at;
}

/* Keywords that the library looks for before it looks for names, and after names and numbers. */
static const char *const early_phrases[] = {
    "NOT IN",
    "IN",
    "CASE|VALUES|USING|FROM|AS",
    NULL,
};
static const char *const late_phrases[] = {
    "LEFT|RIGHT|FULL INNER|OUTER|STRAIGHT JOIN",
    "LEFT|RIGHT|FULL JOIN",
    "INNER|OUTER|STRAIGHT JOIN",
    "JOIN",
    "CROSS|NATURAL JOIN",
    "END IF|LOOP|WHILE",
    "END",
    "NOT NULL",
    "NULLS FIRST|LAST",
    "UNION ALL",
    "CREATE OR REPLACE",
    "CREATE",
    "DOUBLE PRECISION",
    "GROUP BY",
    "ORDER BY",
    "HANDLER FOR",
    "LATERAL VIEW EXPLODE|INLINE|PARSE_URL_TUPLE|POSEXPLODE|STACK",
    NULL,
};
static const char *const last_phrases[] = {"NOT LIKE|ILIKE|RLIKE", "LIKE|ILIKE|RLIKE", NULL};

/* Rules up to names in quotes. Returns the length of the token, or 0 if none matches. */
static size_t match_early(struct official_lexer *l, enum official_kind *kind)
{
    struct str s = l->text;
    size_t at = l->at, n;
    *kind = OFFICIAL_LINE_COMMENT;
    if ((n = match_line_comment(s, at))) {
        if (official_byte_at(s, at + 2) ==
            '+') /* a hint is not a comment that may end a statement */
            *kind = OFFICIAL_OTHER;
        return n;
    }
    *kind = OFFICIAL_OTHER;
    if ((n = match_block_comment(l, at)))
        return n;
    *kind = OFFICIAL_NEWLINE;
    if ((n = match_newline(s, at)))
        return n;
    *kind = OFFICIAL_SPACE;
    if ((n = str_space_at(s, at)))
        return n;
    *kind = OFFICIAL_OTHER;
    if (starts_with(s, at, ":=") || starts_with(s, at, "::"))
        return 2;
    if (official_byte_at(s, at) == '*')
        return 1;
    return official_byte_at(s, at) == '`' ? match_quoted(l, at) : match_acute(l, at);
}

/* Rules from placeholders to names in brackets. */
static size_t match_middle(struct official_lexer *l, enum official_kind *kind)
{
    struct str s = l->text;
    size_t at = l->at, n;
    *kind = OFFICIAL_OTHER;
    if ((n = match_placeholder(s, at)))
        return n;
    if (official_byte_at(s, at) == '\\' && (n = official_skip_words(s, at + 1) - at) > 1)
        return n;
    *kind = OFFICIAL_KEYWORD;
    if ((n = match_phrases(s, at, early_phrases)))
        return n;
    *kind = OFFICIAL_OTHER;
    if ((n = match_marked_name(s, at)) || (n = match_name(s, at)) || (n = match_number(s, at)))
        return n;
    *kind = OFFICIAL_STRING;
    if (one_of(s, at, "'\"") && (n = match_quoted(l, at)))
        return n;
    *kind = OFFICIAL_OTHER;
    return match_bracketed(s, at);
}

/* Rules from keywords to the end. If none matches, one character is an error. */
static size_t match_late(struct official_lexer *l, enum official_kind *kind)
{
    struct str s = l->text;
    size_t at = l->at, n;
    *kind = OFFICIAL_KEYWORD;
    if ((n = match_phrases(s, at, late_phrases)))
        return n;
    *kind = OFFICIAL_OTHER;
    if ((n = match_time_zone(s, at)))
        return n;
    *kind = OFFICIAL_KEYWORD;
    if ((n = match_phrases(s, at, last_phrases)) || (n = match_word(s, at)))
        return n;
    *kind = OFFICIAL_PUNCTUATION;
    if (one_of(s, at, ";:()[],."))
        return 1;
    *kind = OFFICIAL_OTHER;
    if ((n = match_run(s, at, "<>=~!")) || (n = match_run(s, at, "+/@#%^&|-")))
        return n;
    return official_char_at(s, at);
}

void official_lexer_init(struct official_lexer *l, struct arena *a, struct str text)
{
    if (text.len >= UINT32_MAX)
        text.len = UINT32_MAX - 1;
    *l = (struct official_lexer){.text = text, .arena = a};
}

bool official_lexer_next(struct official_lexer *l, struct official_token *out)
{
    if (l->at >= l->text.len)
        return false;
    size_t n = match_early(l, &out->kind);
    if (!n)
        n = match_middle(l, &out->kind);
    if (!n)
        n = match_late(l, &out->kind);
    out->text = str_slice(l->text, l->at, l->at + n);
    l->at += n;
    return true;
}
