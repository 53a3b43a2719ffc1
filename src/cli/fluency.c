/* fluency.c: `teql fluency`, how well questions read; `teql fluency train`, a model to judge it by.
 */
#include "base/file.h"
#include "base/path.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/listen.h"
#include "fluency/arpa.h"
#include "fluency/garble.h"
#include "fluency/gram_train.h"
#include "fluency/link_grammar.h"
#include "import/question_sets.h"
#include "model/rater.h"
#include "report/fluency_tables.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { NOT_GIVEN = -1 }; /* of a choice */
enum fluency_format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV };
enum model_format { FORMAT_MODEL, FORMAT_ARPA };

struct fluency_args {
    struct operands operands;
    struct rater_settings rater;
    const char *suite, *out;
    int format, model_format;
    bool garbled, grammar_check;
    uint32_t seed, order, min_count; /* 0 where not given */
};

#define FIELD(name) offsetof(struct fluency_args, name)

static const struct option OPTIONS[] = {
    {"suite", 0, OPTION_TEXT, FIELD(suite), "DIR", NULL,
     "a suite folder, before the others that are named"},
    {"language-model", 0, OPTION_TEXT, FIELD(rater.model), "FILE|URL", NULL,
     "a model of teql's, one in ARPA format, or a server's http(s)://host/v1 (default: built in)"},
    {"format", 0, OPTION_CHOICE, FIELD(format), "text|json|csv", "text|json|csv",
     "of the figures (default: text)"},
    {"out", 0, OPTION_TEXT, FIELD(out), "FILE", NULL,
     "figures (default: standard output); train: the model"},
    {"garbled", 0, OPTION_FLAG, FIELD(garbled), NULL, NULL,
     "instead: try the model: how often is a question that was garbled on purpose rated lower?"},
    {"seed", 0, OPTION_COUNT, FIELD(seed), "N", NULL, "garbled: random seed (default: 1)"},
    {"grammar-check", 0, OPTION_FLAG, FIELD(grammar_check), NULL, NULL,
     "instead of fluency: list the changed questions that do not parse though their originals do"},
    {"model", 0, OPTION_TEXT, FIELD(rater.ask.model), "NAME", NULL, "server: the model"},
    {"key-env", 0, OPTION_TEXT, FIELD(rater.ask.key_env), "NAME", NULL,
     "server: the environment variable that holds the key"},
#define SERVER(name)        FIELD(rater.ask.server.name)
#define SERVER_OPTION(name) name
#define SERVER_IS           "server"
#include "cli/server_options.def"
#undef SERVER
#undef SERVER_OPTION
#undef SERVER_IS
    {"ca-file", 0, OPTION_TEXT, FIELD(rater.ask.ca_file), "FILE", NULL,
     "server: certificates to trust, in PEM, instead of the system's"},
    {"concurrency", 0, OPTION_COUNT, FIELD(rater.ask.concurrency), "N", NULL,
     "server: requests under way at a time (default: 4)"},
    {"timeout", 0, OPTION_SECONDS, FIELD(rater.ask.timeout_ms), "SECONDS", NULL,
     "server: for one attempt at one question (default: 60)"},
    {"retries", 0, OPTION_AMOUNT, FIELD(rater.ask.retries), "N", NULL,
     "server: attempts after the first (default: 5)"},
    {"order", 0, OPTION_COUNT, FIELD(order), "N", NULL,
     "train: words of the longest n-grams (default: 3)"},
    {"min-count", 0, OPTION_COUNT, FIELD(min_count), "N", NULL,
     "train: a word that is rarer counts as unknown (default: 2; 5 from 100,000 words on); n-grams "
     "that occur as often are kept, so that 1 keeps all"},
    {"model-format", 0, OPTION_CHOICE, FIELD(model_format), "teql|arpa", "teql|arpa",
     "train: teql (default), or arpa, which has no classes of words"},
};

const struct option_list fluency_options = {OPTIONS, sizeof OPTIONS / sizeof *OPTIONS,
                                            FIELD(operands), true};

/* Training */

static enum status to_arpa(const struct buf *model, struct buf *out, struct err *e)
{
    struct gram_model m;
    enum status status = gram_model_open(&m, buf_str(model), e);
    if (status == OK)
        arpa_write(&m, out);
    return status;
}

/* What occurs as often as a word must, is never too rare. */
static void keep_from(uint32_t *min_count, uint32_t enough)
{
    if (enough && enough < *min_count)
        *min_count = enough;
}

static struct gram_train_options train_options(const struct fluency_args *a)
{
    struct gram_train_options o = gram_train_default;
    o.words.order = a->order ? a->order : o.words.order;
    o.min_word = a->min_count;
    keep_from(&o.words.min_count, a->min_count);
    keep_from(&o.classes.min_count, a->min_count);
    if (a->model_format == FORMAT_ARPA)
        o.share = 0;
    return o;
}

static enum status write_model(const struct fluency_args *a, const struct gram_corpus *corpus,
                               struct err *e)
{
    struct gram_train_options o = train_options(a);
    struct buf model = {0}, arpa = {0};
    bool is_arpa = a->model_format == FORMAT_ARPA;
    enum status status = gram_train(corpus, &o, &model, e);
    if (status == OK && is_arpa)
        status = to_arpa(&model, &arpa, e);
    if (status == OK)
        status = file_write(a->out, buf_str(is_arpa ? &arpa : &model), e);
    if (status == OK)
        fprintf(stderr, "trained on %llu words of %llu sentences: %zu bytes\n",
                (unsigned long long)corpus->words, (unsigned long long)corpus->sentences,
                is_arpa ? arpa.len : model.len);
    buf_release(&model);
    buf_release(&arpa);
    return status;
}

/* Only a model is written over: a slip must not cost a corpus. */
static enum status check_out(const char *out, struct err *e)
{
    struct path_info info;
    bool model = true;
    if (strcmp(out, "-") == 0)
        return OK;
    enum status status = path_look(out, &info, e);
    if (status == OK && info.kind == PATH_FILE && info.size > 0)
        status = fluency_model_looks(out, &model, e);
    if (status == OK && !model) {
        status = err_set(e, E_INPUT,
                         "is there already, and is no language model: name another "
                         "file or remove it");
        err_in_file(e, out);
    }
    return status;
}

static enum status train(const struct fluency_args *a, struct err *e)
{
    struct gram_corpus corpus;
    if (a->operands.count < 2 || !a->out)
        return err_set(e, E_USAGE, "train needs files to learn from, and --out");
    if (a->order > NGRAM_MAX_ORDER)
        return err_set(e, E_USAGE, "--order takes at most %d", NGRAM_MAX_ORDER);
    enum status status = check_out(a->out, e);
    if (status)
        return status;
    gram_corpus_init(&corpus);
    for (uint32_t i = 1; i < a->operands.count && status == OK; i++)
        status = gram_corpus_read(&corpus, a->operands.items[i], e);
    if (status == OK)
        status = write_model(a, &corpus, e);
    gram_corpus_release(&corpus);
    return status;
}

/* Measuring */

struct measuring {
    const struct fluency_args *args;
    struct arena arena;
    struct rater *rater;
    struct question_set *sets;
    struct rated_set *rated; /* one for each */
    uint32_t n_sets;
};

static enum status rate_originals(struct measuring *m, const struct question_set *s, double **out,
                                  struct err *e)
{
    *out = ARENA_ARRAY(&m->arena, double, s->n_originals + 1);
    return rater_rate(m->rater, s->originals, s->n_originals, *out, e);
}

static enum status rate_set(struct measuring *m, const struct question_set *s,
                            struct rated_set *out, struct err *e)
{
    struct arena *a = &m->arena;
    double *originals, *changed = ARENA_ARRAY(a, double, s->n_changed + 1);
    struct str *texts = ARENA_ARRAY(a, struct str, s->n_changed + 1);
    struct rated_pair *pairs = ARENA_ARRAY(a, struct rated_pair, s->n_changed + 1);
    for (uint32_t i = 0; i < s->n_changed; i++)
        texts[i] = s->changed[i].text;
    enum status status = rate_originals(m, s, &originals, e);
    if (status == OK)
        status = rater_rate(m->rater, texts, s->n_changed, changed, e);
    for (uint32_t i = 0; i < s->n_changed && status == OK; i++)
        pairs[i] = (struct rated_pair){s->changed[i].relation, originals[s->changed[i].original],
                                       changed[i]};
    *out = (struct rated_set){.name = s->name,
                              .originals = originals,
                              .n_originals = s->n_originals,
                              .pairs = pairs,
                              .n_pairs = s->n_changed,
                              .unchanged = s->unchanged};
    return status;
}

static void put_table(struct buf *out, int format, const struct table *t, bool head)
{
    if (format == FORMAT_CSV)
        table_csv(out, t, head);
    else
        table_text(out, t);
}

static void put_figures(struct measuring *m, struct buf *out)
{
    int format = m->args->format;
    if (format == FORMAT_JSON) {
        struct json_writer w = json_writer_to(out);
        json_object_open(&w);
        json_key(&w, STR("language_model"));
        json_put_str(&w, rater_name(m->rater));
        json_key(&w, STR("sets"));
        fluency_put_json(&w, m->rated, m->n_sets);
        json_object_close(&w);
        json_line_end(&w);
        return;
    }
    struct table means = fluency_means_table(&m->arena, m->rated, m->n_sets);
    struct table shares = fluency_distribution_table(&m->arena, m->rated, m->n_sets);
    put_table(out, format, &means, true);
    if (format == FORMAT_TEXT)
        buf_putc(out, '\n');
    put_table(out, format, &shares, true);
}

static enum status measure(struct measuring *m, struct buf *out, struct err *e)
{
    enum status status = OK;
    m->rated = ARENA_ARRAY(&m->arena, struct rated_set, m->n_sets + 1);
    for (uint32_t i = 0; i < m->n_sets && status == OK; i++)
        status = rate_set(m, &m->sets[i], &m->rated[i], e);
    if (status == OK)
        put_figures(m, out);
    return status;
}

/* Garbling: originals and what was changed alike */

struct garbled_tally {
    uint32_t pairs, lower;
};

static enum status try_garbling(struct measuring *m, const struct str *texts, uint32_t n,
                                enum garbling g, struct garbled_tally *tally, struct err *e)
{
    struct arena *a = &m->arena;
    struct str *both = ARENA_ARRAY(a, struct str, 2 * (size_t)n + 1);
    double *rates = ARENA_ARRAY(a, double, 2 * (size_t)n + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct rng rng = rng_stream(m->args->seed, str_from(garbling_name(g)), i);
        struct str spoiled = garble(a, texts[i], g, &rng);
        if (!spoiled.ptr)
            continue;
        both[count++] = texts[i];
        both[count++] = spoiled;
    }
    enum status status = rater_rate(m->rater, both, count, rates, e);
    for (uint32_t i = 0; i < count && status == OK; i += 2) {
        tally->pairs += rates[i] >= 0 && rates[i + 1] >= 0;
        tally->lower += rates[i + 1] >= 0 && rates[i + 1] < rates[i];
    }
    return status;
}

static const struct table_column GARBLED[] = {
    {"", false}, {"garbled by", false}, {"questions", true}, {"rated lower %", true}};

static void add_garbled(struct arena *a, struct table *t, struct str set, enum garbling g,
                        const struct garbled_tally *tally)
{
    struct str *row = table_add(a, t);
    row[0] = set;
    row[1] = str_from(garbling_name(g));
    row[2] = table_count(a, tally->pairs);
    row[3] = table_percent(a, tally->pairs ? (double)tally->lower / tally->pairs : -1);
}

static enum status garble_set(struct measuring *m, const struct question_set *s, enum garbling g,
                              struct garbled_tally *tally, struct err *e)
{
    struct str *texts = ARENA_ARRAY(&m->arena, struct str, s->n_changed + 1);
    for (uint32_t i = 0; i < s->n_changed; i++)
        texts[i] = s->changed[i].text;
    enum status status = try_garbling(m, s->originals, s->n_originals, g, tally, e);
    return status ? status : try_garbling(m, texts, s->n_changed, g, tally, e);
}

static void put_garbled(struct buf *out, int format, const struct table *t)
{
    static const char *const NAMES[] = {"set", "garbled", "questions", "lower_percent"};
    if (format != FORMAT_JSON) {
        put_table(out, format, t, true);
        return;
    }
    struct json_writer w = json_writer_to(out);
    for (uint32_t r = 0; r < t->n_rows; r++) {
        json_object_open(&w);
        for (uint32_t c = 0; c < t->n_columns; c++) {
            json_key(&w, str_from(NAMES[c]));
            struct str cell = t->cells[(size_t)r * t->n_columns + c];
            if (!t->columns[c].number)
                json_put_str(&w, cell);
            else if (str_eq(cell, STR("-")))
                json_put_null(&w);
            else
                json_put_raw(&w, cell);
        }
        json_object_close(&w);
        json_line_end(&w);
    }
}

static enum status try_model(struct measuring *m, struct buf *out, struct err *e)
{
    struct table t = {.title = "garbled on purpose",
                      .columns = GARBLED,
                      .n_columns = sizeof GARBLED / sizeof *GARBLED};
    enum status status = OK;
    for (uint32_t i = 0; i < m->n_sets; i++)
        for (int g = 0; g < N_GARBLINGS && status == OK; g++) {
            struct garbled_tally tally = {0};
            status = garble_set(m, &m->sets[i], (enum garbling)g, &tally, e);
            add_garbled(&m->arena, &t, m->sets[i].name, (enum garbling)g, &tally);
        }
    if (status == OK)
        put_garbled(out, m->args->format, &t);
    return status;
}

/* Grammar */

struct grammar_checking {
    struct link_grammar *grammar;
    struct buf list;    /* of questions to be read by a person */
    struct table table; /* figures by set */
};

static const struct table_column PARSED[] = {{"", false},     {"originals", true},
                                             {"parse", true}, {"changed", true},
                                             {"parse", true}, {"to review", true}};

static void put_suspect(struct buf *out, int format, const struct question_set *s,
                        const struct changed_question *q)
{
    struct json_writer w = json_writer_to(out);
    if (format != FORMAT_JSON) {
        buf_printf(out, "%.*s %.*s\n    %.*s\n    %.*s\n", STR_ARG(s->name), STR_ARG(q->id),
                   STR_ARG(s->originals[q->original]), STR_ARG(q->text));
        return;
    }
    const struct {
        const char *key;
        struct str text;
    } MEMBERS[] = {{"set", s->name},
                   {"id", q->id},
                   {"relation", q->relation},
                   {"original", s->originals[q->original]},
                   {"question", q->text}};
    json_object_open(&w);
    for (size_t i = 0; i < sizeof MEMBERS / sizeof *MEMBERS; i++) {
        json_key(&w, str_from(MEMBERS[i].key));
        json_put_str(&w, MEMBERS[i].text);
    }
    json_object_close(&w);
    json_line_end(&w);
}

/* Only what comes from a question that parses is tried: of the others nothing would follow. */
static enum status check_set(struct measuring *m, struct grammar_checking *c,
                             const struct question_set *s, struct err *e)
{
    enum parses *originals = ARENA_ARRAY(&m->arena, enum parses, s->n_originals + 1);
    uint32_t good = 0, tried = 0, parse = 0, suspects = 0;
    for (uint32_t i = 0; i < s->n_originals && !*interrupt_flag(); i++) {
        originals[i] = link_grammar_parses(c->grammar, s->originals[i]);
        good += originals[i] == PARSES;
    }
    for (uint32_t i = 0; i < s->n_changed && !*interrupt_flag(); i++) {
        if (originals[s->changed[i].original] != PARSES)
            continue;
        enum parses p = link_grammar_parses(c->grammar, s->changed[i].text);
        tried++;
        parse += p == PARSES;
        suspects += p == PARSES_NOT;
        if (p == PARSES_NOT)
            put_suspect(&c->list, m->args->format, s, &s->changed[i]);
    }
    const uint32_t figures[] = {s->n_originals, good, tried, parse, suspects};
    struct str *row = table_add(&m->arena, &c->table);
    row[0] = s->name;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        row[i + 1] = table_count(&m->arena, figures[i]);
    return *interrupt_flag() ? err_set(e, E_INTERRUPTED, "interrupted") : OK;
}

static enum status check_grammar(struct measuring *m, struct buf *out, struct err *e)
{
    struct grammar_checking c = {.table = {.title = "grammar",
                                           .note = "changed: those whose original parses",
                                           .columns = PARSED,
                                           .n_columns = sizeof PARSED / sizeof *PARSED}};
    enum status status = link_grammar_open(&c.grammar, e);
    if (status)
        return status;
    for (uint32_t i = 0; i < m->n_sets && status == OK; i++)
        status = check_set(m, &c, &m->sets[i], e);
    if (status == OK && m->args->format != FORMAT_JSON)
        put_table(out, m->args->format, &c.table, true);
    if (status == OK && m->args->format != FORMAT_CSV && c.list.len > 0) {
        if (m->args->format == FORMAT_TEXT)
            buf_putc(out, '\n');
        buf_put(out, buf_str(&c.list));
    }
    link_grammar_close(c.grammar);
    buf_release(&c.list);
    return status;
}

/* The command */

static enum status read_sets(struct measuring *m, struct err *e)
{
    const struct operands *operands = &m->args->operands;
    const char **paths = ARENA_ARRAY(&m->arena, const char *, operands->count + 1);
    enum status status = OK;
    m->sets = ARENA_ARRAY(&m->arena, struct question_set, operands->count + 1);
    if (m->args->suite) {
        paths[0] = m->args->suite;
        status = question_set_read_suite(&m->arena, paths[0], &m->sets[m->n_sets++], e);
    }
    for (uint32_t i = 0; i < operands->count && status == OK; i++) {
        paths[m->n_sets] = operands->items[i];
        status = question_set_read(&m->arena, paths[m->n_sets], &m->sets[m->n_sets], e);
        m->n_sets++;
    }
    if (status == OK)
        question_sets_tell_apart(&m->arena, m->sets, paths, m->n_sets);
    return status;
}

static enum status run_measuring(const struct fluency_args *a, struct err *e)
{
    struct measuring m = {.args = a};
    struct buf out = {0};
    if (a->operands.count == 0 && !a->suite)
        return err_set(e, E_USAGE, "a suite, a dataset or pairs of questions are needed");
    interrupt_watch();
    const struct listener listener = listen_on_stderr(a->rater.ask.quiet);
    enum status status = a->grammar_check ? OK : rater_open(&a->rater, &listener, &m.rater, e);
    if (status)
        return status;
    status = read_sets(&m, e);
    if (status == OK)
        status = a->grammar_check ? check_grammar(&m, &out, e)
                 : a->garbled     ? try_model(&m, &out, e)
                                  : measure(&m, &out, e);
    if (status == OK)
        status = file_write(a->out ? a->out : "-", buf_str(&out), e);
    buf_release(&out);
    rater_free(m.rater);
    arena_release(&m.arena);
    return status;
}

/* What is asked for must have a use. */
static enum status check_use(const struct fluency_args *a, bool trains, struct err *e)
{
    const struct {
        bool idle;
        const char *problem;
    } USES[] = {
        {!trains && a->order, "--order is for 'fluency train'"},
        {!trains && a->min_count, "--min-count is for 'fluency train'"},
        {!trains && a->model_format != NOT_GIVEN, "--model-format is for 'fluency train'"},
        {trains && a->suite, "'fluency train' takes no --suite: it reads sentences, one a line"},
        {trains && a->garbled, "'fluency train' takes no --garbled"},
        {trains && a->grammar_check, "'fluency train' takes no --grammar-check"},
        {trains && a->rater.model, "'fluency train' takes no --language-model"},
        {trains && a->format != NOT_GIVEN,
         "'fluency train' takes no --format; --model-format is that of the model"},
        {a->garbled && a->grammar_check, "--garbled and --grammar-check: name one"},
        {a->grammar_check && a->rater.model, "--grammar-check asks no language model"},
        {!a->garbled && a->seed, "--seed is for --garbled"},
        {rater_settings_idle(&a->rater),
         "no server is asked: --language-model http(s)://… names one"},
    };
    for (size_t i = 0; i < sizeof USES / sizeof *USES; i++)
        if (USES[i].idle)
            return err_set(e, E_USAGE, "%s", USES[i].problem);
    return OK;
}

static void fill_defaults(struct fluency_args *a)
{
    if (a->format == NOT_GIVEN)
        a->format = FORMAT_TEXT;
    if (a->model_format == NOT_GIVEN)
        a->model_format = FORMAT_MODEL;
    if (a->seed == 0)
        a->seed = 1;
}

enum status fluency_run(int argc, char **argv, struct err *e)
{
    struct fluency_args args = {
        .rater = rater_settings_default, .format = NOT_GIVEN, .model_format = NOT_GIVEN};
    enum status status = options_parse(&fluency_options, argc, argv, &args, e);
    if (status)
        return status;
    bool trains = args.operands.count > 0 && strcmp(args.operands.items[0], "train") == 0;
    status = check_use(&args, trains, e);
    if (status)
        return status;
    fill_defaults(&args);
    return trains ? train(&args, e) : run_measuring(&args, e);
}
