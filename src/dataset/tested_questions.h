/* tested_questions.h: published questions, each of which tests one element of SQL.
 *
 * A file of lines with tabs between the fields. The first line names them: element, db_id,
 * question, query, in any order. */
#ifndef TEQL_DATASET_TESTED_QUESTIONS_H
#define TEQL_DATASET_TESTED_QUESTIONS_H

#include "dataset/dataset.h"

/* Does the file at `path` begin like such a file? False also if it cannot be read. */
bool tested_questions_look(const char *path);

/* Replace the seeds of `d` by those of the file. Known elements get the names that they have
 * elsewhere.
 * `*unknown` counts the lines that are left out because no subject has their db_id. Errors name
 * file and line. */
MUST_USE enum status tested_questions_read(struct dataset *d, const char *path, uint64_t *unknown,
                                           struct err *e);

#endif
