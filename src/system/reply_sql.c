/* reply_sql.c: fences, prefixes and bare statements.
 *
 * Models repeat themselves until the limit of tokens stops them, and base models go on with the
 * next question. So of several statements the first counts, and text after another question does
 * not. From a reply that was cut off only a statement with an end is taken: the rest may be
 * incomplete.
 */
#include "system/reply_sql.h"

#include <stdint.h>

/* Is `word` at `at`, whole, in any case? */
static bool word_at(struct str text, size_t at, struct str word)
{
    size_t end = at + word.len;
    if (end > text.len || !str_eq_nocase(str_slice(text, at, end), word))
        return false;
    char next = end < text.len ? text.ptr[end] : ' ';
    return !ascii_letter(next) && next != '_' && !ascii_digit(next);
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

/* Marks that models put around their thoughts. */
static const struct {
    struct str begin, end;
} THOUGHTS[] = {
    {STR_INIT("<think>"), STR_INIT("</think>")},
    {STR_INIT("<thinking>"), STR_INIT("</thinking>")},
    {STR_INIT("<thought>"), STR_INIT("</thought>")},
    {STR_INIT("<reasoning>"), STR_INIT("</reasoning>")},
    {STR_INIT("[THINK]"), STR_INIT("[/THINK]")},
    {STR_INIT("<|channel|>analysis"), STR_INIT("<|channel|>final<|message|>")},
};

enum { N_THOUGHTS = COUNT_OF(THOUGHTS) };

struct str reply_after_thought(struct str text)
{
    size_t at;
    for (int i = 0; i < N_THOUGHTS; i++)
        while ((at = str_find(text, THOUGHTS[i].end, 0)) < text.len)
            text = str_slice(text, at + THOUGHTS[i].end.len, text.len);
    return str_trim(text);
}

/* A reply that was cut off may end in the middle of a thought. */
static struct str before_thought(struct str text)
{
    for (int i = 0; i < N_THOUGHTS; i++)
        text.len = str_find(text, THOUGHTS[i].begin, 0);
    return str_trim(text);
}

/* Statements */

/* A statement in a reply, which it is a part of. The ptr is NULL for none. */
struct said_statement {
    struct str sql;
    bool ended; /* what comes after it ends it */
};

/* Past the quoted text that starts at `at`. If it does not end, it was not a quote; but a reply
 * that was cut off may have been cut off in the middle of it. */
static size_t skip_quotes(struct str text, size_t at, bool cut_off)
{
    const char *end = memchr(text.ptr + at + 1, text.ptr[at], text.len - at - 1);
    if (end)
        return (size_t)(end - text.ptr) + 1;
    return cut_off ? text.len : at;
}

/* Past the comment that starts at `at`, or `at` itself. A comment without an end has all of the
 * text. */
static size_t skip_comment(struct str text, size_t at)
{
    struct str rest = str_slice(text, at, text.len);
    if (str_starts(rest, STR("--")))
        return line_end(text, at);
    if (!str_starts(rest, STR("/*")))
        return at;
    size_t end = str_find(text, STR("*/"), at + 2);
    return end < text.len ? end + 2 : end;
}

/* Past the quoted text or comment that starts at `at`, or `at` itself. */
static size_t skip_quoted(struct str text, size_t at, bool cut_off)
{
    char c = text.ptr[at];
    bool quoted = c == '\'' || c == '"' || c == '`';
    return quoted ? skip_quotes(text, at, cut_off) : skip_comment(text, at);
}

static bool is_empty_line(struct str text, size_t newline)
{
    size_t at = skip_blanks(text, newline + 1);
    return at >= text.len || text.ptr[at] == '\n' || text.ptr[at] == '\r';
}

/* Words with which a query goes on after an empty line. Prose begins with one capital letter. */
static const struct str PARTS[] = {STR_INIT("FROM"),  STR_INIT("WHERE"),     STR_INIT("GROUP"),
                                   STR_INIT("ORDER"), STR_INIT("HAVING"),    STR_INIT("LIMIT"),
                                   STR_INIT("UNION"), STR_INIT("INTERSECT"), STR_INIT("EXCEPT"),
                                   STR_INIT("JOIN"),  STR_INIT("INNER"),     STR_INIT("LEFT"),
                                   STR_INIT("AND"),   STR_INIT("OR")};

static bool clause_at(struct str text, size_t at)
{
    bool capital = at < text.len && ascii_lower(text.ptr[at]) != text.ptr[at];
    for (size_t i = 0; i < COUNT_OF(PARTS); i++)
        if (word_at(text, at, PARTS[i]))
            return capital == (ascii_lower(text.ptr[at + 1]) != text.ptr[at + 1]);
    return false;
}

/* How far a statement has come. */
struct statement_scan {
    uint32_t depth; /* of parentheses */
    bool has_with;  /* it begins with WITH, and … */
    bool has_body;  /* … has the SELECT after that */
};

/* Does the statement go on at `at`, after an empty line? */
static bool statement_goes_on(const struct statement_scan *s, struct str text, size_t at)
{
    return clause_at(text, at) || (s->has_with && !s->has_body && word_at(text, at, STR("select")));
}

static size_t skip_space(struct str text, size_t at)
{
    while (at < text.len && ascii_space(text.ptr[at]))
        at++;
    return at;
}

static void note_progress(struct statement_scan *s, struct str text, size_t at)
{
    if (text.ptr[at] == '(')
        s->depth++;
    else if (text.ptr[at] == ')' && s->depth > 0)
        s->depth--;
    else if (s->depth == 0 && word_at(text, at, STR("select")))
        s->has_body = true;
}

/* Words that a query does not end with. */
static const struct str JOINTS[] = {STR_INIT("union"), STR_INIT("all"), STR_INIT("intersect"),
                                    STR_INIT("except"), STR_INIT("as")};

/* Is the text before `at` incomplete? */
static bool wants_more(struct str text, size_t at)
{
    struct str before = str_trim(str_slice(text, 0, at));
    for (size_t i = 0; i < COUNT_OF(JOINTS); i++) {
        size_t word = before.len - JOINTS[i].len;
        if (before.len > JOINTS[i].len && word_at(before, word, JOINTS[i]) &&
            ascii_space(before.ptr[word - 1]))
            return true;
    }
    return before.len > 0 && before.ptr[before.len - 1] == ',';
}

/* Does the line at `at` begin with something like "Explanation:"? SQL has no such thing. */
static bool begins_label(struct str text, size_t at)
{
    enum { LONGEST = 30 };
    size_t start = at;
    while (at < text.len && memchr("*#", text.ptr[at], 2))
        at++;
    while (at < text.len && at - start < LONGEST &&
           (ascii_letter(text.ptr[at]) || text.ptr[at] == ' '))
        at++;
    if (at == start || at >= text.len || text.ptr[at] != ':')
        return false;
    return at + 1 == text.len || ascii_space(text.ptr[at + 1]) || text.ptr[at + 1] == '*';
}

/* Facts about a statement; any of them together. */
enum statement_how {
    ENDS_WITH_LINES = 1, /* also before other text, not only at a semicolon */
    WAS_CUT_OFF = 2,
    IS_IN_BODY = 4 /* SELECT comes before it */
};

/* Does something else begin after the newline at `at`: other text, or the statement once more? */
static bool begins_other(const struct statement_scan *s, struct str text, size_t at, unsigned how)
{
    size_t line = skip_blanks(text, at + 1);
    if (s->depth > 0)
        return false;
    if (how & ENDS_WITH_LINES && is_empty_line(text, at) &&
        !statement_goes_on(s, text, skip_space(text, at)))
        return !wants_more(text, at);
    return (how & ENDS_WITH_LINES && begins_label(text, line)) ||
           (s->has_body && word_at(text, line, STR("select")) && !wants_more(text, at));
}

/* The end of the statement that `text` begins with; text.len if nothing ends it. */
static size_t statement_end(struct str text, unsigned how)
{
    struct statement_scan scan = {.has_with = word_at(text, 0, STR("with")),
                                  .has_body = how & IS_IN_BODY};
    for (size_t at = 0; at < text.len;) {
        char c = text.ptr[at];
        if (c == ';' || (c == '\n' && begins_other(&scan, text, at, how)))
            return at;
        size_t next = c == '\n' ? skip_space(text, at) : skip_quoted(text, at, how & WAS_CUT_OFF);
        if (next == at)
            note_progress(&scan, text, at);
        at = next > at ? next : at + 1;
    }
    return text.len;
}

/* The statement that `text` begins with. */
static struct said_statement cut_statement(struct str text, unsigned how)
{
    size_t end = statement_end(text, how | ENDS_WITH_LINES);
    struct str rest = str_trim(str_slice(text, end, text.len));
    return (struct said_statement){str_trim(str_slice(text, 0, end)), rest.len > 0};
}

/* Past white space, comments and parentheses. */
static size_t skip_lead(struct str text)
{
    size_t at = 0;
    while (at < text.len) {
        size_t comment = skip_comment(text, at);
        if (comment == at && !ascii_space(text.ptr[at]) && text.ptr[at] != '(')
            break;
        at = comment > at ? comment : at + 1;
    }
    return at;
}

static bool is_query(struct str text)
{
    return begins_query(text, skip_lead(text));
}

/* The first statement of a block that is a query, or else the first. A block that is one statement
 * stays as it is. */
static struct said_statement first_query(struct str block, unsigned how)
{
    struct said_statement first = {STR_NONE, false};
    for (struct str rest = block; rest.len > 0;) {
        size_t end = statement_end(rest, how);
        struct said_statement s = {str_trim(str_slice(rest, 0, end)), end < rest.len};
        rest = str_trim(str_slice(rest, end + s.ended, rest.len));
        if (!first.sql.ptr && rest.len == 0)
            return (struct said_statement){block, s.ended};
        if (is_query(s.sql))
            return s;
        if (!first.sql.ptr && s.sql.len > 0)
            first = s;
    }
    return first;
}

/* Fences */

enum fence_kind { FENCE_NONE, FENCE_OTHER, FENCE_UNMARKED, FENCE_SQL };

static const struct str SQL_MARKS[] = {STR_INIT("sql"), STR_INIT("sqlite"), STR_INIT("sqlite3"),
                                       STR_INIT("postgresql"), STR_INIT("mysql")};

/* Take the mark off the block. A word with a line of its own is a mark; else the line is SQL. */
static enum fence_kind read_mark(struct str *block)
{
    for (size_t i = 0; i < COUNT_OF(SQL_MARKS); i++)
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

/* The better of two blocks has a query in it, or else a better mark. If both are alike, the last
 * counts. */
static int fence_rank(enum fence_kind kind, struct str sql)
{
    return (is_query(sql) ? FENCE_SQL : FENCE_NONE) + (int)kind;
}

static struct said_statement find_fenced(struct str text, bool cut_off)
{
    const struct str FENCE = STR("```");
    struct said_statement best = {STR_NONE, false};
    int best_rank = FENCE_NONE;
    for (size_t at = str_find(text, FENCE, 0); at < text.len;) {
        size_t start = at + FENCE.len, end = str_find(text, FENCE, start);
        struct str block = str_slice(text, start, end);
        enum fence_kind kind = read_mark(&block);
        struct said_statement s =
            first_query(str_trim(block), cut_off && end == text.len ? WAS_CUT_OFF : 0);
        s.ended = s.ended || end < text.len;
        int rank = fence_rank(kind, s.sql);
        if (rank >= best_rank && s.sql.len > 0 && (s.ended || !cut_off)) {
            best = s;
            best_rank = rank;
        }
        at = end < text.len ? str_find(text, FENCE, end + FENCE.len) : text.len;
    }
    return best;
}

/* Statements that nothing marks */

/* Past "SQL:" if it begins the line at `at`, perhaps with marks of emphasis around it; else 0. */
static size_t skip_prefix(struct str text, size_t at)
{
    while (at < text.len && memchr("*# \t>", text.ptr[at], 5))
        at++;
    if (!word_at(text, at, STR("sql")))
        return 0;
    size_t end = at + 3;
    while (end < text.len && text.ptr[end] == '*')
        end++;
    if (end == text.len || text.ptr[end] != ':')
        return 0;
    end++;
    while (end < text.len && text.ptr[end] == '*')
        end++;
    return end;
}

/* The text after the last "SQL:" that begins a line. If the reply was cut off before that had a
 * whole statement, it is the text after the "SQL:" before it, up to the line of the last. */
static struct str find_prefixed(struct str text, unsigned *how)
{
    struct str last = STR_NONE, before = STR_NONE;
    for (size_t at = 0; at < text.len; at = line_end(text, at) + 1) {
        size_t start = skip_prefix(text, at);
        if (start == 0)
            continue;
        if (last.ptr)
            before = str_slice(last, 0, (size_t)(text.ptr + at - last.ptr));
        last = str_slice(text, start, text.len);
    }
    if (!before.ptr || !(*how & REPLY_CUT_OFF) || cut_statement(str_trim(last), WAS_CUT_OFF).ended)
        return str_trim(last);
    *how &= ~(unsigned)REPLY_CUT_OFF;
    return str_trim(before);
}

/* "With" may begin prose: only WITH counts, or "with" as the very first word. */
static bool begins_with_clause(struct str text, size_t at)
{
    return word_at(text, at, STR("with")) &&
           (str_starts(str_slice(text, at, text.len), STR("WITH")) ||
            (at == 0 && text.ptr[0] == 'w'));
}

/* The start of the first statement that begins a line; or text.len. */
static size_t find_line(struct str text)
{
    for (size_t at = 0; at < text.len; at = line_end(text, at) + 1) {
        size_t start = skip_blanks(text, at);
        if (start < text.len && text.ptr[start] == '`')
            start++;
        if (word_at(text, start, STR("select")) || begins_with_clause(text, start))
            return start;
    }
    return text.len;
}

/* The first word SELECT, or text.len. In the middle of a line it must be in capitals. */
static size_t find_select(struct str text)
{
    size_t at = 0;
    while ((at = str_find(text, STR("SELECT"), at)) < text.len && !word_at(text, at, STR("select")))
        at++;
    return at;
}

/* In the prose of a reply that was cut off, only a line of its own is more than a draft. */
static struct said_statement find_bare(struct str text, unsigned how)
{
    bool cut_off = how & REPLY_CUT_OFF;
    unsigned known = cut_off ? WAS_CUT_OFF : 0;
    if (how & REPLY_AFTER_SELECT && !begins_query(text, 0))
        return cut_statement(text, known | IS_IN_BODY);
    size_t start = find_line(text);
    if (start == text.len && !cut_off)
        start = find_select(text);
    if (start == text.len)
        return (struct said_statement){text, false};
    struct str rest = str_slice(text, start, text.len);
    if (start > 0 && text.ptr[start - 1] == '`') /* between single backticks */
        rest.len = str_find(rest, STR("`"), 0);
    struct said_statement s = cut_statement(rest, known);
    s.ended = s.ended || start + rest.len < text.len;
    return s;
}

/* The next turn of a conversation */

/* Base models go on with another question, as in the prompt. */
static const struct str TURNS[] = {STR_INIT("question"), STR_INIT("q"),
                                   STR_INIT("user"),     STR_INIT("human"),
                                   STR_INIT("input"),    STR_INIT("instruction")};

/* Marks between turns that some servers leave in a reply. */
static const struct str TURN_TOKENS[] = {STR_INIT("<|im_end|>"),    STR_INIT("<|im_start|>"),
                                         STR_INIT("<|endoftext|>"), STR_INIT("<|eot_id|>"),
                                         STR_INIT("<end_of_turn>"), STR_INIT("</s>"),
                                         STR_INIT("[/INST]")};

/* Does the line at `at` begin another question: "-- Question: …", "### Input:"? */
static bool begins_turn(struct str text, size_t at)
{
    while (at < text.len && memchr("*#-/> \t", text.ptr[at], 7))
        at++;
    for (size_t i = 0; i < COUNT_OF(TURNS); i++) {
        size_t end = at + TURNS[i].len;
        if (word_at(text, at, TURNS[i]) && end < text.len && text.ptr[end] == ':')
            return true;
    }
    return false;
}

/* Where the answer to this question ends and another turn begins; or text.len. */
static size_t turn_end(struct str text, unsigned how)
{
    size_t line = find_line(text), word = find_select(text), end = text.len;
    size_t answer = how & REPLY_AFTER_SELECT ? skip_space(text, 0) : line < word ? line : word;
    for (size_t i = 0; i < COUNT_OF(TURN_TOKENS); i++) {
        size_t at = str_find(text, TURN_TOKENS[i], answer);
        end = at < end ? at : end;
    }
    if (answer == text.len)
        return text.len;
    for (size_t at = line_end(text, answer) + 1; at < end; at = line_end(text, at) + 1)
        if (begins_turn(text, at))
            return at;
    return end;
}

struct str reply_sql(struct str text, unsigned how, struct arena *a)
{
    text = reply_after_thought(text);
    if (how & REPLY_CUT_OFF)
        text = before_thought(text);
    size_t end = turn_end(text, how);
    if (end < text.len) /* the next turn ends it */
        how &= ~(unsigned)REPLY_CUT_OFF;
    text = str_trim(str_slice(text, 0, end));
    struct said_statement said = find_fenced(text, how & REPLY_CUT_OFF);
    if (!said.sql.ptr) {
        struct str prefixed = find_prefixed(text, &how);
        said = find_bare(prefixed.ptr ? prefixed : text, how);
    }
    if (said.sql.len == 0 || (how & REPLY_CUT_OFF && !said.ended))
        return STR_NONE;
    if (how & REPLY_AFTER_SELECT && !begins_query(said.sql, 0))
        return arena_printf(a, "SELECT %.*s", STR_ARG(said.sql));
    return said.sql;
}
