/* sql_generate.c: random queries, one routine per rule of the grammar. */
#include "sql_generate.h"

const char generate_schema[] =
    "CREATE TABLE t1(a INTEGER PRIMARY KEY, b TEXT, c REAL, rank INT, \"first\" TEXT);"
    "CREATE TABLE t2(a INT, d INT, \"order\" TEXT, key TEXT);"
    "CREATE INDEX i1 ON t1(b);"
    "INSERT INTO t1 VALUES(1,'x',0.5,3,NULL),(2,'y',NULL,1,'q'),(3,'X',2.5,2,'r');"
    "INSERT INTO t2 VALUES(1,10,'o',NULL),(2,20,'p','k'),(2,30,NULL,'x');";

#define PICK(g, ...)                                                                               \
    pick((g), (const char *const[]){__VA_ARGS__},                                                  \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

uint32_t generate_below(struct generator *g, uint32_t n)
{
    g->state ^= g->state << 13;
    g->state ^= g->state >> 7;
    g->state ^= g->state << 17;
    return (uint32_t)(g->state >> 33) % n;
}

static bool chance(struct generator *g, uint32_t in)
{
    return generate_below(g, in) == 0;
}

static void emit(struct generator *g, const char *token)
{
    if (g->count < GENERATE_MAX_TOKENS)
        g->tokens[g->count++] = token;
}

static void pick(struct generator *g, const char *const *words, size_t n)
{
    emit(g, words[generate_below(g, (uint32_t)n)]);
}

static void emit_all(struct generator *g, const char *const *words)
{
    for (; *words; words++)
        emit(g, *words);
}

#define EMIT(g, ...) emit_all((g), (const char *const[]){__VA_ARGS__, NULL})

static void gen_query(struct generator *g, int depth);
static void gen_expr(struct generator *g, int depth);
static void gen_from_list(struct generator *g, int depth);

static void gen_any_keyword(struct generator *g)
{
#define LETTER(name, c)
#define KEYWORD(word, use) #word,
    static const char *const words[] = {
#include "sql/keyword.def"
    };
#undef LETTER
#undef KEYWORD
    pick(g, words, COUNT_OF(words));
}

static void gen_name(struct generator *g)
{
    if (chance(g, 40))
        gen_any_keyword(g);
    else if (!chance(g, 3))
        PICK(g, "a", "b", "c");
    else
        PICK(g, "a", "b", "c", "d", "rank", "x1", "\"first\"", "[order]", "`key`", "'b'",
             "\"d\"\"q\"", "\xC3\xA9t\xC3\xA9", "left", "replace", "window", "over", "filter",
             "indexed", "a$1");
}

static void gen_table(struct generator *g)
{
    if (chance(g, 8))
        EMIT(g, "main", ".");
    PICK(g, "t1", "t2", "\"t1\"", "[t2]", "'t1'", "T2");
}

static void gen_list(struct generator *g, void (*item)(struct generator *, int), int depth)
{
    item(g, depth);
    for (uint32_t more = generate_below(g, 3); more; more--) {
        emit(g, ",");
        item(g, depth);
    }
}

static void gen_literal(struct generator *g)
{
    PICK(g, "1", "0", "2.5", ".5", "1.", "1e3", "1.5E-2", "0x1F", "'x'", "'it''s'", "''", "x'00ff'",
         "X''", "NULL", "CURRENT_DATE", "current_time", "?", "?1", ":p", "@p", "$p", "$a::b(c)",
         "#p", "9223372036854775808", "TRUE");
}

static void gen_column(struct generator *g)
{
    if (chance(g, 3)) {
        if (chance(g, 6))
            EMIT(g, "main", ".");
        PICK(g, "t1", "t2", "x1", "'t1'", "\"t2\"");
        emit(g, ".");
    }
    gen_name(g);
}

static void gen_order_term(struct generator *g, int depth)
{
    gen_expr(g, depth - 1);
    if (chance(g, 2))
        PICK(g, "ASC", "DESC");
    if (chance(g, 4))
        EMIT(g, "NULLS", chance(g, 2) ? "FIRST" : "LAST");
}

static void gen_order(struct generator *g, int depth)
{
    EMIT(g, "ORDER", "BY");
    gen_list(g, gen_order_term, depth);
}

static void gen_frame_bound(struct generator *g, int depth, const char *side)
{
    switch (generate_below(g, 4)) {
    case 0:
        EMIT(g, "UNBOUNDED", side);
        break;
    case 1:
        EMIT(g, "CURRENT", "ROW");
        break;
    case 2:
        EMIT(g, "1", side);
        break;
    default:
        gen_expr(g, depth - 2);
        PICK(g, "PRECEDING", "FOLLOWING");
    }
}

static void gen_frame(struct generator *g, int depth)
{
    PICK(g, "ROWS", "RANGE", "GROUPS");
    if (chance(g, 2)) {
        emit(g, "BETWEEN");
        gen_frame_bound(g, depth, "PRECEDING");
        emit(g, "AND");
        gen_frame_bound(g, depth, "FOLLOWING");
    } else {
        gen_frame_bound(g, depth, "PRECEDING");
    }
    switch (generate_below(g, 8)) {
    case 0:
        EMIT(g, "EXCLUDE", "NO", "OTHERS");
        break;
    case 1:
        EMIT(g, "EXCLUDE", "CURRENT", "ROW");
        break;
    case 2:
        EMIT(g, "EXCLUDE", chance(g, 2) ? "GROUP" : "TIES");
        break;
    default:
        break;
    }
}

static void gen_window(struct generator *g, int depth)
{
    emit(g, "(");
    if (chance(g, 4))
        PICK(g, "w", "w2", "\"w\"", "rows");
    if (chance(g, 2)) {
        EMIT(g, "PARTITION", "BY");
        gen_list(g, gen_expr, depth - 1);
    }
    if (chance(g, 2))
        gen_order(g, depth - 1);
    if (chance(g, 2))
        gen_frame(g, depth);
    emit(g, ")");
}

static void gen_call_arguments(struct generator *g, int depth)
{
    emit(g, "(");
    if (chance(g, 5)) {
        emit(g, "*");
    } else if (!chance(g, 8)) {
        if (chance(g, 5))
            PICK(g, "DISTINCT", "ALL");
        gen_list(g, gen_expr, depth - 1);
    }
    emit(g, ")");
}

static void gen_call(struct generator *g, int depth)
{
    PICK(g, "count", "sum", "max", "abs", "replace", "like", "\"lower\"", "coalesce", "row_number",
         "rank", "if", "over", "window", "left", "indexed", "[sum]");
    gen_call_arguments(g, depth);
    if (chance(g, 6)) {
        EMIT(g, "FILTER", "(", "WHERE");
        gen_expr(g, depth - 1);
        emit(g, ")");
    }
    if (chance(g, 5)) {
        emit(g, "OVER");
        if (chance(g, 3))
            PICK(g, "w", "w2", "\"w\"");
        else
            gen_window(g, depth - 1);
    }
}

static void gen_case(struct generator *g, int depth)
{
    emit(g, "CASE");
    if (chance(g, 2))
        gen_expr(g, depth - 1);
    for (uint32_t n = 1 + generate_below(g, 2); n; n--) {
        emit(g, "WHEN");
        gen_expr(g, depth - 1);
        emit(g, "THEN");
        gen_expr(g, depth - 1);
    }
    if (chance(g, 2)) {
        emit(g, "ELSE");
        gen_expr(g, depth - 1);
    }
    emit(g, "END");
}

static void gen_cast(struct generator *g, int depth)
{
    EMIT(g, "CAST", "(");
    gen_expr(g, depth - 1);
    emit(g, "AS");
    for (uint32_t n = generate_below(g, 3); n; n--)
        PICK(g, "INTEGER", "text", "varying", "'x'", "\"int\"", "key");
    if (chance(g, 4))
        EMIT(g, "(", "+", "10", ",", "-", "2.5", ")");
    else if (chance(g, 4))
        EMIT(g, "(", "10", ")");
    emit(g, ")");
}

static void gen_bracketed_query(struct generator *g, int depth)
{
    emit(g, "(");
    gen_query(g, depth - 1);
    emit(g, ")");
}

static void gen_in(struct generator *g, int depth)
{
    gen_expr(g, depth - 1);
    if (chance(g, 3))
        emit(g, "NOT");
    emit(g, "IN");
    switch (generate_below(g, 4)) {
    case 0:
        gen_bracketed_query(g, depth);
        break;
    case 1:
        gen_table(g);
        if (chance(g, 3))
            EMIT(g, "(", "1", ")");
        break;
    case 2:
        EMIT(g, "(", ")");
        break;
    default:
        emit(g, "(");
        gen_list(g, gen_expr, depth - 1);
        emit(g, ")");
    }
}

static void gen_pattern(struct generator *g, int depth)
{
    gen_expr(g, depth - 1);
    if (chance(g, 3))
        emit(g, "NOT");
    PICK(g, "LIKE", "GLOB", "MATCH", "REGEXP");
    gen_expr(g, depth - 1);
    if (chance(g, 3)) {
        emit(g, "ESCAPE");
        gen_expr(g, depth - 1);
    }
}

static void gen_between(struct generator *g, int depth)
{
    gen_expr(g, depth - 1);
    if (chance(g, 3))
        emit(g, "NOT");
    emit(g, "BETWEEN");
    gen_expr(g, depth - 1);
    emit(g, "AND");
    gen_expr(g, depth - 1);
}

static void gen_binary(struct generator *g, int depth)
{
    gen_expr(g, depth - 1);
    PICK(g, "OR", "AND", "=", "==", "!=", "<>", "<", "<=", ">", ">=", "&", "|", "<<", ">>", "+",
         "-", "*", "/", "%", "||", "->", "->>", "IS");
    gen_expr(g, depth - 1);
}

static void gen_is(struct generator *g, int depth)
{
    gen_expr(g, depth - 1);
    emit(g, "IS");
    if (chance(g, 2))
        emit(g, "NOT");
    if (chance(g, 3))
        EMIT(g, "DISTINCT", "FROM");
    gen_expr(g, depth - 1);
}

static void gen_prefix(struct generator *g, int depth)
{
    PICK(g, "NOT", "-", "+", "~");
    gen_expr(g, depth - 1);
}

static void gen_suffix(struct generator *g, int depth)
{
    gen_expr(g, depth - 1);
    switch (generate_below(g, 4)) {
    case 0:
        emit(g, "ISNULL");
        break;
    case 1:
        emit(g, "NOTNULL");
        break;
    case 2:
        EMIT(g, "NOT", "NULL");
        break;
    default:
        emit(g, "COLLATE");
        PICK(g, "nocase", "\"binary\"", "'rtrim'");
    }
}

static void gen_bracket(struct generator *g, int depth)
{
    emit(g, "(");
    gen_expr(g, depth - 1);
    if (chance(g, 4)) {
        emit(g, ",");
        gen_list(g, gen_expr, depth - 1);
    }
    emit(g, ")");
}

static void gen_subquery(struct generator *g, int depth)
{
    if (chance(g, 2))
        emit(g, "EXISTS");
    gen_bracketed_query(g, depth);
}

static void gen_expr(struct generator *g, int depth)
{
    static void (*const forms[])(struct generator *, int) = {
        gen_call,   gen_case,    gen_cast,    gen_in,      gen_pattern, gen_between,
        gen_binary, gen_binary,  gen_binary,  gen_binary,  gen_is,      gen_prefix,
        gen_suffix, gen_bracket, gen_bracket, gen_subquery};
    if (depth > 0 && !chance(g, 3))
        forms[generate_below(g, COUNT_OF(forms))](g, depth);
    else if (chance(g, 2))
        gen_literal(g);
    else
        gen_column(g);
}

static void gen_alias(struct generator *g)
{
    if (chance(g, 2))
        return;
    if (chance(g, 2))
        emit(g, "AS");
    gen_name(g);
}

static void gen_result(struct generator *g, int depth)
{
    switch (generate_below(g, 8)) {
    case 0:
        emit(g, "*");
        break;
    case 1:
        PICK(g, "t1", "t2", "'t1'", "x1", "\"t1\"");
        EMIT(g, ".", "*");
        break;
    default:
        gen_expr(g, depth - 1);
        gen_alias(g);
    }
}

static void gen_hint(struct generator *g)
{
    if (chance(g, 10))
        EMIT(g, "INDEXED", "BY", "i1");
    else if (chance(g, 10))
        EMIT(g, "NOT", "INDEXED");
}

static void gen_from_item(struct generator *g, int depth)
{
    switch (generate_below(g, depth > 0 ? 7 : 2)) {
    case 2:
        gen_bracketed_query(g, depth);
        gen_alias(g);
        break;
    case 3:
        emit(g, "(");
        gen_from_list(g, depth - 1);
        emit(g, ")");
        gen_alias(g);
        break;
    case 4:
        PICK(g, "json_each", "generate_series", "pragma_table_info");
        emit(g, "(");
        gen_list(g, gen_expr, depth - 1);
        emit(g, ")");
        gen_alias(g);
        break;
    default:
        gen_table(g);
        gen_alias(g);
        gen_hint(g);
    }
}

static void gen_join(struct generator *g)
{
    if (chance(g, 3)) {
        emit(g, ",");
        return;
    }
    if (chance(g, 5))
        emit(g, "NATURAL");
    for (uint32_t n = generate_below(g, 3); n; n--)
        PICK(g, "LEFT", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "OUTER");
    emit(g, "JOIN");
}

static void gen_from_list(struct generator *g, int depth)
{
    gen_from_item(g, depth);
    for (uint32_t n = generate_below(g, 3); n; n--) {
        gen_join(g);
        gen_from_item(g, depth);
        if (chance(g, 3)) {
            emit(g, "ON");
            gen_expr(g, depth - 1);
        } else if (chance(g, 4)) {
            EMIT(g, "USING", "(", "a", ")");
        }
    }
}

static void gen_window_clause(struct generator *g, int depth)
{
    EMIT(g, "WINDOW", "w", "AS");
    gen_window(g, depth - 1);
    if (chance(g, 3)) {
        EMIT(g, ",", "w2", "AS");
        gen_window(g, depth - 1);
    }
}

static void gen_select(struct generator *g, int depth)
{
    emit(g, "SELECT");
    if (chance(g, 5))
        PICK(g, "DISTINCT", "ALL");
    gen_list(g, gen_result, depth);
    if (!chance(g, 5)) {
        emit(g, "FROM");
        gen_from_list(g, depth - 1);
    }
    if (chance(g, 3)) {
        emit(g, "WHERE");
        gen_expr(g, depth - 1);
    }
    if (chance(g, 5)) {
        EMIT(g, "GROUP", "BY");
        gen_list(g, gen_expr, depth - 1);
    }
    if (chance(g, 8)) {
        emit(g, "HAVING");
        gen_expr(g, depth - 1);
    }
    if (chance(g, 8))
        gen_window_clause(g, depth);
}

static void gen_values_row(struct generator *g, int depth)
{
    emit(g, "(");
    gen_expr(g, depth - 1);
    EMIT(g, ",", "2", ")");
}

static void gen_core(struct generator *g, int depth)
{
    if (chance(g, 8)) {
        emit(g, "VALUES");
        gen_list(g, gen_values_row, depth);
    } else {
        gen_select(g, depth);
    }
}

static void gen_cte(struct generator *g, int depth)
{
    PICK(g, "x1", "\"x2\"", "rows", "t1", "window");
    if (chance(g, 3))
        EMIT(g, "(", "a", ",", "b", ")");
    emit(g, "AS");
    if (chance(g, 4))
        emit(g, "MATERIALIZED");
    else if (chance(g, 4))
        EMIT(g, "NOT", "MATERIALIZED");
    gen_bracketed_query(g, depth);
}

static void gen_tail(struct generator *g, int depth)
{
    if (chance(g, 4))
        gen_order(g, depth);
    if (chance(g, 5)) {
        emit(g, "LIMIT");
        gen_expr(g, depth - 2);
        if (chance(g, 2)) {
            PICK(g, "OFFSET", ",");
            gen_expr(g, depth - 2);
        }
    }
}

static void gen_query(struct generator *g, int depth)
{
    if (chance(g, 8)) {
        emit(g, "WITH");
        if (chance(g, 3))
            emit(g, "RECURSIVE");
        gen_list(g, gen_cte, depth - 1);
    }
    gen_core(g, depth);
    while (chance(g, 6)) {
        EMIT(g, chance(g, 2) ? "UNION" : chance(g, 2) ? "INTERSECT" : "EXCEPT");
        if (chance(g, 3))
            emit(g, "ALL");
        gen_core(g, depth);
    }
    gen_tail(g, depth);
}

void generate_query(struct generator *g, uint32_t depth)
{
    g->count = 0;
    gen_query(g, 1 + (int)generate_below(g, depth));
    while (chance(g, 10))
        emit(g, ";");
}

static void gen_constant(struct generator *g, int depth);

static void gen_constant_leaf(struct generator *g, int depth)
{
    (void)depth;
    PICK(g, "0", "1", "2", "3", "-1", "2.5", "'1'", "'a'", "'A'", "NULL", "'%'");
}

static void gen_constant_prefix(struct generator *g, int depth)
{
    PICK(g, "NOT", "-", "+", "~");
    gen_constant(g, depth - 1);
}

static void gen_constant_bracket(struct generator *g, int depth)
{
    emit(g, "(");
    gen_constant(g, depth - 1);
    emit(g, ")");
}

static void gen_constant_suffix(struct generator *g, int depth)
{
    gen_constant(g, depth - 1);
    PICK(g, "IN (1, 'a')", "NOT IN (0)", "NOT NULL", "ISNULL", "COLLATE nocase");
}

static void gen_constant_between(struct generator *g, int depth)
{
    gen_constant(g, depth - 1);
    PICK(g, "BETWEEN", "NOT BETWEEN");
    gen_constant(g, depth - 1);
    emit(g, "AND");
    gen_constant(g, depth - 1);
}

static void gen_constant_pattern(struct generator *g, int depth)
{
    gen_constant(g, depth - 1);
    PICK(g, "LIKE", "NOT LIKE");
    gen_constant(g, depth - 1);
    if (chance(g, 4))
        PICK(g, "ESCAPE 'a'", "ESCAPE 1 < '2'", "ESCAPE 'b' || ''");
}

static void gen_constant_binary(struct generator *g, int depth)
{
    gen_constant(g, depth - 1);
    PICK(g, "OR", "AND", "=", "!=", "IS", "IS NOT", "GLOB", "<", "<=", ">", ">=", "&", "|", "<<",
         ">>", "+", "-", "*", "/", "%", "||");
    gen_constant(g, depth - 1);
}

static void gen_constant(struct generator *g, int depth)
{
    static void (*const forms[])(struct generator *, int) = {
        gen_constant_leaf,   gen_constant_leaf,   gen_constant_prefix,  gen_constant_bracket,
        gen_constant_suffix, gen_constant_suffix, gen_constant_between, gen_constant_pattern,
        gen_constant_binary, gen_constant_binary, gen_constant_binary,  gen_constant_binary};
    uint32_t form = depth > 0 ? generate_below(g, COUNT_OF(forms)) : 0;
    forms[form](g, depth);
}

void generate_expression(struct generator *g)
{
    g->count = 0;
    gen_constant(g, 4);
}

void generate_damage(struct generator *g)
{
    if (g->count < 2)
        return;
    uint32_t at = generate_below(g, g->count), other = generate_below(g, g->count);
    const char *token = g->tokens[at];
    switch (generate_below(g, 4)) {
    case 0:
        memmove(&g->tokens[at], &g->tokens[at + 1], (g->count - at - 1) * sizeof *g->tokens);
        g->count--;
        break;
    case 1:
        if (g->count < GENERATE_MAX_TOKENS) {
            memmove(&g->tokens[at + 1], &g->tokens[at], (g->count - at) * sizeof *g->tokens);
            g->count++;
        }
        break;
    case 2:
        g->tokens[at] = g->tokens[other];
        g->tokens[other] = token;
        break;
    default:
        if (chance(g, 2))
            gen_any_keyword(g);
        else
            PICK(g, "(", ")", ",", ".", "*", ";", "'s'", "a", "7", "~", "=", "!", "\"", "?",
                 "x'0'");
        g->tokens[at] = g->tokens[--g->count];
    }
}

void generate_text(struct generator *g, struct buf *out)
{
    static const char *const gaps[] = {"\n", "\t ", " /* c */ ", " -- c\n", "/**/"};
    buf_clear(out);
    for (uint32_t i = 0; i < g->count; i++) {
        if (i)
            buf_put(out, str_from(chance(g, 20) ? gaps[generate_below(g, 5)] : " "));
        buf_put(out, str_from(g->tokens[i]));
    }
}
