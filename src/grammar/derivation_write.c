/* derivation_write.c: both sides of a derivation as text. */
#include "grammar/derivation.h"

#include "base/buf.h"
#include "sql/quote.h"

struct writer {
    const struct grammar_world *world;
    const struct derivation *derivation;
    struct buf *out;
    uint32_t ask; /* wording */
};

/* Rules that join tables, or look into another one, name columns with their tables. */
static bool is_joined(const struct derivation *d)
{
    for (uint32_t i = 0; i < d->rule->n_lets; i++)
        if (d->rule->lets[i].type == LET_LINK)
            return true;
    return false;
}

static void put_column(const struct writer *w, uint32_t column)
{
    const struct schema_column *c = &w->world->schema->columns[column];
    if (is_joined(w->derivation)) {
        sql_put_plain_name(w->out, w->world->schema->tables[c->table].name);
        buf_putc(w->out, '.');
    }
    sql_put_plain_name(w->out, c->name);
}

/* "name, age and country" */
static void put_said_columns(const struct writer *w, const struct grammar_bound *b, bool many)
{
    for (uint32_t i = 0; i < b->n_columns; i++) {
        const struct spoken_name *n = &w->world->columns[b->columns[i]];
        if (i > 0)
            buf_put(w->out, i + 1 == b->n_columns ? STR(" and ") : STR(", "));
        buf_put(w->out, many ? n->many : n->one);
    }
}

static const struct content_value *value_of(const struct writer *w, uint32_t let)
{
    const struct grammar_let *l = &w->derivation->rule->lets[let];
    uint32_t column = w->derivation->lets[l->of].id;
    return &world_content(w->world, column)->values[w->derivation->lets[let].id];
}

struct str derivation_piece(const struct grammar_world *w, const struct derivation *d, uint32_t let)
{
    const struct writer writer = {.world = w, .derivation = d};
    struct str text = value_of(&writer, let)->text;
    size_t n = d->lets[let].length, at = 0;
    if (d->rule->lets[let].place == PIECE_END)
        at = text.len - n;
    else if (d->rule->lets[let].place == PIECE_MIDDLE)
        at = (text.len - n) / 2;
    return str_slice(text, at, at + n);
}

/* The question side */

static void say(const struct writer *w, const struct grammar_piece *p)
{
    const struct grammar_bound *b = &w->derivation->lets[p->let];
    const struct grammar_world *world = w->world;
    bool many = p->form == FORM_PLURAL || p->form == FORM_TO_PLURAL;
    switch (w->derivation->rule->lets[p->let].type) {
    case LET_TABLE:
    case LET_LINK: {
        const struct spoken_name *n = &world->tables[bound_table(world, w->derivation, p->let)];
        buf_put(w->out, many ? n->many : n->one);
        break;
    }
    case LET_COLUMN:
        buf_put(w->out, many ? world->columns[b->id].many : world->columns[b->id].one);
        break;
    case LET_COLUMNS:
        put_said_columns(w, b, many);
        break;
    case LET_VALUE:
        buf_put(w->out, value_of(w, p->let)->text);
        break;
    case LET_PIECE:
        buf_put(w->out, derivation_piece(w->world, w->derivation, p->let));
        break;
    case LET_PHRASE: {
        struct arena a = {0};
        buf_put(w->out, derivation_question(&a, world, b->phrase,
                                            w->ask < b->phrase->rule->n_asks ? w->ask : 0));
        arena_release(&a);
        break;
    }
    }
}

/* The SQL side */

static void put_link(const struct writer *w, uint32_t let, enum slot_form form)
{
    const struct schema *s = w->world->schema;
    const struct schema_foreign_key *k = &s->foreign_keys[w->derivation->lets[let].id];
    if (form != FORM_ON) {
        sql_put_plain_name(w->out, s->tables[s->columns[k->to].table].name);
        return;
    }
    put_column(w, k->from);
    buf_put(w->out, STR(" = "));
    put_column(w, k->to);
}

static void put_sql(const struct writer *w, const struct grammar_piece *p)
{
    const struct grammar_bound *b = &w->derivation->lets[p->let];
    switch (w->derivation->rule->lets[p->let].type) {
    case LET_TABLE:
        sql_put_plain_name(w->out, w->world->schema->tables[b->id].name);
        break;
    case LET_LINK:
        put_link(w, p->let, p->form);
        break;
    case LET_COLUMN:
        put_column(w, b->id);
        break;
    case LET_COLUMNS:
        for (uint32_t i = 0; i < b->n_columns; i++) {
            buf_put(w->out, i ? STR(", ") : STR(""));
            put_column(w, b->columns[i]);
        }
        break;
    case LET_VALUE: {
        const struct content_value *v = value_of(w, p->let);
        if (v->number)
            buf_put(w->out, v->text);
        else
            sql_put_text(w->out, v->text);
        break;
    }
    case LET_PIECE:
        buf_put(w->out, derivation_piece(w->world, w->derivation,
                                         p->let)); /* the rule has the quotes and the % */
        break;
    case LET_PHRASE: {
        struct arena a = {0};
        buf_put(w->out, derivation_query(&a, w->world, b->phrase));
        arena_release(&a);
        break;
    }
    }
}

static struct str write_text(struct arena *a, struct writer *w, const struct grammar_text *t,
                             void (*put)(const struct writer *, const struct grammar_piece *))
{
    struct buf b = {0};
    w->out = &b;
    for (uint32_t i = 0; i < t->count; i++) {
        buf_put(&b, t->pieces[i].literal);
        if (t->pieces[i].let != UINT32_MAX)
            put(w, &t->pieces[i]);
    }
    struct str out = arena_str(a, buf_str(&b));
    buf_release(&b);
    return out;
}

struct str derivation_question(struct arena *a, const struct grammar_world *w,
                               const struct derivation *d, uint32_t ask)
{
    struct writer writer = {.world = w, .derivation = d, .ask = ask};
    return write_text(a, &writer, &d->rule->asks[ask], say);
}

struct str derivation_query(struct arena *a, const struct grammar_world *w,
                            const struct derivation *d)
{
    struct writer writer = {.world = w, .derivation = d};
    return write_text(a, &writer, &d->rule->sql, put_sql);
}
