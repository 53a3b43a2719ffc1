/* tested_questions.h: questions that each test one element of SQL, as they were published.
 *
 * A file of lines with tabs between the fields. The first line names them: element, db_id,
 * question, query, in any order. */
#ifndef TEQL_DATASET_TESTED_QUESTIONS_H
#define TEQL_DATASET_TESTED_QUESTIONS_H

#include "dataset/dataset.h"

/* Does the file at `path` begin as such a file does? False too for what cannot be read. */
bool tested_questions_look(const char *path);

/* Make the seeds of `d` anew of the file. Elements have the names that they have elsewhere, as far
 * as they are known. `*unknown` counts the lines whose db_id is none of the subjects; they are left
 * out. Errors name file and line. */
MUST_USE enum status tested_questions_read(struct dataset *d, const char *path, uint64_t *unknown,
                                           struct err *e);

#endif
