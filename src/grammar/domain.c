/* domain.c: what the names of a rule can stand for in a database. */
#include "grammar/derivation.h"

#include "link/role.h"
#include "link/row_values.h"

/* Texts that can be said in a question. */
enum { VALUE_MAX_BYTES = 40, PIECE_MIN_LETTERS = 4, PIECE_LENGTHS = 3 };

uint32_t bound_table(const struct grammar_world *w, const struct derivation *d, uint32_t i)
{
    uint32_t id = d->lets[i].id;
    if (d->rule->lets[i].type != LET_LINK)
        return id;
    return w->schema->columns[w->schema->foreign_keys[id].to].table;
}

/* Does the let differ from those it must differ from? */
static bool differs(const struct derivation *d, const struct grammar_let *let, uint32_t id)
{
    for (uint32_t i = 0; i < let->n_others; i++)
        if (d->lets[let->others[i]].id == id)
            return false;
    return true;
}

/* Columns */

static bool all_dates(const struct column_content *c)
{
    for (uint32_t i = 0; i < c->n_values; i++)
        if (c->values[i].number || !looks_like_date(c->values[i].text))
            return false;
    return c->n_values > 0;
}

static bool all_numbers(const struct column_content *c)
{
    return c->n_values > 0 && c->values[c->n_values - 1].number;
}

static bool is_of_class(const struct grammar_world *w, uint32_t column, enum column_class class,
                        const struct column_content *c)
{
    const struct schema *s = w->schema;
    bool key = role_is_key(s, column);
    switch (class) {
    case CLASS_NUMBER:
        return !key && s->columns[column].type == SCHEMA_NUMBER && (!c || all_numbers(c));
    case CLASS_TEXT:
        return !key && s->columns[column].type == SCHEMA_TEXT &&
               (!c || (c->n_values > 0 && !c->values[0].number && !all_dates(c)));
    case CLASS_DATE:
        return c && all_dates(c);
    case CLASS_KEY:
        return key;
    case CLASS_PLAIN:
        return !key;
    default:
        return true;
    }
}

static bool column_fits(const struct grammar_world *w, const struct grammar_let *let,
                        uint32_t column)
{
    const struct column_content *c = world_content(w, column);
    return is_of_class(w, column, let->class, c) &&
           (let->min_values == 0 || (c && c->n_values >= let->min_values)) &&
           (!let->nulls || (c && c->n_nulls > 0 && c->n_nulls < c->n_rows));
}

/* The column of number `n` among those that fit; their number in `*n` where there are not so many.
 */
static uint32_t nth_column(const struct grammar_world *w, const struct derivation *d, uint32_t i,
                           uint64_t *n)
{
    const struct grammar_let *let = &d->rule->lets[i];
    const struct schema_table *t = &w->schema->tables[bound_table(w, d, let->of)];
    uint64_t seen = 0;
    for (uint32_t k = 0; k < t->n_columns; k++)
        if (differs(d, let, t->columns[k]) && column_fits(w, let, t->columns[k]) && seen++ == *n)
            return t->columns[k];
    *n = seen;
    return SCHEMA_NONE;
}

/* Several columns */

static uint64_t choose(uint64_t n, uint64_t k)
{
    uint64_t out = 1;
    if (k > n)
        return 0;
    for (uint64_t i = 1; i <= k; i++)
        out = out * (n - k + i) / i;
    return out;
}

static uint64_t count_sets(const struct grammar_let *let, uint32_t n_columns)
{
    uint64_t out = 0;
    for (uint32_t k = let->least; k <= let->most; k++)
        out += choose(n_columns, k);
    return out;
}

/* The set of number `n`: by size, then by the order of the columns. */
static struct grammar_bound nth_set(const struct grammar_let *let, const struct schema_table *t,
                                    uint64_t n)
{
    struct grammar_bound out = {0};
    uint32_t size = let->least;
    while (n >= choose(t->n_columns, size))
        n -= choose(t->n_columns, size++);
    for (uint32_t k = 0; out.n_columns < size; k++) {
        uint64_t with = choose(t->n_columns - k - 1, size - out.n_columns - 1);
        if (n < with)
            out.columns[out.n_columns++] = t->columns[k];
        else
            n -= with;
    }
    return out;
}

/* Values */

/* Can the value be said, and found in a query again? */
static bool is_sayable(const struct content_value *v)
{
    if (v->text.len == 0 || v->text.len > VALUE_MAX_BYTES || v->text.ptr[0] == ' ' ||
        v->text.ptr[v->text.len - 1] == ' ')
        return false;
    for (size_t i = 0; i < v->text.len; i++) {
        unsigned char c = (unsigned char)v->text.ptr[i];
        if (c < ' ' || c >= 0x7f || strchr("'\"`\\;%_{}", c))
            return false;
    }
    return true;
}

static bool value_fits(const struct derivation *d, const struct grammar_let *let,
                       const struct content_value *v, uint32_t k)
{
    uint32_t bound = let->side == SIDE_ANY ? 0 : d->lets[let->bound].id;
    return is_sayable(v) && differs(d, let, k) && (let->side != SIDE_ABOVE || k > bound) &&
           (let->side != SIDE_BELOW || k < bound);
}

static bool has_piece(const struct content_value *v)
{
    size_t letters = 0;
    for (size_t i = 0; i < v->text.len; i++)
        letters += ascii_lower(v->text.ptr[i]) >= 'a' && ascii_lower(v->text.ptr[i]) <= 'z';
    return !v->number && is_sayable(v) && letters == v->text.len && letters >= PIECE_MIN_LETTERS;
}

static uint32_t nth_value(const struct grammar_world *w, const struct derivation *d, uint32_t i,
                          uint64_t *n)
{
    const struct grammar_let *let = &d->rule->lets[i];
    const struct column_content *c = world_content(w, d->lets[let->of].id);
    uint64_t seen = 0;
    for (uint32_t k = 0; c && k < c->n_values; k++) {
        bool fits = let->type == LET_PIECE ? has_piece(&c->values[k])
                                           : value_fits(d, let, &c->values[k], k);
        if (fits && seen++ == *n)
            return k;
    }
    *n = seen;
    return SCHEMA_NONE;
}

/* Tables and links */

static bool table_fits(const struct grammar_world *w, const struct derivation *d,
                       const struct grammar_let *let, uint32_t table)
{
    const struct schema_table *t = &w->schema->tables[table];
    if (t->n_columns == 0 || !differs(d, let, table))
        return false;
    const struct column_content *c = let->rows ? world_content(w, t->columns[0]) : NULL;
    return !let->rows || (c && c->n_rows > 0);
}

static uint32_t nth_table(const struct grammar_world *w, const struct derivation *d, uint32_t i,
                          uint64_t *n)
{
    uint64_t seen = 0;
    for (uint32_t t = 0; t < w->schema->n_tables; t++)
        if (table_fits(w, d, &d->rule->lets[i], t) && seen++ == *n)
            return t;
    *n = seen;
    return SCHEMA_NONE;
}

/* Is it a table that a name of the rule stands for already? */
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
                      uint32_t key)
{
    const struct schema *s = w->schema;
    return s->columns[s->foreign_keys[key].from].table == bound_table(w, d, d->rule->lets[i].of) &&
           !is_used(w, d, i, s->columns[s->foreign_keys[key].to].table);
}

static uint32_t nth_link(const struct grammar_world *w, const struct derivation *d, uint32_t i,
                         uint64_t *n)
{
    uint64_t seen = 0;
    for (uint32_t k = 0; k < w->schema->n_foreign_keys; k++)
        if (link_fits(w, d, i, k) && seen++ == *n)
            return k;
    *n = seen;
    return SCHEMA_NONE;
}

/* Phrases */

/* A derivation of the phrase, with its parameters known; false where it is too deep. */
static bool begin_phrase(const struct derivation *d, const struct grammar_let *let,
                         const struct grammar_rule *rule, struct derivation *out)
{
    *out = (struct derivation){.grammar = d->grammar, .rule = rule, .depth = d->depth + 1};
    for (uint32_t i = 0; i < let->n_arguments; i++)
        out->lets[i] = d->lets[let->arguments[i]];
    return out->depth <= DERIVATION_DEPTH;
}

static uint64_t phrase_count(struct arena *a, const struct grammar_world *w,
                             const struct derivation *d, const struct grammar_let *let)
{
    const struct grammar *g = d->grammar;
    struct derivation phrase;
    uint64_t n = 0;
    for (uint32_t r = grammar_find(g, let->phrase, 0); r < g->count;
         r = grammar_find(g, let->phrase, r + 1))
        if (begin_phrase(d, let, &g->rules[r], &phrase))
            n += derivation_ways(a, w, &phrase, g->rules[r].n_parameters);
    return n;
}

static struct grammar_bound nth_phrase(struct arena *a, const struct grammar_world *w,
                                       const struct derivation *d, const struct grammar_let *let,
                                       uint64_t n)
{
    const struct grammar *g = d->grammar;
    struct derivation *phrase = ARENA_NEW(a, struct derivation);
    for (uint32_t r = grammar_find(g, let->phrase, 0); r < g->count;
         r = grammar_find(g, let->phrase, r + 1)) {
        if (!begin_phrase(d, let, &g->rules[r], phrase))
            continue;
        uint64_t ways = derivation_ways(a, w, phrase, g->rules[r].n_parameters);
        if (n < ways) {
            derivation_choose(a, w, phrase, g->rules[r].n_parameters, n);
            break;
        }
        n -= ways;
    }
    return (struct grammar_bound){.phrase = phrase};
}

uint64_t domain_size(struct arena *a, const struct grammar_world *w, const struct derivation *d,
                     uint32_t i)
{
    const struct grammar_let *let = &d->rule->lets[i];
    uint64_t n = UINT64_MAX;
    if (i < d->rule->n_parameters)
        return 1;
    switch (let->type) {
    case LET_TABLE:
        nth_table(w, d, i, &n);
        return n;
    case LET_COLUMN:
        nth_column(w, d, i, &n);
        return n;
    case LET_COLUMNS:
        return count_sets(let, w->schema->tables[bound_table(w, d, let->of)].n_columns);
    case LET_VALUE:
        nth_value(w, d, i, &n);
        return n;
    case LET_PIECE:
        nth_value(w, d, i, &n);
        return n * PIECE_LENGTHS;
    case LET_LINK:
        nth_link(w, d, i, &n);
        return n;
    default:
        return phrase_count(a, w, d, let);
    }
}

struct grammar_bound domain_item(struct arena *a, const struct grammar_world *w,
                                 const struct derivation *d, uint32_t i, uint64_t number)
{
    const struct grammar_let *let = &d->rule->lets[i];
    struct grammar_bound out = {0};
    if (i < d->rule->n_parameters)
        return d->lets[i];
    switch (let->type) {
    case LET_TABLE:
        out.id = nth_table(w, d, i, &number);
        return out;
    case LET_COLUMN:
        out.id = nth_column(w, d, i, &number);
        return out;
    case LET_COLUMNS:
        return nth_set(let, &w->schema->tables[bound_table(w, d, let->of)], number);
    case LET_PIECE:
        out.length = 1 + (uint32_t)(number % PIECE_LENGTHS);
        number /= PIECE_LENGTHS;
        out.id = nth_value(w, d, i, &number);
        return out;
    case LET_VALUE:
        out.id = nth_value(w, d, i, &number);
        return out;
    case LET_LINK:
        out.id = nth_link(w, d, i, &number);
        return out;
    default:
        return nth_phrase(a, w, d, let, number);
    }
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

bool domain_has(const struct grammar_world *w, const struct derivation *d, uint32_t i,
                const struct grammar_bound *b)
{
    const struct grammar_let *let = &d->rule->lets[i];
    switch (let->type) {
    case LET_TABLE:
        return table_fits(w, d, let, b->id);
    case LET_COLUMN:
        return w->schema->columns[b->id].table == bound_table(w, d, let->of) &&
               differs(d, let, b->id) && column_fits(w, let, b->id);
    case LET_COLUMNS:
        return set_fits(w, let, bound_table(w, d, let->of), b);
    case LET_VALUE:
        return value_fits(d, let, &world_content(w, d->lets[let->of].id)->values[b->id], b->id);
    case LET_PIECE:
        return has_piece(&world_content(w, d->lets[let->of].id)->values[b->id]);
    case LET_LINK:
        return link_fits(w, d, i, b->id);
    default:
        return false; /* a phrase is looked at as a whole */
    }
}
