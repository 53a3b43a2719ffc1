/* schema_text.c: tables as lines, and those that differ. */
#include "report/schema_text.h"

#include "base/printable.h"

static void put_references(struct buf *out, const struct schema *s, uint32_t column)
{
    for (uint32_t i = 0; i < s->n_foreign_keys; i++)
        if (s->foreign_keys[i].from == column) {
            const struct schema_column *to = &s->columns[s->foreign_keys[i].to];
            buf_printf(out, " -> %.*s.%.*s", STR_ARG(s->tables[to->table].name), STR_ARG(to->name));
        }
}

static struct str table_line(struct arena *a, const struct schema *s, const struct schema_table *t)
{
    struct buf line = {0};
    buf_put(&line, t->name);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &s->columns[t->columns[i]];
        buf_printf(&line, "%s%.*s%s", i ? ", " : " (", STR_ARG(c->name), c->primary ? "*" : "");
        put_references(&line, s, t->columns[i]);
    }
    buf_putc(&line, ')');
    struct str copy = printable_line(a, arena_str(a, buf_str(&line)));
    buf_release(&line);
    return copy;
}

static struct str *table_lines(struct arena *a, const struct schema *s)
{
    struct str *lines = ARENA_ARRAY(a, struct str, s->n_tables);
    for (uint32_t i = 0; i < s->n_tables; i++)
        lines[i] = table_line(a, s, &s->tables[i]);
    return lines;
}

static bool has(const struct str *lines, uint32_t n, struct str line)
{
    for (uint32_t i = 0; i < n; i++)
        if (str_eq(lines[i], line))
            return true;
    return false;
}

/* The lines that the others do not have; returns how many. */
static uint32_t put_others(struct buf *out, const char *indent, char mark, const struct str *lines,
                           uint32_t n, const struct str *others, uint32_t n_others)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!has(others, n_others, lines[i])) {
            buf_printf(out, "%s%c %.*s\n", indent, mark, STR_ARG(lines[i]));
            count++;
        }
    return count;
}

static void put_order(struct buf *out, struct arena *a, const char *indent, char mark,
                      const struct schema *s)
{
    buf_printf(out, "%s%c", indent, mark);
    for (uint32_t i = 0; i < s->n_tables; i++)
        buf_printf(out, "%s %.*s", i ? "," : "", STR_ARG(printable_line(a, s->tables[i].name)));
    buf_putc(out, '\n');
}

void schema_text_put(struct buf *out, const char *indent, const struct schema *before,
                     const struct schema *after)
{
    struct arena a = {0};
    const struct str *x = table_lines(&a, before), *y = table_lines(&a, after);
    uint32_t count = put_others(out, indent, '-', x, before->n_tables, y, after->n_tables);
    count += put_others(out, indent, '+', y, after->n_tables, x, before->n_tables);
    bool moved = false;
    for (uint32_t i = 0; count == 0 && i < before->n_tables; i++)
        moved = moved || !str_eq(x[i], y[i]);
    if (moved) {
        put_order(out, &a, indent, '-', before);
        put_order(out, &a, indent, '+', after);
    }
    arena_release(&a);
}
