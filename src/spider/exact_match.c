/* exact_match.c: comparing two forms clause by clause.
 *
 * The official scripts first rewrite both forms and then compare them with ==. Here nothing is
 * rewritten. Instead a comparison has one of three views:
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
    const struct spider_form *form, *outermost;
    const struct exact_keys *keys;
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

/* Foreign keys. The official scripts put each key, in file order, into the first class that has one
 * of its columns. Classes that meet later stay apart; if a column is in several, the last class
 * counts. */

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
    ARENA_ADD(a, k->columns, k->count, column);
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

/* The id of a column for the parser: if a table has the name twice, the last. */
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
    const struct form_side side = {.keys = keys, .outermost = outermost, .view = MERGED};
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

/* The scripts rewrite even places only: terms at odd places are compared as they are. */
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

static bool selects_equal(const struct form_side *p, const struct form_side *q)
{
    const struct spider_form *a = p->form, *b = q->form;
    if (a->distinct != b->distinct || a->n_select != b->n_select)
        return false;
    for (uint32_t i = 0; i < a->n_select; i++)
        if (a->select[i].agg != b->select[i].agg ||
            !val_units_equal(p, &a->select[i].unit, q, &b->select[i].unit))
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

static bool groups_equal(const struct form_side *p, const struct form_side *q)
{
    if (p->form->n_group_by != q->form->n_group_by)
        return false;
    for (uint32_t i = 0; i < p->form->n_group_by; i++)
        if (!col_units_equal(p, &p->form->group_by[i], q, &q->form->group_by[i]))
            return false;
    return true;
}

static bool orders_equal(const struct form_side *p, const struct form_side *q)
{
    const struct spider_form *a = p->form, *b = q->form;
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
    const struct form_side p = {.form = a, .view = view}, q = {.form = b, .view = view};
    return selects_equal(&p, &q) && froms_equal(a, b) && conditions_equal(&p, &a->on, &q, &b->on) &&
           conditions_equal(&p, &a->where, &q, &b->where) && groups_equal(&p, &q) &&
           conditions_equal(&p, &a->having, &q, &b->having) && orders_equal(&p, &q) &&
           a->limited == b->limited && a->limit == b->limit &&
           branches_equal(a->intersect, b->intersect, view) &&
           branches_equal(a->except, b->except, view) && branches_equal(a->union_, b->union_, view);
}

/* Components. To count common elements, each element of the prediction is paired with the first
 * equal one of the gold that is still free: the scripts remove it from a list. */

enum { FEW = 64 };

/* Is element `i` of the prediction equal to element `j` of the gold? */
typedef bool elements_equal(const struct form_side *p, uint32_t i, const struct form_side *q,
                            uint32_t j);

static uint32_t count_common(const struct form_side *p, uint32_t n_pred, const struct form_side *q,
                             uint32_t n_gold, elements_equal *equal)
{
    uint32_t common = 0;
    bool few[FEW] = {false};
    struct arena a = {0};
    bool *taken = n_gold <= FEW ? few : arena_zalloc(&a, n_gold);
    for (uint32_t i = 0; i < n_pred; i++)
        for (uint32_t j = 0; j < n_gold; j++)
            if (!taken[j] && equal(p, i, q, j)) {
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

static struct component_score score_common(const struct form_side *p, uint32_t n_pred,
                                           const struct form_side *q, uint32_t n_gold,
                                           elements_equal *equal)
{
    return score(count_common(p, n_pred, q, n_gold, equal), n_gold, n_pred);
}

static bool selected_units_equal(const struct form_side *p, uint32_t i, const struct form_side *q,
                                 uint32_t j)
{
    return val_units_equal(p, &p->form->select[i].unit, q, &q->form->select[j].unit);
}

static bool selected_equal(const struct form_side *p, uint32_t i, const struct form_side *q,
                           uint32_t j)
{
    return p->form->select[i].agg == q->form->select[j].agg && selected_units_equal(p, i, q, j);
}

static void match_select(const struct form_side *p, const struct form_side *q,
                         struct component_score *out)
{
    uint32_t n_pred = p->form->n_select, n_gold = q->form->n_select;
    out[COMPONENT_SELECT] = score_common(p, n_pred, q, n_gold, selected_equal);
    out[COMPONENT_SELECT_NO_AGG] = score_common(p, n_pred, q, n_gold, selected_units_equal);
}

/* Comparisons are the even terms. */
static bool comparisons_equal(const struct form_side *p, uint32_t i, const struct form_side *q,
                              uint32_t j)
{
    return terms_equal(p, &p->form->where.terms[2 * i], q, &q->form->where.terms[2 * j]);
}

static bool compared_units_equal(const struct form_side *p, uint32_t i, const struct form_side *q,
                                 uint32_t j)
{
    return val_units_equal(p, &p->form->where.terms[2 * i].unit, q,
                           &q->form->where.terms[2 * j].unit);
}

static void match_where(const struct form_side *p, const struct form_side *q,
                        struct component_score *out)
{
    uint32_t n_pred = (p->form->where.count + 1) / 2, n_gold = (q->form->where.count + 1) / 2;
    out[COMPONENT_WHERE] = score_common(p, n_pred, q, n_gold, comparisons_equal);
    out[COMPONENT_WHERE_NO_OP] = score_common(p, n_pred, q, n_gold, compared_units_equal);
}

static bool group_names_equal(const struct form_side *p, uint32_t i, const struct form_side *q,
                              uint32_t j)
{
    return p->keys->name[column_of(p, p->form->group_by[i].column)] ==
           q->keys->name[column_of(q, q->form->group_by[j].column)];
}

static bool group_columns_equal(const struct form_side *p, const struct form_side *q)
{
    if (p->form->n_group_by != q->form->n_group_by)
        return false;
    for (uint32_t i = 0; i < p->form->n_group_by; i++)
        if (column_of(p, p->form->group_by[i].column) != column_of(q, q->form->group_by[i].column))
            return false;
    return true;
}

static void match_group(const struct form_side *p, const struct form_side *q,
                        struct component_score *out)
{
    uint32_t n_pred = p->form->n_group_by, n_gold = q->form->n_group_by;
    out[COMPONENT_GROUP_NO_HAVING] = score_common(p, n_pred, q, n_gold, group_names_equal);
    bool equal = n_pred > 0 && n_gold > 0 && group_columns_equal(p, q) &&
                 conditions_equal(p, &p->form->having, q, &q->form->having);
    out[COMPONENT_GROUP] = score(equal, n_gold > 0, n_pred > 0);
}

static struct component_score match_order(const struct form_side *p, const struct form_side *q)
{
    const struct spider_form *pred = p->form, *gold = q->form;
    bool equal = gold->ordered && orders_equal(p, q) && pred->limited == gold->limited;
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

/* The number of different terms at odd places; with `other`, only of those that it has too. */
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

static void match_forms(const struct form_side *p, const struct form_side *q,
                        struct exact_verdict *out);

static struct component_score match_branches(const struct form_side *p, const struct form_side *q)
{
    const struct spider_form *preds[] = {p->form->intersect, p->form->except, p->form->union_};
    const struct spider_form *golds[] = {q->form->intersect, q->form->except, q->form->union_};
    uint32_t common = 0, label_total = 0, pred_total = 0;
    for (size_t i = 0; i < COUNT_OF(preds); i++) {
        pred_total += preds[i] != NULL;
        label_total += golds[i] != NULL;
        if (!preds[i] || !golds[i])
            continue;
        struct form_side pred = *p, gold = *q;
        struct exact_verdict verdict;
        pred.form = preds[i];
        gold.form = golds[i];
        match_forms(&pred, &gold, &verdict);
        common += verdict.exact;
    }
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

static bool from_items_equal(const struct form_side *p, uint32_t i, const struct form_side *q,
                             uint32_t j)
{
    return table_units_equal(&p->form->tables[i], &q->form->tables[j]);
}

static bool same_tables(const struct form_side *p, const struct form_side *q)
{
    uint32_t n = q->form->n_tables;
    return n == 0 || (p->form->n_tables == n && count_common(p, n, q, n, from_items_equal) == n);
}

static void match_forms(const struct form_side *p, const struct form_side *q,
                        struct exact_verdict *out)
{
    match_select(p, q, out->components);
    match_where(p, q, out->components);
    match_group(p, q, out->components);
    out->components[COMPONENT_ORDER] = match_order(p, q);
    out->components[COMPONENT_AND_OR] = match_and_or(p->form, q->form);
    out->components[COMPONENT_IUEN] = match_branches(p, q);
    out->components[COMPONENT_KEYWORDS] = match_keywords(p->form, q->form);
    out->exact = true;
    for (int i = 0; i < N_COMPONENTS; i++)
        out->exact = out->exact && out->components[i].equal;
    out->exact = out->exact && same_tables(p, q);
}

void exact_match(const struct exact_keys *keys, const struct spider_form *pred,
                 const struct spider_form *gold, struct exact_verdict *out)
{
    const struct form_side p = {pred, pred, keys, MERGED}, q = {gold, gold, keys, MERGED};
    match_forms(&p, &q, out);
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
