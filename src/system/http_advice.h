/* http_advice.h: what a user can do about a server that cannot be asked. */
#ifndef TEQL_SYSTEM_HTTP_ADVICE_H
#define TEQL_SYSTEM_HTTP_ADVICE_H

#include "base/str.h"

/* About a status that the server replied with; NULL for none. `has_key`: one was sent. */
const char *http_advice_on_status(long status, bool has_key);

/* About a request that the server refused with these words; NULL for none. */
const char *http_advice_on_words(struct str said);

/* About a transfer that failed with `code`, a CURLcode, and libcurl's words for it; NULL for none.
 */
const char *http_advice_on_failure(int code, const char *words);

#endif
