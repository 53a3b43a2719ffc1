/* printer.h: what print_expr.c and print_query.c share; private to them. */
#ifndef TEQL_SQL_PRINTER_H
#define TEQL_SQL_PRINTER_H

#include "sql/print.h"

/* With the quotes it was written with. */
void print_name(struct buf *out, const struct sql_name *name);

/* schema.table.name, leaving out what is absent; either may be NULL. */
void print_qualified(struct buf *out, const struct sql_name *schema, const struct sql_name *table,
                     const struct sql_name *name);

void print_names(struct buf *out, const struct sql_name *names, uint32_t count); /* (a, b) */
void print_exprs(struct buf *out, const struct sql_expr_list *list);             /* a, b */
void print_order(struct buf *out, const char *before,
                 const struct sql_order *order);                /* or nothing */
void print_window(struct buf *out, const struct sql_window *w); /* (…) */
void print_table(struct buf *out, const struct sql_from *f);    /* table or function(…) */

#endif
