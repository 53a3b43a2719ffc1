/* own_folder.h: an empty folder for one test program, as a cmocka fixture of its group. */
#ifndef TEQL_TESTS_SUPPORT_OWN_FOLDER_H
#define TEQL_TESTS_SUPPORT_OWN_FOLDER_H

/* Make it; remove it, which fails if something is left in it. */
int own_folder_make(void **state);
int own_folder_remove(void **state);

/* Its path, and that of a file in it, which is good until the next call. */
const char *own_folder(void);
const char *in_folder(const char *name);

#endif
