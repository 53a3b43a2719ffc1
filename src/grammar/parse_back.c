/* parse_back.c: the question side of the rules against a text, from left to right.
 *
 * What a slot stands for is guessed from the words that stand there, before what it is about may be
 * known: "age" may be a column of any table until the table is named. When all words are used up,
 * what was guessed must be what the rule could have chosen. */
#include "grammar/parse_back.h"

enum { BUDGET = 200000, NOT_YET = UINT32_MAX };

struct parse {
    struct arena *arena;
    const struct grammar *grammar;
    const struct grammar_world *world;
    struct str question;
    uint32_t budget;
    struct parsed_back out;
};

/* A text that is being matched, within another one. */
struct frame {
    const struct frame *parent; /* NULL for an element */
    uint32_t parent_let;        /* what it is in the parent */
    const struct grammar_text *text;
    uint32_t piece;      /* the next one */
    struct derivation d; /* what is known so far */
};

static void go_on(struct parse *p, const struct frame *f, size_t at);

static bool stands(const struct parse *p, size_t at, struct str text)
{
    return text.len > 0 && text.len <= p->question.len - at &&
           memcmp(p->question.ptr + at, text.ptr, text.len) == 0;
}

/* Go on behind the slot, which is `b`. */
static void bind(struct parse *p, const struct frame *f, struct grammar_bound b, size_t at)
{
    struct frame next = *f;
    next.d.lets[f->text->pieces[f->piece].let] = b;
    next.piece++;
    go_on(p, &next, at);
}

static struct str form_of(const struct spoken_name *n, enum slot_form form)
{
    return form == FORM_PLURAL || form == FORM_TO_PLURAL ? n->many : n->one;
}

/* Slots */

static void match_table(struct parse *p, const struct frame *f, size_t at)
{
    for (uint32_t t = 0; t < p->world->schema->n_tables; t++) {
        struct str said = form_of(&p->world->tables[t], f->text->pieces[f->piece].form);
        if (stands(p, at, said))
            bind(p, f, (struct grammar_bound){.id = t}, at + said.len);
    }
}

static void match_column(struct parse *p, const struct frame *f, size_t at)
{
    for (uint32_t c = SCHEMA_STAR + 1; c < p->world->schema->n_columns; c++) {
        struct str said = form_of(&p->world->columns[c], f->text->pieces[f->piece].form);
        if (stands(p, at, said))
            bind(p, f, (struct grammar_bound){.id = c}, at + said.len);
    }
}

/* One more column of a list that has some already. */
static void match_columns(struct parse *p, const struct frame *f, size_t at,
                          const struct grammar_bound *before)
{
    const struct schema *s = p->world->schema;
    if (before->n_columns == RULE_COLUMNS_MAX)
        return;
    for (uint32_t c = SCHEMA_STAR + 1; c < s->n_columns; c++) {
        struct str said = form_of(&p->world->columns[c], f->text->pieces[f->piece].form);
        bool fits =
            before->n_columns == 0 || (c > before->columns[before->n_columns - 1] &&
                                       s->columns[c].table == s->columns[before->columns[0]].table);
        if (!fits || !stands(p, at, said) || p->budget == 0)
            continue;
        p->budget--;
        struct grammar_bound b = *before;
        size_t end = at + said.len;
        b.columns[b.n_columns++] = c;
        bind(p, f, b, end);
        if (stands(p, end, STR(", ")))
            match_columns(p, f, end + 2, &b);
        if (stands(p, end, STR(" and ")))
            match_columns(p, f, end + 5, &b);
    }
}

/* A value of a column that was named before, or a piece of one. */
static void match_value(struct parse *p, const struct frame *f, size_t at)
{
    uint32_t let = f->text->pieces[f->piece].let;
    uint32_t of = f->d.rule->lets[let].of;
    if (f->d.lets[of].id == NOT_YET)
        return;
    const struct column_content *c = world_content(p->world, f->d.lets[of].id);
    for (uint32_t k = 0; c && k < c->n_values; k++)
        if (stands(p, at, c->values[k].text))
            bind(p, f, (struct grammar_bound){.id = k}, at + c->values[k].text.len);
}

static void match_piece(struct parse *p, const struct frame *f, size_t at)
{
    uint32_t let = f->text->pieces[f->piece].let;
    uint32_t of = f->d.rule->lets[let].of;
    if (f->d.lets[of].id == NOT_YET)
        return;
    struct derivation d = f->d;
    uint64_t n = domain_size(p->arena, p->world, &d, let);
    for (uint64_t i = 0; i < n && p->budget > 0; i++, p->budget--) {
        d.lets[let] = domain_item(p->arena, p->world, &f->d, let, i);
        struct str said = derivation_piece(p->world, &d, let);
        if (stands(p, at, said))
            bind(p, f, d.lets[let], at + said.len);
    }
}

static void match_link(struct parse *p, const struct frame *f, size_t at)
{
    const struct schema *s = p->world->schema;
    for (uint32_t k = 0; k < s->n_foreign_keys; k++) {
        uint32_t to = s->columns[s->foreign_keys[k].to].table;
        struct str said = form_of(&p->world->tables[to], f->text->pieces[f->piece].form);
        if (stands(p, at, said))
            bind(p, f, (struct grammar_bound){.id = k}, at + said.len);
    }
}

/* Nothing is known of a rule but its parameters. */
static struct derivation begin_rule(const struct parse *p, const struct grammar_rule *rule,
                                    uint32_t depth)
{
    struct derivation d = {.grammar = p->grammar, .rule = rule, .depth = depth};
    for (uint32_t i = 0; i < rule->n_lets; i++)
        d.lets[i].id = NOT_YET;
    return d;
}

static void match_phrase(struct parse *p, const struct frame *f, size_t at)
{
    const struct grammar *g = p->grammar;
    uint32_t let = f->text->pieces[f->piece].let;
    const struct grammar_let *l = &f->d.rule->lets[let];
    if (f->d.depth == DERIVATION_DEPTH)
        return;
    for (uint32_t r = grammar_find(g, l->phrase, 0); r < g->count;
         r = grammar_find(g, l->phrase, r + 1)) {
        struct frame inner = {
            .parent = f, .parent_let = let, .d = begin_rule(p, &g->rules[r], f->d.depth + 1)};
        for (uint32_t i = 0; i < l->n_arguments; i++)
            inner.d.lets[i] = f->d.lets[l->arguments[i]];
        for (uint32_t k = 0; k < g->rules[r].n_asks; k++) {
            inner.text = &g->rules[r].asks[k];
            go_on(p, &inner, at);
        }
    }
}

static void match_slot(struct parse *p, const struct frame *f, size_t at)
{
    switch (f->d.rule->lets[f->text->pieces[f->piece].let].type) {
    case LET_TABLE:
        match_table(p, f, at);
        break;
    case LET_COLUMN:
        match_column(p, f, at);
        break;
    case LET_COLUMNS:
        match_columns(p, f, at, &(struct grammar_bound){0});
        break;
    case LET_VALUE:
        match_value(p, f, at);
        break;
    case LET_PIECE:
        match_piece(p, f, at);
        break;
    case LET_LINK:
        match_link(p, f, at);
        break;
    case LET_PHRASE:
        match_phrase(p, f, at);
        break;
    }
}

/* Ends */

static void add_query(struct parse *p, const struct derivation *d)
{
    struct str query = derivation_query(p->arena, p->world, d);
    for (uint32_t i = 0; i < p->out.count; i++)
        if (str_eq(p->out.queries[i], query))
            return;
    if (p->out.count < PARSED_MAX)
        p->out.queries[p->out.count++] = query;
}

static bool check_lets(struct parse *p, struct derivation *d, uint32_t i);

/* Could the rule have chosen what was guessed? */
static bool check_said(struct parse *p, struct derivation *d, uint32_t i)
{
    if (d->rule->lets[i].type != LET_PHRASE)
        return domain_has(p->world, d, i, &d->lets[i]);
    struct derivation inner = *d->lets[i].phrase;
    for (uint32_t k = 0; k < inner.rule->n_parameters; k++)
        inner.lets[k] = d->lets[d->rule->lets[i].arguments[k]];
    return check_lets(p, &inner, inner.rule->n_parameters);
}

/* What no word tells is tried in every way. */
static bool check_unsaid(struct parse *p, struct derivation *d, uint32_t i)
{
    uint64_t n = domain_size(p->arena, p->world, d, i);
    bool found = false;
    for (uint64_t k = 0; k < n && p->budget > 0; k++, p->budget--) {
        d->lets[i] = domain_item(p->arena, p->world, d, i, k);
        found |= check_lets(p, d, i + 1);
    }
    d->lets[i].id = NOT_YET;
    return found;
}

static bool check_lets(struct parse *p, struct derivation *d, uint32_t i)
{
    if (i < d->rule->n_lets && d->lets[i].id == NOT_YET)
        return check_unsaid(p, d, i);
    if (i < d->rule->n_lets)
        return check_said(p, d, i) && check_lets(p, d, i + 1);
    if (!d->rule->is_phrase)
        add_query(p, d);
    return true;
}

/* A text came to its end: the one that it is part of goes on. */
static void end_text(struct parse *p, const struct frame *f, size_t at)
{
    if (!f->parent) {
        struct derivation d = f->d;
        if (at == p->question.len)
            check_lets(p, &d, 0);
        return;
    }
    struct derivation *inner = ARENA_NEW(p->arena, struct derivation);
    *inner = f->d;
    struct frame outer = *f->parent;
    const struct grammar_let *l = &outer.d.rule->lets[f->parent_let];
    for (uint32_t i = 0; i < l->n_arguments; i++) /* what the phrase found out of them */
        if (outer.d.lets[l->arguments[i]].id == NOT_YET)
            outer.d.lets[l->arguments[i]] = inner->lets[i];
    bind(p, &outer, (struct grammar_bound){.phrase = inner}, at);
}

static void go_on(struct parse *p, const struct frame *f, size_t at)
{
    if (p->budget == 0 || p->out.count == PARSED_MAX)
        return;
    p->budget--;
    if (f->piece == f->text->count) {
        end_text(p, f, at);
        return;
    }
    const struct grammar_piece *piece = &f->text->pieces[f->piece];
    if (piece->literal.len > 0 && !stands(p, at, piece->literal))
        return;
    at += piece->literal.len;
    if (piece->let != UINT32_MAX) {
        match_slot(p, f, at);
        return;
    }
    struct frame next = *f;
    next.piece++;
    go_on(p, &next, at);
}

struct parsed_back parse_back(struct arena *a, const struct grammar *g,
                              const struct grammar_world *w, struct str question)
{
    struct parse p = {.arena = a, .grammar = g, .world = w, .question = question, .budget = BUDGET};
    for (uint32_t r = 0; r < g->count; r++)
        for (uint32_t k = 0; !g->rules[r].is_phrase && k < g->rules[r].n_asks; k++) {
            struct frame f = {.text = &g->rules[r].asks[k], .d = begin_rule(&p, &g->rules[r], 0)};
            go_on(&p, &f, 0);
        }
    p.out.gave_up = p.budget == 0;
    return p.out;
}
