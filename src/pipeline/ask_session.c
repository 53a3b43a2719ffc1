/* ask_session.c: opening in one order, closing in the other. */
#include "pipeline/ask_session.h"

enum status ask_session_open(struct ask_session *s, const struct session_order *o,
                             const struct listener *l, struct err *e)
{
    struct system_options options = ask_system_options(o->settings, l->stop);
    *s = (struct ask_session){0};
    enum status status = system_open(o->system, &options, &s->system, e);
    if (status)
        return status;
    /* Before the cache is open: replies about names go to the same file, and one user has it. */
    status = defence_names_open(o, l, &s->names, e);
    if (status == OK)
        status =
            kept_answers_open(&s->answers, system_is_costly(s->system) ? o->cache : NULL, l, e);
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
    defence_names_free(s->names);
    *s = (struct ask_session){0};
}
