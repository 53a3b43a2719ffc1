/* server_address.h: where a server is, where its requests go, and what is known of its provider.
 *
 * An address is given as its maker prints it: http://host/v1, with the path of requests or without,
 * and perhaps with a query such as ?api-version=2024-10-21, which stays at the end. */
#ifndef TEQL_SYSTEM_SERVER_ADDRESS_H
#define TEQL_SYSTEM_SERVER_ADDRESS_H

#include "base/err.h"
#include "system/chat.h"

/* A line of data/servers/providers.tsv, which says what each column means. An empty text is one
 * that the provider does not have. */
struct provider {
    struct str name, address, root, query;
    enum chat_dialect dialect;
    struct str key, header, limit, body;
};

/* What the table says of provider `name` (NULL if the user named none) at an address whose path is
 * `path`, without a slash at its end. E_USAGE for a name that the table does not have. */
MUST_USE enum status provider_find(const char *name, struct str path, struct provider *out,
                                   struct err *e);

/* Append the names, with | between them. */
void provider_names(struct buf *out);

struct server_address {
    struct str text;  /* as given, without slash at the end: what the server is known by */
    struct str place; /* the same without a query, and without the path of requests */
    struct str query; /* what follows '?'; empty for nothing */
    struct provider provider;
    enum chat_dialect dialect; /* of the path that was given, or else of the provider */
};

/* Take the address apart, and look up the provider (NULL for none). E_USAGE, without what may be
 * secret, if it makes no sense, or has a name, a password or a key in it. Lives in `a`. */
MUST_USE enum status server_address_read(struct server_address *out, const char *spec,
                                         const char *provider, struct arena *a, struct err *e);

/* Where requests of a dialect go. In `a`. */
const char *server_address_url(const struct server_address *s, enum chat_dialect d,
                               const char *model, struct arena *a);

/* Is it a name or a number of this machine itself: localhost, 127.0.0.1, [::1] … ? A name that
 * merely leads there is not: nobody is asked where names lead. */
bool host_is_loopback(struct str host);

#endif
