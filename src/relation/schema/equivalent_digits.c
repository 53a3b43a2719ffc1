/* equivalent_digits.c: a date that is written as one number into year, month and day, by the rules
 * of data/equivalent_parts.tsv whose form is YYYYMMDD.
 *
 * All rows must have such a number, NULL or an empty text: then 19500313 is 1950, 3 and 13. There
 * may be more of them than column_content.h lists. */
#include "relation/schema/equivalent_search.h"

/* Year, month and day. */
enum { DATE_PARTS = 3 };

static const struct date_digits {
    uint32_t digits, after;
} DATE_DIGITS[DATE_PARTS] = {{4, 4}, {2, 2}, {2, 0}};

static bool rows_are_days(const struct equivalent_search *s, struct content_days *days)
{
    const struct content_source *source = s->scope->seed->content;
    return s->content->values[0].number && source->days(source->ctx, s->column, days) &&
           days->n_days + days->n_empty + s->content->n_nulls == s->content->n_rows;
}

static void divide_days(struct rule_walk *w, bool whole)
{
    struct equivalent_search *s = w->search;
    struct migration_column *columns = ARENA_ARRAY(s->arena, struct migration_column, DATE_PARTS);
    for (uint32_t i = 0; i < DATE_PARTS; i++) {
        const struct column_mapping part = {.kind = MAPPING_DIGITS,
                                            .part = i,
                                            .n_parts = DATE_PARTS,
                                            .digits = DATE_DIGITS[i].digits,
                                            .after = DATE_DIGITS[i].after,
                                            .whole = whole};
        columns[i] =
            new_column(s, search_name(s, w->at, w->row[PARTS_NEW + i]), SCHEMA_NUMBER, &part);
    }
    search_found(
        w, &(struct replacement){.columns = columns, .n_columns = DATE_PARTS, .order = ORDER_KEPT});
}

void find_digits(struct equivalent_search *s)
{
    struct content_days days;
    for (struct rule_walk w = rules_begin(s, "equivalent_parts", true); rules_next(&w);) {
        uint32_t n_parts = w.list->rows[w.next - 1].n_fields - PARTS_NEW;
        if (!str_eq(w.row[PARTS_FORM], STR("YYYYMMDD")) || n_parts != DATE_PARTS)
            continue;
        if (owner_is(s, w.at, w.row[PARTS_OWNER]) && rows_are_days(s, &days))
            divide_days(&w, days.n_empty > 0);
        else
            s->found.why = REFUSED_ROWS_UNFIT;
    }
}
