/* mapping_text.c: writing a mapping as people do. */
#include "report/mapping_text.h"

#include "base/number.h"
#include "base/printable.h"

#include <math.h>

enum { ENTRIES_SHOWN = 8 };

/* 2020, not 2020.0 */
static void put_number(struct buf *out, double x)
{
    char text[NUMBER_TEXT_MAX];
    struct str s = {text, number_format(x, text)};
    buf_put(out, str_ends(s, STR(".0")) ? str_slice(s, 0, s.len - 2) : s);
}

/* " = 2020 - age", " = 100 * height" */
static void put_linear(struct buf *out, const struct column_mapping *m, struct str old)
{
    double factor = m->factor;
    buf_put(out, STR(" = "));
    if (m->offset != 0) {
        put_number(out, m->offset);
        buf_put(out, factor < 0 ? STR(" - ") : STR(" + "));
        factor = fabs(factor);
    }
    if (factor != 1) {
        put_number(out, factor);
        buf_put(out, STR(" * "));
    }
    buf_put(out, old);
}

static void put_dictionary(struct buf *out, const struct column_mapping *m, struct str old)
{
    buf_printf(out, ": %.*s", STR_ARG(old));
    for (uint32_t i = 0; i < m->n_entries && i < ENTRIES_SHOWN; i++)
        buf_printf(out, ", %.*s is %.*s", STR_ARG(m->entries[i].old), STR_ARG(m->entries[i].new));
    if (m->n_entries > ENTRIES_SHOWN)
        buf_put(out, STR(", \xe2\x80\xa6"));
}

static void put_mapping(struct buf *out, const struct column_mapping *m, struct str old)
{
    switch (m->kind) {
    case MAPPING_PART:
        buf_printf(out, ": part %u of %u of %.*s, divided at '%.*s'", m->part + 1, m->n_parts,
                   STR_ARG(old), STR_ARG(m->separator));
        break;
    case MAPPING_DICTIONARY:
        put_dictionary(out, m, old);
        break;
    case MAPPING_FLAG:
        buf_printf(out, ": 1 where %.*s is %.*s, else 0", STR_ARG(old), STR_ARG(m->value));
        break;
    case MAPPING_LINEAR:
        put_linear(out, m, old);
        break;
    }
}

struct str mapping_text(struct arena *a, const struct migration *m, const struct migration_table *t,
                        const struct migration_column *c)
{
    struct buf line = {0};
    if (c->source != MIGRATION_MAPPED)
        return STR_NONE;
    buf_printf(&line, "%.*s.%.*s", STR_ARG(t->name), STR_ARG(c->name));
    put_mapping(&line, c->mapping, m->old->columns[c->old].name);
    struct str text = printable_line(a, arena_str(a, buf_str(&line)));
    buf_release(&line);
    return text;
}
