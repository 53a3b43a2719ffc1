/* parse_back.c: matching the question side of the rules with a text, from left to right.
 *
 * What a slot stands for is guessed from its words, perhaps before it is known what it is about:
 * "age" may be a column of any table until the table is named. A column has one table, so most
 * wrong guesses end at the next word. When all words are used up, the rule must be able to choose
 * what was guessed. */
#include "grammar/parse_back.h"

#include "grammar/domain.h"

enum { STEPS = 200000 };
#define NOT_YET UINT32_MAX

struct parse {
    struct arena *arena;
    const struct grammar *grammar;
    const struct grammar_world *world;
    struct str question;
    uint32_t steps; /* left */
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

static struct str rest_from(const struct parse *p, size_t at)
{
    return str_slice(p->question, at, p->question.len);
}

static bool stands(const struct parse *p, size_t at, struct str text)
{
    return text.len > 0 && str_starts(rest_from(p, at), text);
}

static const struct grammar_piece *slot_of(const struct frame *f)
{
    return &f->text->pieces[f->piece];
}

static const struct grammar_let *let_of(const struct frame *f)
{
    return &f->d.rule->lets[slot_of(f)->let];
}

static enum name_form name_form(const struct frame *f)
{
    switch (slot_of(f)->form) {
    case FORM_PLURAL:
        return NAME_MANY;
    case FORM_EACH:
        return NAME_EACH;
    case FORM_VALUES:
        return NAME_VALUES;
    default:
        return NAME_ONE;
    }
}

/* Go on after the slot, which is `b`. */
static void bind_slot(struct parse *p, const struct frame *f, struct grammar_bound b, size_t at)
{
    struct frame next = *f;
    next.d.lets[slot_of(f)->let] = b;
    next.piece++;
    go_on(p, &next, at);
}

/* Tables, columns, links */

/* All items of the index that are there. */
static void match_index(struct parse *p, const struct frame *f, size_t at,
                        const struct said_index *index)
{
    struct said_walk walk = said_walk_at(index, rest_from(p, at));
    for (const struct said_text *s; (s = said_next(&walk));)
        bind_slot(p, f, (struct grammar_bound){.id = s->id}, at + s->text.len);
}

static void match_link(struct parse *p, const struct frame *f, size_t at)
{
    const struct grammar_world *w = p->world;
    for (uint32_t k = 0; k < w->n_links; k++) {
        struct str said = say_link(w, let_of(f), k, slot_of(f)->form);
        if (stands(p, at, said))
            bind_slot(p, f, (struct grammar_bound){.id = k}, at + said.len);
    }
}

/* Note the table of the column that was guessed; false if it is known to be another. */
static bool note_table(const struct grammar_world *w, struct frame *f, uint32_t column)
{
    uint32_t of = let_of(f)->of, table = w->schema->columns[column].table;
    if (f->d.lets[of].id != NOT_YET)
        return bound_table(w, &f->d, of) == table;
    if (f->d.rule->lets[of].type == LET_TABLE)
        f->d.lets[of].id = table;
    return true;
}

/* A parameter is a column of any table; any other column says its table. */
static void match_column(struct parse *p, const struct frame *f, size_t at)
{
    bool parameter = slot_of(f)->let < f->d.rule->n_parameters;
    struct said_walk walk = said_walk_at(&p->world->column_names[name_form(f)], rest_from(p, at));
    for (const struct said_text *s; (s = said_next(&walk));) {
        struct frame next = *f;
        if (parameter || note_table(p->world, &next, s->id))
            bind_slot(p, &next, (struct grammar_bound){.id = s->id}, at + s->text.len);
    }
}

static void match_columns(struct parse *p, const struct frame *f, size_t at,
                          const struct grammar_bound *before);

/* The list goes on, or ends here. */
static void go_on_columns(struct parse *p, const struct frame *f, size_t at,
                          const struct grammar_bound *b)
{
    bind_slot(p, f, *b, at);
    if (stands(p, at, STR(", ")))
        match_columns(p, f, at + 2, b);
    if (stands(p, at, STR(" and ")))
        match_columns(p, f, at + 5, b);
}

/* One more column of a list that has some already. */
static void match_columns(struct parse *p, const struct frame *f, size_t at,
                          const struct grammar_bound *before)
{
    struct said_walk walk = said_walk_at(&p->world->column_names[name_form(f)], rest_from(p, at));
    if (before->n_columns == let_of(f)->most)
        return;
    for (const struct said_text *s; (s = said_next(&walk)) && p->steps > 0; p->steps--) {
        struct frame next = *f;
        struct grammar_bound b = *before;
        if ((b.n_columns > 0 && s->id <= b.columns[b.n_columns - 1]) ||
            !note_table(p->world, &next, s->id))
            continue;
        b.columns[b.n_columns++] = s->id;
        go_on_columns(p, &next, at + s->text.len, &b);
    }
}

/* Values, pieces, counts */

/* Of a column that was named before. Texts that are not the paper's have quotes if needed. */
static void match_value(struct parse *p, const struct frame *f, size_t at)
{
    uint32_t column = f->d.lets[let_of(f)->of].id;
    if (column == NOT_YET)
        return;
    const struct known_column *c = &p->world->known[column];
    bool paper = f->text->paper, quoted = !paper && stands(p, at, STR("\""));
    struct said_walk walk = said_walk_at(&c->by_text, rest_from(p, at + quoted));
    for (const struct said_text *s; (s = said_next(&walk));) {
        size_t end = at + quoted + s->text.len;
        if (!paper && quoted != world_quotes(c->values[s->id]))
            continue;
        if (!quoted || stands(p, end, STR("\"")))
            bind_slot(p, f, (struct grammar_bound){.id = s->id}, end + quoted);
    }
}

static void match_piece(struct parse *p, const struct frame *f, size_t at)
{
    uint32_t column = f->d.lets[let_of(f)->of].id;
    if (column != NOT_YET)
        match_index(p, f, at, &p->world->known[column].pieces[let_of(f)->place].by_text);
}

static void match_count(struct parse *p, const struct frame *f, size_t at)
{
    for (uint32_t n = let_of(f)->least; n <= let_of(f)->most; n++)
        if (stands(p, at, say_count(n)))
            bind_slot(p, f, (struct grammar_bound){.id = n}, at + say_count(n).len);
}

/* Phrases */

/* A derivation of which nothing is known yet. */
static struct derivation unknown_derivation(const struct parse *p, const struct grammar_rule *rule,
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
    const struct grammar_let *l = let_of(f);
    if (f->d.depth == DERIVATION_DEPTH)
        return;
    for (uint32_t r = grammar_find_phrase(g, l->phrase, 0); r < g->count;
         r = grammar_find_phrase(g, l->phrase, r + 1)) {
        struct frame inner = {.parent = f,
                              .parent_let = slot_of(f)->let,
                              .d = unknown_derivation(p, &g->rules[r], f->d.depth + 1)};
        for (uint32_t i = 0; i < l->n_arguments; i++)
            inner.d.lets[i] = f->d.lets[l->arguments[i]];
        for (uint32_t k = 0; k < g->rules[r].n_asks; k++) {
            inner.text = &g->rules[r].asks[k];
            go_on(p, &inner, at);
        }
    }
}

/* Slots */

/* "is" or "are": the one that fits the column, if that is known. */
static void match_verb(struct parse *p, const struct frame *f, size_t at)
{
    struct frame next = *f;
    uint32_t column = f->d.lets[slot_of(f)->let].id;
    next.piece++;
    for (int plural = 0; plural < 2; plural++) {
        struct str said = say_form(&(struct spoken_name){.plural = plural}, slot_of(f)->form);
        if (str_starts(rest_from(p, at), said) &&
            (column == NOT_YET || p->world->columns[column].plural == (plural == 1)))
            go_on(p, &next, at + said.len);
    }
}

/* A table, column or link that is known already must be named again. */
static void match_known(struct parse *p, const struct frame *f, uint32_t id, size_t at)
{
    const struct grammar_world *w = p->world;
    enum let_type type = let_of(f)->type;
    enum slot_form form = slot_of(f)->form;
    struct str said = type == LET_LINK
                          ? say_link(w, let_of(f), id, form)
                          : say_form(type == LET_TABLE ? &w->tables[id] : &w->columns[id], form);
    if (stands(p, at, said))
        bind_slot(p, f, (struct grammar_bound){.id = id}, at + said.len);
}

static void match_new(struct parse *p, const struct frame *f, size_t at)
{
    switch (let_of(f)->type) {
    case LET_TABLE:
        match_index(p, f, at, &p->world->table_names[name_form(f)]);
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
    case LET_COUNT:
        match_count(p, f, at);
        break;
    case LET_LINK:
        match_link(p, f, at);
        break;
    case LET_PHRASE:
        match_phrase(p, f, at);
        break;
    }
}

static void match_slot(struct parse *p, const struct frame *f, size_t at)
{
    enum let_type type = let_of(f)->type;
    uint32_t id = f->d.lets[slot_of(f)->let].id;
    if (form_is_verb(slot_of(f)->form))
        match_verb(p, f, at);
    else if (let_has_id(type) && id != NOT_YET)
        match_known(p, f, id, at);
    else
        match_new(p, f, at);
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
static bool check_said(struct parse *p, const struct derivation *d, uint32_t i)
{
    if (d->rule->lets[i].type != LET_PHRASE)
        return domain_has(p->world, d, i, &d->lets[i]);
    struct derivation inner = *d->lets[i].phrase;
    for (uint32_t k = 0; k < inner.rule->n_parameters; k++)
        inner.lets[k] = d->lets[d->rule->lets[i].arguments[k]];
    return check_lets(p, &inner, inner.rule->n_parameters);
}

/* Tables, columns and links that no word names are tried one by one. Anything else has words in
 * every wording. */
static bool check_unsaid(struct parse *p, struct derivation *d, uint32_t i)
{
    const struct domain items = domain_of(p->arena, p->world, d, i);
    bool found = false;
    for (uint64_t k = 0; items.ids && k < items.size && p->steps > 0; k++, p->steps--) {
        d->lets[i] = (struct grammar_bound){.id = items.ids[k]};
        found |= domain_differs(d, i, items.ids[k]) && check_lets(p, d, i + 1);
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

/* The text is matched: go on with the one that it is part of. */
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
    for (uint32_t i = 0; i < l->n_arguments; i++) /* which the phrase may have found */
        if (outer.d.lets[l->arguments[i]].id == NOT_YET)
            outer.d.lets[l->arguments[i]] = inner->lets[i];
    bind_slot(p, &outer, (struct grammar_bound){.phrase = inner}, at);
}

static void go_on(struct parse *p, const struct frame *f, size_t at)
{
    if (p->steps == 0 || p->out.count == PARSED_MAX)
        return;
    p->steps--;
    if (f->piece == f->text->count) {
        end_text(p, f, at);
        return;
    }
    const struct grammar_piece *piece = slot_of(f);
    if (piece->literal.len > 0 && !stands(p, at, piece->literal))
        return;
    at += piece->literal.len;
    if (piece->let != GRAMMAR_NONE) {
        match_slot(p, f, at);
        return;
    }
    struct frame next = *f;
    next.piece++;
    go_on(p, &next, at);
}

static void parse_rule(struct parse *p, const struct grammar_rule *rule)
{
    for (uint32_t k = 0; k < rule->n_asks; k++) {
        if (!str_starts(p->question, rule->asks[k].pieces[0].literal))
            continue;
        struct frame f = {.text = &rule->asks[k], .d = unknown_derivation(p, rule, 0)};
        go_on(p, &f, 0);
    }
}

struct parsed_back parse_back(struct arena *a, const struct grammar *g,
                              const struct grammar_world *w, struct str question)
{
    struct parse p = {.arena = a, .grammar = g, .world = w, .question = question, .steps = STEPS};
    for (uint32_t r = 0; r < g->count; r++)
        if (!g->rules[r].is_phrase)
            parse_rule(&p, &g->rules[r]);
    p.out.gave_up = p.steps == 0;
    return p.out;
}
