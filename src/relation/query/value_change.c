/* value_change.c: collecting changes of a value. */
#include "relation/query/value_change.h"

#include "migration/change.h"
#include "relation/refusal.h"
#include "sql/walk.h"

/* A string in double quotes looks like a name to the parser. */
static bool is_literal(const struct value_search *v, const struct sql_expr *x)
{
    return x->kind == SQL_EXPR_LITERAL ||
           (x->kind == SQL_EXPR_COLUMN &&
            v->seed->resolution->bindings[x->as.column.ref].kind == SQL_BOUND_STRING);
}

static bool collect_literal(void *ctx, const struct sql_expr *x)
{
    struct value_search *v = ctx;
    if (is_literal(v, x)) {
        ARENA_PUSH(v->arena, v->literals, v->n_literals);
        v->literals[v->n_literals++] = str_slice(v->seed->stmt->text, x->span.start, x->span.end);
    }
    return true;
}

static bool search_begin(struct arena *a, const struct relation_seed *s, struct value_search *out,
                         const void **plan)
{
    struct value_changes *found = ARENA_NEW(a, struct value_changes);
    *plan = found;
    if (!s->stmt) {
        refuse(s, REFUSED_NO_QUERY);
        return false;
    }
    *out = (struct value_search){.arena = a,
                                 .seed = s,
                                 .text = s->words,
                                 .places = edit_places_of(a, s->schema, s->stmt, s->resolution),
                                 .found = found};
    const struct sql_walker walker = {.ctx = out, .expr = collect_literal};
    sql_walk_query(&walker, s->stmt->query);
    return true;
}

uint64_t value_changes_find(struct arena *a, const struct relation_seed *s, bool content,
                            bool (*fits)(const struct value_search *v,
                                         const struct edit_place *place),
                            void (*change)(struct value_search *v, const struct edit_place *place),
                            const void **plan)
{
    struct value_search v;
    bool any = false;
    if (!search_begin(a, s, &v, plan) || (content && !s->content))
        return 0;
    for (uint32_t i = 0; i < v.places.count; i++)
        if (fits(&v, &v.places.items[i])) {
            any = true;
            change(&v, &v.places.items[i]);
        }
    refuse_unless(s, any, REFUSED_NO_VALUE);
    return v.found->count;
}

bool value_place_may_change(const struct value_search *v, const struct edit_place *place)
{
    return refuse_unless(v->seed, place->unique, REFUSED_VALUE_REPEATED);
}

/* "Amsterdam (AMS)": neither could change alone. */
static bool has_another_form(struct str question, const struct value_mention *m)
{
    struct str before = str_trim(str_slice(question, 0, m->start));
    struct str after = str_trim(str_slice(question, m->end, question.len));
    return str_ends(before, STR("(")) || str_starts(after, STR("("));
}

bool value_mention_may_change(const struct value_search *v, const struct value_mention *m,
                              uint32_t n)
{
    struct value_mention elsewhere;
    struct str evidence = v->seed->seed->evidence;
    return refuse_unless(v->seed, n > 0, REFUSED_VALUE_UNSAID) &&
           refuse_unless(v->seed, n == 1 && !has_another_form(v->text->text, m),
                         REFUSED_VALUE_SAID_TWICE) &&
           refuse_unless(v->seed,
                         !evidence.ptr || value_mention_find(
                                              evidence, str_slice(v->text->text, m->start, m->end),
                                              &elsewhere) == 0,
                         REFUSED_VALUE_EVIDENCE);
}

void value_search_add(struct value_search *v, const struct value_mention *m,
                      struct value_change change)
{
    struct value_changes *found = v->found;
    struct str question = v->text->text;
    if (found->count == VALUE_CHANGES_MAX || !value_mention_fits(question, m, change.to))
        return;
    change.question = value_mention_replace(v->arena, question, m, change.to);
    change.from = str_slice(question, m->start, m->end);
    ARENA_PUSH(v->arena, found->items, found->count);
    found->items[found->count++] = change;
}

struct comparison_search {
    const struct sql_expr *value, *found;
};

static bool is_side(const struct sql_expr *comparison, const struct sql_expr *value)
{
    switch (comparison->kind) {
    case SQL_EXPR_BINARY:
        return comparison->as.binary.left == value || comparison->as.binary.right == value;
    case SQL_EXPR_PATTERN:
        return comparison->as.pattern.pattern == value;
    case SQL_EXPR_BETWEEN:
        return comparison->as.between.low == value || comparison->as.between.high == value;
    case SQL_EXPR_IN:
        for (uint32_t i = 0; i < comparison->as.in.list.count; i++)
            if (comparison->as.in.list.items[i] == value)
                return true;
        return false;
    default:
        return false;
    }
}

static bool find_comparison(void *ctx, const struct sql_expr *x)
{
    struct comparison_search *search = ctx;
    if (is_side(x, search->value))
        search->found = x;
    return true;
}

const struct sql_expr *value_comparison(const struct value_search *v,
                                        const struct edit_place *place)
{
    struct comparison_search search = {.value = place->expr};
    const struct sql_walker walker = {.ctx = &search, .expr = find_comparison};
    sql_walk_query(&walker, v->seed->stmt->query);
    return search.found;
}

static struct str query_with(struct arena *a, struct str query, struct sql_span span,
                             struct str value)
{
    return ARENA_CONCAT(a, str_slice(query, 0, span.start), value,
                        str_slice(query, span.end, query.len));
}

bool value_changes_make(struct arena *a, const struct relation_seed *s, const void *plan,
                        uint64_t i, struct test_case *out)
{
    const struct value_change *v = &((const struct value_changes *)plan)->items[i];
    const struct edit_place *place = v->place;
    struct change change;
    out->question = v->question;
    out->claim = CLAIM_CHANGED;
    out->edit = place->edit;
    out->edit.to = v->literal;
    if (s->seed->query.ptr)
        out->query = query_with(a, s->stmt->text, place->span, v->written);
    change_begin(&change);
    change_put(&change, "from", v->from);
    change_put(&change, "to", v->to);
    if (place->column != SCHEMA_NONE && place->aggregate.len == 0)
        change_put_column(&change, "column", s->schema, place->column);
    else
        change_put(&change, "of", place->edit.what == EDIT_LIMIT ? STR("LIMIT") : place->edit.on);
    out->change = change_end(&change, a);
    return true;
}
