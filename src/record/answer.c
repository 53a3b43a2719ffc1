/* answer.c: the members of an answer. */
#include "record/answer.h"

#include <stddef.h>

#define FIELD(name) offsetof(struct answer, name)

/* JSON has no number above INT64_MAX. */
static uint64_t bounded_sum(uint64_t x, uint64_t y)
{
    return x > (uint64_t)INT64_MAX - y ? (uint64_t)INT64_MAX : x + y;
}

void answer_tokens_add(struct answer_tokens *sum, struct answer_tokens more)
{
    sum->prompt = bounded_sum(sum->prompt, more.prompt);
    sum->completion = bounded_sum(sum->completion, more.completion);
    sum->reasoning = bounded_sum(sum->reasoning, more.reasoning);
}

/* One of the numbers of struct answer_tokens; `arg` is its offset. Those of prompt and completion
 * are both written, or neither. */

static void put_tokens(struct json_writer *w, const void *field, const void *arg)
{
    FORM_U64.put(w, (const char *)field + *(const size_t *)arg, NULL);
}

static bool get_tokens(struct record_reader *r, struct json_value v, const void *arg, void *field)
{
    return FORM_U64.get(r, v, NULL, (char *)field + *(const size_t *)arg);
}

static bool has_tokens(const void *field, const void *arg)
{
    const struct answer_tokens *t = field;
    return arg == &TOKENS_REASONING ? t->reasoning > 0 : t->prompt || t->completion;
}

const struct member_form FORM_TOKENS = {put_tokens, get_tokens, has_tokens, NULL};
const size_t TOKENS_PROMPT = offsetof(struct answer_tokens, prompt),
             TOKENS_COMPLETION = offsetof(struct answer_tokens, completion),
             TOKENS_REASONING = offsetof(struct answer_tokens, reasoning);

static const char *const FAILURES[] = {"none", "outage", "cut off"};

const struct name_list ANSWER_FAILURE_NAMES = NAMES_OF(FAILURES);

static const struct member MEMBERS[] = {
    {"id", &FORM_TEXT, FIELD(id), MEMBER_NEEDED, NULL},
    {"sql", &FORM_TEXT, FIELD(sql), MEMBER_ALWAYS, NULL},
    {"ms", &FORM_NUMBER, FIELD(ms), MEMBER_ALWAYS, NULL},
    {"error", &FORM_ANY_TEXT, FIELD(error), MEMBER_ALWAYS, NULL},
    {"failure", &FORM_NAME, FIELD(failure), MEMBER_WHERE_SET, &ANSWER_FAILURE_NAMES},
    {"cut_off", &FORM_FLAG, FIELD(cut_off), MEMBER_WHERE_SET, NULL},
    {"repeat", &FORM_U32, FIELD(repeat), MEMBER_ALWAYS, NULL},
    {"prompt_tokens", &FORM_TOKENS, FIELD(tokens), MEMBER_WHERE_SET, &TOKENS_PROMPT},
    {"completion_tokens", &FORM_TOKENS, FIELD(tokens), MEMBER_WHERE_SET, &TOKENS_COMPLETION},
    {"reasoning_tokens", &FORM_TOKENS, FIELD(tokens), MEMBER_WHERE_SET, &TOKENS_REASONING},
};

const struct record ANSWER_RECORD = RECORD_OF(MEMBERS);
