/* http_status.h: what a server means by a status and its words, and what a user can do. */
#ifndef TEQL_SYSTEM_HTTP_STATUS_H
#define TEQL_SYSTEM_HTTP_STATUS_H

#include "base/str.h"

/* What a status means for the request. */
enum http_judgement {
    HTTP_GOOD,
    HTTP_AGAIN,    /* the next attempt may go better */
    HTTP_FINAL,    /* this request fails as long as the server stays as it is */
    HTTP_REFUSED,  /* not now; another run may try */
    HTTP_POINTLESS /* every request will fail */
};

/* `*advice`: what a user can do, or NULL. `has_key`: a key was sent. */
enum http_judgement http_judge(long status, bool has_key, const char **advice);

/* Advice about a request that the server refused with these words; or NULL. */
const char *http_advice_on_words(struct str said);

/* Is the request refused for what it asks, or because the server cannot be used as it is? Both come
 * with the same statuses, so `words`, the body as it came, decides. A prompt that is longer than
 * the model can read, or that a filter does not let through, is a fact about the question. An
 * option that the server does not know is not. */
bool http_refuses_content(long status, struct str words);

#endif
