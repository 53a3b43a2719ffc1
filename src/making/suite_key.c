/* suite_key.c: recipes of suites. */
#include "making/suite_key.h"

#include "base/version.h"
#include "making/sampled_dataset.h"
#include "model/rater.h"
#include "schema/schema_json.h"

void suite_key_add_questions(struct recipe *r, const struct dataset *dataset)
{
    for (uint32_t i = 0; i < dataset->n_seeds; i++) {
        const struct seed *s = &dataset->seeds[i];
        recipe_add_number(r, "seed", s->number);
        recipe_add(r, "database", s->db_id);
        recipe_add(r, "question", s->question);
        recipe_add(r, "query", s->query);
        recipe_add(r, "reads", s->reads);
        recipe_add(r, "evidence", s->evidence);
        recipe_add(r, "element", s->element);
    }
}

static void add_recipe_schemas(struct recipe *r, const struct schema_set *set)
{
    struct buf text = {0};
    for (uint32_t i = 0; i < set->count; i++) {
        struct json_writer w = json_writer_to(&text);
        buf_clear(&text);
        schema_json(&w, &set->schemas[i]);
        recipe_add(r, "schema", buf_str(&text));
    }
    buf_release(&text);
}

/* Seeds of one database mostly follow each other; its file need not be looked at for each. */
enum status suite_key_add_databases(struct recipe *r, const struct dataset *dataset, struct err *e)
{
    const char *latest = NULL;
    add_recipe_schemas(r, &dataset->schemas);
    for (uint32_t i = 0; i < dataset->n_seeds; i++) {
        const struct seed *s = &dataset->seeds[i];
        if (!s->database.ptr || (latest && strcmp(latest, s->database.ptr) == 0))
            continue;
        latest = s->database.ptr;
        TRY(recipe_add_file(r, "file", dataset_original(dataset, s), e));
    }
    return OK;
}

/* No field has a tab or the end of a line in it: both end fields in the file. */
static void put_rows(struct buf *out, const struct lexicon_table *t)
{
    for (uint32_t i = 0; i < t->n_rows; i++) {
        for (uint32_t f = 0; f < t->rows[i].n_fields; f++) {
            buf_put(out, t->rows[i].fields[f]);
            buf_putc(out, '\t');
        }
        buf_putc(out, '\n');
    }
}

static void add_recipe_lists(struct recipe *r, const struct lexicon *l)
{
    struct buf rows = {0};
    for (uint32_t t = 0; t < l->n_tables; t++) {
        buf_clear(&rows);
        put_rows(&rows, &l->tables[t]);
        recipe_add(r, "list", l->tables[t].name);
        recipe_add(r, "rows", buf_str(&rows));
    }
    buf_release(&rows);
}

enum status suite_key_add_words(struct recipe *r, const struct vocabulary *words, struct err *e)
{
    const struct word_sources *from = &words->sources;
    add_recipe_lists(r, &words->lexicon);
    TRY(recipe_add_file(r, "wordnet", from->wordnet, e));
    TRY(recipe_add_file(r, "conceptnet", from->conceptnet, e));
    return recipe_add_file(r, "vectors", from->vectors, e);
}

struct suite_options suite_effective_options(const struct suite_job *job,
                                             const struct made_suite *m)
{
    struct suite_options o = *job->options;
    if (o.limit >= job->dataset->n_seeds)
        o.limit = 0;
    o.sample_rows = job->dataset->sample_rows;
    if (!relations_need_domain(m->relations, m->n_relations))
        o.relation.max_changes = 0;
    return o;
}

static const struct recipe_option OPTIONS[] = {
#define OPTION(kind, field, ...) RECIPE_OPTION(struct suite_options, kind, field),
#include "making/suite_option.def"
#define OPTION(kind, field, ...) RECIPE_OPTION(struct suite_options, kind, relation.field),
#include "relation/relation_option.def"
};

/* The language model that rates questions. */
static enum status add_recipe_rating(struct recipe *r, const struct suite_options *o, struct err *e)
{
    if (!suite_options_rate(o))
        return OK;
    if (!o->language_model)
        recipe_add_number(r, "built-in language model", default_model_sum());
    return recipe_add_file(r, "language model", o->language_model, e);
}

static enum status add_recipe_options(struct recipe *r, const struct suite_job *job,
                                      const struct made_suite *m, struct err *e)
{
    const struct suite_options o = suite_effective_options(job, m);
    recipe_add_options(r, OPTIONS, COUNT_OF(OPTIONS), &o, &suite_options_default);
    recipe_add_real(r, "min_weight", job->words->sources.min_weight);
    recipe_add_number(r, "wordnet", wordnet_present(&job->words->knowledge.wordnet));
    for (uint32_t i = 0; i < m->n_relations; i++)
        recipe_add(r, "relation", str_from(m->relations[i]->id));
    if (job->paraphraser)
        recipe_add(r, "paraphraser", paraphraser_describe(job->paraphraser));
    if (job->synonyms)
        recipe_add(r, "synonyms", synonym_asker_describe(job->synonyms));
    return add_recipe_rating(r, &o, e);
}

static struct str questions_key(struct arena *a, const struct dataset *dataset)
{
    struct recipe r;
    recipe_begin(&r, "questions");
    suite_key_add_questions(&r, dataset);
    return recipe_key(&r, a);
}

static enum status find_sources(const struct suite_job *job, struct made_suite *m, struct err *e)
{
    static const struct dataset NONE = {0};
    struct recipe databases, words, options;
    recipe_begin(&databases, "databases");
    recipe_begin(&words, "words");
    recipe_begin(&options, "options");
    TRY(suite_key_add_databases(&databases, job->dataset, e));
    TRY(suite_key_add_words(&words, job->words, e));
    TRY(add_recipe_options(&options, job, m, e));
    /* Canonical questions depend on databases and options: they do not differ by themselves. */
    m->sources = (struct suite_sources){
        .questions = questions_key(&m->arena, job->canonical ? &NONE : job->dataset),
        .databases = recipe_key(&databases, &m->arena),
        .words = recipe_key(&words, &m->arena),
        .options = recipe_key(&options, &m->arena),
        .version = STR(TEQL_VERSION)};
    return OK;
}

enum status suite_key_find(const struct suite_job *job, struct made_suite *m, struct err *e)
{
    struct recipe r;
    TRY(find_sources(job, m, e));
    recipe_begin(&r, "suite");
    recipe_add(&r, "questions", questions_key(&m->arena, job->dataset));
    recipe_add(&r, "databases", m->sources.databases);
    recipe_add(&r, "words", m->sources.words);
    recipe_add(&r, "options", m->sources.options);
    recipe_add(&r, "version", m->sources.version);
    recipe_end(&r, m->key);
    return OK;
}

const char *suite_sources_differ(struct arena *a, const struct suite_sources *made,
                                 const struct suite_sources *now)
{
    const struct {
        struct str made, now;
        const char *words;
    } sources[] = {
        {made->databases, now->databases, "before the databases changed"},
        {made->questions, now->questions, "from other questions"},
        {made->words, now->words, "with other word lists"},
        {made->options, now->options, "with other options"},
        {made->version, now->version, "by another version of teql"},
    };
    struct str all = STR("");
    for (size_t i = 0; i < COUNT_OF(sources); i++) {
        if (!sources[i].made.ptr)
            return "of other input, or with other options";
        if (!str_eq(sources[i].made, sources[i].now))
            all =
                arena_printf(a, "%.*s%s%s", STR_ARG(all), all.len ? " and " : "", sources[i].words);
    }
    return all.len ? all.ptr : "with other options"; /* another part of the same */
}
