/* testing.c: the stages one after another, and what each uses again of an earlier run. */
#include "pipeline/testing.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/os.h"
#include "base/out_folder.h"
#include "base/recipe.h"
#include "base/temporary.h"
#include "base/version.h"
#include "dataset/data_folder.h"
#include "making/sampled_dataset.h"
#include "score/scores_walk.h"
#include "sql/lex.h"
#include "suite/about.h"
#include "suite/suite_store.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

const char *testing_file(struct testing *t, const char *name)
{
    return arena_printf(&t->arena, "%s/%s", t->job.out, name).ptr;
}

/* The folder may have been filled by others, or by the system while it was asked. */
static enum status refuse_links(struct testing *t, struct err *e)
{
    struct str own =
        STR("lock seeds seeds.jsonl seeds.jsonl" ABOUT_SUFFIX " reads.sql sample suite plan "
            "predictions.jsonl predictions.jsonl" ABOUT_SUFFIX " answers.cache paraphrases.cache "
            "synonyms.cache system.log scores.json report.txt report.html");
    while (own.ptr) {
        struct str name = arena_str(&t->arena, str_split(&own, ' '));
        TRY(file_expect_no_link(testing_file(t, name.ptr), e));
    }
    return OK;
}

/* Two tests in one folder would be in each other's way. The lock ends with the process. */
static enum status lock_folder(struct testing *t, struct err *e)
{
    const char *path = testing_file(t, "lock");
    t->lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    enum lock_outcome lock = t->lock >= 0 ? os_lock(t->lock) : LOCK_FAILED;
    if (lock == LOCK_TAKEN || lock == LOCK_NONE)
        return OK;
    if (lock == LOCK_HELD)
        err_set(e, E_IO, "another teql is at work here");
    else
        err_set(e, E_IO, "cannot lock: %s", strerror(errno));
    return err_in_file(e, t->job.out);
}

/* The seeds of a suite as a dataset */

/* Add what the database says of the schema. If it cannot be read, the schema stays as the suite has
 * it. */
static enum status complete_schema(struct dataset *d, const char *database, struct schema *schema,
                                   struct err *e)
{
    enum status status = database ? schema_ask_database(&d->arena, database, schema, e) : OK;
    return status == E_DB ? OK : status;
}

/* The schemas of the seeds, each once. */
static enum status add_seed_schemas(struct dataset *d, struct suite *s, const char *db,
                                    struct err *e)
{
    struct arena *a = &d->arena;
    d->schemas.schemas = arena_zalloc(a, (s->n_schemas + 1) * sizeof *d->schemas.schemas);
    d->subjects = arena_zalloc(a, (s->n_schemas + 1) * sizeof *d->subjects);
    for (uint32_t i = 0; i < s->n_seeds; i++) {
        const struct suite_schema *own;
        struct str path;
        if (schema_set_find(&d->schemas, s->seeds[i].db_id))
            continue;
        TRY(suite_schema(s, s->seeds[i].db_id, &own, e));
        TRY(suite_original(a, s, db, s->seeds[i].db_id, &path, e));
        struct schema *schema = &d->schemas.schemas[d->schemas.count++];
        *schema = *own->schema;
        d->subjects[d->n_subjects++] = (struct dataset_subject){schema, path};
        TRY(complete_schema(d, path.ptr, schema, e));
    }
    return OK;
}

static void copy_seeds(struct dataset *d, const struct suite *s)
{
    d->seeds = ARENA_ARRAY(&d->arena, struct seed, s->n_seeds);
    d->n_seeds = s->n_seeds;
    for (uint32_t i = 0; i < s->n_seeds; i++) {
        struct seed *seed = &d->seeds[i];
        *seed = s->seeds[i];
        seed->schema = schema_set_find(&d->schemas, seed->db_id);
        for (uint32_t k = 0; k < d->n_subjects; k++)
            if (d->subjects[k].schema == seed->schema)
                seed->database = d->subjects[k].database;
    }
}

/* Read the seeds of the suite at `dir`, with their schemas. Their databases are in the folder `db`;
 * NULL for those of the suite. To be released by dataset_release, also on failure. The suite is
 * held as a whole: the dataset has all its seeds, as views of its files. */
static enum status load_seeds_of(struct dataset *d, const char *dir, const char *db, struct err *e)
{
    struct suite s;
    *d = (struct dataset){0};
    TRY(suite_open(&s, dir, e));
    d->databases = db ? db : s.databases;
    d->beside = s.more_databases;
    enum status status = add_seed_schemas(d, &s, db, e);
    if (status == OK)
        copy_seeds(d, &s);
    suite_close_into(&s, &d->arena); /* texts of the seeds are in the suite */
    return status;
}

static enum status load_dataset(struct testing *t, struct err *e)
{
    struct dataset_source from = {
        .questions = t->job.questions, .databases = t->job.ask.db, .schemas_do = true};
    if (t->job.seeds_of) {
        TRY(load_seeds_of(&t->dataset, t->job.seeds_of, t->job.ask.db, e));
    } else {
        TRY(data_folder(&t->arena, t->job.data, &from.data, e));
        TRY(dataset_load(&t->dataset, &from, e));
    }
    for (uint32_t i = 0; i < t->dataset.n_seeds; i++)
        t->has_gold = t->has_gold || t->dataset.seeds[i].query.ptr;
    return OK;
}

static enum status open_paraphraser(struct testing *t, struct err *e)
{
    const struct ask_settings *ask = &t->job.ask;
    struct model_settings *settings = &t->paraphraser_settings;
    bool own_texts = t->job.paraphrase_texts && !ask->synonyms.address;
    TRY(named_model_check(&t->job.paraphraser, own_texts, "--paraphraser", e));
    if (!t->job.paraphraser.address)
        return OK;
    if (ask->dry_run)
        return err_set(e, E_USAGE,
                       "--dry-run asks nothing, and what a --paraphraser would say "
                       "is not known; leave out one of them");
    *settings = model_settings_beside(ask, t->job.system, &t->job.paraphraser);
    settings->texts = t->job.paraphrase_texts;
    TRY(suite_options_reword(&t->job.suite, e));
    return paraphraser_open(settings, t->listener->stop, &t->paraphraser, e);
}

/* The model that is asked for synonyms works for the suite, the defence, or both. */
static enum status open_synonyms(struct testing *t, struct err *e)
{
    const struct ask_settings *ask = &t->job.ask;
    struct err none;
    if (!ask->synonyms.address)
        return OK;
    bool suite = suite_options_substitute(&t->job.suite, &none) == OK;
    if (!suite && !defence_is_automatic(ask))
        return suite_options_substitute(&t->job.suite, e);
    t->synonym_settings = model_settings_beside(ask, t->job.system, &ask->synonyms);
    t->synonym_settings.texts = t->job.paraphrase_texts;
    return suite ? synonym_asker_open(&t->synonym_settings, t->listener->stop, &t->synonyms, e)
                 : OK;
}

enum status testing_load_words(struct testing *t, struct err *e)
{
    if (t->has_words)
        return OK;
    TRY(vocabulary_load(&t->words, &t->job.words, &t->dataset.schemas, t->listener, e));
    t->has_words = true;
    return OK;
}

/* If there are no questions, or they are not wanted. */
static enum status make_canonical_seeds(struct testing *t, struct err *e)
{
    const struct suite_options *o = &t->job.suite;
    if (!suite_wants_canonical(&t->dataset, o))
        return OK;
    TRY(suite_canonical_seeds(&t->dataset, o, &t->words, t->listener, &t->canonical, e));
    t->has_canonical = t->has_gold = true;
    return OK;
}

/* Everything is asked and scored over the samples. */
static enum status sample_databases(struct testing *t, struct err *e)
{
    t->job.ask.db = testing_file(t, "sample");
    return dataset_sample(&t->dataset, t->job.suite.sample_rows, t->job.ask.db, t->listener, e);
}

enum status testing_open(struct testing *t, const struct test_job *job,
                         const struct listener *listener, struct err *e)
{
    *t = (struct testing){.job = *job, .listener = listener, .lock = -1};
    TRY(suite_options_check(&t->job.suite, e));
    TRY(ask_check(t->job.system, &t->job.ask, e));
    TRY(open_synonyms(t, e));
    TRY(open_paraphraser(t, e));
    TRY(load_dataset(t, e));
    TRY(testing_load_words(t, e));
    TRY(folder_make(t->job.out, e));
    TRY(refuse_links(t, e));
    TRY(lock_folder(t, e));
    temporaries_sweep_all(t->job.out);
    if (t->job.suite.sample_rows)
        TRY(sample_databases(t, e));
    return make_canonical_seeds(t, e);
}

void testing_close(struct testing *t)
{
    scores_release(&t->scores);
    out_file_discard(&t->unplaced);
    suite_survey_close(&t->suite);
    struct err ignored;
    if (t->aside)
        (void)!out_folder_remove(t->aside, &ignored);
    paraphraser_free(t->paraphraser);
    synonym_asker_free(t->synonyms);
    canonical_release(&t->canonical);
    if (t->has_words)
        vocabulary_release(&t->words);
    dataset_release(&t->dataset);
    if (t->lock >= 0)
        close(t->lock);
    arena_release(&t->arena);
}

/* Suites */

static bool has_relation(const struct testing *t, struct str name)
{
    for (uint32_t i = 0; i < t->n_relations; i++)
        if (str_eq(t->relations[i], name))
            return true;
    return false;
}

/* Cases of one relation mostly follow each other. */
static enum status note_relations(void *ctx, struct suite *batch, struct err *e)
{
    struct testing *t = ctx;
    (void)e;
    for (uint32_t i = 0; i < batch->n_cases; i++) {
        struct str name = batch->cases[i].relation;
        if ((i > 0 && str_eq(name, batch->cases[i - 1].relation)) || has_relation(t, name))
            continue;
        ARENA_ADD(&t->arena, t->relations, t->n_relations, arena_str(&t->arena, name));
    }
    return OK;
}

/* If something was removed from the suite, less would be tested without a word. */
static enum status open_suite(struct testing *t, const char *path, struct suite_survey *out,
                              struct err *e)
{
    enum status status = suite_survey_open(out, path, note_relations, t, e);
    if (status || suite_is_whole(&out->reader.head))
        return status;
    suite_survey_close(out);
    err_set(e, E_INPUT,
            "does not have the seeds and cases that were made; remove it to make it again");
    err_in_file(e, path);
    return E_INPUT;
}

const char *testing_synonyms_cache(struct testing *t)
{
    const struct ask_settings *s = &t->job.ask;
    return s->no_cache ? NULL : s->cache ? s->cache : testing_file(t, "synonyms.cache");
}

/* Make the suite at `path`, unless it is there, and open it. */
static enum status get_suite(struct testing *t, const char *path, bool seeds_only,
                             struct suite_survey *out, bool *reused, struct err *e)
{
    struct made_suite made;
    const struct ask_settings *ask = &t->job.ask;
    struct suite_job job = {.dataset = &t->dataset,
                            .words = &t->words,
                            .options = &t->job.suite,
                            .paraphraser = seeds_only ? NULL : t->paraphraser,
                            .paraphrases = ask->no_cache ? NULL
                                           : ask->cache  ? ask->cache
                                                         : testing_file(t, "paraphrases.cache"),
                            .synonyms = seeds_only ? NULL : t->synonyms,
                            .synonym_cache = testing_synonyms_cache(t),
                            .canonical = t->has_canonical ? &t->canonical : NULL,
                            .out = path,
                            .reuse = true,
                            .spare = t->job.ask.dry_run && !seeds_only,
                            .seeds_only = seeds_only};
    enum status status = suite_make(&job, t->listener, &made, e);
    if (status == OK && made.spared) {
        t->aside_differs = arena_str(&t->arena, str_from(made.differs)).ptr;
        made_suite_release(&made);
        job.out = testing_file(t, "plan");
        job.spare = false;
        status = suite_make(&job, t->listener, &made, e);
        t->aside = status == OK ? job.out : NULL; /* on failure it is not ours to remove */
    }
    if (status)
        return status;
    *reused = made.reused;
    t->paraphrased = made.paraphrased;
    t->asked = made.asked;
    made_suite_release(&made);
    return open_suite(t, job.out, out, e);
}

enum status testing_make_suite(struct testing *t, bool *reused, struct err *e)
{
    TRY(get_suite(t, testing_file(t, "suite"), false, &t->suite, reused, e));
    return suite_survey_take_shard(&t->suite, t->job.suite.shard, t->job.ask.db, &t->part, e);
}

/* Answers */

const char *testing_cache(struct testing *t)
{
    const struct ask_settings *s = &t->job.ask;
    return s->no_cache ? NULL : s->cache ? s->cache : testing_file(t, "answers.cache");
}

/* Ask the suite, and write the answers; *written if they are in the file. */
static enum status ask_questions(struct testing *t, struct suite_survey *suite, const char *path,
                                 bool takes_outages, struct ask_outcome *outcome, bool *written,
                                 struct err *e)
{
    struct ask_settings settings = t->job.ask;
    struct asking *asking;
    if (!settings.system.log)
        settings.system.log = testing_file(t, "system.log");
    const struct ask_job job = {.suite = &suite->reader.head,
                                .files = suite,
                                .part = &t->part,
                                .system = t->job.system,
                                .settings = &settings,
                                .cache = testing_cache(t),
                                .takes_outages = takes_outages};
    *written = false;
    enum status asked = ask_suite(&job, t->listener, &asking, e);
    if (!asking) {
        assert(asked != OK);
        return asked;
    }
    struct err writing;
    *outcome = *asking_outcome(asking);
    enum status put = file_expect_no_link(path, &writing);
    if (put == OK)
        put = asking_write(asking, path, &writing);
    asking_free(asking);
    if (put == OK)
        put = refuse_links(t, &writing); /* again: the system was running until now */
    *written = put == OK;
    if (put && asked == OK)
        *e = writing;
    return asked ? asked : put;
}

enum status testing_ask(struct testing *t, struct ask_outcome *out, struct err *e)
{
    return ask_questions(t, &t->suite, testing_file(t, "predictions.jsonl"),
                         t->job.score.count_outages, out, &t->has_answers, e);
}

/* The SQL on one line, without comments: one that ends with its line would hide the rest. */
static struct str put_on_one_line(struct arena *a, struct str sql)
{
    struct str text = arena_str(a, sql);
    char *bytes = (char *)text.ptr;
    struct sql_lexer lex = {.text = sql};
    for (size_t at = 0; at < text.len;) {
        struct sql_token token = sql_lexer_next(&lex);
        bool last = token.type == TOKEN_EOF;
        size_t start = last ? text.len : token.span.start, end = last ? text.len : token.span.end;
        for (; at < start; at++)
            bytes[at] = ' ';
        for (; at < end; at++)
            bytes[at] = ascii_space(bytes[at]) ? ' ' : bytes[at];
    }
    return str_trim(text);
}

/* The answers say what the seeds read: in memory, and in a file for `generate --reads`. The file
 * has a line for each question of the dataset, also for those that are set aside. */
static enum status set_reads(struct testing *t, const struct suite *asked,
                             const struct predictions *p, struct err *e)
{
    struct arena *a = &t->dataset.arena;
    struct buf text = {0};
    for (uint32_t i = 0, lines = 0; i < t->dataset.n_seeds; i++, lines++) {
        for (; lines < t->dataset.seeds[i].asked; lines++)
            buf_putc(&text, '\n');
        uint32_t place = suite_find_seed(asked, t->dataset.seeds[i].number);
        const struct answer *said = place < asked->n_seeds ? p->seeds[place] : NULL;
        struct str sql = said ? put_on_one_line(a, said->sql) : STR("");
        if (sql.len > 0)
            t->dataset.seeds[i].reads = sql;
        buf_put(&text, sql);
        buf_putc(&text, '\n');
    }
    enum status status = file_write(testing_file(t, "reads.sql"), buf_str(&text), e);
    buf_release(&text);
    return status;
}

/* Without gold a suite depends on the answers to its seeds, and a shard has only its own. */
static enum status check_shard(const struct testing *t, struct err *e)
{
    if (shard_is_whole(t->job.suite.shard))
        return OK;
    return err_set(e, E_USAGE,
                   "--shard needs gold queries: without them, ask the seeds first, and "
                   "make the suite with 'teql generate --reads'");
}

/* All of them are in memory, as the seeds of the dataset are. */
static enum status read_reads(struct testing *t, const char *suite, const char *answers,
                              struct err *e)
{
    struct suite asked;
    struct predictions said;
    TRY(suite_open(&asked, suite, e));
    enum status status = predictions_load(&said, &asked, answers, e);
    if (status == OK) {
        status = set_reads(t, &asked, &said, e);
        predictions_release(&said);
    }
    suite_close(&asked);
    return status;
}

enum status testing_ask_seeds(struct testing *t, struct ask_outcome *out, struct err *e)
{
    const char *suite = testing_file(t, "seeds"), *answers = testing_file(t, "seeds.jsonl");
    struct suite_survey seeds;
    bool reused, written;
    TRY(check_shard(t, e));
    TRY(get_suite(t, suite, true, &seeds, &reused, e));
    /* Outages do no harm here: the seeds are asked again with their cases. */
    enum status status = ask_questions(t, &seeds, answers, true, out, &written, e);
    suite_survey_close(&seeds);
    TRY(status);
    return read_reads(t, suite, answers, e);
}

/* Plans */

static enum status plan_suite(struct testing *t, struct suite_survey *suite, struct ask_plan *out,
                              struct err *e)
{
    const struct ask_job job = {.suite = &suite->reader.head,
                                .files = suite,
                                .system = t->job.system,
                                .settings = &t->job.ask,
                                .cache = testing_cache(t)};
    return ask_plan(&job, t->listener, out, e);
}

enum status testing_plan(struct testing *t, struct ask_plan *out, struct err *e)
{
    return plan_suite(t, &t->suite, out, e);
}

enum status testing_plan_seeds(struct testing *t, struct ask_plan *out, struct err *e)
{
    const struct suite_options *o = &t->job.suite;
    struct suite_survey seeds;
    bool reused;
    TRY(check_shard(t, e));
    TRY(get_suite(t, testing_file(t, "seeds"), true, &seeds, &reused, e));
    enum status status = plan_suite(t, &seeds, out, e);
    suite_survey_close(&seeds);
    if (status == OK && ask_plan_unknown(out) > 0)
        ask_plan_add_cases(out, (uint64_t)o->chosen.count * o->max_per_seed);
    return status;
}

/* Scores */

/* The report names the defence, though answers may be the same with another. */
static const struct recipe_option DEFENCE[] = {
    RECIPE_OPTION(struct ask_settings, TEXT, defence),
    RECIPE_OPTION(struct ask_settings, TEXT, vectors),
    {"synonyms", OPTION_TEXT, offsetof(struct ask_settings, synonyms.address)},
    {"synonyms_model", OPTION_TEXT, offsetof(struct ask_settings, synonyms.model)},
};

/* All that the scores depend on, but for the suite and the answers. */
static struct str how_scored(struct testing *t)
{
    struct recipe r;
    recipe_begin(&r, "scoring");
    recipe_add(&r, "version", STR(TEQL_VERSION));
    recipe_add(&r, "db", str_from(t->job.ask.db));
    score_options_add(&r, &t->job.score);
    recipe_add(&r, "reviews", t->suite.reader.head.reviewed.decisions);
    if (t->job.ask.defence)
        recipe_add_options(&r, DEFENCE, COUNT_OF(DEFENCE), &t->job.ask, &ask_settings_default);
    return recipe_key(&r, &t->arena);
}

enum status testing_key(struct str how, const char *manifest, const char *predictions,
                        char out[DIGEST_HEX + 1], struct err *e)
{
    struct recipe r;
    recipe_begin(&r, "scores");
    recipe_add(&r, "how", how);
    TRY(recipe_add_content(&r, "suite", manifest, e));
    TRY(recipe_add_content(&r, "answers", predictions, e));
    recipe_end(&r, out);
    return OK;
}

/* Scores that were made of the same files are used again, unless they name another system: two
 * files of answers may be the same. */
static bool find_scores(struct testing *t, const char *key)
{
    struct scores *s = &t->scores;
    struct err e;
    if (scores_open_in_batches(s, testing_file(t, "scores.json"), t->job.hold, &e) != OK)
        return false;
    bool other = s->system.len && !str_eq(s->system, str_from(t->job.system));
    if (str_eq(s->key, str_from(key)) && !other)
        return true;
    if (other)
        listener_notice(t->listener, "the scores of another system in %s are replaced", t->job.out);
    scores_release(s);
    return false;
}

/* Score into a file beside older scores, and open it. */
static enum status score_answers(struct testing *t, const char *key, struct str how, struct err *e)
{
    const char *predictions = testing_file(t, "predictions.jsonl");
    struct out_file *file = &t->unplaced;
    struct scored_files files;
    const struct score_job job = {.suite = &t->suite.reader.head,
                                  .predictions_path = predictions,
                                  .system = t->job.system,
                                  .key = key,
                                  .how = how.ptr,
                                  .db = t->job.ask.db,
                                  .options = t->job.score,
                                  .workers = t->job.suite.workers};
    TRY(scored_files_open_made(&files, &t->suite, predictions, e));
    enum status status = score_files(&files, &job, testing_file(t, "scores.json"), t->listener,
                                     &t->arena, &t->sums, file, e);
    scored_files_close(&files);
    suite_survey_close(&t->suite); /* reports open their own: what is resident of files counts */
    TRY(status);
    TRY(out_file_show(file, e));
    return scores_open_in_batches(&t->scores, file->temporary, t->job.hold, e);
}

enum status testing_score(struct testing *t, bool *reused, struct err *e)
{
    char key[DIGEST_HEX + 1];
    if (!t->suite.reader.head.dir) /* an attack has made it */
        TRY(open_suite(t, testing_file(t, "suite"), &t->suite, e));
    struct str how = how_scored(t);
    TRY(testing_key(how, testing_file(t, "suite/manifest.json"),
                    testing_file(t, "predictions.jsonl"), key, e));
    *reused = find_scores(t, key);
    if (!*reused)
        return score_answers(t, key, how, e);
    score_sums(&t->arena, &t->scores, &t->sums);
    return scores_status(&t->scores, e);
}

enum status testing_place_scores(struct testing *t, struct err *e)
{
    return t->unplaced.path ? out_file_commit(&t->unplaced, e) : OK;
}
