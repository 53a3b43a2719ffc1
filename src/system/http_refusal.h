/* http_refusal.h: is a request refused for what it asks, or because the server cannot be used as it
 * is?
 *
 * Both come as the same statuses. A prompt that is longer than the model can read, or that a filter
 * does not let through, is a fact about the question. An option that the server does not know is
 * none. */
#ifndef TEQL_SYSTEM_HTTP_REFUSAL_H
#define TEQL_SYSTEM_HTTP_REFUSAL_H

#include "base/str.h"

/* Does a server that gives this status, with these words (the body as it came), speak of what the
 * request holds? */
bool http_refuses_content(long status, struct str words);

#endif
