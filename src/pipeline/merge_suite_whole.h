/* merge_suite_whole.h: is the folder of a suite all that its manifest counts? Private to merge. */
#ifndef TEQL_PIPELINE_MERGE_SUITE_WHOLE_H
#define TEQL_PIPELINE_MERGE_SUITE_WHOLE_H

#include "pipeline/manifest_text.h"

/* Read the suite at `dir`, whose manifest is `m`, to its end. E_INPUT or E_SYNTAX, with the file,
 * where lines are missing or make no sense. */
MUST_USE enum status suite_expect_whole(const char *dir, const struct manifest *m, struct err *e);

#endif
