/* server_address.h: where a server is, and where its requests go.
 *
 * An address is given as its maker prints it: http://host/v1, with the path of requests or without,
 * and perhaps with a query such as ?api-version=2024-10-21, which stays at the end. */
#ifndef TEQL_SYSTEM_SERVER_ADDRESS_H
#define TEQL_SYSTEM_SERVER_ADDRESS_H

#include "system/provider.h"

struct server_address {
    struct str text;  /* as given, without slash at the end: what the server is known by */
    struct str place; /* the same without a query, and without the path of requests */
    struct str query; /* what follows '?'; empty for nothing */
    struct provider provider;
    enum chat_dialect dialect; /* of the path that was given; of the provider where none was */
};

/* Take the address apart, and look up the provider (NULL for none). E_USAGE, without what may be
 * secret, where it makes no sense, or has a name, a password or a key in it. Lives in `a`. */
MUST_USE enum status server_address_read(struct server_address *out, const char *spec,
                                         const char *provider, struct arena *a, struct err *e);

/* Where requests of a dialect go. In `a`. */
const char *server_address_url(const struct server_address *s, enum chat_dialect d,
                               const char *model, struct arena *a);

#endif
