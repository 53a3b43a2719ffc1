/* asking_file.h: the answers of a system, written as predictions. */
#ifndef TEQL_ASKING_ASKING_FILE_H
#define TEQL_ASKING_ASKING_FILE_H

#include "asking/ask.h"

/* Write them to `path`, and beside that who was asked, and how (about.h). */
MUST_USE enum status asking_write(struct asking *a, const char *path, struct err *e);

#endif
