/* paraphrase_tokens.c: choosing parts by kind, and naming them. */
#include "model/paraphrase_tokens.h"

#include "base/buf.h"
#include "base/printable.h"
#include "base/utf8.h"

enum { TOKEN_MAX = 100 }; /* bytes of a value that are shown */

static const char *const KEYWORDS[N_QUERY_KEYWORDS] = {
    [KEYWORD_COUNT] = "COUNT",
    [KEYWORD_SUM] = "SUM",
    [KEYWORD_AVG] = "AVG",
    [KEYWORD_MAX] = "MAX",
    [KEYWORD_MIN] = "MIN",
    [KEYWORD_ASC] = "ORDER BY ASC",
    [KEYWORD_DESC] = "ORDER BY DESC",
    [KEYWORD_LEAST] = "ORDER BY ASC LIMIT",
    [KEYWORD_MOST] = "ORDER BY DESC LIMIT",
    [KEYWORD_GT] = ">",
    [KEYWORD_LT] = "<",
    [KEYWORD_GE] = ">=",
    [KEYWORD_LE] = "<=",
    [KEYWORD_NE] = "!=",
    [KEYWORD_BETWEEN] = "BETWEEN",
    [KEYWORD_LIKE] = "LIKE",
    [KEYWORD_NOT] = "NOT",
    [KEYWORD_EACH] = "GROUP BY",
    [KEYWORD_DISTINCT] = "DISTINCT",
    [KEYWORD_UNION] = "UNION",
    [KEYWORD_INTERSECT] = "INTERSECT",
    [KEYWORD_EXCEPT] = "EXCEPT",
};

/* Which parts a kind is about, and how many of them it needs. */
static const struct {
    bool of[PART_VALUE + 1]; /* by kind of part */
    bool compared;           /* only columns that a value is given for */
    uint32_t least;
} WANTED[N_REWORD_KINDS] = {
    [REWORD_KEYWORD_SYNONYM] = {{[PART_KEYWORD] = true}, false, 1},
    [REWORD_KEYWORD_CARRIER] = {{[PART_KEYWORD] = true}, false, 1},
    [REWORD_COLUMN_SYNONYM] = {{[PART_COLUMN] = true}, false, 1},
    [REWORD_COLUMN_CARRIER] = {{[PART_COLUMN] = true}, false, 1},
    [REWORD_COLUMN_ATTRIBUTE] = {{[PART_COLUMN] = true}, false, 1},
    [REWORD_COLUMN_VALUE] = {{[PART_COLUMN] = true, [PART_VALUE] = true}, true, 2},
    [REWORD_VALUE_SYNONYM] = {{[PART_VALUE] = true}, false, 1},
    [REWORD_MULTITYPE] = {{true, true, true}, false, 2},
    [REWORD_OTHERS] = {{true, true, true}, false, 0},
};

/* Do a column and a value of it both have words in the question? */
static bool is_compared(const struct question_reading *r, uint32_t column)
{
    bool seen[PART_VALUE + 1] = {false};
    for (uint32_t i = 0; i < r->parts->count; i++)
        if (r->parts->items[i].column == column && r->said.items[i].manner != MANNER_NONE)
            seen[r->parts->items[i].kind] = true;
    return column != SCHEMA_STAR && seen[PART_COLUMN] && seen[PART_VALUE];
}

static void put_name(struct buf *out, const struct schema *s, uint32_t column)
{
    const struct schema_column *c = &s->columns[column];
    buf_put(out, c->natural);
    if (c->table != SCHEMA_NONE)
        buf_printf(out, " of %.*s", STR_ARG(s->tables[c->table].natural));
}

static void put_value(struct buf *out, struct arena *a, const struct schema *s,
                      const struct query_part *p)
{
    buf_put(out, STR("value "));
    buf_put(out, printable_line(a, utf8_cut(p->value, TOKEN_MAX)));
    if (p->column != SCHEMA_STAR)
        buf_printf(out, " of %.*s", STR_ARG(s->columns[p->column].natural));
}

static void put_token(struct buf *out, struct arena *a, const struct schema *s,
                      const struct query_part *p, struct str said)
{
    if (out->len > 0)
        buf_put(out, STR("; "));
    if (p->kind == PART_KEYWORD)
        buf_put(out, str_from(KEYWORDS[p->keyword]));
    else if (p->kind == PART_COLUMN)
        put_name(out, s, p->column);
    else
        put_value(out, a, s, p);
    buf_printf(out, ", said as \"%.*s\"", STR_ARG(printable_line(a, said)));
}

bool paraphrase_tokens(struct arena *a, const struct question_reading *r, enum reword_kind kind,
                       struct str *out)
{
    struct buf text = {0};
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->parts->count; i++) {
        const struct query_part *p = &r->parts->items[i];
        const struct indicator *x = &r->said.items[i];
        if (x->manner == MANNER_NONE || !WANTED[kind].of[p->kind] ||
            (WANTED[kind].compared && !is_compared(r, p->column)))
            continue;
        put_token(&text, a, r->book->schema, p, indicator_text(&r->said.words, x->start, x->end));
        n++;
    }
    *out = arena_str(a, buf_str(&text));
    buf_release(&text);
    return n >= WANTED[kind].least;
}
