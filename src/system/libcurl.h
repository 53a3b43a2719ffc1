/* libcurl.h: what libcurl does besides requests (chat_client.c). Who includes this does not see its
 * own header. */
#ifndef TEQL_SYSTEM_LIBCURL_H
#define TEQL_SYSTEM_LIBCURL_H

#include "base/arena.h"

#include <time.h>

/* To be called before anything else of libcurl; false where it cannot be used. Calls are counted:
 * each that was true has its end. */
bool libcurl_begin(void);
void libcurl_end(void);

/* The host of an address (http://host:8000/v1), or of HOST:PORT, as libcurl reads it; ptr NULL
 * where there is none. In `a`. */
struct str host_of_address(struct arena *a, const char *address);

/* The time that a date of HTTP is, as time() tells it; -1 for what is no date. */
time_t time_of_date(const char *date);

#endif
