/* ask_session.c: opening in one order, closing in the other. */
#include "pipeline/ask_session.h"

enum status ask_session_open(struct ask_session *s, const char *spec,
                             const struct system_options *options, const char *cache,
                             const struct listener *l, struct err *e)
{
    *s = (struct ask_session){0};
    enum status status = system_open(spec, options, &s->system, e);
    if (status)
        return status;
    status = kept_answers_open(&s->answers, system_is_costly(s->system) ? cache : NULL, l, e);
    if (status)
        ask_session_release(s);
    return status;
}

enum status ask_session_end(struct ask_session *s, const struct listener *l, enum status so_far,
                            struct err *e)
{
    const char *because = system_is_costly(s->system) ? ", as --no-cache says" : "";
    struct err untold; /* what went wrong first counts */
    enum status ended = system_end(s->system, so_far ? &untold : e);
    enum status status = so_far ? so_far : ended;
    kept_answers_tell(&s->answers, l, status, because);
    return kept_answers_close(&s->answers, status, e);
}

void ask_session_release(struct ask_session *s)
{
    system_free(s->system);
    s->system = NULL;
}
