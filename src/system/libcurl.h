/* libcurl.h: what libcurl does besides requests (chat_client.c), without its own header. */
#ifndef TEQL_SYSTEM_LIBCURL_H
#define TEQL_SYSTEM_LIBCURL_H

#include "base/arena.h"

#include <time.h>

/* To be called before anything else of libcurl; false if libcurl cannot be used. Calls are counted:
 * each that returned true needs a libcurl_end. */
bool libcurl_begin(void);
void libcurl_end(void);

/* The host of an address (http://host:8000/v1), or of HOST:PORT, as libcurl reads it, in `a`; or a
 * NULL ptr. */
struct str host_of_address(struct arena *a, const char *address);

/* A date of HTTP as a number that time() gives; -1 if the text is not a date. */
time_t time_of_date(const char *date);

#endif
