/* copies.c: a temporary folder for databases. */
#include "store/copies.h"

#include "base/folder.h"
#include "base/temporary.h"
#include "engine/database_files.h"
#include "store/database_copy.h"

#include <stdlib.h>
#include <unistd.h>

void copies_sweep(void)
{
    temporaries_sweep(temporary_place());
}

static enum status open_folder(struct copies *c, struct err *e)
{
    struct arena a = {0};
    enum status status = OK;
    const char *target = arena_printf(&a, "%s/databases", temporary_place()).ptr;
    if (!c->folder && (c->hold = temporary_folder(target, &c->folder)) < 0)
        status = err_io(e, temporary_place(), "make a folder for databases");
    arena_release(&a);
    return status;
}

enum status copies_make(struct copies *c, struct arena *a, const char *original,
                        const struct migration *m, struct str db_id, struct str *path,
                        struct err *e)
{
    enum status status = open_folder(c, e);
    if (status)
        return status;
    *path = database_file_path(a, str_from(c->folder), db_id);
    return database_copy(original, m, path->ptr, e);
}

void copies_release(struct copies *c)
{
    if (!c->folder)
        return;
    folder_remove(c->folder);
    free(c->folder);
    close(c->hold);
    *c = (struct copies){0};
}
