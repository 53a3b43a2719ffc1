/* form.c: Spider's official parser.
 *
 * One routine per routine of the original, so that the two can be laid side by side: what looks
 * careless here (a value skips to the next comma, names are looked up anywhere) is what the
 * verdicts of the official scripts rest on. A routine that fails sets `failed`; from then on every
 * token reads as the end of the text, so that loops end, and nothing that was built is used. */
#include "spider/form.h"

#include "base/eight_bytes.h"
#include "spider/number.h"
#include "spider/tokens.h"

/* Calls within calls that the original can make before its language's stack limit stops it. */
enum { MAX_CALLS = 990 };

/* A name given with AS anywhere in the text, and the table that the word before it names. */
struct alias {
    struct str name;
    uint32_t table; /* SCHEMA_NONE for none */
};

/* Tables whose columns may stand without prefix: those of the query being read, by name. */
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
    uint32_t calls;
    bool failed;
    uint32_t failed_at; /* token */
};

static const struct spider_token END_TOKEN = {STR_INIT(""), SPIDER_GLUED, 0, SPIDER_NO_DOT};

static void read_query(struct form_reader *r, uint32_t *at, struct spider_form *f);

static void fail(struct form_reader *r, uint32_t at)
{
    if (!r->failed)
        r->failed_at = at;
    r->failed = true;
}

static bool more(const struct form_reader *r, uint32_t at)
{
    return !r->failed && at < r->tokens.count;
}

/* The token at `at`, which the original would index: reading past the end fails. */
static const struct spider_token *need(struct form_reader *r, uint32_t at)
{
    if (more(r, at))
        return &r->tokens.items[at];
    fail(r, at);
    return &END_TOKEN;
}

/* Is there a token at `at` of this word, or of one of these classes? The end is neither. */
static bool is_word(const struct form_reader *r, uint32_t at, enum spider_word word)
{
    return more(r, at) && r->tokens.items[at].word == word;
}

static bool is_class(const struct form_reader *r, uint32_t at, unsigned classes)
{
    return more(r, at) && (r->tokens.items[at].classes & classes);
}

static void expect(struct form_reader *r, uint32_t *at, enum spider_word word)
{
    if (is_word(r, *at, word))
        (*at)++;
    else
        fail(r, *at);
}

static bool skip(const struct form_reader *r, uint32_t *at, enum spider_word word)
{
    bool there = is_word(r, *at, word);
    *at += there;
    return there;
}

static bool enter(struct form_reader *r, uint32_t at)
{
    if (++r->calls > MAX_CALLS)
        fail(r, at);
    return !r->failed;
}

static void leave(struct form_reader *r)
{
    r->calls--;
}

static enum spider_agg agg_of(enum spider_word word)
{
    switch (word) {
    case SPIDER_MAX:
        return SPIDER_AGG_MAX;
    case SPIDER_MIN:
        return SPIDER_AGG_MIN;
    case SPIDER_COUNT:
        return SPIDER_AGG_COUNT;
    case SPIDER_SUM:
        return SPIDER_AGG_SUM;
    case SPIDER_AVG:
        return SPIDER_AGG_AVG;
    default:
        return SPIDER_AGG_NONE;
    }
}

static enum spider_unit_op unit_op_of(enum spider_word word)
{
    switch (word) {
    case SPIDER_MINUS:
        return SPIDER_UNIT_MINUS;
    case SPIDER_PLUS:
        return SPIDER_UNIT_PLUS;
    case SPIDER_STAR:
        return SPIDER_UNIT_TIMES;
    case SPIDER_SLASH:
        return SPIDER_UNIT_DIVIDE;
    default:
        return SPIDER_UNIT_NONE;
    }
}

static enum spider_where_op where_op_of(enum spider_word word)
{
    static const struct {
        enum spider_word word;
        enum spider_where_op op;
    } OPS[] = {
        {SPIDER_NOT, SPIDER_OP_NOT}, {SPIDER_BETWEEN, SPIDER_OP_BETWEEN},
        {SPIDER_EQ, SPIDER_OP_EQ},   {SPIDER_GT, SPIDER_OP_GT},
        {SPIDER_LT, SPIDER_OP_LT},   {SPIDER_GE, SPIDER_OP_GE},
        {SPIDER_LE, SPIDER_OP_LE},   {SPIDER_NE, SPIDER_OP_NE},
        {SPIDER_IN, SPIDER_OP_IN},   {SPIDER_LIKE, SPIDER_OP_LIKE},
        {SPIDER_IS, SPIDER_OP_IS},   {SPIDER_EXISTS, SPIDER_OP_EXISTS},
    };
    for (size_t i = 0; i < COUNT_OF(OPS); i++)
        if (OPS[i].word == word)
            return OPS[i].op;
    return SPIDER_OP_NOT;
}

/* Names. An alias is known in the whole text, the last one of a name wins, and none may be the name
 * of a table. */

static void scan_aliases(struct form_reader *r)
{
    const struct spider_token *t = r->tokens.items;
    for (uint32_t i = 0; i < r->tokens.count; i++) {
        if (t[i].word != SPIDER_AS)
            continue;
        if (i == 0 || i + 1 == r->tokens.count ||
            schema_find_table(r->schema, t[i + 1].text) != SCHEMA_NONE) {
            fail(r, i);
            return;
        }
        ARENA_PUSH(r->arena, r->aliases, r->n_aliases);
        r->aliases[r->n_aliases++] =
            (struct alias){t[i + 1].text, schema_find_table(r->schema, t[i - 1].text)};
    }
}

/* Aliases are short, and looked at for each column: a call would cost more than the comparison. */
static bool is_alias(const struct alias *a, struct str name)
{
    return name.len < 8 ? a->name.len == name.len && few_bytes(a->name) == few_bytes(name)
                        : str_eq(a->name, name);
}

/* The table that a word means, as a table's name or an alias of one. */
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

static uint32_t find_plain(const struct form_reader *r, const struct from_tables *tables,
                           struct str name)
{
    for (uint32_t i = 0; i < tables->count; i++) {
        uint32_t column = schema_find_column(r->schema, tables->ids[i], name);
        if (column != SCHEMA_NONE)
            return column;
    }
    return SCHEMA_NONE;
}

static uint32_t read_column(struct form_reader *r, uint32_t *at, const struct from_tables *tables)
{
    const struct spider_token *t = need(r, *at);
    uint32_t column = SCHEMA_NONE;
    if (t->word == SPIDER_STAR) {
        (*at)++;
        return SCHEMA_STAR;
    }
    if (t->word != SPIDER_QUOTED && t->word != SPIDER_GLUED) {
        bool prefixed = t->dot != SPIDER_NO_DOT;
        column = prefixed ? find_prefixed(r, t) : find_plain(r, tables, t->text);
    }
    if (column == SCHEMA_NONE)
        fail(r, *at);
    (*at)++;
    return column;
}

/* Units */

static struct spider_col_unit read_col_unit(struct form_reader *r, uint32_t *at,
                                            const struct from_tables *tables)
{
    struct spider_col_unit unit = {SCHEMA_NONE, SPIDER_AGG_NONE, false};
    bool block = need(r, *at)->word == SPIDER_OPEN;
    *at += block;
    const struct spider_token *t = need(r, *at);
    bool aggregate = t->classes & SPIDER_AGGREGATE;
    if (aggregate) {
        unit.agg = agg_of(t->word);
        (*at)++;
        expect(r, at, SPIDER_OPEN);
    }
    need(r, *at);
    unit.distinct = skip(r, at, SPIDER_DISTINCT);
    unit.column = read_column(r, at, tables);
    if (aggregate || block) /* a bracket around an aggregate is left to the caller */
        expect(r, at, SPIDER_CLOSE);
    return unit;
}

static struct spider_val_unit read_val_unit(struct form_reader *r, uint32_t *at,
                                            const struct from_tables *tables)
{
    struct spider_val_unit unit = {SPIDER_UNIT_NONE, {0}, {SCHEMA_NONE, SPIDER_AGG_NONE, false}};
    bool block = need(r, *at)->word == SPIDER_OPEN;
    *at += block;
    unit.a = read_col_unit(r, at, tables);
    if (is_class(r, *at, SPIDER_UNIT_OP)) {
        unit.op = unit_op_of(r->tokens.items[*at].word);
        (*at)++;
        unit.b = read_col_unit(r, at, tables);
    }
    if (block)
        expect(r, at, SPIDER_CLOSE);
    return unit;
}

/* Where a value that is neither number, text nor query ends: everything up to here belongs to it,
 * and only the column at its head is kept. */
static uint32_t end_of_value(const struct form_reader *r, uint32_t at)
{
    while (more(r, at) && !is_word(r, at, SPIDER_COMMA) && !is_word(r, at, SPIDER_CLOSE) &&
           !is_word(r, at, SPIDER_AND) && !is_class(r, at, SPIDER_CLAUSE | SPIDER_JOIN_WORD))
        at++;
    return at;
}

static struct spider_value read_column_value(struct form_reader *r, uint32_t start, uint32_t *at,
                                             const struct from_tables *tables)
{
    struct spider_value v = {.kind = SPIDER_VALUE_COLUMN};
    uint32_t end = end_of_value(r, *at), all = r->tokens.count;
    r->tokens.count = end; /* the unit is read from the slice alone */
    v.as.column = read_col_unit(r, &start, tables);
    r->tokens.count = all;
    *at = end;
    return v;
}

static struct spider_value read_value(struct form_reader *r, uint32_t *at,
                                      const struct from_tables *tables)
{
    struct spider_value v = {.kind = SPIDER_VALUE_NONE};
    if (!enter(r, *at))
        return v;
    uint32_t start = *at;
    bool block = need(r, *at)->word == SPIDER_OPEN;
    *at += block;
    const struct spider_token *t = need(r, *at);
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
        v = read_column_value(r, start, at, tables);
    }
    if (block)
        expect(r, at, SPIDER_CLOSE);
    leave(r);
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

static void read_comparison(struct form_reader *r, uint32_t *at, const struct from_tables *tables,
                            struct spider_condition *out)
{
    struct spider_term term = {.kind = SPIDER_TERM_COMPARISON};
    term.unit = read_val_unit(r, at, tables);
    need(r, *at);
    term.negated = skip(r, at, SPIDER_NOT);
    const struct spider_token *op = need(r, *at);
    if (!(op->classes & SPIDER_WHERE_OP))
        fail(r, *at);
    term.op = where_op_of(op->word);
    (*at)++;
    term.low = read_value(r, at, tables);
    if (term.op == SPIDER_OP_BETWEEN) {
        expect(r, at, SPIDER_AND);
        term.high = read_value(r, at, tables);
    }
    *push_term(r, out) = term;
}

static void read_condition(struct form_reader *r, uint32_t *at, const struct from_tables *tables,
                           struct spider_condition *out)
{
    if (!enter(r, *at))
        return;
    while (more(r, *at)) {
        read_comparison(r, at, tables, out);
        if (is_class(r, *at, SPIDER_CLAUSE | SPIDER_JOIN_WORD | SPIDER_END))
            break;
        if (is_class(r, *at, SPIDER_CONNECTIVE)) {
            bool or_word = r->tokens.items[*at].word == SPIDER_OR;
            push_term(r, out)->kind = or_word ? SPIDER_TERM_OR : SPIDER_TERM_AND;
            (*at)++;
        }
    }
    leave(r);
}

/* Clauses */

static void read_select(struct form_reader *r, uint32_t at, const struct from_tables *tables,
                        struct spider_form *f)
{
    expect(r, &at, SPIDER_SELECT);
    f->distinct = skip(r, &at, SPIDER_DISTINCT);
    while (more(r, at) && !is_class(r, at, SPIDER_CLAUSE)) {
        struct spider_selected unit = {.agg = SPIDER_AGG_NONE};
        if (is_class(r, at, SPIDER_AGGREGATE))
            unit.agg = agg_of(r->tokens.items[at++].word);
        unit.unit = read_val_unit(r, &at, tables);
        ARENA_PUSH(r->arena, f->select, f->n_select);
        f->select[f->n_select++] = unit;
        skip(r, &at, SPIDER_COMMA);
    }
}

static struct spider_table_unit *push_table(struct form_reader *r, struct spider_form *f)
{
    ARENA_PUSH(r->arena, f->tables, f->n_tables);
    struct spider_table_unit *unit = &f->tables[f->n_tables++];
    *unit = (struct spider_table_unit){NULL, SCHEMA_NONE};
    return unit;
}

static void read_table(struct form_reader *r, uint32_t *at, struct from_tables *tables,
                       struct spider_form *f)
{
    skip(r, at, SPIDER_JOIN);
    uint32_t table = find_table(r, need(r, *at)->text);
    if (table == SCHEMA_NONE)
        fail(r, *at);
    push_table(r, f)->table = table;
    ARENA_PUSH(r->arena, tables->ids, tables->count);
    tables->ids[tables->count++] = table;
    *at += is_word(r, *at + 1, SPIDER_AS) ? 3 : 1;
}

static void read_on(struct form_reader *r, uint32_t *at, const struct from_tables *tables,
                    struct spider_form *f)
{
    if (!skip(r, at, SPIDER_ON))
        return;
    struct spider_condition on = {0};
    read_condition(r, at, tables, &on);
    if (f->on.count > 0)
        push_term(r, &f->on)->kind = SPIDER_TERM_AND;
    for (uint32_t i = 0; i < on.count; i++)
        *push_term(r, &f->on) = on.terms[i];
}

/* The first FROM after `at`, wherever it stands. Returns where the clause ends. */
static uint32_t read_from(struct form_reader *r, uint32_t at, struct from_tables *tables,
                          struct spider_form *f)
{
    while (more(r, at) && !is_word(r, at, SPIDER_FROM))
        at++;
    expect(r, &at, SPIDER_FROM);
    if (!enter(r, at))
        return at;
    while (more(r, at)) {
        bool block = skip(r, &at, SPIDER_OPEN);
        if (need(r, at)->word == SPIDER_SELECT) {
            struct spider_form *query = ARENA_NEW(r->arena, struct spider_form);
            read_query(r, &at, query);
            push_table(r, f)->query = query;
        } else {
            read_table(r, &at, tables, f);
        }
        read_on(r, &at, tables, f);
        if (block)
            expect(r, &at, SPIDER_CLOSE);
        if (is_class(r, at, SPIDER_CLAUSE | SPIDER_END))
            break;
    }
    leave(r);
    return at;
}

static void read_group_by(struct form_reader *r, uint32_t *at, const struct from_tables *tables,
                          struct spider_form *f)
{
    if (!skip(r, at, SPIDER_GROUP))
        return;
    expect(r, at, SPIDER_BY);
    while (more(r, *at) && !is_class(r, *at, SPIDER_CLAUSE | SPIDER_END)) {
        struct spider_col_unit unit = read_col_unit(r, at, tables);
        ARENA_PUSH(r->arena, f->group_by, f->n_group_by);
        f->group_by[f->n_group_by++] = unit;
        if (!skip(r, at, SPIDER_COMMA))
            break;
    }
}

static void read_order_by(struct form_reader *r, uint32_t *at, const struct from_tables *tables,
                          struct spider_form *f)
{
    if (!skip(r, at, SPIDER_ORDER))
        return;
    expect(r, at, SPIDER_BY);
    f->ordered = true;
    while (more(r, *at) && !is_class(r, *at, SPIDER_CLAUSE | SPIDER_END)) {
        struct spider_val_unit unit = read_val_unit(r, at, tables);
        ARENA_PUSH(r->arena, f->order_by, f->n_order_by);
        f->order_by[f->n_order_by++] = unit;
        if (is_class(r, *at, SPIDER_DIRECTION))
            f->descending = r->tokens.items[(*at)++].word == SPIDER_DESC;
        if (!skip(r, at, SPIDER_COMMA))
            break;
    }
}

static void read_limit(struct form_reader *r, uint32_t *at, struct spider_form *f)
{
    if (!skip(r, at, SPIDER_LIMIT))
        return;
    f->limited = true;
    f->limit = 1;
    const struct spider_token *t = need(r, *at);
    if (r->rule == SPIDER_RULE_SPIDER && !spider_int(t->text, &f->limit))
        fail(r, *at);
    (*at)++;
}

/* WHERE or HAVING */
static void read_filter(struct form_reader *r, uint32_t *at, enum spider_word word,
                        const struct from_tables *tables, struct spider_condition *out)
{
    if (!is_word(r, *at, word) || !enter(r, *at))
        return;
    (*at)++;
    read_condition(r, at, tables, out);
    leave(r);
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
    while (skip(r, at, SPIDER_SEMICOLON))
        ;
}

static void read_query(struct form_reader *r, uint32_t *at, struct spider_form *f)
{
    if (!enter(r, *at))
        return;
    uint32_t start = *at;
    bool block = need(r, start)->word == SPIDER_OPEN;
    struct from_tables tables = {0};
    *at = read_from(r, start, &tables, f);
    read_select(r, start + block, &tables, f);
    read_filter(r, at, SPIDER_WHERE, &tables, &f->where);
    read_group_by(r, at, &tables, f);
    read_filter(r, at, SPIDER_HAVING, &tables, &f->having);
    read_order_by(r, at, &tables, f);
    read_limit(r, at, f);
    skip_semicolons(r, at);
    if (block)
        expect(r, at, SPIDER_CLOSE);
    skip_semicolons(r, at);
    read_set_operation(r, at, f);
    leave(r);
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
