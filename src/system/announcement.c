/* announcement.c: a notice before, and one soon after. */
#include "system/announcement.h"

#include "base/arena.h"

#include <inttypes.h>

void announce_sending(const struct listener *l, struct request_watch *watch, struct str host,
                      struct str what, const char *less)
{
    if (host.ptr && request_watch_is_new(watch, host))
        listener_notice(l, "sent to %.*s: %.*s%s", STR_ARG(host), STR_ARG(what), less ? less : "");
}

/* With commas between thousands, as people write large numbers. */
static struct str grouped_digits(struct arena *a, uint64_t n)
{
    struct str digits = arena_printf(a, "%" PRIu64, n), out = STR("");
    for (size_t i = 0; i < digits.len; i++)
        out = arena_printf(a, "%.*s%s%c", STR_ARG(out),
                           i > 0 && (digits.len - i) % 3 == 0 ? "," : "", digits.ptr[i]);
    return out;
}

/* `most` goes before the number: "at most ". */
static enum status confirm_requests(const struct listener *l, const char *system, const char *most,
                                    uint64_t requests, struct err *e)
{
    struct arena a = {0};
    struct str question = arena_printf(&a, "this will send %s%.*s requests to %s; go on?", most,
                                       STR_ARG(grouped_digits(&a, requests)), system);
    bool agreed = l->confirm(question.ptr);
    arena_release(&a);
    return agreed ? OK
                  : err_set(e, E_PAUSED,
                            "nothing was sent; --max-requests N sends N at most, --yes asks no "
                            "question");
}

enum status announce_requests(struct announcement *n, const struct listener *l, const char *system,
                              uint64_t requests, struct err *e)
{
    if (requests <= ANNOUNCED_REQUESTS)
        return OK;
    *n = (struct announcement){l, l->style != PROGRESS_QUIET};
    if (l->confirm)
        return confirm_requests(l, system, "", requests, e);
    listener_notice(l, "%" PRIu64 " requests to %s (--dry-run tells how many tokens)", requests,
                    system);
    return OK;
}

enum status announce_at_most(const struct listener *l, const char *system, uint64_t requests,
                             struct err *e)
{
    if (requests <= ANNOUNCED_REQUESTS || !l->confirm)
        return OK;
    return confirm_requests(l, system, "at most ", requests, e);
}

void announce_time(struct announcement *n, struct progress *p, uint64_t replies, uint64_t done,
                   int64_t now_ns)
{
    char left[PROGRESS_TIME_MAX];
    if (!n->time_wanted || replies < ANNOUNCED_REPLIES)
        return;
    n->time_wanted = false;
    if (!progress_left(p, done, now_ns, left))
        return;
    progress_hide(p);
    listener_notice(n->listener, "at the pace of the first %d replies the rest will take %s",
                    ANNOUNCED_REPLIES, left);
}
