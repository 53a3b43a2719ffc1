/* equivalent_numbers.c: a number into another, by data/equivalent_numbers.tsv.
 *
 * The new values are whole numbers that convert back to the old ones exactly. */
#include "base/number.h"
#include "relation/schema/equivalent_search.h"

#include <math.h>

/* Fields of a rule. */
enum {
    NUMBERS_WORDS,
    NUMBERS_OWNER,
    NUMBERS_OFFSET,
    NUMBERS_FACTOR,
    NUMBERS_ZERO,
    NUMBERS_UNIT,
    NUMBERS_LOW,
    NUMBERS_HIGH,
    NUMBERS_OTHER,
    NUMBERS_NEW
};

static bool read_number(struct str text, double *out)
{
    bool minus = text.len > 0 && text.ptr[0] == '-';
    if (!number_read(str_slice(text, minus, text.len), out))
        return false;
    *out = minus ? -*out : *out;
    return true;
}

static bool is_between(const struct str *row, double x)
{
    double low, high;
    return read_number(row[NUMBERS_LOW], &low) && read_number(row[NUMBERS_HIGH], &high) &&
           x >= low && x <= high;
}

/* Texts sort like numbers if they are equally long: '32', but not '9'. */
static bool is_like_first(const struct column_content *c, const struct content_value *v)
{
    return v->number == c->values[0].number &&
           (v->number || (v->text.len == c->values[0].text.len && v->text.ptr[0] != '0'));
}

static bool rows_fit(const struct equivalent_search *s, const struct str *row, double offset,
                     double factor)
{
    for (uint32_t i = 0; i < s->content->n_values; i++) {
        const struct content_value *v = &s->content->values[i];
        double x, y;
        if (!is_like_first(s->content, v) || !read_number(v->text, &x) || !is_between(row, x))
            return false;
        y = offset + factor * x;
        if (floor(y) != y || (y - offset) / factor != x)
            return false;
    }
    return true;
}

/* Does another column of the table have this word? Then it has the new value already. */
static bool table_has_word(const struct equivalent_search *s, struct str word)
{
    const struct schema *schema = s->scope->seed->schema;
    const struct schema_table *t = &schema->tables[schema->columns[s->column].table];
    for (uint32_t i = 0; i < t->n_columns; i++) {
        struct name_words w = name_split(s->arena, schema->columns[t->columns[i]].name);
        if (t->columns[i] != s->column && name_words_have(&w, word))
            return true;
    }
    return false;
}

/* Does the question say the unit: "more than 30 dollars"? */
static bool question_says(const struct equivalent_search *s, struct str unit)
{
    for (struct str rest = unit; rest.ptr;)
        if (name_map_get(&s->scope->taken.question, str_split(&rest, '|')) != NAME_NONE)
            return true;
    return false;
}

/* Does the old name have its unit, so that a reader of the new one sees the other unit? "Net worth
 * (millions)" does; a user who asks for a price does not want cents. */
static bool name_has_unit(struct str words, struct str unit)
{
    for (struct str rest = unit; rest.ptr;)
        if (str_find(words, str_split(&rest, '|'), 0) < words.len)
            return true;
    return false;
}

static void convert_numbers(struct rule_walk *w)
{
    struct equivalent_search *s = w->search;
    struct column_mapping m = {.kind = MAPPING_LINEAR};
    if (!read_number(w->row[NUMBERS_OFFSET], &m.offset) ||
        !read_number(w->row[NUMBERS_FACTOR], &m.factor) || m.factor == 0 ||
        !rows_fit(s, w->row, m.offset, m.factor) || table_has_word(s, w->row[NUMBERS_OTHER])) {
        s->found.why = REFUSED_ROWS_UNFIT;
        return;
    }
    bool zero_unknown = str_eq(w->row[NUMBERS_ZERO], STR("unknown"));
    bool unit_said = question_says(s, w->row[NUMBERS_UNIT]);
    struct migration_column *column = ARENA_NEW(s->arena, struct migration_column);
    *column = new_column(s, search_name(s, w->at, w->row[NUMBERS_NEW]), SCHEMA_NUMBER, &m);
    search_found(w, &(struct replacement){
                        .columns = column,
                        .n_columns = 1,
                        .order = m.factor > 0 ? ORDER_KEPT : ORDER_REVERSED,
                        .retyped = !s->content->values[0].number,
                        .zero_unknown = zero_unknown,
                        .unit_untold = !unit_said,
                        .hidden = zero_unknown || unit_said ||
                                  !name_has_unit(w->row[NUMBERS_WORDS], w->row[NUMBERS_UNIT])});
}

void find_numbers(struct equivalent_search *s)
{
    for (struct rule_walk w = rules_begin(s, "equivalent_numbers", false); rules_next(&w);)
        if (owner_is(s, w.at, w.row[NUMBERS_OWNER]))
            convert_numbers(&w);
}
