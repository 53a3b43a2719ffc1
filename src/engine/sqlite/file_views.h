/* file_views.h: are the views of a file short and simple enough to be read? Inside the engine only.
 *
 * SQLite writes views out into each other and goes down them by recursion; for a NATURAL join it
 * compares all columns with all columns, and reads no clock. */
#ifndef TEQL_ENGINE_SQLITE_FILE_VIEWS_H
#define TEQL_ENGINE_SQLITE_FILE_VIEWS_H

struct connection;

/* Look at the views of the file and of the original that is attached. `*problem` is NULL where they
 * will do. Returns SQLite's result code. */
int file_views_check(struct connection *c, const char **problem);

#endif
