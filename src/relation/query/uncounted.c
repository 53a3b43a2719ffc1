/* uncounted.c: the things of a grouped query, less those that have a group. */
#include "relation/query/uncounted.h"

#include "base/number.h"
#include "relation/query/question_edits.h"
#include "sql/quote.h"
#include "sql/walk.h"

/* What is grouped: a column, and the FROM item that has it, or NULL. */
struct thing {
    uint32_t column;
    const struct sql_from *source;
};

static const struct sql_binding *binding_of(const struct relation_seed *s, const struct sql_expr *x)
{
    return &s->resolution->bindings[x->as.column.ref];
}

static const struct sql_from *find_source(const struct relation_seed *s,
                                          const struct sql_core *core, uint32_t table)
{
    for (uint32_t i = 0; i < core->n_from; i++)
        if (core->from[i].kind == SQL_FROM_TABLE &&
            schema_find_table(s->schema, core->from[i].table.text) == table)
            return &core->from[i];
    return NULL;
}

/* A foreign key stands for the rows that it refers to. */
static struct thing thing_of(const struct relation_seed *s, const struct sql_core *core,
                             const struct sql_binding *key)
{
    for (uint32_t i = 0; i < s->schema->n_foreign_keys; i++) {
        struct schema_foreign_key fk = s->schema->foreign_keys[i];
        if (fk.from == key->column)
            return (struct thing){fk.to, find_source(s, core, s->schema->columns[fk.to].table)};
    }
    return (struct thing){key->column, key->source};
}

/* Does another table of the query refer to `table`? Then a thing is a row of it, and what is
 * counted is elsewhere. */
static bool is_referred_to(const struct relation_seed *s, const struct sql_core *core,
                           uint32_t table)
{
    for (uint32_t i = 0; i < s->schema->n_foreign_keys; i++) {
        struct schema_foreign_key fk = s->schema->foreign_keys[i];
        if (s->schema->columns[fk.to].table == table &&
            find_source(s, core, s->schema->columns[fk.from].table))
            return true;
    }
    return false;
}

/* A part of WHERE, and whether it is only about `source`. */
struct where_part {
    const struct relation_seed *seed;
    const struct sql_from *source;
    bool own;
};

/* ctx: struct where_part */
static bool note_source(void *ctx, const struct sql_expr *x)
{
    struct where_part *c = ctx;
    if (x->kind == SQL_EXPR_COLUMN) {
        const struct sql_binding *b = binding_of(c->seed, x);
        c->own &= b->kind == SQL_BOUND_STRING || b->source == c->source;
    }
    return true;
}

/* ctx: struct where_part */
static bool note_subquery(void *ctx, const struct sql_query *q)
{
    struct where_part *c = ctx;
    (void)q;
    c->own = false;
    return false;
}

/* Conditions on the thing itself: only European countries are asked about. */
static void put_conditions(struct buf *sql, const struct relation_seed *s,
                           const struct sql_from *source, const struct sql_expr *x)
{
    if (!x)
        return;
    if (x->kind == SQL_EXPR_BINARY && x->as.binary.op == SQL_AND) {
        put_conditions(sql, s, source, x->as.binary.left);
        put_conditions(sql, s, source, x->as.binary.right);
        return;
    }
    struct where_part c = {s, source, true};
    const struct sql_walker w = {.ctx = &c, .query = note_subquery, .expr = note_source};
    sql_walk_expr(&w, x);
    if (!c.own)
        return;
    buf_put(sql, STR(" AND ("));
    buf_put(sql, str_slice(s->stmt->text, x->span.start, x->span.end));
    buf_putc(sql, ')');
}

/* All things. */
static void put_things(struct buf *sql, const struct relation_seed *s, const struct sql_core *core,
                       struct thing thing)
{
    const struct schema_column *c = &s->schema->columns[thing.column];
    const struct schema_table *t = &s->schema->tables[c->table];
    struct str name = t->name;
    if (thing.source && thing.source->alias.text.ptr)
        name = thing.source->alias.text;
    buf_put(sql, STR("SELECT "));
    sql_put_name(sql, name);
    buf_putc(sql, '.');
    sql_put_name(sql, c->name);
    buf_put(sql, STR(" FROM "));
    sql_put_name(sql, t->name);
    buf_put(sql, STR(" AS "));
    sql_put_name(sql, name);
    buf_put(sql, STR(" WHERE "));
    sql_put_name(sql, name);
    buf_putc(sql, '.');
    sql_put_name(sql, c->name);
    buf_put(sql, STR(" IS NOT NULL"));
    if (thing.source && is_referred_to(s, core, c->table))
        put_conditions(sql, s, thing.source, core->where);
}

/* The last place of the word before `end`, case ignored; or `end`. */
static size_t find_before(struct str text, struct str word, size_t end)
{
    for (size_t i = end; i-- > 0;)
        if (i + word.len <= end && str_eq_nocase(str_slice(text, i, i + word.len), word))
            return i;
    return end;
}

/* Those that have a group. */
static void put_groups(struct buf *sql, const struct relation_seed *s, const struct sql_core *core)
{
    const struct sql_expr *key = core->group_by.items[0];
    struct str text = s->stmt->text;
    size_t end = find_before(text, STR("GROUP"), key->span.start);
    buf_put(sql, STR(" EXCEPT SELECT "));
    buf_put(sql, str_slice(text, key->span.start, key->span.end));
    buf_put(sql, STR(" FROM "));
    buf_put(sql, str_slice(text, core->from[0].span.start, end));
}

/* "Fewer than 3", "at most 3", "the fewest"; "the smallest amount in total". */
static bool turns_to_few(const struct edit_place *place, struct str to)
{
    return (str_eq(place->aggregate, STR("count")) || str_eq(place->aggregate, STR("sum"))) &&
           (str_eq_nocase(to, STR("asc")) || to.ptr[0] == '<');
}

struct str uncounted_things(struct arena *a, const struct relation_seed *s,
                            const struct edit_place *place, struct str to)
{
    const struct sql_core *core = place->core;
    const struct str none = STR_NONE;
    if (!turns_to_few(place, to) || !core || core->group_by.count == 0 || core->n_from == 0 ||
        core->group_by.items[0]->kind != SQL_EXPR_COLUMN)
        return none;
    const struct sql_binding *key = binding_of(s, core->group_by.items[0]);
    if (key->kind != SQL_BOUND_COLUMN || key->column == SCHEMA_NONE)
        return none;
    struct thing thing = thing_of(s, core, key);
    if (thing.column == key->column && core->n_from == 1 && !core->where)
        return none; /* known only from what is counted */
    struct buf sql = {0};
    put_things(&sql, s, core, thing);
    put_groups(&sql, s, core);
    return buf_keep(&sql, a);
}

/* Words */

static const char LEFT_OUT[] = ", leaving out those with none";

/* The end of the sentence from token `i` on; 0 if it goes on with something else, of which an
 * appended "leaving out …" would seem to speak. */
static uint32_t sentence_end(const struct words *q, uint32_t i, unsigned more)
{
    for (; i < q->count; i++) {
        const struct word *t = &q->items[i];
        if (t->ends)
            break;
        if (t->kind == TOKEN_MARK || token_in(q, i, more))
            return 0;
    }
    return i;
}

/* Must the words name what is counted: "the fewest songs", but not "enrolled the least"? */
static bool names_what_is_counted(const struct edit_place *place, const struct found_words *found)
{
    return str_eq(place->aggregate, STR("count")) &&
           (place->edit.what == EDIT_OPERATOR || phrase_has_form(found->phrase, COUNTING_FORMS));
}

/* Is one the only number left? "At most one, leaving out those with none" is a strange way to say
 * it. */
static bool leaves_only_one(const struct edit_place *place, struct str to)
{
    double n;
    if (place->edit.what != EDIT_OPERATOR)
        return false;
    const struct sql_expr *other =
        place->flipped ? place->expr->as.binary.left : place->expr->as.binary.right;
    return other->kind == SQL_EXPR_LITERAL && number_read(other->as.literal.text, &n) &&
           n <= (to.len == 1 ? 2 : 1);
}

bool leave_out_uncounted(struct arena *a, const struct relation_seed *s,
                         const struct edit_place *place, struct str to,
                         const struct found_words *found, struct str question, struct str *out)
{
    const struct words *q = &found->match.reading->said.words;
    unsigned more = WORD_INTERROGATIVE | WORD_CONJUNCTION;
    if (place->edit.what == EDIT_OPERATOR)
        more |= WORD_AUXILIARY; /* orchestras with at most 3 shows were founded */
    uint32_t end = sentence_end(q, found->match.end, more);
    if (end == 0 || s->stmt->query->n_cores > 1 || !names_what_is_counted(place, found) ||
        leaves_only_one(place, to))
        return false;
    struct str last = q->items[end - 1].token;
    size_t rest = q->text.len - (size_t)(last.ptr + last.len - q->text.ptr);
    size_t at = question.len - rest; /* the text after the words is the same in both */
    *out = arena_printf(a, "%.*s%s%.*s", STR_ARG(str_slice(question, 0, at)), LEFT_OUT,
                        STR_ARG(str_slice(question, at, question.len)));
    return true;
}
