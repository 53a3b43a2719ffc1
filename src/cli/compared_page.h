/* compared_page.h: the page of `teql compare`, with the texts of the cases that it shows. */
#ifndef TEQL_CLI_COMPARED_PAGE_H
#define TEQL_CLI_COMPARED_PAGE_H

#include "cli/compared_runs.h"

/* Write the page of the files, which are added up in `c`, to `out`. Where they are not in memory,
 * the page shows cases of evenly chosen seeds, some `hold` cases of all files together; its figures
 * are of all cases. */
MUST_USE enum status compared_page_write(struct compared_runs *files,
                                         const struct system_comparison *c, uint32_t hold,
                                         const char *out, struct err *e);

#endif
