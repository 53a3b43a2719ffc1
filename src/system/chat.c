/* chat.c: what OpenAI's interface and its many imitators have in common. */
#include "system/chat.h"

#include "base/json_writer.h"
#include "system/reply_json.h"

#include <math.h>

static void put_number(struct json_writer *w, struct str name, double x)
{
    if (x < 0)
        return;
    json_key(w, name);
    json_put_double(w, x);
}

static void put_count(struct json_writer *w, struct str name, uint32_t n)
{
    if (n == 0)
        return;
    json_key(w, name);
    json_put_int(w, n);
}

void chat_put_request(struct buf *out, struct str model, const struct chat_request *r)
{
    struct json_writer w = json_writer_to(out);
    json_object_open(&w);
    json_key(&w, STR("model"));
    json_put_str(&w, model);
    json_key(&w, STR("messages"));
    json_array_open(&w);
    json_object_open(&w);
    json_key(&w, STR("role"));
    json_put_str(&w, STR("user"));
    json_key(&w, STR("content"));
    json_put_str(&w, r->prompt);
    json_object_close(&w);
    json_array_close(&w);
    put_number(&w, STR("temperature"), r->temperature);
    put_number(&w, STR("top_p"), r->top_p);
    put_count(&w, STR("n"), r->n);
    put_count(&w, STR("max_tokens"), r->max_tokens);
    if (r->sampling_seed >= 0) {
        json_key(&w, STR("seed"));
        json_put_int(&w, r->sampling_seed);
    }
    json_object_close(&w);
}

void chat_put_rating(struct buf *out, struct str model, struct str text)
{
    struct json_writer w = json_writer_to(out);
    json_object_open(&w);
    json_key(&w, STR("model"));
    json_put_str(&w, model);
    json_key(&w, STR("prompt"));
    json_put_str(&w, text);
    json_key(&w, STR("max_tokens"));
    json_put_int(&w, 0);
    json_key(&w, STR("echo"));
    json_put_bool(&w, true);
    json_key(&w, STR("logprobs"));
    json_put_int(&w, 1);
    json_object_close(&w);
}

/* {"error": {"message": …}}, {"error": …}, {"message": …} or {"detail": …} */
static struct str server_message(struct json_value root, struct arena *a)
{
    const struct str keys[] = {STR("error"), STR("message"), STR("detail")};
    struct json_value error = json_member(a, root, STR("error"));
    struct str text = json_text_copy(a, json_member(a, error, STR("message")));
    for (size_t i = 0; !text.ptr && i < sizeof keys / sizeof *keys; i++)
        text = json_any_text(a, json_member(a, root, keys[i]));
    return text;
}

/* Some servers give the content as a list of parts. */
static struct str content_text(struct json_value content, struct arena *a)
{
    if (content.kind != JSON_KIND_ARRAY)
        return json_text_copy(a, content);
    struct json_reader parts = json_reader_of(a, content.raw);
    struct buf text = {0};
    for (struct json_value part; json_next_item(&parts, &part);)
        buf_put(&text, json_text(a, json_member(a, part, STR("text"))));
    struct str copy = arena_str(a, buf_str(&text));
    buf_release(&text);
    return copy;
}

/* What a model says of the tokens of a text. False where the choice is no such thing. */
static bool read_rating(struct json_value choice, struct arena *a, struct chat_choice *out)
{
    struct json_value ratings = json_member(a, choice, STR("logprobs"));
    struct json_reader logs = json_reader_of(a, json_member(a, ratings, STR("token_logprobs")).raw);
    struct json_reader begins = json_reader_of(a, json_member(a, ratings, STR("text_offset")).raw);
    *out = (struct chat_choice){.text = json_text_copy(a, json_member(a, choice, STR("text")))};
    if (!ratings.raw.ptr || !out->text.ptr)
        return false;
    for (struct json_value log, begin; json_next_item(&logs, &log);) {
        struct chat_token token = {.log_probability = NAN};
        json_number(log, &token.log_probability);
        if (json_next_item(&begins, &begin))
            json_count(begin, INT64_MAX, &token.begin);
        ARENA_PUSH(a, out->tokens, out->n_tokens);
        out->tokens[out->n_tokens++] = token;
    }
    return true;
}

/* False where it is no message at all. */
static bool read_choice(struct json_value choice, struct arena *a, struct chat_choice *out)
{
    struct json_value message = json_member(a, choice, STR("message"));
    if (!message.raw.ptr && read_rating(choice, a, out))
        return true;
    *out = (struct chat_choice){
        .text = content_text(json_member(a, message, STR("content")), a),
        .cut_off =
            str_eq(json_text(a, json_member(a, choice, STR("finish_reason"))), STR("length"))};
    if (!out->text.ptr && message.raw.ptr)
        out->text = STR(""); /* a model that calls tools or refuses says nothing */
    return out->text.ptr;
}

static void read_choices(struct json_value choices, struct arena *a, struct chat_reply *out)
{
    struct json_reader json = json_reader_of(a, choices.raw);
    struct chat_choice choice;
    if (choices.kind != JSON_KIND_ARRAY)
        return;
    for (struct json_value v; out->n_choices < CHAT_MAX_CHOICES && json_next_item(&json, &v) &&
                              read_choice(v, a, &choice);) {
        ARENA_PUSH(a, out->choices, out->n_choices);
        out->choices[out->n_choices++] = choice;
    }
}

static void read_root(struct json_value root, struct arena *a, struct chat_reply *out)
{
    struct json_value usage = json_member(a, root, STR("usage"));
    read_choices(json_member(a, root, STR("choices")), a, out);
    json_count(json_member(a, usage, STR("prompt_tokens")), INT64_MAX, &out->tokens.prompt);
    json_count(json_member(a, usage, STR("completion_tokens")), INT64_MAX, &out->tokens.completion);
    if (out->n_choices > 0)
        return;
    out->error = server_message(root, a);
    if (!out->error.ptr)
        out->error = STR("the reply is JSON, but not that of a chat");
}

void chat_read(struct str body, struct arena *a, struct chat_reply *out)
{
    *out = (struct chat_reply){.n_choices = 0};
    struct json_value root;
    if (reply_json_read(body, a, &root))
        read_root(root, a, out);
    else
        out->error = body.len > 0 ? arena_str(a, body) : STR("empty reply");
    if (out->n_choices > 0)
        return;
    out->error = str_trim(out->error);
    if (out->error.len == 0)
        out->error = STR("no message");
}
