/* overlap_print.h: the last columns of tables of cases: how much they still share with their seeds.
 */
#ifndef TEQL_CLI_OVERLAP_PRINT_H
#define TEQL_CLI_OVERLAP_PRINT_H

#include "record/overlap.h"

/* Their titles, and the end of the line. */
void overlap_print_titles(void);

/* The figures of a row, "-" for what is unknown, and the end of the line. */
void overlap_print(const struct overlap *o);

#endif
