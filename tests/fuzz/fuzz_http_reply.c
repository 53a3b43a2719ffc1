/* fuzz_http_reply.c: any bytes as what a server sends, all the way through libcurl.
 *
 * Each connection is one end of a pair of sockets; the input is written to the other end, and
 * nothing more. The clock is ours too (CMakeLists.txt says how the calls come here), so waiting for
 * a server takes no time. Whatever the input is, each request has one outcome, and none contains
 * the key. */
#include "base/deadline.h"
#include "input.h"
#include "schema/schema_json.h"
#include "system/system.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { REQUESTS = 3, KEPT_REPLY = 1 << 16 };

static const char KEY[] = "sk-fuzz/key+0123456789";

/* What the wrapped calls need; libcurl has no other way to reach it. */
static struct {
    struct str reply;
    int64_t now_ns;
    int servers[64];
    uint32_t n_servers;
} network;

/* The network */

static curl_socket_t open_connection(void *ctx, curlsocktype purpose, struct curl_sockaddr *address)
{
    int ends[2];
    (void)ctx;
    (void)purpose;
    (void)address;
    if (network.n_servers == COUNT_OF(network.servers))
        return CURL_SOCKET_BAD;
    require(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    size_t len = network.reply.len < KEPT_REPLY ? network.reply.len : KEPT_REPLY;
    require(len == 0 || send(ends[1], network.reply.ptr, len, MSG_DONTWAIT) == (ssize_t)len);
    require(shutdown(ends[1], SHUT_WR) == 0);
    network.servers[network.n_servers++] = ends[1];
    return ends[0];
}

/* The one that libcurl finds first. Version 7.88 ignores its own option for sockets that are
 * already connected. */
int connect(int fd, const struct sockaddr *address, socklen_t len)
{
    (void)fd;
    (void)address;
    (void)len;
    return 0;
}

static void close_network(void)
{
    while (network.n_servers > 0)
        close(network.servers[--network.n_servers]);
}

CURLMcode __real_curl_multi_add_handle(CURLM *m, CURL *easy);
CURLMcode __wrap_curl_multi_add_handle(CURLM *m, CURL *easy);
CURLMcode __real_curl_multi_poll(CURLM *m, struct curl_waitfd *fds, unsigned n, int ms, int *ready);
CURLMcode __wrap_curl_multi_poll(CURLM *m, struct curl_waitfd *fds, unsigned n, int ms, int *ready);
int64_t __wrap_monotonic_ns(void);

CURLMcode __wrap_curl_multi_add_handle(CURLM *m, CURL *easy)
{
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_connection);
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    return __real_curl_multi_add_handle(m, easy);
}

/* The whole input is there already: if nothing is ready, time passes. */
CURLMcode __wrap_curl_multi_poll(CURLM *m, struct curl_waitfd *fds, unsigned n, int ms, int *ready)
{
    network.now_ns += (int64_t)ms * 1000000;
    (void)ready;
    return __real_curl_multi_poll(m, fds, n, 0, NULL);
}

int64_t __wrap_monotonic_ns(void)
{
    return network.now_ns;
}

/* The requests */

struct asked {
    uint32_t drawn, done, answered;
    const struct schema *schema;
    struct str schema_json;
};

static void require_secret(struct str text)
{
    if (text.ptr)
        require(str_find(text, STR(KEY), 0) == text.len);
}

static enum ask_next next(void *ctx, struct ask_request *out)
{
    struct asked *a = ctx;
    if (a->drawn == REQUESTS)
        return ASK_NO_MORE;
    *out = (struct ask_request){.number = a->drawn++,
                                .id = STR("seed-0"),
                                .db_id = STR("t"),
                                .question = STR("How many?"),
                                .schema = a->schema,
                                .schema_json = a->schema_json};
    return ASK_THIS;
}

static enum status done(void *ctx, const struct ask_request *r, const struct answer *reply,
                        struct err *e)
{
    struct asked *a = ctx;
    (void)r;
    (void)e;
    require(++a->done <= REQUESTS);
    a->answered += reply->sql.ptr != NULL;
    require(!reply->sql.ptr != !reply->error.ptr);
    require(!reply->sql.ptr || !memchr(reply->sql.ptr, '\0', reply->sql.len));
    require_secret(reply->sql);
    require_secret(reply->error);
    return OK;
}

static enum status no_path(void *ctx, const struct ask_request *r, const char **out, struct err *e)
{
    (void)ctx;
    (void)r;
    (void)e;
    *out = NULL;
    return OK;
}

static struct database *no_database(void *ctx, uint32_t worker, const struct ask_request *r)
{
    (void)ctx;
    (void)worker;
    (void)r;
    return NULL;
}

static struct system *server(void)
{
    static struct system *system;
    struct system_options options = system_options_default();
    struct err e;
    if (system)
        return system;
    options.model = "m";
    options.key_env = "FUZZ_KEY";
    options.retries = 2;
    options.concurrency = 2;
    require(setenv(options.key_env, KEY, 1) == 0);
    require(system_open("http://127.0.0.1:9/v1", &options, &system, &e) == OK);
    return system;
}

/* Ask a server that replies with `reply`; returns the number of answers. */
static uint32_t ask(struct str reply)
{
    static const char TABLES[] = "{\"db_id\":\"t\",\"table_names_original\":[\"t\"],"
                                 "\"column_names_original\":[[-1,\"*\"],[0,\"a\"]]}";
    struct arena a = {0};
    struct schema schema;
    struct err e = {.code = OK};
    require(schema_parse(&a, STR(TABLES), &schema, &e) == OK);
    struct asked asked = {.schema = &schema, .schema_json = STR(TABLES)};
    const struct ask_source source = {
        .ctx = &asked, .next = next, .done = done, .path = no_path, .database = no_database};
    network.reply = reply;
    enum status status = system_run(server(), &source, &e);
    require(status != OK || asked.done == REQUESTS);
    require_secret(str_from(e.msg));
    require_plain(str_from(e.msg));
    close_network();
    arena_release(&a);
    return asked.answered;
}

/* A good reply must get through; otherwise no other trial here means anything. */
static void check_network(void)
{
    static bool checked;
    struct arena a = {0};
    if (!checked)
        require(ask(input_kept(&a, "http_reply/fenced")) == REQUESTS);
    checked = true;
    arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_network();
    ask((struct str){(const char *)data, size});
    return 0;
}
