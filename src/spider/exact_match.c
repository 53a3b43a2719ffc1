/* exact_match.c: comparing two forms clause by clause.
 *
 * The official scripts first rewrite both forms and then compare them with ==. Here nothing is
 * rewritten: a comparison says under which view it looks. There are three:
 *
 * - MERGED: the outermost query and its INTERSECT, UNION and EXCEPT branches. A column is replaced
 *   by the one that stands for its foreign-key class, if a table of the outermost FROM has it.
 *   DISTINCT does not count, nor do values, unless they are queries.
 * - NULLED: a query that is a value in a MERGED or NULLED condition. Columns count as they are, and
 *   so does DISTINCT; values do not, unless they are queries.
 * - RAW: a query in FROM. Everything counts. */
#include "spider/exact_match.h"

enum view { MERGED, NULLED, RAW };

/* One side of a comparison. */
struct form_side {
    const struct exact_keys *keys;
    const struct spider_form *outermost;
    enum view view;
};

static bool forms_equal(const struct spider_form *a, const struct spider_form *b, enum view view);

struct str component_label(enum component c)
{
    static const struct str LABELS[N_COMPONENTS] = {
#define C(name, label) STR_INIT(label),
#include "spider/component.def"
#undef C
    };
    return LABELS[c];
}

/* Foreign keys. The official scripts put each key, in file order, into the first class that has
 * either of its columns; classes that meet later stay apart, and of a column in several the last
 * class counts. */

struct key_class {
    uint32_t *columns;
    uint32_t count, smallest;
};

static bool class_has(const struct key_class *k, uint32_t column)
{
    for (uint32_t i = 0; i < k->count; i++)
        if (k->columns[i] == column)
            return true;
    return false;
}

static void class_add(struct arena *a, struct key_class *k, uint32_t column)
{
    if (class_has(k, column))
        return;
    ARENA_PUSH(a, k->columns, k->count);
    k->columns[k->count++] = column;
    if (k->count == 1 || column < k->smallest)
        k->smallest = column;
}

static struct key_class *build_classes(struct arena *a, const struct schema *s, uint32_t *count)
{
    struct key_class *classes = arena_zalloc(a, s->n_foreign_keys * sizeof *classes);
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        const struct schema_foreign_key *key = &s->foreign_keys[i];
        uint32_t c = 0;
        while (c < n && !class_has(&classes[c], key->from) && !class_has(&classes[c], key->to))
            c++;
        n += c == n;
        class_add(a, &classes[c], key->from);
        class_add(a, &classes[c], key->to);
    }
    *count = n;
    return classes;
}

/* The id under which the parser knows a column: of two with one name in one table, the last. */
static uint32_t known_as(const struct schema *s, uint32_t column)
{
    const struct schema_column *c = &s->columns[column];
    return schema_find_column(s, schema_find_table(s, s->tables[c->table].name), c->name);
}

void exact_keys_init(struct arena *a, const struct schema *s, struct exact_keys *out)
{
    *out = (struct exact_keys){s, ARENA_ARRAY(a, uint32_t, s->n_columns),
                               ARENA_ARRAY(a, uint32_t, s->n_columns)};
    struct name_map names;
    name_map_init(&names, a, s->n_columns);
    for (uint32_t i = 0; i < s->n_columns; i++) {
        uint32_t first = name_map_get(&names, s->columns[i].name);
        if (first == NAME_NONE) {
            first = i;
            name_map_put(&names, a, s->columns[i].name, i);
        }
        out->merged[i] = i;
        out->name[i] = first;
    }
    uint32_t n_classes;
    const struct key_class *classes = build_classes(a, s, &n_classes);
    for (uint32_t c = 0; c < n_classes; c++)
        for (uint32_t i = 0; i < classes[c].count; i++)
            out->merged[known_as(s, classes[c].columns[i])] = known_as(s, classes[c].smallest);
}

/* Units */

static bool in_from(const struct form_side *side, uint32_t column)
{
    uint32_t table = side->keys->schema->columns[column].table;
    for (uint32_t i = 0; i < side->outermost->n_tables; i++)
        if (!side->outermost->tables[i].query && side->outermost->tables[i].table == table)
            return true;
    return false;
}

static uint32_t column_of(const struct form_side *side, uint32_t column)
{
    if (side->view != MERGED || column == SCHEMA_NONE || side->keys->merged[column] == column)
        return column;
    return in_from(side, column) ? side->keys->merged[column] : column;
}

uint32_t exact_column(const struct exact_keys *keys, const struct spider_form *outermost,
                      uint32_t column)
{
    const struct form_side side = {keys, outermost, MERGED};
    return column_of(&side, column);
}

static bool col_units_equal(const struct form_side *p, const struct spider_col_unit *a,
                            const struct form_side *q, const struct spider_col_unit *b)
{
    return a->agg == b->agg && column_of(p, a->column) == column_of(q, b->column) &&
           (p->view == MERGED || a->distinct == b->distinct);
}

static bool val_units_equal(const struct form_side *p, const struct spider_val_unit *a,
                            const struct form_side *q, const struct spider_val_unit *b)
{
    return a->op == b->op && col_units_equal(p, &a->a, q, &b->a) &&
           col_units_equal(p, &a->b, q, &b->b);
}

static bool raw_values_equal(const struct spider_value *a, const struct spider_value *b)
{
    static const struct form_side raw = {.view = RAW};
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case SPIDER_VALUE_NONE:
        return true;
    case SPIDER_VALUE_NUMBER:
        return a->as.number == b->as.number;
    case SPIDER_VALUE_TEXT:
        return str_eq(a->as.text, b->as.text);
    case SPIDER_VALUE_COLUMN:
        return col_units_equal(&raw, &a->as.column, &raw, &b->as.column);
    case SPIDER_VALUE_QUERY:
        return forms_equal(a->as.query, b->as.query, RAW);
    }
    return false;
}

static bool values_equal(enum view view, const struct spider_value *a, const struct spider_value *b)
{
    if (view == RAW)
        return raw_values_equal(a, b);
    if (a->kind != SPIDER_VALUE_QUERY || b->kind != SPIDER_VALUE_QUERY)
        return (a->kind == SPIDER_VALUE_QUERY) == (b->kind == SPIDER_VALUE_QUERY);
    return forms_equal(a->as.query, b->as.query, NULLED);
}

static bool terms_equal(const struct form_side *p, const struct spider_term *a,
                        const struct form_side *q, const struct spider_term *b)
{
    if (a->kind != SPIDER_TERM_COMPARISON || b->kind != SPIDER_TERM_COMPARISON)
        return a->kind == b->kind;
    return a->negated == b->negated && a->op == b->op &&
           val_units_equal(p, &a->unit, q, &b->unit) && values_equal(p->view, &a->low, &b->low) &&
           values_equal(p->view, &a->high, &b->high);
}

/* The rewriting touches even places only: what stands at an odd place is compared as it is. */
static bool conditions_equal(const struct form_side *p, const struct spider_condition *a,
                             const struct form_side *q, const struct spider_condition *b)
{
    static const struct form_side raw = {.view = RAW};
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!terms_equal(i % 2 ? &raw : p, &a->terms[i], i % 2 ? &raw : q, &b->terms[i]))
            return false;
    return true;
}

/* Whole queries, for NULLED and RAW: the == of the official scripts. */

static bool selects_equal(const struct form_side *s, const struct spider_form *a,
                          const struct spider_form *b)
{
    if (a->distinct != b->distinct || a->n_select != b->n_select)
        return false;
    for (uint32_t i = 0; i < a->n_select; i++)
        if (a->select[i].agg != b->select[i].agg ||
            !val_units_equal(s, &a->select[i].unit, s, &b->select[i].unit))
            return false;
    return true;
}

static bool table_units_equal(const struct spider_table_unit *a, const struct spider_table_unit *b)
{
    if (a->query && b->query)
        return forms_equal(a->query, b->query, RAW);
    return !a->query && !b->query && a->table == b->table;
}

static bool froms_equal(const struct spider_form *a, const struct spider_form *b)
{
    if (a->n_tables != b->n_tables)
        return false;
    for (uint32_t i = 0; i < a->n_tables; i++)
        if (!table_units_equal(&a->tables[i], &b->tables[i]))
            return false;
    return true;
}

static bool groups_equal(const struct form_side *p, const struct spider_form *a,
                         const struct form_side *q, const struct spider_form *b)
{
    if (a->n_group_by != b->n_group_by)
        return false;
    for (uint32_t i = 0; i < a->n_group_by; i++)
        if (!col_units_equal(p, &a->group_by[i], q, &b->group_by[i]))
            return false;
    return true;
}

static bool orders_equal(const struct form_side *p, const struct spider_form *a,
                         const struct form_side *q, const struct spider_form *b)
{
    if (a->ordered != b->ordered || a->descending != b->descending ||
        a->n_order_by != b->n_order_by)
        return false;
    for (uint32_t i = 0; i < a->n_order_by; i++)
        if (!val_units_equal(p, &a->order_by[i], q, &b->order_by[i]))
            return false;
    return true;
}

static bool branches_equal(const struct spider_form *a, const struct spider_form *b, enum view view)
{
    return a && b ? forms_equal(a, b, view) : a == b;
}

static bool forms_equal(const struct spider_form *a, const struct spider_form *b, enum view view)
{
    const struct form_side s = {.view = view};
    return selects_equal(&s, a, b) && froms_equal(a, b) &&
           conditions_equal(&s, &a->on, &s, &b->on) &&
           conditions_equal(&s, &a->where, &s, &b->where) && groups_equal(&s, a, &s, b) &&
           conditions_equal(&s, &a->having, &s, &b->having) && orders_equal(&s, a, &s, b) &&
           a->limited == b->limited && a->limit == b->limit &&
           branches_equal(a->intersect, b->intersect, view) &&
           branches_equal(a->except, b->except, view) && branches_equal(a->union_, b->union_, view);
}

/* Components. Counting common elements pairs each element of the prediction with the first equal
 * one of the gold that is still free, as removing it from a list does. */

enum { FEW = 64 };

struct pairing {
    const struct form_side *p, *q;
    const void *pred, *gold;
    uint32_t n_pred, n_gold;
    bool (*equal)(const struct pairing *c, uint32_t pred, uint32_t gold);
};

static uint32_t count_common(const struct pairing *c)
{
    uint32_t common = 0;
    bool few[FEW] = {false};
    struct arena a = {0};
    bool *taken = c->n_gold <= FEW ? few : arena_zalloc(&a, c->n_gold);
    for (uint32_t i = 0; i < c->n_pred; i++)
        for (uint32_t j = 0; j < c->n_gold; j++)
            if (!taken[j] && c->equal(c, i, j)) {
                taken[j] = true;
                common++;
                break;
            }
    arena_release(&a);
    return common;
}

static struct component_score score(uint32_t common, uint32_t label_total, uint32_t pred_total)
{
    return (struct component_score){pred_total == label_total && common == pred_total, label_total,
                                    pred_total};
}

static bool same_selected_unit(const struct pairing *c, uint32_t i, uint32_t j)
{
    const struct spider_selected *pred = c->pred, *gold = c->gold;
    return val_units_equal(c->p, &pred[i].unit, c->q, &gold[j].unit);
}

static bool same_selected(const struct pairing *c, uint32_t i, uint32_t j)
{
    const struct spider_selected *pred = c->pred, *gold = c->gold;
    return pred[i].agg == gold[j].agg && same_selected_unit(c, i, j);
}

static void match_select(const struct form_side *p, const struct spider_form *pred,
                         const struct form_side *q, const struct spider_form *gold,
                         struct component_score *out)
{
    struct pairing c = {
        p, q, pred->select, gold->select, pred->n_select, gold->n_select, same_selected};
    out[COMPONENT_SELECT] = score(count_common(&c), c.n_gold, c.n_pred);
    c.equal = same_selected_unit;
    out[COMPONENT_SELECT_NO_AGG] = score(count_common(&c), c.n_gold, c.n_pred);
}

/* Comparisons are the even terms. */
static bool same_term(const struct pairing *c, uint32_t i, uint32_t j)
{
    const struct spider_term *pred = c->pred, *gold = c->gold;
    return terms_equal(c->p, &pred[2 * i], c->q, &gold[2 * j]);
}

static bool same_term_unit(const struct pairing *c, uint32_t i, uint32_t j)
{
    const struct spider_term *pred = c->pred, *gold = c->gold;
    return val_units_equal(c->p, &pred[2 * i].unit, c->q, &gold[2 * j].unit);
}

static void match_where(const struct form_side *p, const struct spider_form *pred,
                        const struct form_side *q, const struct spider_form *gold,
                        struct component_score *out)
{
    struct pairing c = {p,
                        q,
                        pred->where.terms,
                        gold->where.terms,
                        (pred->where.count + 1) / 2,
                        (gold->where.count + 1) / 2,
                        same_term};
    out[COMPONENT_WHERE] = score(count_common(&c), c.n_gold, c.n_pred);
    c.equal = same_term_unit;
    out[COMPONENT_WHERE_NO_OP] = score(count_common(&c), c.n_gold, c.n_pred);
}

static bool same_column_name(const struct pairing *c, uint32_t i, uint32_t j)
{
    const struct spider_col_unit *pred = c->pred, *gold = c->gold;
    return c->p->keys->name[column_of(c->p, pred[i].column)] ==
           c->q->keys->name[column_of(c->q, gold[j].column)];
}

static bool same_group_columns(const struct form_side *p, const struct spider_form *pred,
                               const struct form_side *q, const struct spider_form *gold)
{
    if (pred->n_group_by != gold->n_group_by)
        return false;
    for (uint32_t i = 0; i < pred->n_group_by; i++)
        if (column_of(p, pred->group_by[i].column) != column_of(q, gold->group_by[i].column))
            return false;
    return true;
}

static void match_group(const struct form_side *p, const struct spider_form *pred,
                        const struct form_side *q, const struct spider_form *gold,
                        struct component_score *out)
{
    struct pairing c = {
        p, q, pred->group_by, gold->group_by, pred->n_group_by, gold->n_group_by, same_column_name};
    out[COMPONENT_GROUP_NO_HAVING] = score(count_common(&c), c.n_gold, c.n_pred);
    bool pred_grouped = pred->n_group_by > 0, gold_grouped = gold->n_group_by > 0;
    bool equal = pred_grouped && gold_grouped && same_group_columns(p, pred, q, gold) &&
                 conditions_equal(p, &pred->having, q, &gold->having);
    out[COMPONENT_GROUP] = score(equal, gold_grouped, pred_grouped);
}

static struct component_score match_order(const struct form_side *p, const struct spider_form *pred,
                                          const struct form_side *q, const struct spider_form *gold)
{
    bool equal = gold->ordered && orders_equal(p, pred, q, gold) && pred->limited == gold->limited;
    return score(equal, gold->ordered, pred->ordered);
}

static bool has_connective(const struct spider_condition *c, uint32_t n,
                           const struct spider_term *t)
{
    static const struct form_side raw = {.view = RAW};
    for (uint32_t i = 1; i < n; i += 2)
        if (terms_equal(&raw, &c->terms[i], &raw, t))
            return true;
    return false;
}

/* How many different terms stand at odd places; with `other`, only those that it has too. */
static uint32_t count_connectives(const struct spider_condition *c,
                                  const struct spider_condition *other)
{
    uint32_t n = 0;
    for (uint32_t i = 1; i < c->count; i += 2)
        n += !has_connective(c, i, &c->terms[i]) &&
             (!other || has_connective(other, other->count, &c->terms[i]));
    return n;
}

/* The official scripts exchange the two totals here. */
static struct component_score match_and_or(const struct spider_form *pred,
                                           const struct spider_form *gold)
{
    uint32_t n_pred = count_connectives(&pred->where, NULL);
    uint32_t n_gold = count_connectives(&gold->where, NULL);
    if (n_pred == n_gold && count_connectives(&pred->where, &gold->where) == n_pred)
        return score(1, 1, 1);
    return (struct component_score){false, n_pred, n_gold};
}

static void match_forms(const struct form_side *p, const struct spider_form *pred,
                        const struct form_side *q, const struct spider_form *gold,
                        struct exact_verdict *out);

static void match_branch(const struct form_side *p, const struct spider_form *pred,
                         const struct form_side *q, const struct spider_form *gold,
                         uint32_t *common, uint32_t *label_total, uint32_t *pred_total)
{
    *pred_total += pred != NULL;
    *label_total += gold != NULL;
    if (!pred || !gold)
        return;
    struct exact_verdict verdict;
    match_forms(p, pred, q, gold, &verdict);
    *common += verdict.exact;
}

static struct component_score match_branches(const struct form_side *p,
                                             const struct spider_form *pred,
                                             const struct form_side *q,
                                             const struct spider_form *gold)
{
    uint32_t common = 0, label_total = 0, pred_total = 0;
    match_branch(p, pred->intersect, q, gold->intersect, &common, &label_total, &pred_total);
    match_branch(p, pred->except, q, gold->except, &common, &label_total, &pred_total);
    match_branch(p, pred->union_, q, gold->union_, &common, &label_total, &pred_total);
    return score(common, label_total, pred_total);
}

enum keyword {
    KEY_WHERE = 1,
    KEY_GROUP = 2,
    KEY_HAVING = 4,
    KEY_ASC = 8,
    KEY_DESC = 16,
    KEY_ORDER = 32,
    KEY_LIMIT = 64,
    KEY_EXCEPT = 128,
    KEY_UNION = 256,
    KEY_INTERSECT = 512,
    KEY_OR = 1024,
    KEY_NOT = 2048,
    KEY_IN = 4096,
    KEY_LIKE = 8192
};

static unsigned condition_keywords(const struct spider_condition *c)
{
    unsigned keys = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const struct spider_term *t = &c->terms[i];
        if (i % 2) {
            keys |= t->kind == SPIDER_TERM_OR ? KEY_OR : 0;
            continue;
        }
        keys |= t->negated ? KEY_NOT : 0;
        keys |= t->op == SPIDER_OP_IN ? KEY_IN : 0;
        keys |= t->op == SPIDER_OP_LIKE ? KEY_LIKE : 0;
    }
    return keys;
}

static unsigned keywords(const struct spider_form *f)
{
    unsigned keys =
        condition_keywords(&f->on) | condition_keywords(&f->where) | condition_keywords(&f->having);
    keys |= f->where.count ? KEY_WHERE : 0;
    keys |= f->n_group_by ? KEY_GROUP : 0;
    keys |= f->having.count ? KEY_HAVING : 0;
    keys |= f->ordered ? KEY_ORDER | (f->descending ? KEY_DESC : KEY_ASC) : 0;
    keys |= f->limited ? KEY_LIMIT : 0;
    keys |= f->except ? KEY_EXCEPT : 0;
    keys |= f->union_ ? KEY_UNION : 0;
    keys |= f->intersect ? KEY_INTERSECT : 0;
    return keys;
}

static uint32_t count_bits(unsigned bits)
{
    uint32_t n = 0;
    for (; bits; bits &= bits - 1)
        n++;
    return n;
}

static struct component_score match_keywords(const struct spider_form *pred,
                                             const struct spider_form *gold)
{
    unsigned p = keywords(pred), g = keywords(gold);
    return score(count_bits(p & g), count_bits(g), count_bits(p));
}

static bool same_table(const struct pairing *c, uint32_t i, uint32_t j)
{
    const struct spider_table_unit *pred = c->pred, *gold = c->gold;
    return table_units_equal(&pred[i], &gold[j]);
}

static bool same_tables(const struct spider_form *pred, const struct spider_form *gold)
{
    struct pairing c = {NULL,           NULL,           pred->tables, gold->tables,
                        pred->n_tables, gold->n_tables, same_table};
    return gold->n_tables == 0 ||
           (pred->n_tables == gold->n_tables && count_common(&c) == gold->n_tables);
}

static void match_forms(const struct form_side *p, const struct spider_form *pred,
                        const struct form_side *q, const struct spider_form *gold,
                        struct exact_verdict *out)
{
    match_select(p, pred, q, gold, out->components);
    match_where(p, pred, q, gold, out->components);
    match_group(p, pred, q, gold, out->components);
    out->components[COMPONENT_ORDER] = match_order(p, pred, q, gold);
    out->components[COMPONENT_AND_OR] = match_and_or(pred, gold);
    out->components[COMPONENT_IUEN] = match_branches(p, pred, q, gold);
    out->components[COMPONENT_KEYWORDS] = match_keywords(pred, gold);
    out->exact = true;
    for (int i = 0; i < N_COMPONENTS; i++)
        out->exact = out->exact && out->components[i].equal;
    out->exact = out->exact && same_tables(pred, gold);
}

void exact_match(const struct exact_keys *keys, const struct spider_form *pred,
                 const struct spider_form *gold, struct exact_verdict *out)
{
    struct form_side p = {keys, pred, MERGED}, q = {keys, gold, MERGED};
    match_forms(&p, pred, &q, gold, out);
}

static bool condition_comparable(const struct spider_condition *c)
{
    for (uint32_t i = 0; i < c->count; i += 2)
        if (c->terms[i].kind != SPIDER_TERM_COMPARISON)
            return false;
    return true;
}

bool exact_comparable(const struct spider_form *f)
{
    return !f || (condition_comparable(&f->on) && condition_comparable(&f->where) &&
                  condition_comparable(&f->having) && exact_comparable(f->intersect) &&
                  exact_comparable(f->except) && exact_comparable(f->union_));
}
