/* copy_notice.c: one line about many copies. */
#include "store/copy_notice.h"

#include "base/printable.h"

void copy_notice_tell(const struct copy_losses *losses, const struct listener *l)
{
    struct arena a = {0};
    if (losses->count)
        listener_notice(l, "copies of databases are made without %s",
                        some_names(&a, losses->items, losses->count).ptr);
    arena_release(&a);
}
