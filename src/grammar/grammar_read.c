/* grammar_read.c: reading rules, a line at a time. */
#include "grammar/grammar.h"

#include <assert.h>

enum { NONE = UINT32_MAX };

struct reader {
    struct arena *arena;
    struct grammar *grammar;
    struct grammar_rule *rule; /* the one being read; NULL before the first */
    struct str category;
    struct str line; /* the whole of it */
    uint32_t number; /* of the line */
    struct str rest; /* of the line, not read yet */
    struct err *e;
};

static enum status fail(struct reader *r, const char *at, const char *format, struct str what)
{
    uint32_t column = (uint32_t)(at - r->line.ptr) + 1;
    return err_at(r->e, E_INPUT, r->number, column, format, STR_ARG(what));
}

/* Words of a line */

static void skip_blanks(struct reader *r)
{
    while (r->rest.len > 0 && (r->rest.ptr[0] == ' ' || r->rest.ptr[0] == '\t'))
        r->rest = str_slice(r->rest, 1, r->rest.len);
}

/* The next word; empty at the end. A comma is one by itself. */
static struct str next_word(struct reader *r)
{
    skip_blanks(r);
    size_t n = 0;
    while (n < r->rest.len && !ascii_space(r->rest.ptr[n]) && (n == 0 || r->rest.ptr[n] != ',') &&
           (n == 0 || r->rest.ptr[n - 1] != ','))
        n++;
    struct str word = str_slice(r->rest, 0, n);
    r->rest = str_slice(r->rest, n, r->rest.len);
    return word;
}

/* Takes the word where it is the next one. */
static bool take(struct reader *r, const char *word)
{
    struct str before = r->rest;
    if (str_eq(next_word(r), str_from(word)))
        return true;
    r->rest = before;
    return false;
}

static enum status expect(struct reader *r, const char *word)
{
    skip_blanks(r);
    if (take(r, word))
        return OK;
    return err_at(r->e, E_INPUT, r->number, (uint32_t)(r->rest.ptr - r->line.ptr) + 1,
                  "'%s' is expected here", word);
}

static bool is_number(struct str word, uint32_t *out)
{
    *out = 0;
    for (size_t i = 0; i < word.len; i++) {
        if (!ascii_digit(word.ptr[i]) || *out > 100000)
            return false;
        *out = *out * 10 + (uint32_t)(word.ptr[i] - '0');
    }
    return word.len > 0;
}

static enum status read_number(struct reader *r, uint32_t *out)
{
    struct str word = next_word(r);
    return is_number(word, out) ? OK : fail(r, word.ptr, "a number is expected, not '%.*s'", word);
}

/* Names of lets */

static uint32_t find_let(const struct grammar_rule *rule, struct str name)
{
    for (uint32_t i = 0; i < rule->n_lets; i++)
        if (str_eq(rule->lets[i].name, name))
            return i;
    return NONE;
}

/* A let before this one, of one of two types. */
static enum status read_let_name(struct reader *r, enum let_type type, enum let_type or_type,
                                 uint32_t *out)
{
    struct str name = next_word(r);
    *out = find_let(r->rule, name);
    if (*out == NONE)
        return fail(r, name.ptr, "nothing is called '%.*s' yet", name);
    enum let_type found = r->rule->lets[*out].type;
    if (found != type && found != or_type)
        return fail(r, name.ptr, "'%.*s' is not of that kind", name);
    r->rule->lets[*out].is_free = false;
    return OK;
}

static enum status read_others(struct reader *r, struct grammar_let *let)
{
    enum status status = expect(r, "than");
    do {
        if (status == OK && let->n_others == LET_OTHERS_MAX)
            status = fail(r, r->rest.ptr, "too many names%.*s", STR(""));
        if (status == OK)
            status = read_let_name(r, let->type, let->type, &let->others[let->n_others++]);
    } while (status == OK && take(r, ","));
    return status;
}

/* Domains */

static bool take_class(struct reader *r, enum column_class *out)
{
    static const char *const CLASSES[] = {[CLASS_NUMBER] = "number",
                                          [CLASS_TEXT] = "text",
                                          [CLASS_DATE] = "date",
                                          [CLASS_KEY] = "key",
                                          [CLASS_PLAIN] = "plain"};
    for (int i = CLASS_NUMBER; i <= CLASS_PLAIN; i++)
        if (take(r, CLASSES[i])) {
            *out = (enum column_class)i;
            return true;
        }
    return false;
}

/* "with 2 values", "with nulls", "with rows", "other than c" */
static enum status read_constraints(struct reader *r, struct grammar_let *let)
{
    enum status status = OK;
    for (;;) {
        if (status == OK && take(r, "other"))
            status = read_others(r, let);
        else if (status == OK && take(r, "with")) {
            if (let->type == LET_TABLE && take(r, "rows"))
                let->rows = true;
            else if (let->type == LET_COLUMN && take(r, "nulls"))
                let->nulls = true;
            else {
                status = read_number(r, &let->min_values);
                if (status == OK)
                    status = expect(r, "values");
            }
        } else
            return status;
    }
}

static enum status read_column(struct reader *r, struct grammar_let *let)
{
    let->type = LET_COLUMN;
    enum status status = expect(r, "column");
    if (status == OK)
        status = expect(r, "of");
    if (status == OK)
        status = read_let_name(r, LET_TABLE, LET_LINK, &let->of);
    return status == OK ? read_constraints(r, let) : status;
}

/* "1..6 columns of t" */
static enum status read_columns(struct reader *r, struct str range, struct grammar_let *let)
{
    size_t dots = str_find(range, STR(".."), 0);
    let->type = LET_COLUMNS;
    if (!is_number(str_slice(range, 0, dots), &let->least) ||
        (dots < range.len && !is_number(str_slice(range, dots + 2, range.len), &let->most)))
        return fail(r, range.ptr, "no kind of thing: '%.*s'", range);
    if (dots == range.len)
        let->most = let->least;
    if (let->least < 1 || let->most < let->least || let->most > RULE_COLUMNS_MAX)
        return fail(r, range.ptr, "no such number of columns: '%.*s'", range);
    enum status status = expect(r, "columns");
    if (status == OK)
        status = expect(r, "of");
    return status == OK ? read_let_name(r, LET_TABLE, LET_LINK, &let->of) : status;
}

/* "value of c above v" */
static enum status read_value(struct reader *r, struct grammar_let *let)
{
    let->type = LET_VALUE;
    enum status status = expect(r, "of");
    if (status == OK)
        status = read_let_name(r, LET_COLUMN, LET_COLUMN, &let->of);
    if (status == OK && (take(r, "above") || take(r, "below"))) {
        let->side = r->rest.ptr[-1] == 'e' ? SIDE_ABOVE : SIDE_BELOW;
        status = read_let_name(r, LET_VALUE, LET_VALUE, &let->bound);
    }
    return status == OK ? read_constraints(r, let) : status;
}

static enum status read_piece(struct reader *r, enum piece_place place, struct grammar_let *let)
{
    let->type = LET_PIECE;
    let->place = place;
    enum status status = expect(r, "of");
    return status == OK ? read_let_name(r, LET_COLUMN, LET_COLUMN, &let->of) : status;
}

/* "link from t", "link from l" where l is a link itself */
static enum status read_link(struct reader *r, struct grammar_let *let)
{
    let->type = LET_LINK;
    enum status status = expect(r, "from");
    if (status == OK)
        status = read_let_name(r, LET_TABLE, LET_LINK, &let->of);
    return status;
}

/* "COMPARISON of c" */
static enum status read_phrase_use(struct reader *r, struct str name, struct grammar_let *let)
{
    let->type = LET_PHRASE;
    let->phrase = name;
    if (name.len == 0 || name.ptr[0] < 'A' || name.ptr[0] > 'Z')
        return fail(r, name.ptr, "no kind of thing: '%.*s'", name);
    if (!take(r, "of"))
        return OK;
    do {
        struct str argument = next_word(r);
        uint32_t found = find_let(r->rule, argument);
        if (found == NONE || let->n_arguments == LET_OTHERS_MAX)
            return fail(r, argument.ptr, "nothing is called '%.*s' yet", argument);
        r->rule->lets[found].is_free = false;
        let->arguments[let->n_arguments++] = found;
    } while (take(r, ","));
    return OK;
}

static enum status read_domain(struct reader *r, struct grammar_let *let)
{
    if (take(r, "a"))
        skip_blanks(r);
    else if (take(r, "the"))
        skip_blanks(r);
    if (take(r, "table")) {
        let->type = LET_TABLE;
        return read_constraints(r, let);
    }
    if (take_class(r, &let->class))
        return read_column(r, let);
    if (str_starts(r->rest, STR("column ")))
        return read_column(r, let);
    if (take(r, "value"))
        return read_value(r, let);
    if (take(r, "beginning"))
        return read_piece(r, PIECE_BEGIN, let);
    if (take(r, "end"))
        return read_piece(r, PIECE_END, let);
    if (take(r, "middle"))
        return read_piece(r, PIECE_MIDDLE, let);
    if (take(r, "link"))
        return read_link(r, let);
    struct str word = next_word(r);
    return word.len > 0 && ascii_digit(word.ptr[0]) ? read_columns(r, word, let)
                                                    : read_phrase_use(r, word, let);
}

/* Texts */

static enum status read_slot(struct reader *r, struct str name, struct grammar_piece *out)
{
    static const struct {
        struct str ending;
        enum slot_form form;
    } FORMS[] = {{STR_INIT(".to+"), FORM_TO_PLURAL},
                 {STR_INIT(".to"), FORM_TO},
                 {STR_INIT(".on"), FORM_ON},
                 {STR_INIT("+"), FORM_PLURAL}};
    struct str given = name;
    out->form = FORM_PLAIN;
    for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS && out->form == FORM_PLAIN; i++)
        if (str_ends(name, FORMS[i].ending)) {
            out->form = FORMS[i].form;
            name.len -= FORMS[i].ending.len;
        }
    out->let = find_let(r->rule, name);
    if (out->let == NONE)
        return fail(r, given.ptr, "nothing is called '%.*s'", name);
    bool of_link = out->form == FORM_TO || out->form == FORM_TO_PLURAL || out->form == FORM_ON;
    if (of_link != (r->rule->lets[out->let].type == LET_LINK))
        return fail(r, given.ptr, "'%.*s' has no such form", given);
    return OK;
}

static enum status read_text(struct reader *r, struct grammar_text *out)
{
    struct str text = str_trim(r->rest);
    *out = (struct grammar_text){0};
    if (text.len == 0)
        return fail(r, r->rest.ptr, "there are no words%.*s", STR(""));
    for (size_t at = 0; at < text.len;) {
        size_t open = str_find(text, STR("{"), at), close = str_find(text, STR("}"), open);
        struct grammar_piece piece = {.literal = str_slice(text, at, open), .let = NONE};
        if (open < text.len && close == text.len)
            return fail(r, text.ptr + open, "no } behind it%.*s", STR(""));
        enum status status =
            open < text.len ? read_slot(r, str_slice(text, open + 1, close), &piece) : OK;
        if (status)
            return status;
        ARENA_PUSH(r->arena, out->pieces, out->count);
        out->pieces[out->count++] = piece;
        at = open < text.len ? close + 1 : text.len;
    }
    return OK;
}

/* Lines of a rule */

static enum status read_let(struct reader *r)
{
    struct grammar_rule *rule = r->rule;
    struct str name = next_word(r);
    if (name.len == 0 || find_let(rule, name) != NONE)
        return fail(r, name.ptr, "not a new name: '%.*s'", name);
    if (rule->n_lets == RULE_LETS_MAX)
        return fail(r, name.ptr, "too many names: '%.*s'", name);
    enum status status = expect(r, "is");
    if (status)
        return status;
    struct grammar_let let = {.name = name, .is_free = true};
    status = read_domain(r, &let);
    skip_blanks(r);
    if (status == OK && r->rest.len > 0)
        status = fail(r, r->rest.ptr, "too much: '%.*s'", r->rest);
    rule->lets[rule->n_lets++] = let;
    return status;
}

static enum status read_ask(struct reader *r, bool paper)
{
    struct grammar_rule *rule = r->rule;
    ARENA_PUSH(r->arena, rule->asks, rule->n_asks);
    enum status status = read_text(r, &rule->asks[rule->n_asks]);
    rule->asks[rule->n_asks++].paper = paper;
    return status;
}

/* "such that some rows, not all rows, no ties" */
static enum status read_checks(struct reader *r)
{
    enum status status = expect(r, "that");
    do {
        skip_blanks(r);
        struct str first = next_word(r);
        if (status)
            return status;
        if (str_eq(first, STR("some")) && take(r, "rows"))
            r->rule->some_rows = true;
        else if (str_eq(first, STR("not")) && take(r, "all") && take(r, "rows"))
            r->rule->not_all_rows = true;
        else if (str_eq(first, STR("no")) && take(r, "ties"))
            r->rule->no_ties = true;
        else
            return fail(r, first.ptr, "nothing that is checked: '%.*s'", first);
    } while (take(r, ","));
    return OK;
}

/* Whole rules */

static enum status end_rule(struct reader *r)
{
    const struct grammar_rule *rule = r->rule;
    if (!rule || (rule->n_asks > 0 && rule->sql.count > 0))
        return OK;
    return err_at(r->e, E_INPUT, rule->line, 1, "'%.*s' has no %s", STR_ARG(rule->name),
                  rule->n_asks == 0 ? "line 'ask'" : "line 'sql'");
}

/* Parameters of a phrase are what they are called in it: "phrase EQUALS of c: a column". */
static enum status read_parameters(struct reader *r)
{
    static const struct {
        const char *word;
        enum let_type type;
    } TYPES[] = {{"table", LET_TABLE}, {"column", LET_COLUMN}, {"value", LET_VALUE}};
    enum status status = take(r, "of") ? OK : E_INPUT;
    if (status)
        return OK; /* it has none */
    do {
        struct str type = next_word(r), name = next_word(r);
        size_t i = 0;
        while (i < sizeof TYPES / sizeof *TYPES && !str_eq(str_from(TYPES[i].word), type))
            i++;
        if (i == sizeof TYPES / sizeof *TYPES || name.len == 0 || r->rule->n_lets == LET_OTHERS_MAX)
            return fail(r, type.ptr, "'table', 'column' or 'value' and a name, not '%.*s'", type);
        r->rule->lets[r->rule->n_lets++] =
            (struct grammar_let){.name = name, .type = TYPES[i].type};
        r->rule->n_parameters++;
    } while (take(r, ","));
    return OK;
}

static enum status begin_rule(struct reader *r, bool is_phrase)
{
    struct grammar *g = r->grammar;
    enum status status = end_rule(r);
    if (status)
        return status;
    ARENA_PUSH(r->arena, g->rules, g->count);
    r->rule = &g->rules[g->count++];
    *r->rule =
        (struct grammar_rule){.is_phrase = is_phrase, .line = r->number, .name = next_word(r)};
    if (r->rule->name.len == 0)
        return fail(r, r->rest.ptr, "a name is expected%.*s", STR(""));
    if (is_phrase)
        return read_parameters(r);
    r->rule->category = r->category;
    struct str more = str_trim(r->rest); /* "element ORDER BY" */
    if (more.len > 0)
        r->rule->name.len = (size_t)(more.ptr + more.len - r->rule->name.ptr);
    return OK;
}

static enum status read_line(struct reader *r)
{
    struct str word = next_word(r);
    if (word.len == 0 || word.ptr[0] == '#')
        return OK;
    if (str_eq(word, STR("category"))) {
        r->category = str_trim(r->rest);
        return OK;
    }
    if (str_eq(word, STR("element")) || str_eq(word, STR("phrase")))
        return begin_rule(r, word.ptr[0] == 'p');
    if (!r->rule)
        return fail(r, word.ptr, "no 'element' or 'phrase' before '%.*s'", word);
    if (str_eq(word, STR("let")))
        return read_let(r);
    if (str_eq(word, STR("ask")) || str_eq(word, STR("paper")))
        return read_ask(r, word.ptr[0] == 'p');
    if (str_eq(word, STR("sql")))
        return read_text(r, &r->rule->sql);
    if (str_eq(word, STR("such")))
        return read_checks(r);
    return fail(r, word.ptr, "no line begins with '%.*s'", word);
}

uint32_t grammar_find(const struct grammar *g, struct str name, uint32_t from)
{
    while (from < g->count && !str_eq(g->rules[from].name, name))
        from++;
    return from;
}

/* Every phrase that is used is there, with as many arguments. */
static enum status check_uses(const struct grammar *g, struct err *e)
{
    for (uint32_t i = 0; i < g->count; i++)
        for (uint32_t k = 0; k < g->rules[i].n_lets; k++) {
            const struct grammar_let *let = &g->rules[i].lets[k];
            uint32_t found = let->type == LET_PHRASE ? grammar_find(g, let->phrase, 0) : i;
            if (found == g->count)
                return err_at(e, E_INPUT, g->rules[i].line, 1, "no phrase is called '%.*s'",
                              STR_ARG(let->phrase));
            if (let->type == LET_PHRASE && g->rules[found].n_parameters != let->n_arguments)
                return err_at(e, E_INPUT, g->rules[i].line, 1, "'%.*s' is of %u things, not of %u",
                              STR_ARG(let->phrase), g->rules[found].n_parameters, let->n_arguments);
        }
    return OK;
}

enum status grammar_read(struct arena *a, struct str text, struct grammar *g, struct err *e)
{
    struct reader r = {.arena = a, .grammar = g, .e = e};
    enum status status = OK;
    for (struct str rest = text; rest.ptr && status == OK;) {
        r.line = str_split(&rest, '\n');
        if (str_ends(r.line, STR("\r")))
            r.line.len--;
        r.rest = r.line;
        r.number++;
        status = read_line(&r);
    }
    if (status == OK)
        status = end_rule(&r);
    return status == OK ? check_uses(g, e) : status;
}
