/* answer_cache.c: an append-only file of answers. */
#include "system/answer_cache.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/json_writer.h"
#include "base/os.h"
#include "system/reply_json.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SYNC_NS = 500000000 };

const struct str ANSWERS_HEAD = STR_INIT("{\"teql\":\"answers\",\"version\":1}");

struct digest answer_key(struct str description, struct str request, uint32_t repeat)
{
    struct digester d;
    unsigned char number[4];
    for (size_t i = 0; i < sizeof number; i++)
        number[i] = (unsigned char)(repeat >> (8 * i));
    digest_begin(&d);
    digest_add(&d, description);
    digest_add(&d, request);
    digest_add(&d, (struct str){(const char *)number, sizeof number});
    return digest_end(&d);
}

static enum status cache_error(const struct answer_cache *c, enum status code, const char *problem,
                               struct err *e)
{
    err_set(e, code, "%s", problem);
    return err_in_file(e, c->path);
}

static enum status cache_failed(const struct answer_cache *c, const char *doing, struct err *e)
{
    err_set(e, E_IO, "cannot %s the answers: %s", doing, strerror(errno));
    return err_in_file(e, c->path);
}

/* Writing. */

/* One write(), so that a line is there or not; a part of one is taken back. */
static enum status append_line(struct answer_cache *c, struct line_place *place, struct err *e)
{
    ssize_t n;
    do
        n = write(c->fd, c->line.ptr, c->line.len);
    while (n < 0 && errno == EINTR);
    off_t end = lseek(c->fd, 0, SEEK_CUR);
    if (n == (ssize_t)c->line.len && end >= n) {
        *place = (struct line_place){(uint64_t)(end - n), (uint32_t)n - 1};
        c->dirty = true;
        return OK;
    }
    int code = n < 0 ? errno : ENOSPC;
    if (n > 0 && end >= n)
        (void)!ftruncate(c->fd, end - n);
    errno = code;
    return cache_failed(c, "write", e);
}

static enum status sync_file(struct answer_cache *c, struct err *e)
{
    if (c->dirty && !os_sync_data(c->fd))
        return cache_failed(c, "write", e);
    c->dirty = false;
    c->synced_ns = monotonic_ns();
    return OK;
}

/* A line of the file. */
struct kept_answer {
    struct str key; /* in hexadecimal digits */
    struct answer answer;
};

static const struct list_of TEXTS = {.size = sizeof(struct str), .value = {.form = &FORM_TEXT}};

#define FIELD(name) offsetof(struct kept_answer, name)

static const struct member MEMBERS[] = {
    {"key", &FORM_TEXT, FIELD(key), MEMBER_ALWAYS, NULL},
    {"sql", &FORM_TEXT, FIELD(answer.sql), MEMBER_ALWAYS, NULL},
    {"said", &FORM_LIST, FIELD(answer.said), MEMBER_WHERE_SET, &TEXTS},
    {"error", &FORM_TEXT, FIELD(answer.error), MEMBER_ALWAYS, NULL},
    {"failure", &FORM_NAME, FIELD(answer.failure), MEMBER_WHERE_SET, &ANSWER_FAILURE_NAMES},
    {"cut_off", &FORM_FLAG, FIELD(answer.cut_off), MEMBER_WHERE_SET, NULL},
    {"ms", &FORM_NUMBER, FIELD(answer.ms), MEMBER_ALWAYS, NULL},
    {"attempts", &FORM_U32, FIELD(answer.attempts), MEMBER_ALWAYS, NULL},
    {"prompt_tokens", &FORM_U64, FIELD(answer.tokens.prompt), MEMBER_ALWAYS, NULL},
    {"completion_tokens", &FORM_U64, FIELD(answer.tokens.completion), MEMBER_ALWAYS, NULL},
    {"reasoning_tokens", &FORM_U64, FIELD(answer.tokens.reasoning), MEMBER_WHERE_SET, NULL},
};

static const struct record KEPT_ANSWER = RECORD_OF(MEMBERS);

static void put_line(struct buf *out, struct digest key, const struct answer *answer)
{
    char hex[DIGEST_HEX + 1];
    struct json_writer w = json_writer_to(out);
    digest_hex(key, hex);
    record_put(&w, &KEPT_ANSWER, &(struct kept_answer){str_from(hex), *answer});
    json_line_end(&w);
}

/* SQL, texts or an error: one of them. */
static bool is_answer(const struct answer *a)
{
    return (a->sql.ptr != NULL) + (a->said.count > 0) + (a->error.ptr != NULL) == 1;
}

static bool read_kept(struct str line, struct arena *a, struct digest *key, struct answer *out)
{
    struct json_value object;
    struct kept_answer kept = {.answer.final = true};
    (void)reply_json_read(line, a, &object); /* other text has no members */
    struct json_reader json = json_reader_of(a, object.raw);
    bool good = !record_get(&json, &KEPT_ANSWER, &kept);
    *out = kept.answer;
    return good && kept.key.ptr && digest_from_hex(kept.key, key) && is_answer(out);
}

bool answer_line_key(struct str line, struct arena *a, struct digest *out)
{
    struct answer answer;
    return read_kept(line, a, out, &answer);
}

enum status answer_cache_add(struct answer_cache *c, struct digest key, const struct answer *reply,
                             struct err *e)
{
    struct line_place place;
    if (!reply->final || reply->passing)
        return OK;
    buf_clear(&c->line);
    put_line(&c->line, key, reply);
    if (!buf_whole(&c->line)) /* could not be read back; it will be asked again */
        return OK;
    TRY(append_line(c, &place, e));
    line_map_put(&c->map, key, place);
    return OK;
}

enum status answer_cache_tick(struct answer_cache *c, int64_t now_ns, struct err *e)
{
    return c->dirty && now_ns - c->synced_ns >= SYNC_NS ? sync_file(c, e) : OK;
}

/* Reading. */

enum status answer_cache_find(const struct answer_cache *c, struct digest key, struct arena *a,
                              struct answer *out, bool *found, struct err *e)
{
    struct line_place place = line_map_get(&c->map, key);
    struct digest read_key;
    struct str line;
    *found = false;
    if (!place.len)
        return OK;
    TRY(line_map_read(c->fd, c->path, place, a, &line, e));
    *found = read_kept(line, a, &read_key, out) && digest_eq(key, read_key) &&
             !(out->error.ptr && place.at < c->retry_before);
    return OK;
}

void answer_cache_retry_errors(struct answer_cache *c)
{
    c->retry_before = UINT64_MAX;
    off_t end = lseek(c->fd, 0, SEEK_END);
    if (end >= 0)
        c->retry_before = (uint64_t)end;
}

/* "status 400: …", as chat_client.c says it. */
bool answer_is_refusal(const struct answer *a)
{
    const struct str LEAD = STR("status ");
    struct str rest = str_slice(a->error, LEAD.len, a->error.len);
    return str_starts(a->error, LEAD) && rest.len > 3 && ascii_digit(rest.ptr[0]) &&
           ascii_digit(rest.ptr[1]) && ascii_digit(rest.ptr[2]) && rest.ptr[3] == ':';
}

/* Opening. */

static void map_answer(struct answer_cache *c, const struct line_reader *r, struct str line,
                       struct arena *scratch)
{
    struct digest key;
    struct answer reply;
    struct arena_mark mark = arena_mark(scratch);
    if (read_kept(line, scratch, &key, &reply))
        line_map_put(&c->map, key, (struct line_place){r->place, (uint32_t)line.len});
    else if (r->line > 1 && c->skipped++ == 0)
        c->first_skipped = r->line;
    arena_rewind(scratch, mark);
}

static const char NOT_ANSWERS[] = "not a file of answers";

/* A first line without its end is ours if it was cut short, or if a power failure left zeros. */
static bool is_torn_head(struct str line)
{
    static const char ZEROS[64];
    return str_starts(ANSWERS_HEAD, line) ||
           (line.len <= ANSWERS_HEAD.len + 1 && memcmp(line.ptr, ZEROS, line.len) == 0);
}

/* Map all whole lines. *whole is where the last of them ends. */
static enum status map_answers(struct answer_cache *c, struct line_reader *r, uint64_t size,
                               uint64_t *whole, struct err *e)
{
    struct arena scratch = {0};
    struct str line;
    enum status status;
    *whole = 0;
    while ((status = line_reader_next(r, &line, e)) == OK && line.ptr) {
        char last = '\n';
        if (r->consumed == size && pread(c->fd, &last, 1, (off_t)size - 1) != 1) {
            status = cache_failed(c, "read", e);
            break;
        }
        bool torn = r->consumed >= size && last != '\n';
        bool ours = torn ? is_torn_head(line) : str_eq(line, ANSWERS_HEAD);
        if (r->line == 1 && !ours) {
            status = cache_error(c, E_INPUT, NOT_ANSWERS, e);
            break;
        }
        if (torn)
            break;
        map_answer(c, r, line, &scratch);
        *whole = r->consumed;
    }
    arena_release(&scratch);
    return status;
}

static enum status load_cache(struct answer_cache *c, struct err *e)
{
    struct stat st;
    struct line_reader r;
    uint64_t whole;
    if (fstat(c->fd, &st) != 0)
        return cache_failed(c, "read", e);
    if (!S_ISREG(st.st_mode))
        return cache_error(c, E_INPUT, NOT_ANSWERS, e);
    TRY(line_reader_open(&r, c->path, e));
    enum status status = map_answers(c, &r, (uint64_t)st.st_size, &whole, e);
    line_reader_close(&r);
    if (status == OK && whole < (uint64_t)st.st_size && ftruncate(c->fd, (off_t)whole) != 0)
        return cache_failed(c, "repair", e);
    if (status || whole > 0)
        return status;
    struct line_place place;
    buf_put(&c->line, ANSWERS_HEAD);
    buf_putc(&c->line, '\n');
    TRY(append_line(c, &place, e));
    return sync_file(c, e); /* without its head it would not be ours */
}

static enum status take_lock(const struct answer_cache *c, struct err *e)
{
    enum lock_outcome lock = os_lock(c->fd);
    if (lock == LOCK_TAKEN || lock == LOCK_NONE)
        return OK;
    if (lock == LOCK_FAILED)
        return cache_failed(c, "lock", e);
    return cache_error(c, E_IO, "another run is using these answers", e);
}

enum status answer_cache_open(struct answer_cache *c, const char *path, struct err *e)
{
    *c = (struct answer_cache){.path = path};
    buf_limit(&c->line, LINE_MAX_BYTES);
    /* Not blocking, in case a pipe or a device has that name. */
    c->fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
    if (c->fd < 0)
        return cache_failed(c, "open", e);
    c->open = true;
    c->synced_ns = monotonic_ns();
    enum status status = take_lock(c, e);
    if (status == OK)
        status = load_cache(c, e);
    if (status == OK) /* or a new file may be lost with all that is in it */
        status = folder_sync_of(path, e);
    struct err ignored;
    if (status)
        (void)!answer_cache_close(c, &ignored);
    return status;
}

enum status answer_cache_close(struct answer_cache *c, struct err *e)
{
    if (!c->open)
        return OK;
    enum status status = sync_file(c, e);
    if (close(c->fd) != 0 && status == OK)
        status = cache_failed(c, "write", e);
    c->open = false;
    line_map_release(&c->map);
    buf_release(&c->line);
    return status;
}

/* For a run, with notices. */

enum status answer_cache_start(struct answer_cache *c, const char *path, bool retry_errors,
                               const struct listener *l, struct err *e)
{
    if (!path)
        return OK;
    TRY(answer_cache_open(c, path, e));
    if (retry_errors)
        answer_cache_retry_errors(c);
    if (c->skipped)
        listener_notice(l, "%s:%u: not an answer; %u such lines left out", path, c->first_skipped,
                        c->skipped);
    return OK;
}

void answer_cache_report_refusals(const struct answer_cache *c, const struct listener *l,
                                  uint64_t n)
{
    if (n > 0)
        listener_notice(l,
                        "%s: %" PRIu64 " of the known answers %s of the server, kept by an older "
                        "version; --retry-errors asks again",
                        c->path, n, n == 1 ? "is an error" : "are errors");
}

void answer_cache_report(const struct answer_cache *c, const struct listener *l, enum status status,
                         const char *because)
{
    size_t kept = c->map.count;
    bool failed = status == E_SYSTEM && c->open && kept > 0;
    if (status != E_INTERRUPTED && status != E_PAUSED && !failed)
        return;
    if (c->open)
        listener_notice(l, "kept: %zu answer%s in %s; run the same command again to go on", kept,
                        kept == 1 ? "" : "s", c->path);
    else
        listener_notice(l, "no answer is kept%s; the same command begins anew", because);
}

enum status answer_cache_finish(struct answer_cache *c, enum status so_far, struct err *e)
{
    struct err closing;
    if (answer_cache_close(c, &closing) == OK || so_far)
        return so_far;
    *e = closing;
    return closing.code;
}
