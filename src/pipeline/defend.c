/* defend.c: the schemas of a suite under other names, each made once. */
#include "pipeline/defend.h"

#include "base/digest.h"
#include "base/file.h"
#include "base/some_names.h"
#include "defence/auto_annotation.h"
#include "defence/shown_schema.h"
#include "pipeline/synonym_asker.h"
#include "relation/evidence.h"
#include "schema/schema_json.h"

#include <stdlib.h>

#define MANUAL "manual:"

enum { ANNOTATIONS_MAX = 1 << 30 };

/* A schema of the suite with its names. */
struct defended_schema {
    const struct suite_schema *schema;
    struct annotated_schema annotated;
    struct annotation_index index;
    bool named; /* there are names for it */
};

/* A schema that systems were shown. */
struct defence_shown {
    struct suite_schema schema; /* as one of the suite */
    struct shown_schema names;
};

struct defence {
    struct arena arena;
    struct suite *suite;
    char digest[DIGEST_HEX + 1]; /* of the file of names; "" for none */
    struct annotation_set manual;
    bool automatic;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct asked_words words; /* what a language model said for those of names */
    struct name_map by_db_id; /* of the suite's schemas → defended … */
    struct defended_schema **defended;
    uint32_t n_defended;
    struct name_map shown_by_db_id; /* … and of those that were shown */
    struct defence_shown **shown;
    uint32_t n_shown;
};

/* Opening */

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
static enum status load_names(struct arena *a, const char *path, struct annotation_set *out,
                              char digest[DIGEST_HEX + 1], struct err *e)
{
    struct str text;
    enum status status = file_read(a, path, ANNOTATIONS_MAX, &text, e);
    if (status)
        return status;
    digest_hex(digest_of(text), digest);
    status = annotation_set_parse(a, text, out, e);
    if (status)
        err_in_file(e, path);
    return status;
}

/* Whoever is asked for synonyms: can that be done, as far as it shows without asking? */
static enum status open_asker(const struct ask_settings *s, const char *system,
                              const atomic_int *stop, struct model_settings *settings,
                              struct synonym_asker **out, struct err *e)
{
    *out = NULL;
    if (!s->synonyms && (s->synonyms_model || s->synonyms_key_env))
        return err_set(e, E_USAGE, "nobody is asked: --synonyms names the server of the model");
    if (s->synonyms && s->dry_run)
        return err_set(e, E_USAGE,
                       "--dry-run asks nothing, and what the model of --synonyms would say is not "
                       "known; leave out one of them");
    if (!s->synonyms)
        return OK;
    *settings =
        model_settings_beside(s, system, s->synonyms, s->synonyms_model, s->synonyms_key_env);
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
        status = load_names(&a, manual_file(s->defence), &set, digest, e);
    if (status == OK)
        status = open_asker(s, system, NULL, &settings, &asker, e);
    synonym_asker_free(asker);
    arena_release(&a);
    return status;
}

static enum status load_words(struct defence *d, const char *vectors, struct err *e)
{
    const struct knowledge_sources sources = {.min_weight = 1, .vectors = vectors};
    enum status status = lexicon_load(&d->lexicon, NULL, e);
    if (status)
        return status;
    status = knowledge_load(&d->knowledge, &d->lexicon, &sources, e);
    if (status)
        lexicon_release(&d->lexicon);
    return status;
}

/* Have synonyms said for the names of all databases that seeds are about. */
static enum status ask_about_names(struct defence *d, struct synonym_asker *asker,
                                   const char *cache, const struct listener *listener,
                                   struct err *e)
{
    struct synonym_outcome outcome;
    enum status status = OK;
    for (uint32_t i = 0; i < d->suite->n_seeds && status == OK; i++) {
        const struct suite_schema *s;
        struct str db_id = d->suite->seeds[i].db_id;
        if (asked_words_told(&d->words, db_id))
            continue;
        status = suite_schema(d->suite, db_id, &s, e);
        if (status == OK)
            asked_words_add_names(&d->words, s->schema);
    }
    if (status == OK)
        status = synonym_asker_run(asker, &d->words, cache, listener, &outcome, e);
    if (status == OK && outcome.requests.asked > 0)
        listener_notice(listener,
                        "names of the defence: %llu requests for synonyms, %llu known; "
                        "%llu candidates for %llu words",
                        (unsigned long long)outcome.requests.asked,
                        (unsigned long long)outcome.requests.known,
                        (unsigned long long)outcome.candidates, (unsigned long long)outcome.words);
    return status;
}

static enum status ask_model(struct defence *d, const struct ask_settings *s, const char *system,
                             const char *cache, const struct listener *listener, struct err *e)
{
    struct model_settings settings;
    struct synonym_asker *asker;
    enum status status = open_asker(s, system, listener->stop, &settings, &asker, e);
    if (asker)
        status = ask_about_names(d, asker, cache, listener, e);
    synonym_asker_free(asker);
    return status;
}

static void discard(struct defence *d)
{
    arena_release(&d->arena);
    free(d);
}

/* Without WordNet names are fewer, and the same suite would be asked differently elsewhere. */
static void tell_missing(const struct defence *d, const struct listener *listener)
{
    if (d->automatic && !wordnet_present(&d->knowledge.wordnet))
        listener_notice(listener, "WordNet is not installed (wordnet-base): the names of the "
                                  "defence come from the built-in lists only");
}

/* Databases of the suite that the file has no second name for: perhaps it is the wrong file. */
static void tell_unnamed(const struct defence *d, const struct listener *listener)
{
    struct arena a = {0};
    struct name_map seen;
    struct str *unnamed = NULL;
    uint32_t n_unnamed = 0, n_seen = 0;
    name_map_init_exact(&seen, &a, d->suite->n_schemas);
    for (uint32_t i = 0; i < d->suite->n_seeds; i++) {
        struct str db_id = d->suite->seeds[i].db_id;
        if (name_map_get(&seen, db_id) != NAME_NONE)
            continue;
        name_map_put(&seen, &a, db_id, n_seen++);
        const struct annotated_schema *names = annotation_set_find(&d->manual, db_id);
        if (names && annotated_has_names(names))
            continue;
        ARENA_PUSH(&a, unnamed, n_unnamed);
        unnamed[n_unnamed++] = db_id;
    }
    if (n_unnamed)
        listener_notice(listener, "no names for %u of %u databases: %s; they are shown as they are",
                        n_unnamed, n_seen, some_names(&a, unnamed, n_unnamed).ptr);
    arena_release(&a);
}

enum status defence_open(const struct ask_settings *s, const char *system, const char *cache,
                         struct suite *suite, const struct listener *listener, struct defence **out,
                         struct err *e)
{
    *out = NULL;
    if (!s->defence)
        return OK;
    struct defence *d = mem_alloc(sizeof *d);
    *d = (struct defence){.suite = suite, .automatic = defence_is_automatic(s)};
    enum status status = check_spec(s, system, e);
    if (status == OK && !d->automatic)
        status = load_names(&d->arena, manual_file(s->defence), &d->manual, d->digest, e);
    if (status == OK)
        status = load_words(d, d->automatic ? s->vectors : NULL, e);
    if (status) {
        discard(d);
        return status;
    }
    tell_missing(d, listener);
    if (!d->automatic)
        tell_unnamed(d, listener);
    name_map_init_exact(&d->by_db_id, &d->arena, suite->n_schemas);
    name_map_init_exact(&d->shown_by_db_id, &d->arena, suite->n_schemas);
    asked_words_init(&d->words, &d->lexicon, &d->knowledge);
    if (d->automatic)
        status = ask_model(d, s, system, cache, listener, e);
    if (status == OK)
        *out = d;
    else
        defence_free(d);
    return status;
}

void defence_free(struct defence *d)
{
    if (!d)
        return;
    asked_words_release(&d->words);
    knowledge_release(&d->knowledge);
    lexicon_release(&d->lexicon);
    discard(d);
}

static void put_digest(struct json_writer *w, struct str key, struct digest digest)
{
    char hex[DIGEST_HEX + 1];
    digest_hex(digest, hex);
    json_key(w, key);
    json_put_str(w, str_from(hex));
}

static struct str kind_of(const struct defence *d)
{
    return d->automatic ? STR("auto") : STR("manual");
}

bool defence_is(const struct defence *d, struct str kind, struct str names)
{
    return str_eq(kind, kind_of(d)) && (d->automatic || str_eq(names, str_from(d->digest)));
}

void defence_describe(const struct defence *d, struct json_writer *w)
{
    if (!d)
        return;
    json_key(w, STR("defence"));
    json_put_str(w, kind_of(d));
    if (!d->automatic) {
        json_key(w, STR("names"));
        json_put_str(w, str_from(d->digest));
    }
    if (d->knowledge.vectors.dims)
        put_digest(w, STR("vectors"), vectors_digest(&d->knowledge.vectors));
    if (d->words.n_domains)
        put_digest(w, STR("synonyms"), asked_words_digest(&d->words));
}

/* Names */

/* Which items of the original those of a changed schema are; NULL where nothing changed. */
static const struct item_origins *origins_of(struct arena *a, const struct suite_schema *s)
{
    struct schema changed;
    struct item_origins *o = ARENA_NEW(a, struct item_origins);
    const struct migration *m = s->migration;
    if (!m)
        return NULL;
    uint32_t *tables = ARENA_ARRAY(a, uint32_t, (size_t)m->n_tables + 1);
    for (uint32_t t = 0; t < m->n_tables; t++)
        tables[t] = m->tables[t].split ? SCHEMA_NONE : m->tables[t].base;
    *o = (struct item_origins){.old = m->old, .tables = tables};
    migration_schema(a, m, s->db_id, &changed, &o->columns);
    return o;
}

/* The names that there are for the database of a seed; false where there are none. */
static bool find_names(struct defence *d, const struct suite_schema *seed,
                       struct annotated_schema *out)
{
    const struct annotated_schema *manual = annotation_set_find(&d->manual, seed->db_id);
    if (d->automatic)
        *out = auto_annotated(&d->arena, &d->knowledge, seed->schema,
                              asked_words_told(&d->words, seed->db_id));
    else if (manual)
        *out = *manual;
    return d->automatic || manual;
}

static enum status make_defended(struct defence *d, struct str db_id, struct str seed_db_id,
                                 struct defended_schema **out, struct err *e)
{
    const struct suite_schema *seed;
    struct annotated_schema names;
    struct defended_schema *x = ARENA_NEW(&d->arena, struct defended_schema);
    enum status status = suite_schema(d->suite, db_id, &x->schema, e);
    if (status == OK)
        status = suite_schema(d->suite, seed_db_id, &seed, e);
    if (status)
        return status;
    x->named = find_names(d, seed, &names);
    if (x->named) {
        x->annotated =
            annotated_over(&d->arena, &names, x->schema->schema, origins_of(&d->arena, x->schema));
        annotation_index_build(&x->index, &d->arena, &d->lexicon, &d->knowledge.wordnet,
                               &x->annotated);
    }
    *out = x;
    return OK;
}

static enum status find_defended(struct defence *d, struct str db_id, struct str seed_db_id,
                                 struct defended_schema **out, struct err *e)
{
    uint32_t known = name_map_get(&d->by_db_id, db_id);
    if (known != NAME_NONE) {
        *out = d->defended[known];
        return OK;
    }
    enum status status = make_defended(d, db_id, seed_db_id, out, e);
    if (status == OK) {
        ARENA_PUSH(&d->arena, d->defended, d->n_defended);
        d->defended[d->n_defended] = *out;
        name_map_put(&d->by_db_id, &d->arena, (*out)->schema->db_id, d->n_defended++);
    }
    return status;
}

/* Requests */

/* The shown schema as one of the suite: the same original, another migration. */
static struct suite_schema as_suite_schema(struct arena *a, const struct suite_schema *hidden,
                                           const struct shown_schema *s)
{
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    schema_json(&w, s->schema);
    struct str plain = arena_str(a, buf_str(&text));
    buf_release(&text);
    return (struct suite_schema){.db_id = s->schema->db_id,
                                 .plain = plain,
                                 .schema = s->schema,
                                 .origin = hidden->origin ? hidden->origin : hidden,
                                 .migration = s->from,
                                 .complete = true};
}

static const struct defence_shown *find_shown(const struct defence *d, struct str db_id)
{
    uint32_t known = d ? name_map_get(&d->shown_by_db_id, db_id) : NAME_NONE;
    return known == NAME_NONE ? NULL : d->shown[known];
}

/* The one that has these names; NULL where no name differs. Each is made once, since systems keep
 * what they know of a schema. */
static const struct defence_shown *show(struct defence *d, const struct defended_schema *x,
                                        const struct selection *selected)
{
    struct arena_mark mark = arena_mark(&d->arena);
    struct shown_schema names;
    const struct defence_shown *known = NULL;
    bool differs =
        shown_schema_make(&d->arena, &x->annotated, selected, x->schema->migration, &names);
    if (differs)
        known = find_shown(d, names.schema->db_id);
    if (!differs || known) {
        arena_rewind(&d->arena, mark);
        return known;
    }
    struct defence_shown *s = ARENA_NEW(&d->arena, struct defence_shown);
    *s = (struct defence_shown){as_suite_schema(&d->arena, x->schema, &names), names};
    ARENA_PUSH(&d->arena, d->shown, d->n_shown);
    d->shown[d->n_shown] = s;
    name_map_put(&d->shown_by_db_id, &d->arena, s->schema.db_id, d->n_shown++);
    return s;
}

enum status defence_request(struct defence *d, struct ask_request *r, struct arena *a,
                            struct err *e)
{
    struct defended_schema *x;
    if (!d)
        return OK;
    const struct seed *seed = &d->suite->seeds[r->seed];
    enum status status = find_defended(d, r->db_id, seed->db_id, &x, e);
    if (status || !x->named)
        return status;
    struct selection selected = selection_of(a, &x->index, r->question);
    const struct defence_shown *s = show(d, x, &selected);
    if (s) {
        r->db_id = s->schema.db_id;
        r->schema = s->schema.schema;
        r->schema_json = s->schema.plain;
        r->evidence = evidence_over(a, seed->evidence, s->schema.migration);
    }
    return OK;
}

const struct suite_schema *defence_schema(const struct defence *d, struct str db_id)
{
    const struct defence_shown *s = find_shown(d, db_id);
    return s ? &s->schema : NULL;
}

void defence_answer(const struct defence *d, const struct ask_request *r, struct arena *a,
                    struct answer *answer)
{
    const struct defence_shown *s = find_shown(d, r->db_id);
    if (!s || !answer->sql.ptr)
        return;
    struct answer_back told = shown_answer(a, &s->names, answer->sql);
    answer->sql = told.sql;
    if (!told.sql.ptr)
        answer->error = told.problem;
}
