/* schema_text.c: tables as lines, compared. */
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

/* Put the lines that are not among the others; returns how many. */
static uint32_t put_others(struct buf *out, const char *indent, char mark, const struct str *lines,
                           uint32_t n, const struct str *others, uint32_t n_others)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!str_in(lines[i], others, n_others)) {
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

/* Renamings */

/* A name in words and as an identifier. */
struct item_name {
    struct str identifier, words;
};

/* `of` comes before the old name: "customer." */
static void put_renaming(struct buf *out, struct str of, struct item_name old, struct item_name now)
{
    bool same = str_eq(old.identifier, now.identifier);
    struct str from = same ? old.words : old.identifier, to = same ? now.words : now.identifier;
    if (!str_eq(from, to))
        buf_printf(out, "%s%.*s%s%.*s \xe2\x86\x92 %.*s", out->len ? ", " : "", STR_ARG(of),
                   of.len ? "." : "", STR_ARG(from), STR_ARG(to));
}

struct str renamings_text(struct arena *a, const struct schema *own, const struct schema *shown)
{
    struct buf text = {0};
    for (uint32_t t = 0; t < own->n_tables && t < shown->n_tables; t++)
        put_renaming(&text, STR(""),
                     (struct item_name){own->tables[t].name, own->tables[t].natural},
                     (struct item_name){shown->tables[t].name, shown->tables[t].natural});
    for (uint32_t c = 1; c < own->n_columns && c < shown->n_columns; c++)
        put_renaming(&text, own->tables[own->columns[c].table].name,
                     (struct item_name){own->columns[c].name, own->columns[c].natural},
                     (struct item_name){shown->columns[c].name, shown->columns[c].natural});
    struct str line =
        text.len ? printable_line(a, arena_str(a, buf_str(&text))) : STR("as they are");
    buf_release(&text);
    return line;
}
