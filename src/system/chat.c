/* chat.c: what OpenAI's interface and its many imitators have in common. */
#include "system/chat.h"

#include "base/json_writer.h"
#include "system/reply_json.h"

void chat_put_request(struct buf *out, const struct system_options *o, uint32_t repeat,
                      struct str prompt)
{
    struct json_writer w = json_writer_to(out);
    json_object_open(&w);
    json_key(&w, STR("model"));
    json_put_str(&w, str_from(o->model));
    json_key(&w, STR("messages"));
    json_array_open(&w);
    json_object_open(&w);
    json_key(&w, STR("role"));
    json_put_str(&w, STR("user"));
    json_key(&w, STR("content"));
    json_put_str(&w, prompt);
    json_object_close(&w);
    json_array_close(&w);
    if (o->temperature >= 0) {
        json_key(&w, STR("temperature"));
        json_put_double(&w, o->temperature);
    }
    if (o->max_tokens) {
        json_key(&w, STR("max_tokens"));
        json_put_int(&w, o->max_tokens);
    }
    if (o->has_seed) {
        json_key(&w, STR("seed"));
        json_put_int(&w, (int64_t)o->seed + repeat);
    }
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

static void read_root(struct json_value root, struct arena *a, struct chat_reply *out)
{
    struct json_value choice = json_item(json_member(a, root, STR("choices")), 0);
    struct json_value message = json_member(a, choice, STR("message"));
    struct json_value usage = json_member(a, root, STR("usage"));
    out->cut_off =
        str_eq(json_text(a, json_member(a, choice, STR("finish_reason"))), STR("length"));
    out->text = content_text(json_member(a, message, STR("content")), a);
    if (!out->text.ptr && message.raw.ptr)
        out->text = STR(""); /* a model that calls tools or refuses says nothing */
    json_count(json_member(a, usage, STR("prompt_tokens")), INT64_MAX, &out->tokens.prompt);
    json_count(json_member(a, usage, STR("completion_tokens")), INT64_MAX, &out->tokens.completion);
    if (out->text.ptr)
        return;
    out->error = server_message(root, a);
    if (!out->error.ptr)
        out->error = STR("the reply is JSON, but not that of a chat");
}

void chat_read(struct str body, struct arena *a, struct chat_reply *out)
{
    *out = (struct chat_reply){.text = {NULL, 0}};
    struct json_value root;
    if (reply_json_read(body, a, &root))
        read_root(root, a, out);
    else
        out->error = body.len > 0 ? arena_str(a, body) : STR("empty reply");
    if (!out->text.ptr)
        out->error = str_trim(out->error);
    if (!out->text.ptr && out->error.len == 0)
        out->error = STR("no message");
}
