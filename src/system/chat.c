/* chat.c: what OpenAI's interface and its many imitators have in common. */
#include "system/chat.h"

#include "base/json_writer.h"
#include "base/utf8.h"
#include "system/json_text.h"

enum { MAX_ERROR_BYTES = 300 };

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

/* At most MAX_ERROR_BYTES, cut between characters. */
static struct str shorten(struct str s, struct arena *a)
{
    s = str_trim(s);
    if (s.len <= MAX_ERROR_BYTES)
        return s;
    size_t len = 0, n;
    while ((n = utf8_length(s, len)), n = n ? n : 1, len + n <= MAX_ERROR_BYTES)
        len += n;
    return arena_printf(a, "%.*s...", (int)len, s.ptr);
}

/* {"error": {"message": …}}, {"error": …}, {"message": …} or {"detail": …} */
static struct str server_message(const json_t *root, struct arena *a)
{
    const char *const keys[] = {"error", "message", "detail"};
    struct str text = json_text_member(json_object_get(root, "error"), "message", a);
    for (size_t i = 0; !text.ptr && i < sizeof keys / sizeof *keys; i++)
        text = json_text_any_member(root, keys[i], a);
    return text;
}

static uint64_t token_count(const json_t *root, const char *key)
{
    json_int_t n = json_integer_value(json_object_get(json_object_get(root, "usage"), key));
    return n > 0 ? (uint64_t)n : 0;
}

/* Some servers give the content as a list of parts. */
static struct str content_text(const json_t *message, struct arena *a)
{
    const json_t *parts = json_object_get(message, "content");
    if (!json_is_array(parts))
        return json_text_member(message, "content", a);
    struct buf text;
    buf_init(&text, SIZE_MAX / 2);
    for (size_t i = 0; i < json_array_size(parts); i++) {
        const json_t *part = json_object_get(json_array_get(parts, i), "text");
        if (json_is_string(part))
            buf_put(&text, (struct str){json_string_value(part), json_string_length(part)});
    }
    struct str copy = arena_str(a, buf_str(&text));
    buf_release(&text);
    return copy;
}

static void read_root(const json_t *root, struct arena *a, struct chat_reply *out)
{
    const json_t *choice = json_array_get(json_object_get(root, "choices"), 0);
    const json_t *message = json_object_get(choice, "message");
    out->text = content_text(message, a);
    if (!out->text.ptr && message)
        out->text = STR(""); /* a model that calls tools or refuses says nothing */
    out->prompt_tokens = token_count(root, "prompt_tokens");
    out->completion_tokens = token_count(root, "completion_tokens");
    if (out->text.ptr)
        return;
    out->error = server_message(root, a);
    if (!out->error.ptr)
        out->error = STR("the reply is JSON, but not that of a chat");
}

void chat_read(struct str body, struct arena *a, struct chat_reply *out)
{
    *out = (struct chat_reply){.text = {NULL, 0}};
    json_t *root = json_text_load(body, a);
    if (root)
        read_root(root, a, out);
    else
        out->error = body.len > 0 ? arena_str(a, body) : STR("empty reply");
    json_decref(root);
    if (!out->text.ptr)
        out->error = shorten(out->error, a);
    if (!out->text.ptr && out->error.len == 0)
        out->error = STR("no message");
}
