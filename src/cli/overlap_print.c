/* overlap_print.c: shares in whole percent. */
#include "cli/overlap_print.h"

#include <stdio.h>

enum { CELL = 16 };

static void print_columns(const char *named, const char *renamed, const char *edits)
{
    printf(" %10s %7s %8s\n", named, renamed, edits);
}

void overlap_print_titles(void)
{
    print_columns("named, %", "new, %", "edits, %");
}

static void write_percent(char cell[CELL], const struct overlap *o, enum overlap_figure f)
{
    double rate = overlap_rate(o, f);
    if (rate < 0)
        snprintf(cell, CELL, "-");
    else
        snprintf(cell, CELL, "%.0f", 100 * rate);
}

void overlap_print(const struct overlap *o)
{
    char before[CELL], after[CELL], renamed[CELL], edits[CELL], named[2 * CELL + 4] = "-";
    write_percent(before, o, OVERLAP_NAMED_BEFORE);
    write_percent(after, o, OVERLAP_NAMED_AFTER);
    write_percent(renamed, o, OVERLAP_NEW_WORDS);
    write_percent(edits, o, OVERLAP_EDITS);
    if (overlap_rate(o, OVERLAP_NAMED_BEFORE) >= 0)
        snprintf(named, sizeof named, "%s to %s", before, after);
    print_columns(named, renamed, edits);
}
