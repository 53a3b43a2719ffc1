/* roff.h: text as man and its kin read it. */
#ifndef TEQL_CLI_ROFF_H
#define TEQL_CLI_ROFF_H

#include "base/str.h"

#include <stdio.h>

/* Write `text` so that it is shown as it is: no line of it is taken for a request, nothing in it
 * for an escape. What is not ASCII is written by code point, so that the page is ASCII. Must start
 * at the beginning of a line or behind text; may hold newlines. */
void roff_text(FILE *out, struct str text);

#endif
