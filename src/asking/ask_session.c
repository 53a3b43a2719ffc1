/* ask_session.c: opening in one order, closing in the other. */
#include "asking/ask_session.h"

#include "base/recipe.h"
#include "base/version.h"
#include "store/copy_losses.h"

enum status ask_session_open(struct ask_session *s, const struct session_job *o,
                             const struct listener *l, struct err *e)
{
    struct system_options options = ask_system_options(o->settings, l->stop);
    *s = (struct ask_session){0};
    TRY(system_open(o->system, &options, &s->system, e));
    /* Before the cache is open: replies about names go to the same file, and one user has it. */
    enum status status = defence_names_open(o, l, &s->names, e);
    if (status == OK)
        status = answer_cache_start(&s->answers, system_is_costly(s->system) ? o->cache : NULL,
                                    o->settings->retry_errors, l, e);
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
    answer_cache_report(&s->answers, l, status, because);
    copy_notice_tell(&s->losses, l);
    return answer_cache_finish(&s->answers, status, e);
}

void ask_session_release(struct ask_session *s)
{
    system_free(s->system);
    defence_names_free(s->names);
    copy_losses_release(&s->losses);
    *s = (struct ask_session){0};
}

/* Provenance */

/* What identifies the system, without the files of a program: these are long, and only matter for
 * the key of the cache. */
static struct str settings_of(const struct ask_session *s, struct arena *a)
{
    struct str name;
    struct json_reader json = json_reader_of(a, system_describe(s->system));
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    json_object_open(&w);
    for (struct json_value v; json_next(&json, &name, &v);)
        if (!str_eq(name, STR("files"))) {
            json_key(&w, name);
            json_put_raw(&w, v.raw);
        }
    defence_names_describe(s->names, &w);
    json_object_close(&w);
    struct str settings = arena_str(a, buf_str(&text));
    buf_release(&text);
    return settings;
}

/* The answers are a part of the answers to the whole suite, by this system in this way. */
static struct part part_of(const struct ask_session *s, const struct part *of, uint32_t repeats,
                           struct str settings, struct arena *a)
{
    if (!of)
        return (struct part){.of = STR("")};
    struct recipe r;
    recipe_begin(&r, "answers");
    recipe_add(&r, "version", STR(TEQL_VERSION));
    recipe_add_number(&r, "repeats", repeats);
    recipe_add(&r, "system", system_describe(s->system));
    recipe_add(&r, "settings", settings);
    return part_of_next(a, of, recipe_key(&r, a));
}

struct provenance ask_session_provenance(const struct ask_session *s, const char *system,
                                         const struct part *of, uint32_t repeats, struct arena *a)
{
    struct str settings = settings_of(s, a);
    return (struct provenance){.teql = STR(TEQL_VERSION),
                               .system = str_from(system),
                               .settings = settings,
                               .part = part_of(s, of, repeats, settings, a)};
}
