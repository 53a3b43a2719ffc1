/* table.h: a table of text, and the ways of writing one. */
#ifndef TEQL_REPORT_TABLE_H
#define TEQL_REPORT_TABLE_H

#include "base/arena.h"
#include "base/buf.h"
#include "report/spread.h"

#include <stdint.h>

struct table_column {
    const char *name;
    bool number; /* aligned right, and without quotes in CSV */
};

/* Cells may hold hostile text: the functions that write a table make each one line, safe to show.
 */
struct table {
    const char *title, *note; /* note: the meaning of the figures, or NULL */
    const struct table_column *columns;
    uint32_t n_columns, n_rows;
    struct str *cells; /* n_rows * n_columns, row after row */
};

struct table_list {
    struct table *items;
    uint32_t count;
};

/* Append a table, unless it has no rows. */
void table_list_push(struct arena *a, struct table_list *list, struct table t);

/* Add a row; the caller fills its cells. TABLE_ROW takes the first of them. */
struct str *table_add(struct arena *a, struct table *t);
void table_add_cells(struct arena *a, struct table *t, const struct str *cells, uint32_t n);
#define TABLE_ROW(a, t, ...)                                                                       \
    table_add_cells(a, t, (const struct str[]){__VA_ARGS__},                                       \
                    COUNT_OF(((const struct str[]){__VA_ARGS__})))

/* Cells: a count; a rate from 0 to 1 in percent, or "-" for a negative (unknown) one. */
struct str table_count(struct arena *a, uint64_t n);
struct str table_percent(struct arena *a, double rate);

/* The same of several runs, with the spread between them: "12.3 ± 0.6". Without a spread for one
 * run, or if a count is the same in all runs. */
struct str table_spread(struct arena *a, struct spread rate);
struct str table_count_spread(struct arena *a, struct spread count);

/* A relative change in percent, "-59.3%"; "-" for NAN. */
struct str table_change(struct arena *a, double change);

/* For a terminal: columns as wide as their widest cell, with two blanks between them. If a row is
 * longer than 80 characters, the first column is cut, with "…" in the middle of its text. If that
 * is not enough, the other columns are set in blocks, one below the other, each of which begins
 * with the first column. */
void table_text(struct buf *out, const struct table *t);

void table_markdown(struct buf *out, const struct table *t);

/* One line of text, with everything escaped that Markdown would interpret. */
void markdown_put(struct buf *out, struct str s);

/* A LaTeX tabular environment with booktabs rules. */
void table_latex(struct buf *out, const struct table *t);

/* RFC 4180, with the title as first column, so that several tables with the same columns make one
 * file: `head` asks for the line of names. */
void table_csv(struct buf *out, const struct table *t, bool head);

/* Append one cell of CSV (RFC 4180), quoted if needed. Text that a spreadsheet would take for a
 * formula gets a quote before it. */
void csv_put(struct buf *out, struct str s, bool number);

#endif
