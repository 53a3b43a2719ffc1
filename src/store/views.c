/* views.c: putting up the views of a migration. */
#include "store/views.h"

#include "migration/migration_select.h"

enum status database_show(struct database *d, const struct migration *m, struct err *e)
{
    struct arena a = {0};
    struct migration_views views = migration_views(&a, m);
    enum status status = OK;
    for (uint32_t i = 0; i < views.count && status == OK; i++)
        status = database_add_view(d, views.items[i].name, views.items[i].definition, e);
    arena_release(&a);
    return status;
}
