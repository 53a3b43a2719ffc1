/* table.c: writing tables. */
#include "report/table.h"

#include "base/printable.h"
#include "base/utf8.h"

#include <math.h>

/* The first column is cut to no less than NARROW; in blocks no column is wider than WIDE. */
enum { LINE_WIDTH = 80, GAP = 2, NARROW = 20, WIDE = 30 };

void table_list_push(struct arena *a, struct table_list *list, struct table t)
{
    if (t.n_rows == 0)
        return;
    ARENA_ADD(a, list->items, list->count, t);
}

struct str *table_add(struct arena *a, struct table *t)
{
    if ((t->n_rows & (t->n_rows - 1)) == 0) /* full: its capacity in rows is a power of two */
        t->cells = arena_grow_array(a, t->cells, (size_t)t->n_rows * t->n_columns,
                                    (t->n_rows ? 2 * (size_t)t->n_rows : 1) * t->n_columns,
                                    sizeof *t->cells);
    struct str *row = &t->cells[(size_t)t->n_rows++ * t->n_columns];
    for (uint32_t i = 0; i < t->n_columns; i++)
        row[i] = STR("");
    return row;
}

void table_add_cells(struct arena *a, struct table *t, const struct str *cells, uint32_t n)
{
    struct str *row = table_add(a, t);
    for (uint32_t i = 0; i < n; i++)
        row[i] = cells[i];
}

struct str table_count(struct arena *a, uint64_t n)
{
    return arena_printf(a, "%llu", (unsigned long long)n);
}

struct str table_percent(struct arena *a, double rate)
{
    return rate < 0 ? STR("-") : arena_printf(a, "%.1f", 100 * rate);
}

#define PLUS_MINUS "\xc2\xb1"

struct str table_spread(struct arena *a, struct spread rate)
{
    return rate.runs < 2
               ? table_percent(a, rate.mean)
               : arena_printf(a, "%.1f " PLUS_MINUS " %.1f", 100 * rate.mean, 100 * rate.deviation);
}

struct str table_count_spread(struct arena *a, struct spread count)
{
    return count.runs < 2 || count.deviation == 0
               ? arena_printf(a, "%.0f", fmax(count.mean, 0))
               : arena_printf(a, "%.1f " PLUS_MINUS " %.1f", count.mean, count.deviation);
}

struct str table_change(struct arena *a, double change)
{
    return isnan(change) ? STR("-") : arena_printf(a, "%+.1f%%", 100 * change);
}

/* The row of the names of columns. */
#define HEAD_ROW UINT32_MAX

static struct str cell_of(const struct table *t, uint32_t row, uint32_t column)
{
    return row == HEAD_ROW ? str_from(t->columns[column].name)
                           : t->cells[(size_t)row * t->n_columns + column];
}

static const char *clean_name(struct arena *a, const char *name)
{
    struct str s = str_from(name), clean = printable_line(a, s);
    return clean.ptr == s.ptr ? name : clean.ptr;
}

/* The table with each text as one line, safe to show. */
static struct table cleaned_table(struct arena *a, const struct table *t)
{
    struct table clean = *t;
    size_t n_cells = (size_t)t->n_rows * t->n_columns;
    struct table_column *columns = ARENA_ARRAY(a, struct table_column, t->n_columns);
    clean.title = clean_name(a, t->title);
    clean.columns = columns;
    clean.cells = ARENA_ARRAY(a, struct str, n_cells);
    for (uint32_t c = 0; c < t->n_columns; c++)
        columns[c] = (struct table_column){clean_name(a, t->columns[c].name), t->columns[c].number};
    for (size_t i = 0; i < n_cells; i++)
        clean.cells[i] = printable_line(a, t->cells[i]);
    return clean;
}

/* Text for a terminal */

/* Characters, not bytes. */
static size_t width_of(struct str s)
{
    size_t n = 0;
    for (size_t i = 0, len; i < s.len; i += len, n++) {
        len = utf8_length(s, i);
        len = len ? len : 1;
    }
    return n;
}

static size_t column_width(const struct table *t, uint32_t column)
{
    size_t width = width_of(cell_of(t, HEAD_ROW, column));
    for (uint32_t r = 0; r < t->n_rows; r++) {
        size_t w = width_of(cell_of(t, r, column));
        width = w > width ? w : width;
    }
    return column && width > WIDE ? WIDE : width;
}

static void put_blanks(struct buf *out, size_t n)
{
    while (n-- > 0)
        buf_putc(out, ' ');
}

/* The offset of the character after the first `n`. */
static size_t offset_of(struct str s, size_t n)
{
    size_t at = 0;
    for (; n > 0 && at < s.len; n--) {
        size_t len = utf8_length(s, at);
        at += len ? len : 1;
    }
    return at;
}

/* At most `width` characters, cut in the middle: similar names usually differ at one end. */
static void put_cut(struct buf *out, struct str s, size_t width)
{
    size_t own = width_of(s);
    if (own <= width) {
        buf_put(out, s);
        return;
    }
    size_t head = width / 2, tail = width - head - 1;
    buf_put(out, str_slice(s, 0, offset_of(s, head)));
    buf_put(out, STR("\xe2\x80\xa6"));
    buf_put(out, str_slice(s, offset_of(s, own - tail), s.len));
}

static void put_cell(struct buf *out, struct str s, size_t width, bool right)
{
    size_t own = width_of(s);
    size_t padding = own < width ? width - own : 0;
    put_blanks(out, right ? padding : 0);
    put_cut(out, s, width);
    put_blanks(out, right ? 0 : padding);
}

/* Columns of a table side by side: the first, and those from `from` to `end`. */
struct block {
    const struct table *table;
    const size_t *widths;
    uint32_t from, end;
};

static void put_block_row(struct buf *out, const struct block *b, uint32_t row)
{
    const struct table *t = b->table;
    size_t start = out->len;
    for (uint32_t c = 0; c < b->end; c = c ? c + 1 : b->from) {
        if (c)
            put_blanks(out, GAP);
        put_cell(out, cell_of(t, row, c), b->widths[c], t->columns[c].number);
    }
    while (out->len > start && out->ptr[out->len - 1] == ' ')
        buf_truncate(out, out->len - 1);
    buf_putc(out, '\n');
}

static void put_block(struct buf *out, const struct block *b)
{
    put_block_row(out, b, HEAD_ROW);
    for (uint32_t r = 0; r < b->table->n_rows; r++)
        put_block_row(out, b, r);
}

/* The end of the block that begins at `from`: as many columns as fit, at least one. */
static uint32_t block_end(const struct table *t, const size_t *widths, uint32_t from)
{
    size_t width = widths[0];
    uint32_t end = from;
    while (end < t->n_columns && (end == from || width + GAP + widths[end] <= LINE_WIDTH))
        width += GAP + widths[end++];
    return end;
}

void table_text(struct buf *out, const struct table *raw)
{
    struct arena scratch = {0};
    const struct table clean = cleaned_table(&scratch, raw), *t = &clean;
    size_t *widths = ARENA_ARRAY(&scratch, size_t, t->n_columns), all = 0;
    for (uint32_t c = 0; c < t->n_columns; c++)
        all += (widths[c] = column_width(t, c)) + (c > 0 ? GAP : 0);
    size_t excess = all > LINE_WIDTH ? all - LINE_WIDTH : 0;
    if (widths[0] >= excess + NARROW)
        widths[0] -= excess;
    else if (excess && widths[0] > WIDE)
        widths[0] = WIDE;
    put_cut(out, str_from(t->title), LINE_WIDTH);
    buf_putc(out, '\n');
    for (uint32_t from = 1, end; from < t->n_columns; from = end) {
        end = block_end(t, widths, from);
        buf_put(out, from > 1 ? STR("\n") : STR(""));
        put_block(out, &(struct block){t, widths, from, end});
    }
    if (t->note)
        buf_printf(out, "%s\n", t->note);
    arena_release(&scratch);
}

/* Markdown */

static void put_escaped(struct buf *out, struct str s, const char *special, const char *before)
{
    for (size_t i = 0; i < s.len; i++) {
        if (s.ptr[i] && strchr(special, s.ptr[i]))
            buf_put(out, str_from(before));
        buf_putc(out, s.ptr[i]);
    }
}

void markdown_put(struct buf *out, struct str s)
{
    put_escaped(out, s, "\\|`*_<>[]#&", "\\");
}

static void put_markdown_row(struct buf *out, const struct table *t, uint32_t row)
{
    for (uint32_t c = 0; c < t->n_columns; c++) {
        buf_put(out, STR("| "));
        markdown_put(out, cell_of(t, row, c));
        buf_putc(out, ' ');
    }
    buf_put(out, STR("|\n"));
}

void table_markdown(struct buf *out, const struct table *raw)
{
    struct arena scratch = {0};
    const struct table clean = cleaned_table(&scratch, raw), *t = &clean;
    buf_put(out, STR("### "));
    markdown_put(out, str_from(t->title));
    buf_put(out, STR("\n\n"));
    put_markdown_row(out, t, HEAD_ROW);
    for (uint32_t c = 0; c < t->n_columns; c++)
        buf_put(out, t->columns[c].number ? STR("| ---: ") : STR("| --- "));
    buf_put(out, STR("|\n"));
    for (uint32_t r = 0; r < t->n_rows; r++)
        put_markdown_row(out, t, r);
    if (t->note)
        buf_printf(out, "\n%s\n", t->note);
    arena_release(&scratch);
}

/* LaTeX */

static void put_latex_text(struct buf *out, struct str s)
{
    static const struct {
        struct str sign;
        const char *text;
    } SPECIAL[] = {{STR_INIT("\\"), "\\textbackslash{}"},
                   {STR_INIT("~"), "\\textasciitilde{}"},
                   {STR_INIT("^"), "\\textasciicircum{}"},
                   {STR_INIT("&"), "\\&"},
                   {STR_INIT("%"), "\\%"},
                   {STR_INIT("$"), "\\$"},
                   {STR_INIT("#"), "\\#"},
                   {STR_INIT("_"), "\\_"},
                   {STR_INIT("{"), "\\{"},
                   {STR_INIT("}"), "\\}"},
                   {STR_INIT(PLUS_MINUS), "$\\pm$"}};
    for (size_t i = 0, len; i < s.len; i += len) {
        struct str text = str_slice(s, i, i + 1);
        len = 1;
        for (size_t k = 0; k < COUNT_OF(SPECIAL); k++)
            if (str_starts(str_slice(s, i, s.len), SPECIAL[k].sign)) {
                text = str_from(SPECIAL[k].text);
                len = SPECIAL[k].sign.len;
            }
        buf_put(out, text);
    }
}

/* A '-' before a number is a minus; alone or between two numbers it is a dash. */
static void put_latex_number(struct buf *out, struct str s)
{
    for (size_t at = 0, dash; at < s.len; at = dash + 1) {
        dash = str_find(s, STR("-"), at);
        put_latex_text(out, str_slice(s, at, dash));
        bool minus = dash + 1 < s.len && (dash == 0 || !ascii_digit(s.ptr[dash - 1]));
        if (dash < s.len)
            buf_put(out, minus ? STR("$-$") : STR("--"));
    }
}

static void put_latex_row(struct buf *out, const struct table *t, uint32_t row)
{
    for (uint32_t c = 0; c < t->n_columns; c++) {
        if (c)
            buf_put(out, STR(" & "));
        if (row == HEAD_ROW || !t->columns[c].number)
            put_latex_text(out, cell_of(t, row, c));
        else
            put_latex_number(out, cell_of(t, row, c));
    }
    buf_put(out, STR(" \\\\\n"));
}

void table_latex(struct buf *out, const struct table *raw)
{
    struct arena scratch = {0};
    const struct table clean = cleaned_table(&scratch, raw), *t = &clean;
    buf_put(out, STR("% "));
    buf_printf(out, "%s\n\\begin{tabular}{", t->title);
    for (uint32_t c = 0; c < t->n_columns; c++)
        buf_putc(out, t->columns[c].number ? 'r' : 'l');
    buf_put(out, STR("}\n\\toprule\n"));
    put_latex_row(out, t, HEAD_ROW);
    buf_put(out, STR("\\midrule\n"));
    for (uint32_t r = 0; r < t->n_rows; r++)
        put_latex_row(out, t, r);
    buf_put(out, STR("\\bottomrule\n\\end{tabular}\n"));
    arena_release(&scratch);
}

/* CSV */

/* Spreadsheets take text that begins like this for a formula; they do not show a quote before it.
 */
static bool is_formula(struct str s)
{
    return s.len > 0 && memchr("=+-@", s.ptr[0], 4);
}

static bool has_any(struct str s, const char *signs)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.ptr[i] && strchr(signs, s.ptr[i]))
            return true;
    return false;
}

void csv_put(struct buf *out, struct str s, bool number)
{
    bool plain = number || !is_formula(s);
    bool bare = plain && !has_any(s, "\",\r\n");
    buf_put(out, bare ? STR("") : STR("\""));
    buf_put(out, plain ? STR("") : STR("'"));
    put_escaped(out, s, "\"", "\"");
    buf_put(out, bare ? STR("") : STR("\""));
}

static void put_csv_row(struct buf *out, const struct table *t, uint32_t row)
{
    csv_put(out, row == HEAD_ROW ? STR("table") : str_from(t->title), false);
    for (uint32_t c = 0; c < t->n_columns; c++) {
        buf_putc(out, ',');
        csv_put(out, cell_of(t, row, c), t->columns[c].number);
    }
    buf_put(out, STR("\r\n"));
}

void table_csv(struct buf *out, const struct table *raw, bool head)
{
    struct arena scratch = {0};
    const struct table clean = cleaned_table(&scratch, raw), *t = &clean;
    if (head)
        put_csv_row(out, t, HEAD_ROW);
    for (uint32_t r = 0; r < t->n_rows; r++)
        put_csv_row(out, t, r);
    arena_release(&scratch);
}
