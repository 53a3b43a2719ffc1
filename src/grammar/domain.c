/* domain.c: tables, columns, values, pieces, counts and links that fit. */
#include "grammar/domain.h"

uint32_t bound_table(const struct grammar_world *w, const struct derivation *d, uint32_t i)
{
    uint32_t id = d->lets[i].id;
    if (d->rule->lets[i].type != LET_LINK)
        return id;
    return d->rule->lets[i].reversed ? w->links[id].from_table : w->links[id].to_table;
}

uint32_t link_column(const struct grammar_world *w, const struct grammar_let *let, uint32_t link,
                     enum slot_form form)
{
    bool from = (form == FORM_NEAR) != let->reversed;
    return from ? w->links[link].from : w->links[link].to;
}

const struct known_column *bound_column(const struct grammar_world *w, const struct derivation *d,
                                        uint32_t i)
{
    return &w->known[d->lets[d->rule->lets[i].of].id];
}

bool domain_differs(const struct derivation *d, uint32_t i, uint32_t id)
{
    const struct grammar_let *let = &d->rule->lets[i];
    for (uint32_t k = 0; k < let->n_others; k++)
        if (d->lets[let->others[k]].id == id)
            return false;
    return true;
}

/* Tables and columns */

static bool table_fits(const struct grammar_world *w, const struct grammar_let *let, uint32_t table)
{
    return w->schema->tables[table].n_columns > 0 && w->tables[table].one.len > 0 &&
           (!let->rows || w->has_rows[table]);
}

static bool column_fits(const struct grammar_world *w, const struct derivation *d,
                        const struct grammar_let *let, uint32_t column)
{
    const struct known_column *c = &w->known[column];
    bool rows = w->has_rows[w->schema->columns[column].table];
    return c->classes[let->class] && c->n_values >= let->min_values && (!let->nulls || c->nulls) &&
           (!let->no_nulls || !c->gaps) && (!let->repeats || c->repeats || !rows) &&
           (let->like == GRAMMAR_NONE || c->alike == w->known[d->lets[let->like].id].alike) &&
           (let->measured == GRAMMAR_NONE ||
            (c->measure.len > 0 &&
             str_eq(c->measure, w->known[d->lets[let->measured].id].measure)));
}

/* The column of the table with the same name in speech; or SCHEMA_NONE. */
static uint32_t column_like(const struct grammar_world *w, uint32_t column, uint32_t table)
{
    uint32_t from = w->known[column].alike, to = from + w->known[column].n_alike;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        uint32_t found = w->schema->columns[w->by_name[middle]].table;
        if (found == table)
            return w->by_name[middle];
        if (found < table)
            from = middle + 1;
        else
            to = middle;
    }
    return SCHEMA_NONE;
}

/* Several columns */

/* How many sets of `k` there are among `n`; UINT64_MAX if there are more. */
static uint64_t choose(uint64_t n, uint64_t k)
{
    uint64_t out = 1;
    if (k > n)
        return 0;
    for (uint64_t i = 1; i <= k; i++) {
        if (out > UINT64_MAX / (n - k + i))
            return UINT64_MAX;
        out = out * (n - k + i) / i;
    }
    return out;
}

static bool is_sayable(const struct grammar_world *w, uint32_t column)
{
    return w->known[column].classes[CLASS_ANY];
}

static uint32_t sayable_columns(const struct grammar_world *w, const struct schema_table *t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_columns; i++)
        n += is_sayable(w, t->columns[i]);
    return n;
}

static uint64_t count_sets(const struct grammar_let *let, uint32_t n_columns)
{
    uint64_t out = 0;
    for (uint32_t k = let->least; k <= let->most; k++) {
        uint64_t sets = choose(n_columns, k);
        out = sets > UINT64_MAX - out ? UINT64_MAX : out + sets;
    }
    return out;
}

/* The set of number `n`: by size, then by the order of the columns. */
static struct grammar_bound nth_set(const struct grammar_world *w, const struct grammar_let *let,
                                    const struct schema_table *t, uint64_t n)
{
    struct grammar_bound out = {0};
    uint32_t left = sayable_columns(w, t), size = let->least;
    while (n >= choose(left, size))
        n -= choose(left, size++);
    for (uint32_t k = 0; out.n_columns < size; k++) {
        if (!is_sayable(w, t->columns[k]))
            continue;
        uint64_t with = choose(--left, size - out.n_columns - 1);
        if (n < with)
            out.columns[out.n_columns++] = t->columns[k];
        else
            n -= with;
    }
    return out;
}

/* Are they columns of the table, in its order, and as many as the let has? */
static bool set_fits(const struct grammar_world *w, const struct grammar_let *let, uint32_t table,
                     const struct grammar_bound *b)
{
    for (uint32_t i = 0; i < b->n_columns; i++)
        if (w->schema->columns[b->columns[i]].table != table ||
            (i > 0 && b->columns[i] <= b->columns[i - 1]))
            return false;
    return b->n_columns >= let->least && b->n_columns <= let->most;
}

/* Values */

/* Values are numbered in their order. Those from `first` to `end` fit, without those that the let
 * must differ from. */
struct value_range {
    uint32_t first, end;
};

static struct value_range value_range(const struct grammar_world *w, const struct derivation *d,
                                      uint32_t i)
{
    const struct grammar_let *let = &d->rule->lets[i];
    struct value_range out = {0, bound_column(w, d, i)->n_said};
    if (let->side == SIDE_ABOVE)
        out.first = d->lets[let->bound].id + 1;
    else if (let->side == SIDE_BELOW)
        out.end = d->lets[let->bound].id;
    return out;
}

static bool value_fits(const struct grammar_world *w, const struct derivation *d, uint32_t i,
                       uint32_t value)
{
    struct value_range r = value_range(w, d, i);
    return value >= r.first && value < r.end && domain_differs(d, i, value);
}

/* The others may equal each other: each value is left out once. */
static uint64_t count_values(const struct grammar_world *w, const struct derivation *d, uint32_t i)
{
    const struct grammar_let *let = &d->rule->lets[i];
    struct value_range r = value_range(w, d, i);
    uint64_t n = r.end > r.first ? r.end - r.first : 0;
    for (uint32_t k = 0; k < let->n_others; k++) {
        uint32_t id = d->lets[let->others[k]].id;
        bool again = false;
        for (uint32_t j = 0; j < k; j++)
            again |= d->lets[let->others[j]].id == id;
        n -= !again && id >= r.first && id < r.end;
    }
    return n;
}

static uint32_t nth_value(const struct grammar_world *w, const struct derivation *d, uint32_t i,
                          uint64_t n)
{
    uint32_t value = value_range(w, d, i).first;
    if (d->rule->lets[i].n_others == 0)
        return value + (uint32_t)n;
    for (;; value++)
        if (value_fits(w, d, i, value) && n-- == 0)
            return value;
}

static const struct known_pieces *pieces_of(const struct grammar_world *w,
                                            const struct derivation *d, uint32_t i)
{
    return &bound_column(w, d, i)->pieces[d->rule->lets[i].place];
}

/* Links */

/* Does a name before let `i` stand for the table already? */
static bool is_used(const struct grammar_world *w, const struct derivation *d, uint32_t i,
                    uint32_t table)
{
    for (uint32_t k = 0; k < i; k++)
        if ((d->rule->lets[k].type == LET_TABLE || d->rule->lets[k].type == LET_LINK) &&
            bound_table(w, d, k) == table)
            return true;
    return false;
}

static bool link_fits(const struct grammar_world *w, const struct derivation *d, uint32_t i,
                      uint32_t link)
{
    const struct grammar_let *let = &d->rule->lets[i];
    const struct known_link *l = &w->links[link];
    uint32_t near = let->reversed ? l->to_table : l->from_table;
    uint32_t far = let->reversed ? l->from_table : l->to_table;
    return l->clear && (!let->many || l->many) && near == bound_table(w, d, let->of) &&
           w->tables[far].one.len > 0 && w->columns[l->from].one.len > 0 &&
           w->columns[l->to].one.len > 0 && !is_used(w, d, i, far);
}

/* Lists */

/* Apart from those that the let must differ from. */
static bool id_fits(const struct grammar_world *w, const struct derivation *d, uint32_t i,
                    uint32_t id)
{
    const struct grammar_let *let = &d->rule->lets[i];
    if (let->type == LET_COLUMN)
        return column_fits(w, d, let, id);
    return let->type == LET_TABLE ? table_fits(w, let, id) : link_fits(w, d, i, id);
}

/* Ids that may fit: the columns of a table, or the one with the same name as another; all tables;
 * all links. */
static struct domain candidates(struct arena *a, const struct grammar_world *w,
                                const struct derivation *d, uint32_t i)
{
    const struct grammar_let *let = &d->rule->lets[i];
    uint32_t table = let->type == LET_COLUMN ? bound_table(w, d, let->of) : SCHEMA_NONE;
    uint32_t n = table != SCHEMA_NONE     ? w->schema->tables[table].n_columns
                 : let->type == LET_TABLE ? w->schema->n_tables
                                          : w->n_links;
    struct domain out = {ARENA_ARRAY(a, uint32_t, n + 1), n};
    if (let->like != GRAMMAR_NONE) {
        out.ids[0] = column_like(w, d->lets[let->like].id, table);
        out.size = out.ids[0] != SCHEMA_NONE;
        return out;
    }
    for (uint32_t k = 0; k < n; k++)
        out.ids[k] = table != SCHEMA_NONE ? w->schema->tables[table].columns[k] : k;
    return out;
}

static uint64_t count_items(const struct grammar_world *w, const struct derivation *d, uint32_t i)
{
    const struct grammar_let *let = &d->rule->lets[i];
    switch (let->type) {
    case LET_COLUMNS:
        return count_sets(let, sayable_columns(w, &w->schema->tables[bound_table(w, d, let->of)]));
    case LET_VALUE:
        return count_values(w, d, i);
    case LET_PIECE:
        return pieces_of(w, d, i)->count;
    case LET_COUNT:
        return let->most - let->least + 1;
    default:
        return 0;
    }
}

struct domain domain_of(struct arena *a, const struct grammar_world *w, const struct derivation *d,
                        uint32_t i)
{
    if (!let_has_id(d->rule->lets[i].type))
        return (struct domain){.size = count_items(w, d, i)};
    struct domain out = candidates(a, w, d, i);
    uint64_t n = 0;
    for (uint64_t k = 0; k < out.size; k++)
        if (id_fits(w, d, i, out.ids[k]))
            out.ids[n++] = out.ids[k];
    out.size = n;
    return out;
}

struct grammar_bound domain_item(const struct grammar_world *w, const struct derivation *d,
                                 uint32_t i, const struct domain *items, uint64_t number)
{
    const struct grammar_let *let = &d->rule->lets[i];
    if (items->ids)
        return (struct grammar_bound){.id = items->ids[number]};
    switch (let->type) {
    case LET_COLUMNS:
        return nth_set(w, let, &w->schema->tables[bound_table(w, d, let->of)], number);
    case LET_VALUE:
        return (struct grammar_bound){.id = nth_value(w, d, i, number)};
    case LET_COUNT:
        return (struct grammar_bound){.id = let->least + (uint32_t)number};
    default:
        return (struct grammar_bound){.id = (uint32_t)number};
    }
}

bool domain_lists(const struct grammar_world *w, const struct derivation *d, uint32_t i,
                  const struct grammar_bound *b)
{
    const struct grammar_let *let = &d->rule->lets[i];
    return (let->type != LET_COLUMN ||
            w->schema->columns[b->id].table == bound_table(w, d, let->of)) &&
           id_fits(w, d, i, b->id);
}

bool domain_has(const struct grammar_world *w, const struct derivation *d, uint32_t i,
                const struct grammar_bound *b)
{
    const struct grammar_let *let = &d->rule->lets[i];
    switch (let->type) {
    case LET_TABLE:
    case LET_COLUMN:
        return domain_lists(w, d, i, b) && domain_differs(d, i, b->id);
    case LET_COLUMNS:
        return set_fits(w, let, bound_table(w, d, let->of), b);
    case LET_VALUE:
        return value_fits(w, d, i, b->id);
    case LET_PIECE:
        return b->id < pieces_of(w, d, i)->count;
    case LET_COUNT:
        return b->id >= let->least && b->id <= let->most;
    case LET_LINK:
        return domain_lists(w, d, i, b);
    default:
        return false; /* a phrase is looked at as a whole */
    }
}

bool phrase_begin(const struct derivation *d, uint32_t i, const struct grammar_rule *rule,
                  struct derivation *out)
{
    const struct grammar_let *let = &d->rule->lets[i];
    *out = (struct derivation){.grammar = d->grammar, .rule = rule, .depth = d->depth + 1};
    for (uint32_t k = 0; k < let->n_arguments; k++)
        out->lets[k] = d->lets[let->arguments[k]];
    return out->depth <= DERIVATION_DEPTH;
}
