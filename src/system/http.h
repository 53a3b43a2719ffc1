/* http.h: an OpenAI-compatible server as the system under test.
 *
 * The key is sent to the address that was given and to no other (redirects are not followed), and
 * is blotted out of whatever the server says (secret.h). */
#ifndef TEQL_SYSTEM_HTTP_H
#define TEQL_SYSTEM_HTTP_H

#include "system/prompt.h"
#include "system/secret.h"
#include "system/system.h"

#include <curl/curl.h>

struct http {
    struct arena arena;
    struct system_options options;
    uint32_t retries;
    struct str base;                 /* as given, without slash at the end */
    const char *url;                 /* of chat/completions */
    struct str key;                  /* a NULL ptr for none */
    struct secret secret;            /* the same, to be hidden */
    struct curl_slist *heads;        /* of each request */
    const char *ca_file, *ca_folder; /* certificates to trust; NULL for the usual */
    struct prompt_template prompt;
    struct prompt_tables tables;
    struct buf text; /* of the prompt that is being made */
};

/* Ask everything; see system_run. */
MUST_USE enum status http_client_run(struct http *h, const struct ask_source *source,
                                     struct err *e);

#endif
