/* chat.c: what the interfaces of language models have in common, and where they differ. */
#include "system/chat.h"

#include "base/json_merge.h"
#include "system/reply_json.h"

#include <math.h>

/* The names of settings, and where they are in a request. A setting without a name is not sent.
 */
static const struct {
    struct str name, path; /* in data/servers/providers.tsv; of addresses */
    struct str n, limit, seed, stop;
    struct str options; /* the object that settings are in; empty for the request itself */
    bool is_text;       /* one prompt, no messages */
    bool system_apart;  /* the system's text is not one of the messages */
    bool one_sampling;  /* temperature or top_p: today's models refuse both together */
} DIALECTS[N_CHAT_DIALECTS] = {
    [CHAT_COMPLETIONS] = {.name = STR_INIT("chat"),
                          .path = STR_INIT("/chat/completions"),
                          .n = STR_INIT("n"),
                          .limit = STR_INIT("max_tokens"),
                          .seed = STR_INIT("seed"),
                          .stop = STR_INIT("stop")},
    [CHAT_TEXT] = {.name = STR_INIT("text"),
                   .path = STR_INIT("/completions"),
                   .n = STR_INIT("n"),
                   .limit = STR_INIT("max_tokens"),
                   .seed = STR_INIT("seed"),
                   .stop = STR_INIT("stop"),
                   .is_text = true},
    [CHAT_MESSAGES] = {.name = STR_INIT("messages"),
                       .path = STR_INIT("/messages"),
                       .limit = STR_INIT("max_tokens"),
                       .stop = STR_INIT("stop_sequences"),
                       .system_apart = true,
                       .one_sampling = true},
    [CHAT_OLLAMA] = {.name = STR_INIT("ollama"),
                     .path = STR_INIT("/api/chat"),
                     .limit = STR_INIT("num_predict"),
                     .seed = STR_INIT("seed"),
                     .stop = STR_INIT("stop"),
                     .options = STR_INIT("options")},
};

enum chat_dialect chat_dialect_named(struct str name)
{
    enum chat_dialect d = CHAT_COMPLETIONS;
    while (d < N_CHAT_DIALECTS && !str_eq(DIALECTS[d].name, name))
        d++;
    return d;
}

struct str chat_dialect_path(enum chat_dialect d)
{
    return DIALECTS[d].path;
}

/* A longer path comes before one that it ends with. */
enum chat_dialect chat_dialect_of_address(struct str address)
{
    enum chat_dialect d = CHAT_COMPLETIONS;
    while (d < N_CHAT_DIALECTS && !str_ends(address, DIALECTS[d].path))
        d++;
    return d;
}

/* Requests */

static void put_count(struct json_writer *w, struct str name, int64_t n)
{
    if (name.len == 0)
        return;
    json_key(w, name);
    json_put_int(w, n);
}

static void put_message(struct json_writer *w, struct str role, struct str content)
{
    json_object_open(w);
    json_key_str(w, "role", role);
    json_key_str(w, "content", content);
    json_object_close(w);
}

static void put_messages(struct json_writer *w, enum chat_dialect d, const struct chat_request *r)
{
    bool apart = DIALECTS[d].system_apart;
    if (r->system.len > 0 && apart)
        json_key_str(w, "system", r->system);
    json_key_array(w, "messages");
    if (r->system.len > 0 && !apart)
        put_message(w, STR("system"), r->system);
    put_message(w, STR("user"), r->prompt);
    json_array_close(w);
}

/* A single text begins with the system's message. */
static void put_prompt(struct json_writer *w, const struct chat_request *r)
{
    struct buf text = {0};
    buf_put(&text, r->system);
    buf_put(&text, r->system.len > 0 ? STR("\n") : STR(""));
    buf_put(&text, r->prompt);
    json_key_str(w, "prompt", buf_str(&text));
    buf_release(&text);
}

static void put_settings(struct json_writer *w, const struct chat_form *f,
                         const struct chat_request *r)
{
    enum chat_dialect d = f->dialect;
    if (r->temperature >= 0)
        json_key_double(w, "temperature", r->temperature);
    if (r->top_p >= 0 && (r->temperature < 0 || !DIALECTS[d].one_sampling))
        json_key_double(w, "top_p", r->top_p);
    if (r->n > 0)
        put_count(w, DIALECTS[d].n, r->n);
    if (r->max_tokens > 0)
        put_count(w, f->limit.len > 0 ? f->limit : DIALECTS[d].limit, r->max_tokens);
    if (r->sampling_seed >= 0)
        put_count(w, DIALECTS[d].seed, r->sampling_seed);
    if (f->n_stops == 0)
        return;
    json_key(w, DIALECTS[d].stop);
    json_array_open(w);
    for (uint32_t i = 0; i < f->n_stops; i++)
        json_put_str(w, f->stops[i]);
    json_array_close(w);
}

static void put_plain(struct buf *out, const struct chat_form *f, struct str model,
                      const struct chat_request *r)
{
    struct str options = DIALECTS[f->dialect].options;
    struct json_writer w = json_writer_to(out);
    json_object_open(&w);
    json_key_str(&w, "model", model);
    if (DIALECTS[f->dialect].is_text)
        put_prompt(&w, r);
    else
        put_messages(&w, f->dialect, r);
    if (options.len > 0) {
        json_key(&w, options);
        json_object_open(&w);
    }
    put_settings(&w, f, r);
    if (options.len > 0)
        json_object_close(&w);
    json_object_close(&w);
}

/* Append `plain`, an object of ours, with the patches merged into it. */
static void put_patched(struct buf *out, const struct chat_form *f, struct str plain)
{
    struct arena a = {0};
    for (int i = 0; i < CHAT_PATCHES; i++) {
        struct buf merged = {0};
        struct json_writer w = json_writer_to(&merged);
        if (!f->patches[i].raw.ptr)
            continue;
        json_merge(&w, (struct json_value){JSON_KIND_OBJECT, plain}, f->patches[i], &a);
        plain = buf_keep(&merged, &a);
    }
    buf_put(out, plain);
    arena_release(&a);
}

void chat_put_request(struct buf *out, const struct chat_form *f, struct str model,
                      const struct chat_request *r)
{
    struct buf plain = {0};
    put_plain(&plain, f, model, r);
    put_patched(out, f, buf_str(&plain));
    buf_release(&plain);
}

void chat_put_rating(struct buf *out, const struct chat_form *f, struct str model, struct str text)
{
    struct buf plain = {0};
    struct json_writer w = json_writer_to(&plain);
    json_object_open(&w);
    json_key_str(&w, "model", model);
    json_key_str(&w, "prompt", text);
    json_key_count(&w, "max_tokens", 0);
    json_key_bool(&w, "echo", true);
    json_key_count(&w, "logprobs", 1);
    json_object_close(&w);
    put_patched(out, f, buf_str(&plain));
    buf_release(&plain);
}

/* All names that servers have for the greatest number of tokens of a reply. */
static const struct str LIMITS[] = {STR_INIT("max_completion_tokens"), STR_INIT("max_tokens"),
                                    STR_INIT("num_predict")};

uint32_t chat_form_limit(const struct chat_form *f, uint32_t max_tokens)
{
    const struct chat_request r = {
        .temperature = -1, .top_p = -1, .max_tokens = max_tokens, .sampling_seed = -1};
    struct str options = DIALECTS[f->dialect].options;
    struct arena a = {0};
    struct buf body = {0};
    uint64_t limit = 0;
    chat_put_request(&body, f, STR(""), &r);
    struct json_value object = {JSON_KIND_OBJECT, buf_str(&body)};
    if (options.len > 0)
        object = json_member(&a, object, options);
    for (size_t i = 0; i < COUNT_OF(LIMITS) && limit == 0; i++)
        json_count(json_member(&a, object, LIMITS[i]), UINT32_MAX, &limit);
    buf_release(&body);
    arena_release(&a);
    return (uint32_t)limit;
}

bool chat_form_sends_seed(const struct chat_form *f)
{
    struct str seed = DIALECTS[f->dialect].seed, options = DIALECTS[f->dialect].options;
    struct arena a = {0};
    bool sends = seed.len > 0;
    for (int i = 0; i < CHAT_PATCHES && sends; i++) {
        struct json_value patch = f->patches[i];
        if (options.len > 0)
            patch = json_member(&a, patch, options);
        sends = !json_member(&a, patch, seed).raw.ptr;
    }
    arena_release(&a);
    return sends;
}

/* Replies */

/* {"error": {"message": …}}, {"error": …}, {"message": …} or {"detail": …} */
static struct str server_message(struct json_value root, struct arena *a)
{
    const struct str keys[] = {STR("error"), STR("message"), STR("detail")};
    struct json_value error = json_member(a, root, STR("error"));
    struct str text = json_text_copy(a, json_member(a, error, STR("message")));
    for (size_t i = 0; !text.ptr && i < COUNT_OF(keys); i++)
        text = json_any_text(a, json_member(a, root, keys[i]));
    return text;
}

/* Some servers give the content as a list of parts, and some of these are thoughts. */
static struct str content_text(struct json_value content, struct arena *a)
{
    if (content.kind != JSON_KIND_ARRAY)
        return json_text_copy(a, content);
    struct json_reader parts = json_reader_of(a, content.raw);
    struct buf text = {0};
    for (struct json_value part; json_next_item(&parts, &part);) {
        struct str type = json_text(a, json_member(a, part, STR("type")));
        if (!type.ptr || str_ends(type, STR("text")))
            buf_put(&text, json_text(a, json_member(a, part, STR("text"))));
    }
    return buf_keep(&text, a);
}

/* The probabilities of the tokens of a text, if they were asked for. */
static void read_rating(struct json_value choice, struct arena *a, struct chat_choice *out)
{
    struct json_value ratings = json_member(a, choice, STR("logprobs"));
    struct json_reader logs = json_reader_of(a, json_member(a, ratings, STR("token_logprobs")).raw);
    struct json_reader begins = json_reader_of(a, json_member(a, ratings, STR("text_offset")).raw);
    for (struct json_value log, begin; json_next_item(&logs, &log);) {
        struct chat_token token = {.log_probability = NAN};
        json_number(log, &token.log_probability);
        if (json_next_item(&begins, &begin))
            json_count(begin, INT64_MAX, &token.begin);
        ARENA_ADD(a, out->tokens, out->n_tokens, token);
    }
}

/* Reasons for the end of a reply that mean that the model had more to say. */
static const struct str CUT_OFF[] = {STR_INIT("length"), STR_INIT("max_tokens"),
                                     STR_INIT("model_context_window_exceeded")};

static bool is_cut_off(struct json_value object, struct str reason, struct arena *a)
{
    return STR_IN(json_text(a, json_member(a, object, reason)), CUT_OFF);
}

/* False if it is not a message at all. */
static bool read_choice(struct json_value choice, struct arena *a, struct chat_choice *out)
{
    struct json_value message = json_member(a, choice, STR("message"));
    *out = (struct chat_choice){.cut_off = is_cut_off(choice, STR("finish_reason"), a)};
    if (message.raw.ptr) {
        out->text = content_text(json_member(a, message, STR("content")), a);
        if (!out->text.ptr)
            out->text = STR(""); /* a model that calls tools or refuses says nothing */
    } else {
        out->text = json_text_copy(a, json_member(a, choice, STR("text")));
        read_rating(choice, a, out);
    }
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
        ARENA_ADD(a, out->choices, out->n_choices, choice);
    }
}

/* A reply that is one message: {"content": […], "stop_reason": …} is Anthropic's, {"message": {…},
 * "done_reason": …} Ollama's. */
static void read_message(struct json_value root, struct arena *a, struct chat_reply *out)
{
    struct json_value content = json_member(a, root, STR("content"));
    struct chat_choice only = {.cut_off = is_cut_off(root, STR("stop_reason"), a) ||
                                          is_cut_off(root, STR("done_reason"), a)};
    if (content.kind != JSON_KIND_ARRAY)
        content = json_member(a, json_member(a, root, STR("message")), STR("content"));
    only.text = content_text(content, a);
    if (!only.text.ptr)
        return;
    ARENA_ADD(a, out->choices, out->n_choices, only);
}

/* A number of tokens, small enough that a few of them can be added; 0 if it is not given. */
static uint64_t tokens_of(struct json_value object, struct str name, struct arena *a)
{
    uint64_t n = 0;
    json_count(json_member(a, object, name), INT64_MAX / 4, &n);
    return n;
}

/* Anthropic counts the tokens that its server had in its cache apart. */
static uint64_t input_tokens(struct json_value usage, struct arena *a)
{
    return tokens_of(usage, STR("input_tokens"), a) +
           tokens_of(usage, STR("cache_creation_input_tokens"), a) +
           tokens_of(usage, STR("cache_read_input_tokens"), a);
}

static uint64_t first_of(uint64_t a, uint64_t b, uint64_t c)
{
    return a ? a : b ? b : c;
}

/* A server between may repeat a number under other names: the first counts. */
static void read_usage(struct json_value root, struct arena *a, struct answer_tokens *t)
{
    struct json_value usage = json_member(a, root, STR("usage"));
    struct json_value details = json_member(a, usage, STR("completion_tokens_details"));
    t->prompt = first_of(tokens_of(usage, STR("prompt_tokens"), a), input_tokens(usage, a),
                         tokens_of(root, STR("prompt_eval_count"), a));
    t->completion =
        first_of(tokens_of(usage, STR("completion_tokens"), a),
                 tokens_of(usage, STR("output_tokens"), a), tokens_of(root, STR("eval_count"), a));
    t->reasoning = tokens_of(details, STR("reasoning_tokens"), a);
}

void chat_read(struct str body, struct arena *a, struct chat_reply *out)
{
    *out = (struct chat_reply){.n_choices = 0};
    struct json_value root;
    if (reply_json_read(body, a, &root)) {
        read_choices(json_member(a, root, STR("choices")), a, out);
        if (out->n_choices == 0)
            read_message(root, a, out);
        read_usage(root, a, &out->tokens);
        if (out->n_choices > 0)
            return;
        out->error = server_message(root, a);
        if (!out->error.ptr)
            out->error = STR("the reply is JSON, but not that of a chat");
    } else {
        out->error = body.len > 0 ? arena_str(a, body) : STR("empty reply");
    }
    out->error = str_trim(out->error);
    if (out->error.len == 0)
        out->error = STR("no message");
}
