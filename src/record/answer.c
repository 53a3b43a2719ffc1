/* answer.c: the members of an answer. */
#include "record/answer.h"

#include <stddef.h>

#define FIELD(name) offsetof(struct answer, name)

/* Both numbers or none */

static void put_prompt(struct json_writer *w, const void *field, const void *arg)
{
    (void)arg;
    json_put_int(w, (int64_t)((const struct answer_tokens *)field)->prompt);
}

static void put_completion(struct json_writer *w, const void *field, const void *arg)
{
    (void)arg;
    json_put_int(w, (int64_t)((const struct answer_tokens *)field)->completion);
}

static bool get_prompt(struct arena *a, struct json_value v, const void *arg, void *field)
{
    (void)a, (void)arg;
    json_count(v, INT64_MAX, &((struct answer_tokens *)field)->prompt);
    return true;
}

static bool get_completion(struct arena *a, struct json_value v, const void *arg, void *field)
{
    (void)a, (void)arg;
    json_count(v, INT64_MAX, &((struct answer_tokens *)field)->completion);
    return true;
}

static bool has_tokens(const void *field, const void *arg)
{
    const struct answer_tokens *t = field;
    (void)arg;
    return t->prompt || t->completion;
}

static const struct member_form FORM_PROMPT = {put_prompt, get_prompt, has_tokens};
static const struct member_form FORM_COMPLETION = {put_completion, get_completion, has_tokens};

static const struct member MEMBERS[] = {
    {"id", &FORM_TEXT, FIELD(id), MEMBER_ALWAYS, NULL},
    {"sql", &FORM_TEXT, FIELD(sql), MEMBER_ALWAYS, NULL},
    {"ms", &FORM_NUMBER, FIELD(ms), MEMBER_ALWAYS, NULL},
    {"error", &FORM_ANY_TEXT, FIELD(error), MEMBER_ALWAYS, NULL},
    {"repeat", &FORM_U32, FIELD(repeat), MEMBER_ALWAYS, NULL},
    {"prompt_tokens", &FORM_PROMPT, FIELD(tokens), MEMBER_WHERE_SET, NULL},
    {"completion_tokens", &FORM_COMPLETION, FIELD(tokens), MEMBER_WHERE_SET, NULL},
};

const struct record ANSWER_RECORD = RECORD_OF(MEMBERS);
