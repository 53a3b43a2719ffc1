/* value_change.c: collecting changes of a value. */
#include "relation/query/value_change.h"

#include "migration/change.h"
#include "relation/prepare.h"
#include "relation/refusal.h"
#include "sql/walk.h"

/* A string in double quotes looks like a name to the parser. */
static bool is_literal(const struct value_search *v, const struct sql_expr *x)
{
    return x->kind == SQL_EXPR_LITERAL ||
           (x->kind == SQL_EXPR_COLUMN &&
            v->seed->resolution->bindings[x->as.column.ref].kind == SQL_BOUND_STRING);
}

struct str literal_text(struct str literal)
{
    bool quoted = literal.len > 2 && (literal.ptr[0] == '\'' || literal.ptr[0] == '"');
    return quoted ? str_slice(literal, 1, literal.len - 1) : literal;
}

/* ctx: struct value_search */
static bool collect_literal(void *ctx, const struct sql_expr *x)
{
    struct value_search *v = ctx;
    if (is_literal(v, x)) {
        ARENA_PUSH(v->arena, v->literals, v->n_literals);
        struct str literal = str_slice(v->seed->stmt->text, x->span.start, x->span.end);
        v->literals[v->n_literals++] =
            relation_words(v->arena, v->seed->lexicon, literal_text(literal));
    }
    return true;
}

static const struct words *open_words(struct arena *a, const struct relation_seed *s,
                                      const struct words *words)
{
    const struct lemmatizer z = {s->lexicon};
    struct words *opened = ARENA_NEW(a, struct words);
    *opened = words_opened(a, &z, words);
    return opened;
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
    *out = (struct value_search){
        .arena = a,
        .seed = s,
        .text = s->words,
        .opened = open_words(a, s, s->words),
        .evidence = open_words(a, s, relation_words(a, s->lexicon, s->seed->evidence)),
        .places = edit_places_of(a, s->schema, s->stmt, s->resolution),
        .found = found};
    const struct sql_walker walker = {.ctx = out, .expr = collect_literal};
    sql_walk_query(&walker, s->stmt->query);
    return true;
}

uint64_t value_changes_find(struct arena *a, const struct relation_seed *s, bool content,
                            bool (*fits)(const struct value_search *v,
                                         const struct edit_place *place),
                            bool (*change)(struct value_search *v, const struct edit_place *place),
                            const void **plan)
{
    struct value_search v;
    bool any = false;
    if (!search_begin(a, s, &v, plan) || (content && !s->content))
        return 0;
    for (uint32_t i = 0; i < v.places.count; i++) {
        uint32_t before = v.found->count;
        bool here = fits(&v, &v.places.items[i]);
        if (here && change(&v, &v.places.items[i]))
            refuse_unless(s, v.found->count > before, REFUSED_VALUE_UNFIT);
        any |= here;
    }
    refuse_unless(s, any, REFUSED_NO_VALUE);
    return v.found->count;
}

bool value_place_may_change(const struct value_search *v, const struct edit_place *place)
{
    return refuse_unless(v->seed, place->unique, REFUSED_VALUE_REPEATED);
}

/* "Amsterdam (AMS)": neither could change alone. */
static bool has_another_form(const struct value_mention *m)
{
    const struct words *q = m->words;
    return (m->start > 0 && word_is(q, m->start - 1, "(")) || word_is(q, m->end, "(");
}

bool value_mention_may_change(const struct value_search *v, const struct value_mention *m,
                              uint32_t n)
{
    struct value_mention elsewhere;
    return refuse_unless(v->seed, n > 0, REFUSED_VALUE_UNSAID) &&
           refuse_unless(v->seed, n == 1 && !has_another_form(m), REFUSED_VALUE_SAID_TWICE) &&
           refuse_unless(v->seed, value_mention_find(v->evidence, m->said, &elsewhere) == 0,
                         REFUSED_VALUE_EVIDENCE);
}

void value_search_add(struct value_search *v, const struct value_mention *m,
                      struct value_change change)
{
    struct value_changes *found = v->found;
    if (found->count == VALUE_CHANGES_MAX || !value_mention_fits(m, change.to))
        return;
    change.question = value_mention_replace(v->arena, m, change.to);
    change.from = m->said;
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
