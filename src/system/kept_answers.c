/* kept_answers.c: opening, closing, and words for people. */
#include "system/kept_answers.h"

#include <inttypes.h>

enum status kept_answers_open(struct kept_answers *k, const char *path, bool retry_errors,
                              const struct listener *l, struct err *e)
{
    if (!path)
        return OK;
    enum status status = answer_cache_open(&k->cache, path, e);
    k->open = status == OK;
    if (k->open && retry_errors)
        answer_cache_retry_errors(&k->cache);
    if (k->open && k->cache.skipped)
        listener_notice(l, "%s:%u: not an answer; %u such lines left out", path,
                        k->cache.first_skipped, k->cache.skipped);
    return status;
}

void kept_answers_tell_refusals(const struct kept_answers *k, const struct listener *l, uint64_t n)
{
    if (n > 0)
        listener_notice(l,
                        "%s: %" PRIu64 " of the known answers %s of the server, kept by an older "
                        "version; --retry-errors asks again",
                        k->cache.path, n, n == 1 ? "is an error" : "are errors");
}

void kept_answers_tell(const struct kept_answers *k, const struct listener *l, enum status status,
                       const char *because)
{
    size_t kept = k->cache.map.count;
    bool failed = status == E_SYSTEM && k->open && kept > 0;
    if (status != E_INTERRUPTED && status != E_PAUSED && !failed)
        return;
    if (k->open)
        listener_notice(l, "kept: %zu answer%s in %s; run the same command again to go on", kept,
                        kept == 1 ? "" : "s", k->cache.path);
    else
        listener_notice(l, "no answer is kept%s; the same command begins anew", because);
}

enum status kept_answers_close(struct kept_answers *k, enum status so_far, struct err *e)
{
    struct err closing;
    if (!k->open || answer_cache_close(&k->cache, &closing) == OK || so_far)
        return so_far;
    *e = closing;
    return closing.code;
}
