/* own_folder.c: one folder in /tmp for each test program. */
#include "own_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/teql-test-XXXXXX";

const char *own_folder(void)
{
    return folder;
}

const char *in_folder(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

int own_folder_make(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

int own_folder_remove(void **state)
{
    (void)state;
    return rmdir(folder);
}
