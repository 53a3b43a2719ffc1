/* kept_answers.c: opening, closing, and words for people. */
#include "pipeline/kept_answers.h"

enum status kept_answers_open(struct kept_answers *k, const char *path, const struct listener *l,
                              struct err *e)
{
    if (!path)
        return OK;
    enum status status = answer_cache_open(&k->cache, path, e);
    k->open = status == OK;
    if (k->open && k->cache.skipped)
        listener_notice(l, "%s:%u: not an answer; %u such lines left out", path,
                        k->cache.first_skipped, k->cache.skipped);
    return status;
}

void kept_answers_tell(const struct kept_answers *k, const struct listener *l, enum status status,
                       const char *because)
{
    size_t kept = k->cache.map.count;
    if (status != E_INTERRUPTED && (status != E_SYSTEM || !k->open || kept == 0))
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
