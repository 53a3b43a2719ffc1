/* derivation_write.c: both sides of a derivation as text. */
#include "grammar/derivation.h"

#include "base/buf.h"
#include "grammar/domain.h"
#include "schema/keys.h"
#include "sql/quote.h"

#include <assert.h>

struct pair_writer {
    const struct grammar_world *world;
    const struct derivation *derivation;
    const struct grammar_text *text;
    struct buf *out;
    uint32_t ask; /* wording */
    bool joined;  /* columns are qualified by their tables */
};

typedef void put_slot(const struct pair_writer *w, const struct grammar_piece *p);

static put_slot say, put_sql;

static void put_text(const struct pair_writer *w, put_slot *put)
{
    for (uint32_t i = 0; i < w->text->count; i++) {
        buf_put(w->out, w->text->pieces[i].literal);
        if (w->text->pieces[i].let != GRAMMAR_NONE)
            put(w, &w->text->pieces[i]);
    }
}

/* The question side */

struct str say_form(const struct spoken_name *n, enum slot_form form)
{
    switch (form) {
    case FORM_PLURAL:
        return n->many;
    case FORM_IS:
        return n->plural ? STR("are") : STR("is");
    case FORM_S:
        return n->plural ? STR("") : STR("s");
    case FORM_ES:
        return n->plural ? STR("") : STR("es");
    case FORM_EACH:
        return n->each;
    case FORM_VALUES:
        return n->values;
    default:
        return n->one;
    }
}

struct str say_link(const struct grammar_world *w, const struct grammar_let *let, uint32_t link,
                    enum slot_form form)
{
    const struct known_link *l = &w->links[link];
    if (form == FORM_NEAR || form == FORM_FAR)
        return w->columns[link_column(w, let, link, form)].one;
    return say_form(let->reversed ? &l->owned : &w->tables[l->to_table], form);
}

struct str say_count(uint32_t n)
{
    static const struct str WORDS[COUNT_MAX + 1] = {
        STR_INIT("zero"),  STR_INIT("one"),  STR_INIT("two"), STR_INIT("three"),
        STR_INIT("four"),  STR_INIT("five"), STR_INIT("six"), STR_INIT("seven"),
        STR_INIT("eight"), STR_INIT("nine"), STR_INIT("ten")};
    return WORDS[n];
}

/* "name, age and country"; the paper has commas only. */
static void say_columns(const struct pair_writer *w, const struct grammar_bound *b,
                        enum slot_form form)
{
    for (uint32_t i = 0; i < b->n_columns; i++) {
        bool last = i + 1 == b->n_columns;
        if (i > 0)
            buf_put(w->out, last && !w->text->paper ? STR(" and ") : STR(", "));
        buf_put(w->out, say_form(&w->world->columns[b->columns[i]], form));
    }
}

static const struct content_value *value_of(const struct pair_writer *w, uint32_t let)
{
    return bound_column(w->world, w->derivation, let)->values[w->derivation->lets[let].id];
}

static const struct known_piece *piece_of(const struct pair_writer *w, uint32_t let)
{
    enum piece_place place = w->derivation->rule->lets[let].place;
    return &bound_column(w->world, w->derivation, let)
                ->pieces[place]
                .items[w->derivation->lets[let].id];
}

/* The paper has no quotes. */
static void say_value(const struct pair_writer *w, const struct content_value *v)
{
    struct str quote = !w->text->paper && world_quotes(v) ? STR("\"") : STR("");
    buf_put(w->out, quote);
    buf_put(w->out, v->text);
    buf_put(w->out, quote);
}

/* Within the paper's words a phrase has the paper's; else ours, in turn. */
static const struct grammar_text *wording_of(const struct grammar_rule *rule, bool paper,
                                             uint32_t number)
{
    uint32_t n = 0;
    assert(rule->n_asks > 0); /* a rule without is not read */
    for (uint32_t i = 0; i < rule->n_asks; i++)
        n += rule->asks[i].paper == paper;
    if (n == 0)
        return &rule->asks[number % rule->n_asks];
    number %= n;
    for (uint32_t i = 0;; i++)
        if (rule->asks[i].paper == paper && number-- == 0)
            return &rule->asks[i];
}

static void say_phrase(const struct pair_writer *w, const struct derivation *phrase)
{
    struct pair_writer inner = *w;
    inner.derivation = phrase;
    inner.text = wording_of(phrase->rule, w->text->paper, w->ask);
    put_text(&inner, say);
}

static void say(const struct pair_writer *w, const struct grammar_piece *p)
{
    const struct grammar_bound *b = &w->derivation->lets[p->let];
    const struct grammar_world *world = w->world;
    switch (w->derivation->rule->lets[p->let].type) {
    case LET_TABLE:
        buf_put(w->out, say_form(&world->tables[b->id], p->form));
        break;
    case LET_LINK:
        buf_put(w->out, say_link(world, &w->derivation->rule->lets[p->let], b->id, p->form));
        break;
    case LET_COLUMN:
        buf_put(w->out, say_form(&world->columns[b->id], p->form));
        break;
    case LET_COLUMNS:
        say_columns(w, b, p->form);
        break;
    case LET_VALUE:
        say_value(w, value_of(w, p->let));
        break;
    case LET_PIECE:
        buf_put(w->out, piece_of(w, p->let)->said);
        break;
    case LET_COUNT:
        buf_put(w->out, say_count(b->id));
        break;
    case LET_PHRASE:
        say_phrase(w, b->phrase);
        break;
    }
}

/* The SQL side */

/* Rules that join tables, or look into another one, qualify columns by their tables. */
static bool is_joined(const struct derivation *d)
{
    for (uint32_t i = 0; i < d->rule->n_lets; i++)
        if (d->rule->lets[i].type == LET_LINK)
            return true;
    return false;
}

static void put_column(const struct pair_writer *w, uint32_t column)
{
    const struct schema_column *c = &w->world->schema->columns[column];
    if (w->joined) {
        sql_put_plain_name(w->out, w->world->schema->tables[c->table].name);
        buf_putc(w->out, '.');
    }
    sql_put_plain_name(w->out, c->name);
}

/* Does the slot show the column, or count it? Then it is not recast. */
static bool is_shown(const struct pair_writer *w, const struct grammar_piece *p)
{
    static const struct str BEFORE[] = {STR_INIT("SELECT "), STR_INIT("DISTINCT "), STR_INIT(", "),
                                        STR_INIT("COUNT("), STR_INIT("GROUP BY ")};
    bool last = p + 1 == w->text->pieces + w->text->count;
    struct str after = last ? STR("") : p[1].literal;
    bool shown = after.len == 0 || after.ptr[0] == ',' || after.ptr[0] == ')' ||
                 str_starts(after, STR(" FROM")) || str_starts(after, STR(" HAVING")) ||
                 str_starts(after, STR(" ORDER"));
    for (size_t i = 0; i < COUNT_OF(BEFORE) && shown; i++)
        if (str_ends(p->literal, BEFORE[i]))
            return true;
    return false;
}

/* Does the rule compare what the let stands for, or calculate with it? */
static bool is_number_let(const struct grammar_let *let)
{
    return let->class == CLASS_NUMBER || let->class == CLASS_AMOUNT || let->class == CLASS_YEAR ||
           let->class == CLASS_ORDINAL;
}

/* Numbers that are stored as texts would be compared as texts. */
static void put_column_slot(const struct pair_writer *w, const struct grammar_piece *p)
{
    uint32_t column = w->derivation->lets[p->let].id;
    const struct known_column *c = &w->world->known[column];
    bool sorted = str_ends(p->literal, STR("ORDER BY "));
    bool recast =
        c->recast &&
        (sorted || (is_number_let(&w->derivation->rule->lets[p->let]) && !is_shown(w, p)));
    if (recast)
        stored_number_open(&c->stored, w->out);
    put_column(w, column);
    if (recast)
        stored_number_close(&c->stored, w->out);
}

static void put_columns(const struct pair_writer *w, const struct grammar_bound *b)
{
    for (uint32_t i = 0; i < b->n_columns; i++) {
        buf_put(w->out, i ? STR(", ") : STR(""));
        put_column(w, b->columns[i]);
    }
}

static void put_pair(const struct pair_writer *w, uint32_t from, uint32_t to)
{
    put_column(w, from);
    buf_put(w->out, STR(" = "));
    put_column(w, to);
}

/* All pairs of the key. */
static void put_on(const struct pair_writer *w, const struct known_link *l)
{
    const struct schema *s = w->world->schema;
    if (l->found) {
        put_pair(w, l->from, l->to);
        return;
    }
    struct key_span span = key_span_of(s, l->key);
    for (uint32_t i = span.first; i < span.first + span.count; i++) {
        buf_put(w->out, i > span.first ? STR(" AND ") : STR(""));
        put_pair(w, s->foreign_keys[i].from, s->foreign_keys[i].to);
    }
}

static void put_table(const struct pair_writer *w, uint32_t let)
{
    uint32_t table = bound_table(w->world, w->derivation, let);
    sql_put_plain_name(w->out, w->world->schema->tables[table].name);
}

static void put_link(const struct pair_writer *w, const struct grammar_piece *p)
{
    const struct grammar_let *let = &w->derivation->rule->lets[p->let];
    uint32_t link = w->derivation->lets[p->let].id;
    if (p->form == FORM_ON)
        put_on(w, &w->world->links[link]);
    else if (p->form == FORM_PLAIN)
        put_table(w, p->let);
    else
        put_column(w, link_column(w->world, let, link, p->form));
}

/* A number that is stored as a text is written as that text, unless the column is recast. */
static void put_value(const struct pair_writer *w, uint32_t let)
{
    const struct content_value *v = value_of(w, let);
    const struct grammar_rule *rule = w->derivation->rule;
    const struct known_column *c = bound_column(w->world, w->derivation, let);
    bool as_text = c->recast && c->stored.texts && !is_number_let(&rule->lets[rule->lets[let].of]);
    if (v->number && !as_text)
        stored_number_put(v->text, w->out);
    else
        sql_put_text(w->out, v->text);
}

static void put_phrase(const struct pair_writer *w, const struct derivation *phrase)
{
    struct pair_writer inner = *w;
    inner.derivation = phrase;
    inner.text = &phrase->rule->sql;
    inner.joined |= is_joined(phrase);
    put_text(&inner, put_sql);
}

static void put_sql(const struct pair_writer *w, const struct grammar_piece *p)
{
    const struct grammar_bound *b = &w->derivation->lets[p->let];
    switch (w->derivation->rule->lets[p->let].type) {
    case LET_TABLE:
        put_table(w, p->let);
        break;
    case LET_LINK:
        put_link(w, p);
        break;
    case LET_COLUMN:
        put_column_slot(w, p);
        break;
    case LET_COLUMNS:
        put_columns(w, b);
        break;
    case LET_VALUE:
        put_value(w, p->let);
        break;
    case LET_PIECE: /* the rule has the quotes and the % */
        buf_put(w->out, piece_of(w, p->let)->sql);
        break;
    case LET_COUNT:
        buf_printf(w->out, "%u", b->id);
        break;
    case LET_PHRASE:
        put_phrase(w, b->phrase);
        break;
    }
}

static struct str written_pair(struct arena *a, struct pair_writer w, put_slot *put)
{
    struct buf b = {0};
    w.out = &b;
    put_text(&w, put);
    return buf_keep(&b, a);
}

struct str derivation_question(struct arena *a, const struct grammar_world *w,
                               const struct derivation *d, uint32_t ask)
{
    struct pair_writer writer = {
        .world = w, .derivation = d, .text = &d->rule->asks[ask], .ask = ask};
    return written_pair(a, writer, say);
}

struct str derivation_query(struct arena *a, const struct grammar_world *w,
                            const struct derivation *d)
{
    struct pair_writer writer = {
        .world = w, .derivation = d, .text = &d->rule->sql, .joined = is_joined(d)};
    return written_pair(a, writer, put_sql);
}
