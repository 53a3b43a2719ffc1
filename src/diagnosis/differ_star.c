/* differ_star.c: the columns that `*` stands for.
 *
 * To the comparison of terms `*` is `*`, whatever it gives. Over a changed schema it may give other
 * columns. Two trees that are the same name the same columns, so where the two queries read
 * different ones, it is `*` that gives them. */
#include "diagnosis/differ.h"

static bool has_star(const struct term *t)
{
    bool found = t->tag == TERM_STAR;
    for (uint32_t i = 0; i < t->n_kids && !found; i++)
        found = has_star(t->kids[i]);
    return found;
}

/* By id in the schema of `d`: does the side read the column? */
static const bool *columns_read(const struct differ *d, const struct side_terms *side)
{
    bool *read = arena_zalloc(d->arena, d->schema->n_columns * sizeof *read);
    for (uint32_t i = 0; i < side->names.n_reads; i++) {
        uint32_t column = side->names.reads[i].column;
        if (column == SCHEMA_NONE || column == SCHEMA_STAR)
            continue;
        column = side->lineage ? side->lineage->columns[column] : column;
        if (column < d->schema->n_columns)
            read[column] = true;
    }
    return read;
}

/* "* (singer.age, singer.name)", with the columns that only this side reads; empty for none. */
static struct str star_text(const struct differ *d, const bool *own, const bool *other, bool *alone)
{
    struct buf text = {0};
    const char *mark = "* (";
    for (uint32_t i = 0; i < d->schema->n_columns; i++)
        if (own[i] && !other[i]) {
            struct str name = differ_column_name(d, i);
            buf_printf(&text, "%s%.*s", mark, STR_ARG(name));
            mark = ", ";
        }
    *alone = text.len > 0;
    buf_put(&text, *alone ? STR(")") : STR("*"));
    struct str tidy = differ_tidy(d->arena, buf_str(&text));
    buf_release(&text);
    return tidy;
}

void differ_star(struct differ *d, const struct side_terms *x, const struct side_terms *y)
{
    bool one_schema = !x->lineage && !y->lineage;
    if (one_schema || !has_star(x->tree.root))
        return;
    const bool *p = columns_read(d, x), *q = columns_read(d, y);
    bool only_before, only_after;
    struct str before = star_text(d, p, q, &only_before), after = star_text(d, q, p, &only_after);
    d->clause = CLAUSE_SELECT;
    if (only_before || only_after)
        differ_report_text(d, DIFFERENCE_BIT(STAR), before, after);
}
