/* form.c: Spider's official parser.
 *
 * One routine per routine of the original, so that the two can be laid side by side. What looks
 * careless (a value skips to the next comma, names are looked up anywhere) decides the verdicts of
 * the official scripts. A routine that fails sets `failed`: from then on every token reads as the
 * end of the text, so that loops end, and the form is not used. */
#include "spider/form.h"

#include "base/eight_bytes.h"
#include "spider/number.h"
#include "spider/tokens.h"

/* The depth of calls at which Python's stack limit stops the original. */
enum { MAX_CALLS = 990 };

/* A name given by AS anywhere in the text, and the table that the word before AS names. */
struct alias {
    struct str name;
    uint32_t table; /* or SCHEMA_NONE */
};

/* Tables of a query, in FROM: their columns may have no prefix. */
struct from_tables {
    uint32_t *ids;
    uint32_t count;
};

struct form_reader {
    struct arena *arena;
    const struct schema *schema;
    enum spider_rule rule;
    struct spider_tokens tokens;
    struct alias *aliases;
    uint32_t n_aliases;
    struct from_tables *tables; /* of the query being read */
    uint32_t calls;
    bool failed;
    uint32_t failed_at; /* token */
};

static const struct spider_token END_TOKEN = {STR_INIT(""), SPIDER_GLUED, 0, SPIDER_NO_DOT};

static void read_query(struct form_reader *r, uint32_t *at, struct spider_form *f);

static void fail_at(struct form_reader *r, uint32_t at)
{
    if (!r->failed)
        r->failed_at = at;
    r->failed = true;
}

static bool has_more(const struct form_reader *r, uint32_t at)
{
    return !r->failed && at < r->tokens.count;
}

/* The token at `at`. The original indexes its list here: past the end it fails. */
static const struct spider_token *need_token(struct form_reader *r, uint32_t at)
{
    if (has_more(r, at))
        return &r->tokens.items[at];
    fail_at(r, at);
    return &END_TOKEN;
}

/* Is the token at `at` this word, or of one of these classes? False at the end. */
static bool is_word(const struct form_reader *r, uint32_t at, enum spider_word word)
{
    return has_more(r, at) && r->tokens.items[at].word == word;
}

static bool is_class(const struct form_reader *r, uint32_t at, unsigned classes)
{
    return has_more(r, at) && (r->tokens.items[at].classes & classes);
}

static void expect_word(struct form_reader *r, uint32_t *at, enum spider_word word)
{
    if (is_word(r, *at, word))
        (*at)++;
    else
        fail_at(r, *at);
}

static bool skip_word(const struct form_reader *r, uint32_t *at, enum spider_word word)
{
    bool there = is_word(r, *at, word);
    *at += there;
    return there;
}

static bool enter_call(struct form_reader *r, uint32_t at)
{
    if (++r->calls > MAX_CALLS)
        fail_at(r, at);
    return !r->failed;
}

static void leave_call(struct form_reader *r)
{
    r->calls--;
}

/* Names. An alias is known in the whole text, the last of the same name wins, and none may be the
 * name of a table. */

static void scan_aliases(struct form_reader *r)
{
    const struct spider_token *t = r->tokens.items;
    for (uint32_t i = 0; i < r->tokens.count; i++) {
        if (t[i].word != SPIDER_AS)
            continue;
        if (i == 0 || i + 1 == r->tokens.count ||
            schema_find_table(r->schema, t[i + 1].text) != SCHEMA_NONE) {
            fail_at(r, i);
            return;
        }
        ARENA_ADD(r->arena, r->aliases, r->n_aliases,
                  (struct alias){t[i + 1].text, schema_find_table(r->schema, t[i - 1].text)});
    }
}

/* Aliases are short, and looked up for each column: a call would cost more than the comparison. */
static bool is_alias(const struct alias *a, struct str name)
{
    return name.len < 8 ? a->name.len == name.len && few_bytes(a->name) == few_bytes(name)
                        : str_eq(a->name, name);
}

/* The table with that name or alias, or SCHEMA_NONE. */
static uint32_t find_table(const struct form_reader *r, struct str name)
{
    for (uint32_t i = r->n_aliases; i-- > 0;)
        if (is_alias(&r->aliases[i], name))
            return r->aliases[i].table;
    return schema_find_table(r->schema, name);
}

static uint32_t find_prefixed(const struct form_reader *r, const struct spider_token *t)
{
    if (t->dot == SPIDER_DOTS)
        return SCHEMA_NONE;
    uint32_t table = find_table(r, str_slice(t->text, 0, t->dot));
    return table == SCHEMA_NONE
               ? SCHEMA_NONE
               : schema_find_column(r->schema, table, str_slice(t->text, t->dot + 1, t->text.len));
}

static uint32_t find_plain(const struct form_reader *r, struct str name)
{
    for (uint32_t i = 0; i < r->tables->count; i++) {
        uint32_t column = schema_find_column(r->schema, r->tables->ids[i], name);
        if (column != SCHEMA_NONE)
            return column;
    }
    return SCHEMA_NONE;
}

static uint32_t read_column(struct form_reader *r, uint32_t *at)
{
    const struct spider_token *t = need_token(r, *at);
    uint32_t column = SCHEMA_NONE;
    if (t->word == SPIDER_STAR) {
        (*at)++;
        return SCHEMA_STAR;
    }
    if (t->word != SPIDER_QUOTED && t->word != SPIDER_GLUED) {
        bool prefixed = t->dot != SPIDER_NO_DOT;
        column = prefixed ? find_prefixed(r, t) : find_plain(r, t->text);
    }
    if (column == SCHEMA_NONE)
        fail_at(r, *at);
    (*at)++;
    return column;
}

/* Units */

static struct spider_col_unit read_col_unit(struct form_reader *r, uint32_t *at)
{
    struct spider_col_unit unit = {SCHEMA_NONE, SPIDER_AGG_NONE, false};
    bool block = need_token(r, *at)->word == SPIDER_OPEN;
    *at += block;
    const struct spider_token *t = need_token(r, *at);
    bool aggregate = t->classes & SPIDER_AGGREGATE;
    if (aggregate) {
        unit.agg = (enum spider_agg)spider_word_id(t->word);
        (*at)++;
        expect_word(r, at, SPIDER_OPEN);
    }
    need_token(r, *at);
    unit.distinct = skip_word(r, at, SPIDER_DISTINCT);
    unit.column = read_column(r, at);
    if (aggregate || block) /* a bracket around an aggregate is left to the caller */
        expect_word(r, at, SPIDER_CLOSE);
    return unit;
}

static struct spider_val_unit read_val_unit(struct form_reader *r, uint32_t *at)
{
    struct spider_val_unit unit = {SPIDER_UNIT_NONE, {0}, {SCHEMA_NONE, SPIDER_AGG_NONE, false}};
    bool block = need_token(r, *at)->word == SPIDER_OPEN;
    *at += block;
    unit.a = read_col_unit(r, at);
    if (is_class(r, *at, SPIDER_UNIT_OP)) {
        unit.op = (enum spider_unit_op)spider_word_id(r->tokens.items[*at].word);
        (*at)++;
        unit.b = read_col_unit(r, at);
    }
    if (block)
        expect_word(r, at, SPIDER_CLOSE);
    return unit;
}

/* Where a value ends that is not a number, text or query. All of it is skipped, but for the column
 * at its beginning. */
static uint32_t end_of_value(const struct form_reader *r, uint32_t at)
{
    while (has_more(r, at) && !is_word(r, at, SPIDER_COMMA) && !is_word(r, at, SPIDER_CLOSE) &&
           !is_word(r, at, SPIDER_AND) && !is_class(r, at, SPIDER_CLAUSE | SPIDER_JOIN_WORD))
        at++;
    return at;
}

static struct spider_value read_column_value(struct form_reader *r, uint32_t start, uint32_t *at)
{
    struct spider_value v = {.kind = SPIDER_VALUE_COLUMN};
    uint32_t end = end_of_value(r, *at), all = r->tokens.count;
    r->tokens.count = end; /* the unit is read from this slice only */
    v.as.column = read_col_unit(r, &start);
    r->tokens.count = all;
    *at = end;
    return v;
}

static struct spider_value read_value(struct form_reader *r, uint32_t *at)
{
    struct spider_value v = {.kind = SPIDER_VALUE_NONE};
    if (!enter_call(r, *at))
        return v;
    uint32_t start = *at;
    bool block = need_token(r, *at)->word == SPIDER_OPEN;
    *at += block;
    const struct spider_token *t = need_token(r, *at);
    if (t->word == SPIDER_SELECT) {
        v.kind = SPIDER_VALUE_QUERY;
        v.as.query = ARENA_NEW(r->arena, struct spider_form);
        read_query(r, at, v.as.query);
    } else if (t->word == SPIDER_QUOTED) {
        v.kind = SPIDER_VALUE_TEXT;
        v.as.text = str_slice(t->text, 1, t->text.len - 1);
        (*at)++;
    } else if (t->word == SPIDER_IDENTIFIER && spider_float(t->text, &v.as.number)) {
        v.kind = SPIDER_VALUE_NUMBER;
        (*at)++;
    } else {
        v = read_column_value(r, start, at);
    }
    if (block)
        expect_word(r, at, SPIDER_CLOSE);
    leave_call(r);
    return v;
}

/* Conditions */

static struct spider_term *push_term(struct form_reader *r, struct spider_condition *c)
{
    ARENA_PUSH(r->arena, c->terms, c->count);
    struct spider_term *t = &c->terms[c->count++];
    *t = (struct spider_term){.kind = SPIDER_TERM_COMPARISON};
    return t;
}

static void read_comparison(struct form_reader *r, uint32_t *at, struct spider_condition *out)
{
    struct spider_term term = {.kind = SPIDER_TERM_COMPARISON};
    term.unit = read_val_unit(r, at);
    need_token(r, *at);
    term.negated = skip_word(r, at, SPIDER_NOT);
    const struct spider_token *op = need_token(r, *at);
    if (!(op->classes & SPIDER_WHERE_OP))
        fail_at(r, *at);
    term.op = (enum spider_where_op)spider_word_id(op->word);
    (*at)++;
    term.low = read_value(r, at);
    if (term.op == SPIDER_OP_BETWEEN) {
        expect_word(r, at, SPIDER_AND);
        term.high = read_value(r, at);
    }
    *push_term(r, out) = term;
}

static void read_condition(struct form_reader *r, uint32_t *at, struct spider_condition *out)
{
    if (!enter_call(r, *at))
        return;
    while (has_more(r, *at)) {
        read_comparison(r, at, out);
        if (is_class(r, *at, SPIDER_CLAUSE | SPIDER_JOIN_WORD | SPIDER_END))
            break;
        if (is_class(r, *at, SPIDER_CONNECTIVE)) {
            bool or_word = r->tokens.items[*at].word == SPIDER_OR;
            push_term(r, out)->kind = or_word ? SPIDER_TERM_OR : SPIDER_TERM_AND;
            (*at)++;
        }
    }
    leave_call(r);
}

/* Clauses */

static void read_select(struct form_reader *r, uint32_t at, struct spider_form *f)
{
    expect_word(r, &at, SPIDER_SELECT);
    f->distinct = skip_word(r, &at, SPIDER_DISTINCT);
    while (has_more(r, at) && !is_class(r, at, SPIDER_CLAUSE)) {
        struct spider_selected unit = {.agg = SPIDER_AGG_NONE};
        if (is_class(r, at, SPIDER_AGGREGATE))
            unit.agg = (enum spider_agg)spider_word_id(r->tokens.items[at++].word);
        unit.unit = read_val_unit(r, &at);
        ARENA_ADD(r->arena, f->select, f->n_select, unit);
        skip_word(r, &at, SPIDER_COMMA);
    }
}

static struct spider_table_unit *push_table(struct form_reader *r, struct spider_form *f)
{
    ARENA_PUSH(r->arena, f->tables, f->n_tables);
    struct spider_table_unit *unit = &f->tables[f->n_tables++];
    *unit = (struct spider_table_unit){NULL, SCHEMA_NONE};
    return unit;
}

static void read_table(struct form_reader *r, uint32_t *at, struct spider_form *f)
{
    skip_word(r, at, SPIDER_JOIN);
    uint32_t table = find_table(r, need_token(r, *at)->text);
    if (table == SCHEMA_NONE)
        fail_at(r, *at);
    push_table(r, f)->table = table;
    ARENA_ADD(r->arena, r->tables->ids, r->tables->count, table);
    *at += is_word(r, *at + 1, SPIDER_AS) ? 3 : 1;
}

static void read_on(struct form_reader *r, uint32_t *at, struct spider_form *f)
{
    if (!skip_word(r, at, SPIDER_ON))
        return;
    struct spider_condition on = {0};
    read_condition(r, at, &on);
    if (f->on.count > 0)
        push_term(r, &f->on)->kind = SPIDER_TERM_AND;
    for (uint32_t i = 0; i < on.count; i++)
        *push_term(r, &f->on) = on.terms[i];
}

/* The first FROM after `at`, anywhere. Returns where the clause ends. */
static uint32_t read_from(struct form_reader *r, uint32_t at, struct spider_form *f)
{
    while (has_more(r, at) && !is_word(r, at, SPIDER_FROM))
        at++;
    expect_word(r, &at, SPIDER_FROM);
    if (!enter_call(r, at))
        return at;
    while (has_more(r, at)) {
        bool block = skip_word(r, &at, SPIDER_OPEN);
        if (need_token(r, at)->word == SPIDER_SELECT) {
            struct spider_form *query = ARENA_NEW(r->arena, struct spider_form);
            read_query(r, &at, query);
            push_table(r, f)->query = query;
        } else {
            read_table(r, &at, f);
        }
        read_on(r, &at, f);
        if (block)
            expect_word(r, &at, SPIDER_CLOSE);
        if (is_class(r, at, SPIDER_CLAUSE | SPIDER_END))
            break;
    }
    leave_call(r);
    return at;
}

static void read_group_by(struct form_reader *r, uint32_t *at, struct spider_form *f)
{
    if (!skip_word(r, at, SPIDER_GROUP))
        return;
    expect_word(r, at, SPIDER_BY);
    while (has_more(r, *at) && !is_class(r, *at, SPIDER_CLAUSE | SPIDER_END)) {
        struct spider_col_unit unit = read_col_unit(r, at);
        ARENA_ADD(r->arena, f->group_by, f->n_group_by, unit);
        if (!skip_word(r, at, SPIDER_COMMA))
            break;
    }
}

static void read_order_by(struct form_reader *r, uint32_t *at, struct spider_form *f)
{
    if (!skip_word(r, at, SPIDER_ORDER))
        return;
    expect_word(r, at, SPIDER_BY);
    f->ordered = true;
    while (has_more(r, *at) && !is_class(r, *at, SPIDER_CLAUSE | SPIDER_END)) {
        struct spider_val_unit unit = read_val_unit(r, at);
        ARENA_ADD(r->arena, f->order_by, f->n_order_by, unit);
        if (is_class(r, *at, SPIDER_DIRECTION))
            f->descending = r->tokens.items[(*at)++].word == SPIDER_DESC;
        if (!skip_word(r, at, SPIDER_COMMA))
            break;
    }
}

static void read_limit(struct form_reader *r, uint32_t *at, struct spider_form *f)
{
    if (!skip_word(r, at, SPIDER_LIMIT))
        return;
    f->limited = true;
    f->limit = 1;
    const struct spider_token *t = need_token(r, *at);
    if (r->rule == SPIDER_RULE_SPIDER && !spider_int(t->text, &f->limit))
        fail_at(r, *at);
    (*at)++;
}

/* WHERE or HAVING */
static void read_filter(struct form_reader *r, uint32_t *at, enum spider_word word,
                        struct spider_condition *out)
{
    if (!is_word(r, *at, word) || !enter_call(r, *at))
        return;
    (*at)++;
    read_condition(r, at, out);
    leave_call(r);
}

static void read_set_operation(struct form_reader *r, uint32_t *at, struct spider_form *f)
{
    if (!is_class(r, *at, SPIDER_SET_OP))
        return;
    enum spider_word op = r->tokens.items[(*at)++].word;
    struct spider_form *query = ARENA_NEW(r->arena, struct spider_form);
    read_query(r, at, query);
    if (op == SPIDER_INTERSECT)
        f->intersect = query;
    else if (op == SPIDER_UNION)
        f->union_ = query;
    else
        f->except = query;
}

static void skip_semicolons(const struct form_reader *r, uint32_t *at)
{
    while (skip_word(r, at, SPIDER_SEMICOLON))
        ;
}

static void read_query(struct form_reader *r, uint32_t *at, struct spider_form *f)
{
    if (!enter_call(r, *at))
        return;
    uint32_t start = *at;
    bool block = need_token(r, start)->word == SPIDER_OPEN;
    struct from_tables tables = {0}, *outer = r->tables;
    r->tables = &tables;
    *at = read_from(r, start, f);
    read_select(r, start + block, f);
    read_filter(r, at, SPIDER_WHERE, &f->where);
    read_group_by(r, at, f);
    read_filter(r, at, SPIDER_HAVING, &f->having);
    read_order_by(r, at, f);
    read_limit(r, at, f);
    skip_semicolons(r, at);
    if (block)
        expect_word(r, at, SPIDER_CLOSE);
    skip_semicolons(r, at);
    read_set_operation(r, at, f);
    r->tables = outer;
    leave_call(r);
}

enum status spider_form_read(struct arena *a, const struct schema *s, enum spider_rule rule,
                             struct str text, struct spider_form *out, struct err *e)
{
    struct form_reader r = {.arena = a, .schema = s, .rule = rule};
    *out = (struct spider_form){0};
    if (text.len > SPIDER_MAX_TEXT)
        return err_set(e, E_LIMIT, "longer than %d bytes", SPIDER_MAX_TEXT);
    if (!spider_tokenize(a, text, &r.tokens))
        return err_set(e, E_SYNTAX, "unpaired quote");
    scan_aliases(&r);
    uint32_t at = 0;
    read_query(&r, &at, out);
    if (!r.failed)
        return OK;
    if (r.failed_at >= r.tokens.count)
        return err_set(e, E_SYNTAX, "unexpected end of query");
    return err_set(e, E_SYNTAX, "cannot read '%.*s' (word %u)",
                   STR_ARG(r.tokens.items[r.failed_at].text), r.failed_at + 1);
}
