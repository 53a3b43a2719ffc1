/* man_page.h: the manual page, for section 1.
 *
 * Commands, options and exit codes come from the tables that --help shows; what is said beside them
 * is in docs/man.txt. */
#ifndef TEQL_CLI_MAN_PAGE_H
#define TEQL_CLI_MAN_PAGE_H

#include <stdio.h>

/* Write the page with the macros of man(7). */
void man_page_write(FILE *out);

#endif
