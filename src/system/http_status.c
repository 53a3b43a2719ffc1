/* http_status.c: tables of statuses and words. */
#include "system/http_status.h"

static const char GIVE_KEY[] = "give a key with --key-env VAR",
                  CHECK_KEY[] = "is the key right that --key-env names?",
                  FOLLOW[] = "give the address that it leads to",
                  CHECK_ADDRESS[] = "are address, --provider and --model right?",
                  SLOW_DOWN[] = "try a lower --concurrency, or --rate";

/* The first that fits counts. */
static const struct {
    long from, to;
    enum http_judgement judgement;
    const char *without_key, *with_key; /* advice */
} STATUSES[] = {
    {200, 299, HTTP_GOOD, NULL, NULL},
    {300, 399, HTTP_POINTLESS, FOLLOW, FOLLOW},
    {401, 401, HTTP_POINTLESS, GIVE_KEY, CHECK_KEY},
    {403, 403, HTTP_REFUSED, GIVE_KEY, CHECK_KEY},
    {404, 404, HTTP_POINTLESS, CHECK_ADDRESS, CHECK_ADDRESS},
    {408, 408, HTTP_AGAIN, NULL, NULL},
    {425, 425, HTTP_AGAIN, NULL, NULL},
    {429, 429, HTTP_AGAIN, SLOW_DOWN, SLOW_DOWN},
    {400, 400, HTTP_FINAL, NULL, NULL},
    {413, 414, HTTP_FINAL, NULL, NULL},
    {422, 422, HTTP_FINAL, NULL, NULL},
    {400, 499, HTTP_REFUSED, NULL, NULL},
};

enum http_judgement http_judge(long status, bool has_key, const char **advice)
{
    *advice = NULL;
    for (size_t i = 0; i < COUNT_OF(STATUSES); i++)
        if (status >= STATUSES[i].from && status <= STATUSES[i].to) {
            *advice = has_key ? STATUSES[i].with_key : STATUSES[i].without_key;
            return STATUSES[i].judgement;
        }
    return HTTP_AGAIN;
}

/* What today's servers say of fields that they want otherwise. */
static const struct {
    struct str word;
    const char *advice;
} ADVICE[] = {
    {STR_INIT("max_completion_tokens"), "try --provider openai, or --body"},
    {STR_INIT("temperature"), "try --no-temperature"},
    {STR_INIT("anthropic-version"), "try --provider anthropic"},
};

const char *http_advice_on_words(struct str said)
{
    for (size_t i = 0; i < COUNT_OF(ADVICE); i++)
        if (str_find(said, ADVICE[i].word, 0) < said.len)
            return ADVICE[i].advice;
    return NULL;
}

/* These are about the size of the request, whatever the words are. */
enum { CONTENT_TOO_LARGE = 413, ADDRESS_TOO_LONG = 414 };

/* In the words or error codes of OpenAI and Azure, vLLM, llama.cpp and Ollama. */
static const struct str WORDS[] = {
    STR_INIT("context_length"),    STR_INIT("context length"), STR_INIT("context size"),
    STR_INIT("context_size"),      STR_INIT("context window"), STR_INIT("too long"),
    STR_INIT("too many tokens"),   STR_INIT("too many input"), STR_INIT("content_filter"),
    STR_INIT("content filter"),    STR_INIT("content_policy"), STR_INIT("content policy"),
    STR_INIT("content management")};

bool http_refuses_content(long status, struct str words)
{
    if (status == CONTENT_TOO_LARGE || status == ADDRESS_TOO_LONG)
        return true;
    for (size_t i = 0; i < COUNT_OF(WORDS); i++)
        for (size_t at = 0; at + WORDS[i].len <= words.len; at++)
            if (str_eq_nocase(str_slice(words, at, at + WORDS[i].len), WORDS[i]))
                return true;
    return false;
}
