/* http_advice.c: the next step, by status and by libcurl's code. */
#include "system/http_advice.h"

#include <curl/curl.h>
#include <string.h>

static const char GIVE_KEY[] = "give a key with --key-env VAR",
                  CHECK_KEY[] = "is the key right that --key-env names?";

static const struct {
    long from, to;
    const char *without_key, *with_key;
} STATUSES[] = {
    {300, 399, "give the address that it leads to", "give the address that it leads to"},
    {401, 401, GIVE_KEY, CHECK_KEY},
    {403, 403, GIVE_KEY, CHECK_KEY},
    {404, 404, "are address, --provider and --model right?",
     "are address, --provider and --model right?"},
    {429, 429, "try a lower --concurrency, or --rate", "try a lower --concurrency, or --rate"},
};

/* What today's servers say of fields that they want otherwise. */
static const struct {
    struct str word;
    const char *advice;
} WORDS[] = {
    {STR_INIT("max_completion_tokens"), "try --provider openai, or --body"},
    {STR_INIT("temperature"), "try --no-temperature"},
    {STR_INIT("anthropic-version"), "try --provider anthropic"},
};

static const struct {
    CURLcode code;
    const char *advice;
} FAILURES[] = {
    {CURLE_COULDNT_CONNECT, "is the server running?"},
    {CURLE_COULDNT_RESOLVE_HOST, "is the name of the host right?"},
    {CURLE_COULDNT_RESOLVE_PROXY, "is the proxy right that the environment names?"},
    {CURLE_SSL_CONNECT_ERROR, "does the server speak https?"},
    {CURLE_SSL_CACERT_BADFILE, "--ca-file takes certificates in PEM"},
    {CURLE_PEER_FAILED_VERIFICATION, "name its certificate with --ca-file FILE to trust it"},
    {CURLE_OPERATION_TIMEDOUT, "--timeout gives it more time"},
};

const char *http_advice_on_status(long status, bool has_key)
{
    for (size_t i = 0; i < COUNT_OF(STATUSES); i++)
        if (status >= STATUSES[i].from && status <= STATUSES[i].to)
            return has_key ? STATUSES[i].with_key : STATUSES[i].without_key;
    return NULL;
}

const char *http_advice_on_words(struct str said)
{
    for (size_t i = 0; i < COUNT_OF(WORDS); i++)
        if (str_find(said, WORDS[i].word, 0) < said.len)
            return WORDS[i].advice;
    return NULL;
}

/* A certificate that is of another host has the same code as one that is not trusted. All of
 * libcurl's libraries for TLS have these words for it. */
const char *http_advice_on_failure(int code, const char *words)
{
    if (code == CURLE_PEER_FAILED_VERIFICATION && strstr(words, "subject name"))
        return "use a name that the certificate is for";
    for (size_t i = 0; i < COUNT_OF(FAILURES); i++)
        if (code == (int)FAILURES[i].code)
            return FAILURES[i].advice;
    return NULL;
}
