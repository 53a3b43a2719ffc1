/* annotate.c: `teql annotate`, more names for the tables and columns of a dataset. */
#include "base/file.h"
#include "base/path.h"
#include "cli/ask_print.h"
#include "cli/command.h"
#include "cli/data.h"
#include "cli/listen.h"
#include "defence/auto_annotation.h"
#include "rewording/vocabulary.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

struct annotate_args {
    const char *data, *db, *out;
    struct word_sources words;
    struct model_settings model; /* asked for synonyms, if it has an address */
};

#define FIELD(name) offsetof(struct annotate_args, name)
#define MODEL(name) FIELD(model.ask.name)
#define WORDS(name) FIELD(words.name)

static const struct option OPTIONS[] = {
    {"data", 0, OPTION_TEXT, FIELD(data), "DIR|FILE|mini", NULL,
     "the dataset whose schemas get names: a folder, a tables.json, a database; or mini"},
    {"db", 0, OPTION_TEXT, FIELD(db), "DIR", NULL,
     "the databases, as db_id/db_id.sqlite (default: in DIR)"},
    {"out", 0, OPTION_TEXT, FIELD(out), "FILE", NULL,
     "the schemas with their names, for --defence manual:FILE; must not be there yet"},
#include "cli/word_options.def"
    {"vectors", 0, OPTION_TEXT, FIELD(words.vectors), "FILE", NULL,
     "word vectors as GloVe or word2vec write them, in text: another source of synonyms"},
    {"synonyms", 0, OPTION_TEXT, FIELD(model.address), "URL", NULL,
     "http(s)://host/v1 of a language model that is asked for synonyms"},
#include "cli/model_options.def"
};

const struct option_list annotate_options = {.items = OPTIONS, .count = COUNT_OF(OPTIONS)};

/* How many items there are, and how many names they have besides their own. */
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

static void put_annotated_schema(struct json_writer *w, const struct asked_words *words,
                                 const struct schema *s, struct annotation_tally *t)
{
    struct arena a = {0};
    struct annotated_schema annotated =
        auto_annotated(&a, words->knowledge, s, asked_words_synonyms(words, s->db_id));
    annotated_schema_json(w, &annotated);
    count_names(t, annotated.tables, 0, s->n_tables);
    count_names(t, annotated.columns, 1, s->n_columns);
    arena_release(&a);
}

static enum status write_annotated(const struct annotate_args *args, const struct dataset *d,
                                   const struct asked_words *words, struct err *e)
{
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    struct annotation_tally t = {0};
    json_array_open(&w);
    for (uint32_t i = 0; i < d->schemas.count; i++) {
        buf_put(&text, i ? STR(",\n") : STR("\n"));
        w.comma = false; /* it is at the end of the line above */
        put_annotated_schema(&w, words, &d->schemas.schemas[i], &t);
    }
    buf_putc(&text, '\n');
    json_array_close(&w);
    buf_putc(&text, '\n');
    enum status status = file_write(args->out, buf_str(&text), e);
    buf_release(&text);
    if (status == OK)
        printf("schemas   %s: %u, %" PRIu64 " of %" PRIu64 " tables and columns with %" PRIu64
               " other names\n",
               args->out, d->schemas.count, t.named, t.items, t.names);
    return status;
}

/* Ask the language model, if there is one, for synonyms of the words of all names. */
static enum status ask_synonyms(const struct annotate_args *args, const struct dataset *d,
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

static enum status annotate_dataset(const struct annotate_args *args, const struct dataset *d,
                                    struct err *e)
{
    struct listener listener =
        listen_and_ask(args->model.ask.quiet || !args->model.address, args->model.ask.yes);
    struct vocabulary words;
    struct asked_words asked;
    TRY(vocabulary_load(&words, &args->words, &d->schemas, &listener, e));
    asked_words_init(&asked, &words.lexicon, &words.knowledge);
    enum status status = ask_synonyms(args, d, &listener, &asked, e);
    if (status == OK)
        status = write_annotated(args, d, &asked, e);
    asked_words_release(&asked);
    vocabulary_release(&words);
    return status;
}

/* A person may have edited the file: it is not overwritten. */
static enum status check_annotate_args(const struct annotate_args *a, struct err *e)
{
    struct path_info out;
    if (!a->data || !a->out)
        return err_set(e, E_USAGE, "--data and --out are needed");
    TRY(path_look(a->out, &out, e));
    if (out.kind != PATH_FILE)
        return OK;
    err_set(e, E_INPUT, "is there already: name another file or remove it");
    return err_in_file(e, a->out);
}

enum status annotate_run(int argc, char **argv, struct err *e)
{
    struct annotate_args args = {.words = {.min_weight = 1}, .model = model_settings_default};
    struct request_watch watch = {0};
    struct dataset dataset;
    args.model.ask.system.watch = &watch;
    TRY(options_parse(&annotate_options, argc, argv, &args, e));
    TRY(check_annotate_args(&args, e));
    TRY(model_settings_check(&args.model, "--synonyms", e));
    const struct dataset_source from = {
        .data = args.data, .databases = args.db, .schemas_do = true, .schemas_only = true};
    TRY(data_load(&dataset, from, e));
    enum status status = annotate_dataset(&args, &dataset, e);
    dataset_release(&dataset);
    return status;
}
