/* http_refusal.c: statuses and words. */
#include "system/http_refusal.h"

/* They are about the size of the request, whatever is said. */
enum { CONTENT_TOO_LARGE = 413, ADDRESS_TOO_LONG = 414 };

/* In the words or error codes of OpenAI and Azure, vLLM, llama.cpp and Ollama. */
static const struct str WORDS[] = {
    STR_INIT("context_length"),    STR_INIT("context length"), STR_INIT("context size"),
    STR_INIT("context_size"),      STR_INIT("context window"), STR_INIT("too long"),
    STR_INIT("too many tokens"),   STR_INIT("too many input"), STR_INIT("content_filter"),
    STR_INIT("content filter"),    STR_INIT("content_policy"), STR_INIT("content policy"),
    STR_INIT("content management")};

static bool holds_nocase(struct str text, struct str word)
{
    for (size_t at = 0; at + word.len <= text.len; at++)
        if (str_eq_nocase(str_slice(text, at, at + word.len), word))
            return true;
    return false;
}

bool http_refuses_content(long status, struct str words)
{
    if (status == CONTENT_TOO_LARGE || status == ADDRESS_TOO_LONG)
        return true;
    for (size_t i = 0; i < COUNT_OF(WORDS); i++)
        if (holds_nocase(words, WORDS[i]))
            return true;
    return false;
}
