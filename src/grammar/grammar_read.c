/* grammar_read.c: reading rules, a line at a time; and showing where one is wrong. */
#include "grammar/reader.h"

#include "base/printable.h"
#include "base/utf8.h"

#include <stdio.h>

/* A grammar that people write has some hundred rules. */
enum { RULES_MAX = 10000, ASKS_MAX = 100 };

/* Lines of a rule */

static enum status read_ask(struct reader *r, bool paper)
{
    struct grammar_rule *rule = r->rule;
    struct grammar_text text;
    if (rule->n_asks == ASKS_MAX)
        return reader_fail(r, r->line.ptr, "more than %d wordings", ASKS_MAX);
    TRY(read_text(r, true, &text));
    text.paper = paper;
    ARENA_ADD(r->arena, rule->asks, rule->n_asks, text);
    return OK;
}

static enum status read_sql(struct reader *r)
{
    if (r->rule->sql.count > 0)
        return reader_fail(r, r->line.ptr, "'%.*s' has a line 'sql' already",
                           STR_ARG(r->rule->name));
    return read_text(r, false, &r->rule->sql);
}

/* "such that some rows, not all rows, no ties" */
static enum status read_checks(struct reader *r)
{
    TRY(reader_expect(r, "that"));
    for (;;) {
        struct str first = reader_word(r);
        if (str_eq(first, STR("some")) && reader_take(r, "rows"))
            r->rule->some_rows = true;
        else if (str_eq(first, STR("not")) && reader_take(r, "all") && reader_take(r, "rows"))
            r->rule->not_all_rows = true;
        else if (str_eq(first, STR("no")) && reader_take(r, "ties"))
            r->rule->no_ties = true;
        else
            return reader_fail(r, first.ptr,
                               "'some rows', 'not all rows' or 'no ties' is expected here");
        reader_skip_blanks(r);
        if (r->rest.len == 0)
            return OK;
        TRY(reader_expect(r, ","));
    }
}

/* Whole rules */

/* The lets that let `i` is about. A link leads to another table than all before it, so it is about
 * those. */
struct references {
    uint32_t items[4 + 2 * LET_OTHERS_MAX + RULE_LETS_MAX];
    uint32_t count;
};

static struct references references_of(const struct grammar_rule *rule, uint32_t i)
{
    const struct grammar_let *let = &rule->lets[i];
    struct references out = {.count = 0};
    if (let->type != LET_TABLE && let->type != LET_COUNT && let->type != LET_PHRASE)
        out.items[out.count++] = let->of;
    if (let->like != GRAMMAR_NONE)
        out.items[out.count++] = let->like;
    if (let->measured != GRAMMAR_NONE)
        out.items[out.count++] = let->measured;
    if (let->side != SIDE_ANY)
        out.items[out.count++] = let->bound;
    for (uint32_t k = 0; k < let->n_others; k++)
        out.items[out.count++] = let->others[k];
    for (uint32_t k = 0; k < let->n_arguments; k++)
        out.items[out.count++] = let->arguments[k];
    for (uint32_t k = 0; let->type == LET_LINK && k < i; k++)
        if (rule->lets[k].type == LET_TABLE || rule->lets[k].type == LET_LINK)
            out.items[out.count++] = k;
    return out;
}

/* Mark the lets that no later one is about, and those that all later ones are about: it makes
 * counting quick (derivation.c). */
static void mark_dependence(struct grammar_rule *rule)
{
    for (uint32_t i = 0; i < rule->n_lets; i++) {
        struct grammar_let *let = &rule->lets[i];
        let->is_free = true;
        let->is_closed =
            let->type == LET_COLUMN && let->like == GRAMMAR_NONE && let->measured == GRAMMAR_NONE;
    }
    for (uint32_t k = 0; k < rule->n_lets; k++) {
        struct references seen = references_of(rule, k);
        for (uint32_t j = 0; j < seen.count; j++) {
            rule->lets[seen.items[j]].is_free = false;
            for (uint32_t i = seen.items[j] + 1; i < k; i++)
                rule->lets[i].is_closed = false; /* k looks past it */
        }
    }
}

static enum status end_rule(struct reader *r)
{
    struct grammar_rule *rule = r->rule;
    if (!rule)
        return OK;
    mark_dependence(rule);
    if (rule->n_asks > 0 && rule->sql.count > 0)
        return OK;
    return err_at(r->e, E_INPUT, rule->line, 1, "'%.*s' has no %s", STR_ARG(rule->name),
                  rule->n_asks == 0 ? "line 'ask'" : "line 'sql'");
}

/* "of column c, value v": the parameters of a phrase. */
static enum status read_parameters(struct reader *r)
{
    static const struct {
        const char *word;
        enum let_type type;
    } TYPES[] = {{"table", LET_TABLE}, {"column", LET_COLUMN}, {"value", LET_VALUE}};
    struct grammar_rule *rule = r->rule;
    if (!reader_take(r, "of"))
        return OK;
    do {
        struct str type = reader_word(r), name = reader_word(r);
        size_t i = 0;
        while (i < COUNT_OF(TYPES) && !str_eq(str_from(TYPES[i].word), type))
            i++;
        if (i == COUNT_OF(TYPES) || name.len == 0)
            return reader_fail(r, type.ptr, "'table', 'column' or 'value' and a name, not '%.*s'",
                               STR_ARG(type));
        if (rule->n_lets == LET_OTHERS_MAX || rule_let(rule, name) != GRAMMAR_NONE)
            return reader_fail(r, name.ptr, "not a new name: '%.*s'", STR_ARG(name));
        rule->lets[rule->n_lets++] = (struct grammar_let){
            .name = name, .type = TYPES[i].type, .like = GRAMMAR_NONE, .measured = GRAMMAR_NONE};
        rule->n_parameters++;
    } while (reader_take(r, ","));
    return OK;
}

static enum status read_phrase_head(struct reader *r)
{
    r->rule->name = reader_word(r);
    if (r->rule->name.len == 0)
        return reader_fail(r, r->rest.ptr, "a name is expected");
    TRY(read_parameters(r));
    return reader_end(r);
}

/* The name of an element may have blanks: "element ORDER BY". */
static enum status read_element_head(struct reader *r)
{
    r->rule->category = r->category;
    r->rule->name = str_trim(r->rest);
    return r->rule->name.len > 0 ? OK : reader_fail(r, r->rest.ptr, "a name is expected");
}

static enum status begin_rule(struct reader *r, bool is_phrase)
{
    struct grammar *g = r->grammar;
    TRY(end_rule(r));
    if (g->count == RULES_MAX)
        return reader_fail(r, r->line.ptr, "more than %d rules", RULES_MAX);
    ARENA_PUSH(r->arena, g->rules, g->count);
    r->rule = &g->rules[g->count++];
    *r->rule = (struct grammar_rule){.is_phrase = is_phrase, .line = r->number};
    return is_phrase ? read_phrase_head(r) : read_element_head(r);
}

/* "alone": the rules of this file, and no others. */
static enum status read_alone(struct reader *r, struct str word)
{
    if (r->rule)
        return reader_fail(r, word.ptr, "'alone' comes before all rules");
    r->grammar->alone = true;
    return reader_end(r);
}

static enum status read_line(struct reader *r)
{
    struct str word = reader_word(r);
    if (word.len == 0 || word.ptr[0] == '#')
        return OK;
    if (str_eq(word, STR("category"))) {
        r->category = str_trim(r->rest);
        return OK;
    }
    if (str_eq(word, STR("element")) || str_eq(word, STR("phrase")))
        return begin_rule(r, word.ptr[0] == 'p');
    if (str_eq(word, STR("alone")))
        return read_alone(r, word);
    if (!r->rule)
        return reader_fail(r, word.ptr, "no 'element' or 'phrase' before '%.*s'", STR_ARG(word));
    if (str_eq(word, STR("let")))
        return read_let(r);
    if (str_eq(word, STR("ask")) || str_eq(word, STR("paper")))
        return read_ask(r, word.ptr[0] == 'p');
    if (str_eq(word, STR("sql")))
        return read_sql(r);
    if (str_eq(word, STR("such")))
        return read_checks(r);
    return reader_fail(r, word.ptr, "no line begins with '%.*s'", STR_ARG(word));
}

/* Uses of phrases, once all are known */

uint32_t grammar_find_phrase(const struct grammar *g, struct str name, uint32_t from)
{
    while (from < g->count && !(g->rules[from].is_phrase && str_eq(g->rules[from].name, name)))
        from++;
    return from;
}

/* Does the phrase take as many things as the let gives it, of the same kinds? */
static enum status check_arguments(const struct grammar_rule *user, const struct grammar_let *let,
                                   const struct grammar_rule *phrase, struct err *e)
{
    if (phrase->n_parameters != let->n_arguments)
        return err_at(e, E_INPUT, let->line, let->col, "'%.*s' is of %u things, not of %u",
                      STR_ARG(let->phrase), phrase->n_parameters, let->n_arguments);
    for (uint32_t i = 0; i < let->n_arguments; i++)
        if (user->lets[let->arguments[i]].type != phrase->lets[i].type)
            return err_at(e, E_INPUT, let->line, let->col, "'%.*s' is of another kind of thing",
                          STR_ARG(let->phrase));
    return OK;
}

static enum status check_use(const struct grammar *g, const struct grammar_rule *user,
                             const struct grammar_let *let, struct err *e)
{
    uint32_t found = grammar_find_phrase(g, let->phrase, 0);
    if (found == g->count)
        return err_at(e, E_INPUT, let->line, let->col, "no phrase is called '%.*s'",
                      STR_ARG(let->phrase));
    for (; found < g->count; found = grammar_find_phrase(g, let->phrase, found + 1))
        TRY(check_arguments(user, let, &g->rules[found], e));
    return OK;
}

enum status grammar_check(const struct grammar *g, uint32_t from, uint32_t to, struct err *e)
{
    for (uint32_t i = from; i < to; i++)
        for (uint32_t k = 0; k < g->rules[i].n_lets; k++)
            if (g->rules[i].lets[k].type == LET_PHRASE)
                TRY(check_use(g, &g->rules[i], &g->rules[i].lets[k], e));
    return OK;
}

/* Questions and queries go to terminals and logs: no control characters get into them. */
static enum status check_bytes(struct reader *r)
{
    for (size_t i = 0; i < r->line.len; i++)
        if (((unsigned char)r->line.ptr[i] < ' ' && r->line.ptr[i] != '\t') ||
            r->line.ptr[i] == 0x7f)
            return reader_fail(r, r->line.ptr + i, "a control character");
    return utf8_valid(r->line) ? OK : reader_fail(r, r->line.ptr, "no UTF-8");
}

enum status grammar_read(struct arena *a, struct str text, struct grammar *g, struct err *e)
{
    struct reader r = {.arena = a, .grammar = g, .e = e};
    for (struct str rest = str_skip_bom(text); rest.ptr;) {
        r.line = str_split(&rest, '\n');
        if (str_ends(r.line, STR("\r")))
            r.line.len--;
        r.rest = r.line;
        r.number++;
        TRY(check_bytes(&r));
        TRY(read_line(&r));
    }
    return end_rule(&r);
}

/* The caret */

/* The line of a number, from 1; empty if there are fewer. */
static struct str line_of(struct str text, uint32_t number)
{
    struct str rest = str_skip_bom(text);
    for (uint32_t i = 1; rest.ptr; i++) {
        struct str line = str_split(&rest, '\n');
        if (i == number)
            return str_ends(line, STR("\r")) ? str_slice(line, 0, line.len - 1) : line;
    }
    return STR("");
}

/* How many characters the first `n` bytes are on a terminal. */
static int shown_width(struct str line, size_t n)
{
    int width = 0;
    for (size_t i = 0; i < n && i < line.len; width++) {
        size_t length = utf8_length(line, i);
        i += length ? length : 1;
    }
    return width;
}

struct str grammar_caret(struct arena *a, struct str text, const struct err *e)
{
    enum { LINE_MAX_BYTES = 200 };
    if (e->line == 0 || e->col == 0)
        return STR("");
    struct str line = line_of(text, e->line);
    size_t start = e->col > LINE_MAX_BYTES / 2 ? e->col - LINE_MAX_BYTES / 2 : 0;
    if (start > line.len)
        start = line.len;
    while (start > 0 && start < line.len && ((unsigned char)line.ptr[start] & 0xc0) == 0x80)
        start--;
    line = utf8_cut(str_slice(line, start, line.len), LINE_MAX_BYTES);
    int margin = snprintf(NULL, 0, "%u", e->line);
    return arena_printf(a, "%u | %.*s\n%*s | %*s", e->line, STR_ARG(printable_line(a, line)),
                        margin, "", shown_width(line, e->col - 1 - start) + 1, "^");
}
