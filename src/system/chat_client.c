/* chat_client.c: requests to the server, with libcurl's multi interface and one thread.
 *
 * Each transfer has a request from the moment it is drawn until its reply, through all waits
 * between attempts, so a server that is busy slows the drawing down. */
#include "base/os.h"
#include "system/chat_server.h"
#include "system/http_status.h"
#include "system/retry.h"
#include "system/run_signals.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <time.h>

enum {
    MAX_REPLY_BYTES = 4 << 20,
    MAX_REQUEST_BYTES = 16 << 20,
    CONNECT_TIMEOUT_MS = 10000,
    TICK_NS = 250000000
};

enum transfer_state { TRANSFER_FREE, TRANSFER_WAITING, TRANSFER_ACTIVE };

struct transfer {
    enum transfer_state state;
    CURL *easy;
    uint32_t slot, seed; /* the source's names for it */
    bool tentative;
    struct buf body, reply;
    char problem[CURL_ERROR_SIZE]; /* libcurl's words for a failure */
    const char *advice;            /* what a user can do about the last failure; or NULL */
    uint32_t attempts;
    int64_t start_ns; /* waiting: when the next attempt begins */
};

struct client {
    const struct chat_server *server;
    const struct chat_source *source;
    CURLM *multi;
    struct curl_slist *heads, *connect; /* of each request */
    struct transfer *transfers;
    uint32_t count, n_busy;
    bool source_ended;
    bool source_waits; /* until a request that is under way is done */
    int64_t now_ns, tick_ns;
    int64_t not_before_ns; /* the server asked for a pause */
    struct failure_streak streak;
    struct rng rng;
    struct arena scratch; /* of a reply */
    enum status status;
    struct err *e;
};

/* Replies. */

static size_t receive_bytes(char *bytes, size_t size, size_t n, void *to)
{
    struct transfer *t = to;
    buf_put(&t->reply, (struct str){bytes, size * n});
    return buf_whole(&t->reply) ? size * n : 0;
}

static void finish_transfer(struct client *c, struct transfer *t, struct chat_outcome outcome)
{
    curl_off_t us = 0;
    curl_easy_getinfo(t->easy, CURLINFO_TOTAL_TIME_T, &us);
    outcome.ms = (double)us / 1e3;
    outcome.attempts = t->attempts;
    t->state = TRANSFER_FREE;
    c->n_busy--;
    c->source_waits = false;
    if (c->status == OK)
        c->status = c->source->done(c->source->ctx, t->slot, &outcome, c->e);
}

/* Every request will fail. What a server says is cut if it would leave no room for the advice. */
static void give_up_server(struct client *c, const struct transfer *t, const char *reason)
{
    enum { ROOM = 100 };
    if (c->status)
        return;
    if (!t->advice)
        c->status = err_set(c->e, E_SYSTEM, "%s: %s", c->server->url, reason);
    else
        c->status = err_set(c->e, E_SYSTEM, "%s: %.*s%s; %s", c->server->url, ROOM, reason,
                            strlen(reason) > ROOM ? "..." : "", t->advice);
}

/* The request has no answer, and will get none in this run. */
static void finish_failed(struct client *c, struct transfer *t, struct chat_outcome outcome)
{
    const char *reason = outcome.error.ptr;
    finish_transfer(c, t, outcome);
    if (!(outcome.final && t->tentative) && streak_failure(&c->streak, t->seed))
        give_up_server(c, t, reason);
}

/* After an attempt that failed. */
static void try_again(struct client *c, struct transfer *t, const char *reason)
{
    struct curl_header *head;
    int64_t after_s = 0;
    if (t->attempts > c->server->options.retries) {
        finish_failed(c, t, (struct chat_outcome){.error = str_from(reason)});
        return;
    }
    if (curl_easy_header(t->easy, "Retry-After", 0, CURLH_HEADER, -1, &head) == CURLHE_OK)
        after_s = retry_after_s(str_from(head->value), (int64_t)time(NULL));
    t->start_ns = c->now_ns +
                  retry_delay_ns(t->attempts + 1, c->server->options.backoff_ms, after_s, &c->rng);
    t->state = TRANSFER_WAITING;
    if (after_s > 0 && t->start_ns > c->not_before_ns)
        c->not_before_ns = t->start_ns; /* every request should wait, not only this one */
}

static void take_reply(struct client *c, struct transfer *t, long status)
{
    const struct secret *key = &c->server->secret;
    struct chat_reply chat;
    chat_read(buf_str(&t->reply), &c->scratch, &chat);
    for (uint32_t i = 0; i < chat.n_choices; i++)
        chat.choices[i].text = secret_blot(key, chat.choices[i].text, &c->scratch);
    struct str said = secret_blot(key, chat.error, &c->scratch);
    enum http_judgement judgement = http_judge(status, key->count > 0, &t->advice);
    if (judgement == HTTP_GOOD && chat.n_choices > 0) {
        streak_answer(&c->streak);
        finish_transfer(c, t, (struct chat_outcome){.reply = &chat, .final = true});
        return;
    }
    if (chat.n_choices > 0)
        said = STR("no message");
    if (judgement == HTTP_FINAL)
        t->advice = http_advice_on_words(said);
    const char *reason = arena_printf(&c->scratch, "status %ld: %.*s", status, STR_ARG(said)).ptr;
    if (judgement == HTTP_POINTLESS)
        give_up_server(c, t, reason);
    else if (judgement == HTTP_FINAL || judgement == HTTP_REFUSED)
        finish_failed(
            c, t,
            (struct chat_outcome){.error = str_from(reason),
                                  .final = judgement == HTTP_FINAL,
                                  .refused = true,
                                  .for_content = http_refuses_content(status, buf_str(&t->reply))});
    else
        try_again(c, t, reason);
}

/* What a user can do about transfers that fail, by libcurl's code. */
static const struct {
    CURLcode code;
    bool unreachable; /* the server is not there, or not to be trusted: so is every attempt */
    const char *advice;
} FAILURES[] = {
    {CURLE_COULDNT_CONNECT, true, "is the server running?"},
    {CURLE_COULDNT_RESOLVE_HOST, true, "is the name of the host right?"},
    {CURLE_COULDNT_RESOLVE_PROXY, true, "is the proxy right that the environment names?"},
    {CURLE_SSL_CONNECT_ERROR, true, "does the server speak https?"},
    {CURLE_SSL_CACERT_BADFILE, true, "--ca-file takes certificates in PEM"},
    {CURLE_PEER_FAILED_VERIFICATION, true, "name its certificate with --ca-file FILE to trust it"},
    {CURLE_OPERATION_TIMEDOUT, false, "--timeout gives it more time"},
};

/* Since 8.6 libcurl has a code for a header that is too large; before, it ran out of memory. */
enum { LINE_TOO_LARGE = 100 };

/* libcurl's own words may quote the server's. */
static const char *describe_failure(struct client *c, struct transfer *t, CURLcode code)
{
    struct arena *a = &c->scratch;
    if (!buf_whole(&t->reply))
        return arena_printf(a, "a reply of more than %d MB", MAX_REPLY_BYTES >> 20).ptr;
    if (code == CURLE_OPERATION_TIMEDOUT)
        return arena_printf(a, "no reply within %.3g s", c->server->options.timeout_ms / 1e3).ptr;
    if ((int)code == LINE_TOO_LARGE ||
        (code == CURLE_OUT_OF_MEMORY && !t->problem[0])) /* there is enough memory (libcurl.c) */
        return "a header line without end";
    struct str words = str_from(t->problem[0] ? t->problem : curl_easy_strerror(code));
    return arena_str(a, secret_blot(&c->server->secret, words, a)).ptr;
}

static void take_failure(struct client *c, struct transfer *t, CURLcode code)
{
    const char *reason = describe_failure(c, t, code);
    bool unreachable = false;
    for (size_t i = 0; i < COUNT_OF(FAILURES); i++)
        if (code == FAILURES[i].code) {
            unreachable = FAILURES[i].unreachable;
            t->advice = FAILURES[i].advice;
        }
    /* A certificate of another host has the same code as one that is not trusted. All of libcurl's
     * libraries for TLS use these words for it. */
    if (code == CURLE_PEER_FAILED_VERIFICATION && strstr(t->problem, "subject name"))
        t->advice = "use a name that the certificate is for";
    if (unreachable && streak_unreachable(&c->streak))
        give_up_server(c, t, reason);
    else
        try_again(c, t, reason);
}

static void take_result(struct client *c, struct transfer *t, CURLcode code)
{
    struct arena_mark mark = arena_mark(&c->scratch);
    long status = 0;
    curl_multi_remove_handle(c->multi, t->easy);
    curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
    if (code == CURLE_OK)
        take_reply(c, t, status);
    else
        take_failure(c, t, code);
    arena_rewind(&c->scratch, mark);
}

static void take_results(struct client *c)
{
    CURLMsg *m;
    int left;
    while (c->status == OK && (m = curl_multi_info_read(c->multi, &left))) {
        if (m->msg != CURLMSG_DONE)
            continue;
        char *transfer = NULL;
        CURLcode code = m->data.result; /* the message goes with its handle */
        curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &transfer);
        take_result(c, (struct transfer *)(void *)transfer, code);
    }
}

/* Requests. */

static void draw_request(struct client *c, struct transfer *t)
{
    struct chat_request request;
    enum ask_next what = ASK_NO_MORE;
    c->status = c->source->next(c->source->ctx, t->slot, &request, &what, c->e);
    c->source_ended = c->status || what == ASK_NO_MORE;
    c->source_waits = what == ASK_LATER;
    if (c->status || what != ASK_THIS)
        return;
    t->seed = request.for_seed;
    t->tentative = request.tentative;
    t->state = TRANSFER_WAITING;
    t->attempts = 0;
    t->start_ns = c->now_ns;
    c->n_busy++;
    buf_clear(&t->body);
    chat_server_put_request(c->server, &request, &t->body);
    if (!buf_whole(&t->body))
        c->status = err_set(c->e, E_LIMIT, "request of more than %d bytes", MAX_REQUEST_BYTES);
}

static void start_attempt(struct client *c, struct transfer *t)
{
    buf_clear(&t->reply);
    t->problem[0] = '\0';
    t->advice = NULL;
    t->attempts++;
    t->state = TRANSFER_ACTIVE;
    pace_take(c->server->pace, c->now_ns);
    curl_easy_setopt(t->easy, CURLOPT_POSTFIELDS, t->body.ptr);
    curl_easy_setopt(t->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)t->body.len);
    CURLMcode code = curl_multi_add_handle(c->multi, t->easy);
    if (code != CURLM_OK)
        give_up_server(c, t, curl_multi_strerror(code));
}

/* When the attempt may begin: not before the server wants it, nor faster than the user does. */
static int64_t attempt_start(const struct client *c, const struct transfer *t)
{
    int64_t at = pace_next(c->server->pace, c->now_ns);
    at = at > c->not_before_ns ? at : c->not_before_ns;
    return at > t->start_ns ? at : t->start_ns;
}

/* Does the source have a request now? */
static bool source_has_more(const struct client *c)
{
    return !c->source_ended && !c->source_waits;
}

static void begin_attempts(struct client *c)
{
    for (uint32_t i = 0; i < c->count && c->status == OK; i++) {
        struct transfer *t = &c->transfers[i];
        if (t->state == TRANSFER_FREE && source_has_more(c))
            draw_request(c, t);
        if (c->status == OK && t->state == TRANSFER_WAITING && attempt_start(c, t) <= c->now_ns &&
            request_watch_take(c->server->options.watch))
            start_attempt(c, t);
    }
}

/* If the user allows no more requests and some are left, end when none is under way. */
static void heed_client_limit(struct client *c)
{
    const struct request_watch *watch = c->server->options.watch;
    if (c->status || c->n_busy == 0 || request_watch_left(watch) > 0)
        return;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->transfers[i].state == TRANSFER_ACTIVE)
            return;
    c->status = request_watch_spent(watch, c->e);
}

/* The loop. */

static int client_wait_ms(const struct client *c)
{
    int64_t until = c->tick_ns;
    bool may_start = request_watch_left(c->server->options.watch) > 0;
    for (uint32_t i = 0; i < c->count && may_start; i++) {
        const struct transfer *t = &c->transfers[i];
        if (t->state == TRANSFER_WAITING && attempt_start(c, t) < until)
            until = attempt_start(c, t);
        else if (t->state == TRANSFER_FREE && source_has_more(c))
            until = c->now_ns;
    }
    return until <= c->now_ns ? 0 : (int)((until - c->now_ns) / 1000000) + 1;
}

static void tick_client(struct client *c)
{
    c->now_ns = monotonic_ns();
    if (c->now_ns < c->tick_ns)
        return;
    c->tick_ns = c->now_ns + TICK_NS;
    if (c->source->tick)
        c->source->tick(c->source->ctx);
    if (c->status == OK && c->server->options.stop && *c->server->options.stop)
        c->status = err_set(c->e, E_SYSTEM, "interrupted");
}

static void run_client(struct client *c)
{
    tick_client(c);
    while (c->status == OK && (c->n_busy > 0 || !c->source_ended)) {
        int running;
        begin_attempts(c);
        heed_client_limit(c);
        curl_multi_perform(c->multi, &running);
        take_results(c);
        if (c->status == OK && c->n_busy > 0)
            curl_multi_poll(c->multi, NULL, 0, client_wait_ms(c), NULL);
        tick_client(c);
    }
}

/* If the machine has no more sockets, that says nothing about the server: the run fails. */
static curl_socket_t open_socket(void *to, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct client *c = to;
    struct err e;
    (void)purpose;
    int fd = os_open_socket(address->family, address->socktype, address->protocol);
    if (fd < 0 && err_io(&e, c->server->url, "open a socket") == E_HOST && c->status == OK) {
        c->status = e.code;
        *c->e = e;
    }
    return fd < 0 ? CURL_SOCKET_BAD : fd;
}

static void init_transfer(struct client *c, struct transfer *t, uint32_t slot)
{
    const struct chat_server *s = c->server;
    const struct system_options *o = &s->options;
    long connect_ms = o->timeout_ms < CONNECT_TIMEOUT_MS ? (long)o->timeout_ms : CONNECT_TIMEOUT_MS;
    *t = (struct transfer){.easy = curl_easy_init(), .slot = slot};
    buf_limit(&t->body, MAX_REQUEST_BYTES);
    buf_limit(&t->reply, MAX_REPLY_BYTES);
    curl_easy_setopt(t->easy, CURLOPT_URL, s->url);
    curl_easy_setopt(t->easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(t->easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(t->easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(t->easy, CURLOPT_HTTPHEADER, c->heads);
    curl_easy_setopt(t->easy, CURLOPT_TIMEOUT_MS, (long)o->timeout_ms);
    curl_easy_setopt(t->easy, CURLOPT_CONNECTTIMEOUT_MS, connect_ms);
    curl_easy_setopt(t->easy, CURLOPT_WRITEFUNCTION, receive_bytes);
    curl_easy_setopt(t->easy, CURLOPT_WRITEDATA, t);
    curl_easy_setopt(t->easy, CURLOPT_PRIVATE, t);
    curl_easy_setopt(t->easy, CURLOPT_ERRORBUFFER, t->problem);
    curl_easy_setopt(t->easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(t->easy, CURLOPT_OPENSOCKETDATA, c);
    curl_easy_setopt(t->easy, CURLOPT_CONNECT_TO, c->connect);
    /* Certificates that nobody names stay those that libcurl was built with. */
    if (s->ca_file)
        curl_easy_setopt(t->easy, CURLOPT_CAINFO, s->ca_file);
    if (s->ca_file && o->ca_file)
        curl_easy_setopt(t->easy, CURLOPT_CAPATH, NULL);
    if (s->ca_folder)
        curl_easy_setopt(t->easy, CURLOPT_CAPATH, s->ca_folder);
}

static void init_client(struct client *c)
{
    const struct chat_server *s = c->server;
    c->count = s->options.concurrency;
    c->multi = curl_multi_init();
    for (uint32_t i = 0; i < s->heads.n_lines; i++)
        c->heads = curl_slist_append(c->heads, s->heads.lines[i]);
    if (s->connect)
        c->connect = curl_slist_append(NULL, s->connect);
    c->transfers = mem_resize_array(NULL, c->count, sizeof *c->transfers);
    c->rng = rng_stream((uint64_t)monotonic_ns(), STR("backoff"), 0);
    for (uint32_t i = 0; i < c->count; i++) {
        init_transfer(c, &c->transfers[i], i);
        if (!c->transfers[i].easy || !c->multi)
            give_up_server(c, &c->transfers[i], "cannot begin a transfer");
    }
}

static void release_client(struct client *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        struct transfer *t = &c->transfers[i];
        if (t->state == TRANSFER_ACTIVE)
            curl_multi_remove_handle(c->multi, t->easy);
        curl_easy_cleanup(t->easy);
        buf_release(&t->body);
        buf_release(&t->reply);
    }
    curl_multi_cleanup(c->multi);
    curl_slist_free_all(c->heads);
    curl_slist_free_all(c->connect);
    free(c->transfers);
    arena_release(&c->scratch);
}

enum status chat_run(const struct chat_server *s, const struct chat_source *source, struct err *e)
{
    struct client c = {.server = s,
                       .source = source,
                       .streak = {.answered = source->answered, .all_seeds = source->n_seeds},
                       .e = e};
    struct run_signals signals;
    run_signals_begin(&signals); /* TLS writes to closed connections */
    init_client(&c);
    run_client(&c);
    release_client(&c);
    run_signals_end(&signals);
    return c.status;
}
