/* provider.h: what is known of servers by the name of who makes them: data/servers/providers.tsv.
 */
#ifndef TEQL_SYSTEM_PROVIDER_H
#define TEQL_SYSTEM_PROVIDER_H

#include "base/err.h"
#include "system/chat.h"

/* A line of the table, which says what each means. What has nothing is empty. */
struct provider {
    struct str name, address, root, query;
    enum chat_dialect dialect;
    struct str key, header, limit, body;
};

/* What the table says of provider `name`, NULL where none is named, at an address whose path is
 * `path`, without a slash at its end. E_USAGE for a name that it does not have. */
MUST_USE enum status provider_find(const char *name, struct str path, struct provider *out,
                                   struct err *e);

/* Append the names, with | between them. */
void provider_names(struct buf *out);

#endif
