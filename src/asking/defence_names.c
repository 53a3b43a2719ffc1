/* defence_names.c: a file of names, or word lists and a language model. */
#include "asking/defence_names.h"

#include "base/file.h"
#include "base/printable.h"
#include "base/stage_progress.h"
#include "defence/auto_annotation.h"

#include <stdlib.h>

#define MANUAL "manual:"

enum { ANNOTATIONS_MAX = 1 << 30 };

/* Settings */

static const char *manual_file(const char *spec)
{
    return str_starts(str_from(spec), STR(MANUAL)) ? spec + strlen(MANUAL) : NULL;
}

bool defence_is_automatic(const struct ask_settings *s)
{
    return s->defence && strcmp(s->defence, "auto") == 0;
}

static enum status check_spec(const struct ask_settings *s, const char *system, struct err *e)
{
    if (!manual_file(s->defence) && !defence_is_automatic(s))
        return err_set(e, E_USAGE, "unknown defence '%s': expected manual:FILE or auto",
                       s->defence);
    if (manual_file(s->defence) && !*manual_file(s->defence))
        return err_set(e, E_USAGE, "--defence '%s' lacks the file: expected manual:FILE",
                       s->defence);
    if (str_starts(str_from(system), STR("replay:")))
        return err_set(e, E_USAGE,
                       "--defence needs a system that is asked; 'replay:' has its answers already");
    return OK;
}

/* Read the file; `digest` is of its bytes. */
static enum status load_file(struct arena *a, const char *path, struct annotation_set *out,
                             char digest[DIGEST_HEX + 1], struct err *e)
{
    struct str text;
    TRY(file_read(a, path, ANNOTATIONS_MAX, &text, e));
    digest_hex(digest_of(text), digest);
    return annotation_set_parse(a, text, out, e) ? err_in_file(e, path) : OK;
}

/* Open the language model that is asked for synonyms, if there is one. Nothing is asked yet. */
static enum status open_asker(const struct ask_settings *s, const char *system,
                              const atomic_int *stop, struct model_settings *settings,
                              struct synonym_asker **out, struct err *e)
{
    *out = NULL;
    TRY(named_model_check(&s->synonyms, false, "--synonyms", e));
    if (s->synonyms.address && s->dry_run)
        return err_set(e, E_USAGE,
                       "--dry-run asks nothing, and what the model of --synonyms would say is not "
                       "known; leave out one of them");
    if (!s->synonyms.address)
        return OK;
    *settings = model_settings_beside(s, system, &s->synonyms);
    return synonym_asker_open(settings, stop, out, e);
}

enum status defence_check(const struct ask_settings *s, const char *system, struct err *e)
{
    struct arena a = {0};
    struct annotation_set set;
    struct model_settings settings;
    struct synonym_asker *asker = NULL;
    char digest[DIGEST_HEX + 1];
    enum status status = s->defence ? check_spec(s, system, e) : OK;
    if (s->defence && status == OK && manual_file(s->defence))
        status = load_file(&a, manual_file(s->defence), &set, digest, e);
    if (status == OK)
        status = open_asker(s, system, NULL, &settings, &asker, e);
    synonym_asker_free(asker);
    arena_release(&a);
    return status;
}

/* Opening */

static enum status load_words(struct defence_names *n, const char *vectors,
                              const struct listener *listener, struct err *e)
{
    struct watched_reading reading;
    watched_reading_init(&reading, listener);
    const struct knowledge_sources sources = {
        .min_weight = 1, .vectors = vectors, .watch = &reading.watch};
    TRY(lexicon_load(&n->lexicon, &LEXICON, NULL, e));
    enum status status = knowledge_load(&n->knowledge, &n->lexicon, &sources, e);
    if (status)
        lexicon_release(&n->lexicon);
    return status;
}

static enum status ask_for_synonyms(struct defence_names *n, const struct schema_list *databases,
                                    struct synonym_asker *asker, const char *cache,
                                    const struct listener *listener, struct err *e)
{
    struct synonym_outcome outcome;
    for (uint32_t i = 0; i < databases->count; i++)
        if (!asked_words_synonyms(&n->words, databases->items[i]->db_id))
            asked_words_add_names(&n->words, databases->items[i]);
    enum status status = synonym_asker_run(asker, &n->words, cache, listener, &outcome, e);
    if (status == OK && outcome.requests.asked > 0)
        listener_notice(
            listener,
            "names of the defence: %llu requests for synonyms, %llu known; "
            "%llu candidates for %llu words",
            (unsigned long long)outcome.requests.asked, (unsigned long long)outcome.requests.known,
            (unsigned long long)outcome.all.candidates, (unsigned long long)outcome.all.words);
    return status;
}

static enum status ask_model(struct defence_names *n, const struct session_job *o,
                             const struct listener *listener, struct err *e)
{
    struct model_settings settings;
    struct synonym_asker *asker;
    enum status status = open_asker(o->settings, o->system, listener->stop, &settings, &asker, e);
    if (asker)
        status = ask_for_synonyms(n, &o->databases, asker, o->cache, listener, e);
    synonym_asker_free(asker);
    return status;
}

/* Without WordNet there are fewer names, and another machine would ask the same suite differently.
 */
static void warn_of_wordnet(const struct defence_names *n, const struct listener *listener)
{
    if (n->automatic && !wordnet_present(&n->knowledge.wordnet))
        listener_notice(listener, "WordNet is not installed (wordnet-base): the names of the "
                                  "defence come from the built-in lists only");
}

/* Report databases that the file has no second name for: perhaps it is the wrong file. */
static void warn_of_unnamed(const struct defence_names *n, const struct schema_list *databases,
                            const struct listener *listener)
{
    struct arena a = {0};
    struct name_map seen;
    struct str *unnamed = NULL;
    uint32_t n_unnamed = 0, n_seen = 0;
    name_map_init_exact(&seen, &a, 64);
    for (uint32_t i = 0; i < databases->count; i++) {
        struct str db_id = databases->items[i]->db_id;
        if (name_map_get(&seen, db_id) != NAME_NONE)
            continue;
        name_map_put(&seen, &a, db_id, n_seen++);
        const struct annotated_schema *names = annotation_set_find(&n->manual, db_id);
        if (names && annotated_has_names(names))
            continue;
        ARENA_ADD(&a, unnamed, n_unnamed, db_id);
    }
    if (n_unnamed)
        listener_notice(listener, "no names for %u of %u databases: %s; they are shown as they are",
                        n_unnamed, n_seen, some_names(&a, unnamed, n_unnamed).ptr);
    arena_release(&a);
}

/* Load what the spec names. On failure there is nothing to release. */
static enum status load_names(struct defence_names *n, const struct ask_settings *s,
                              const struct listener *listener, struct err *e)
{
    enum status status = OK;
    if (!n->automatic)
        status = load_file(&n->arena, manual_file(s->defence), &n->manual, n->digest, e);
    if (status == OK)
        status = load_words(n, n->automatic ? s->vectors : NULL, listener, e);
    if (status)
        arena_release(&n->arena);
    return status;
}

enum status defence_names_open(const struct session_job *o, const struct listener *listener,
                               struct defence_names **out, struct err *e)
{
    *out = NULL;
    if (!o->settings->defence)
        return OK;
    TRY(check_spec(o->settings, o->system, e));
    struct defence_names *n = mem_alloc(sizeof *n);
    *n = (struct defence_names){.automatic = defence_is_automatic(o->settings)};
    enum status status = load_names(n, o->settings, listener, e);
    if (status) {
        free(n);
        return status;
    }
    asked_words_init(&n->words, &n->lexicon, &n->knowledge);
    warn_of_wordnet(n, listener);
    if (n->automatic)
        status = ask_model(n, o, listener, e);
    else
        warn_of_unnamed(n, &o->databases, listener);
    if (status == OK)
        *out = n;
    else
        defence_names_free(n);
    return status;
}

void defence_names_free(struct defence_names *n)
{
    if (!n)
        return;
    asked_words_release(&n->words);
    knowledge_release(&n->knowledge);
    lexicon_release(&n->lexicon);
    arena_release(&n->arena);
    free(n);
}

/* Using them */

bool defence_names_find(const struct defence_names *n, const struct schema *s, struct arena *a,
                        struct annotated_schema *out)
{
    const struct annotated_schema *manual = annotation_set_find(&n->manual, s->db_id);
    if (n->automatic)
        *out = auto_annotated(a, &n->knowledge, s, asked_words_synonyms(&n->words, s->db_id),
                              STRENGTH_BOLD);
    else if (manual)
        *out = *manual;
    return n->automatic || manual;
}

static void put_digest(struct json_writer *w, struct str key, struct digest digest)
{
    char hex[DIGEST_HEX + 1];
    digest_hex(digest, hex);
    json_key(w, key);
    json_put_str(w, str_from(hex));
}

static struct str kind_of(const struct defence_names *n)
{
    return n->automatic ? STR("auto") : STR("manual");
}

bool defence_names_are(const struct defence_names *n, struct str kind, struct str digest)
{
    return str_eq(kind, kind_of(n)) && (n->automatic || str_eq(digest, str_from(n->digest)));
}

void defence_names_describe(const struct defence_names *n, struct json_writer *w)
{
    if (!n)
        return;
    json_key(w, STR("defence"));
    json_put_str(w, kind_of(n));
    if (!n->automatic) {
        json_key(w, STR("names"));
        json_put_str(w, str_from(n->digest));
    }
    if (n->knowledge.vectors.dims)
        put_digest(w, STR("vectors"), vectors_digest(&n->knowledge.vectors));
    if (n->words.n_domains)
        put_digest(w, STR("synonyms"), asked_words_digest(&n->words));
}
