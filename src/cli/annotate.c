/* annotate.c: `teql annotate`, more names for the tables and columns of a dataset. */
#include "base/file.h"
#include "base/path.h"
#include "cli/ask_print.h"
#include "cli/command.h"
#include "cli/listen.h"
#include "dataset/data_folder.h"
#include "defence/auto_annotation.h"
#include "rewording/vocabulary.h"

#include <stddef.h>
#include <stdio.h>

struct annotate_args {
    const char *data, *db, *out;
    struct word_sources words;
    struct model_settings model; /* that is asked for synonyms; without address: none */
};

#define FIELD(name) offsetof(struct annotate_args, name)
#define WORDS(name) (FIELD(words) + offsetof(struct word_sources, name))
#define MODEL(name) (FIELD(model) + offsetof(struct model_settings, name))

static const struct option OPTIONS[] = {
    {"data", 0, OPTION_TEXT, FIELD(data), "DIR|FILE|mini", NULL,
     "the dataset whose schemas get names: a folder, a tables.json, a database; or mini"},
    {"db", 0, OPTION_TEXT, FIELD(db), "DIR", NULL,
     "the databases, as db_id/db_id.sqlite (default: in DIR)"},
    {"out", 0, OPTION_TEXT, FIELD(out), "FILE", NULL,
     "the schemas with their names, for --defence manual:FILE; must not be there yet"},
#include "cli/word_options.def"
    {"vectors", 0, OPTION_TEXT, WORDS(vectors), "FILE", NULL,
     "word vectors as GloVe or word2vec write them, in text: another source of synonyms"},
    {"synonyms", 0, OPTION_TEXT, MODEL(address), "URL", NULL,
     "http(s)://host/v1 of a language model that is asked for synonyms"},
#include "cli/model_options.def"
};

const struct option_list annotate_options = {.items = OPTIONS, .count = COUNT_OF(OPTIONS)};

/* How many items there are, and how many names more than one they have. */
struct annotation_tally {
    uint64_t items, named, names;
};

static void count_names(struct annotation_tally *t, const struct annotation *items, uint32_t from,
                        uint32_t count)
{
    for (uint32_t i = from; i < count; i++) {
        t->items++;
        t->named += items[i].count > 1;
        t->names += items[i].count - 1;
    }
}

static void put_schema(struct json_writer *w, const struct asked_words *words,
                       const struct schema *s, struct annotation_tally *t)
{
    struct arena a = {0};
    struct annotated_schema annotated =
        auto_annotated(&a, words->knowledge, s, asked_words_told(words, s->db_id));
    annotated_schema_json(w, &annotated);
    count_names(t, annotated.tables, 0, s->n_tables);
    count_names(t, annotated.columns, 1, s->n_columns);
    arena_release(&a);
}

static enum status annotate_all(const struct annotate_args *args, const struct dataset *d,
                                const struct asked_words *words, struct err *e)
{
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    struct annotation_tally t = {0};
    json_array_open(&w);
    for (uint32_t i = 0; i < d->schemas.count; i++) {
        buf_put(&text, i ? STR(",\n") : STR("\n"));
        w.comma = false; /* it stands at the end of the line above */
        put_schema(&w, words, &d->schemas.schemas[i], &t);
    }
    buf_putc(&text, '\n');
    json_array_close(&w);
    buf_putc(&text, '\n');
    enum status status = file_write(args->out, buf_str(&text), e);
    buf_release(&text);
    if (status == OK)
        printf("schemas   %s: %u, %llu of %llu tables and columns with %llu other names\n",
               args->out, d->schemas.count, (unsigned long long)t.named,
               (unsigned long long)t.items, (unsigned long long)t.names);
    return status;
}

/* Have synonyms said for the words of all names, where somebody is there to do it. */
static enum status ask_model(const struct annotate_args *args, const struct dataset *d,
                             const struct listener *listener, struct asked_words *words,
                             struct err *e)
{
    struct synonym_asker *asker;
    struct synonym_outcome outcome;
    const char *cache;
    if (!args->model.address)
        return OK;
    TRY(model_cache_beside(&args->model.ask, args->out, &words->arena, &cache, e));
    TRY(synonym_asker_open(&args->model, interrupt_flag(), &asker, e));
    for (uint32_t i = 0; i < d->schemas.count; i++)
        asked_words_add_names(words, &d->schemas.schemas[i]);
    interrupt_watch();
    enum status status = synonym_asker_run(asker, words, cache, listener, &outcome, e);
    if (status == OK)
        synonym_print(&outcome);
    synonym_asker_free(asker);
    return status;
}

static enum status annotate(const struct annotate_args *args, const struct dataset *d,
                            struct err *e)
{
    struct listener listener =
        listen_and_ask(args->model.ask.quiet || !args->model.address, args->model.ask.yes);
    struct vocabulary words;
    struct asked_words asked;
    TRY(vocabulary_load(&words, &args->words, &d->schemas, &listener, e));
    asked_words_init(&asked, &words.lexicon, &words.knowledge);
    enum status status = ask_model(args, d, &listener, &asked, e);
    if (status == OK)
        status = annotate_all(args, d, &asked, e);
    asked_words_release(&asked);
    vocabulary_release(&words);
    return status;
}

/* A person may have edited the file: it is not overwritten. */
static enum status check_args(const struct annotate_args *a, struct err *e)
{
    struct path_info out;
    if (!a->data || !a->out)
        return err_set(e, E_USAGE, "--data and --out are needed");
    enum status status = path_look(a->out, &out, e);
    if (status || out.kind != PATH_FILE)
        return status;
    err_set(e, E_INPUT, "is there already: name another file or remove it");
    err_in_file(e, a->out);
    return E_INPUT;
}

enum status annotate_run(int argc, char **argv, struct err *e)
{
    struct annotate_args args = {.words = {.min_weight = 1}, .model = model_settings_default};
    struct request_watch watch = {0};
    struct arena arena = {0};
    struct dataset dataset;
    args.model.ask.system.watch = &watch;
    enum status status = options_parse(&annotate_options, argc, argv, &args, e);
    if (status == OK)
        status = check_args(&args, e);
    if (status == OK)
        status = model_settings_check(&args.model, "--synonyms", e);
    struct dataset_source from = {.databases = args.db, .schemas_do = true, .schemas_only = true};
    if (status == OK)
        status = data_folder(&arena, args.data, &from.data, e);
    if (status == OK)
        status = dataset_load(&dataset, &from, e);
    if (status == OK) {
        status = annotate(&args, &dataset, e);
        dataset_release(&dataset);
    }
    arena_release(&arena);
    return status;
}
