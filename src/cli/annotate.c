/* annotate.c: `teql annotate`, more names for the tables and columns of a dataset. */
#include "base/file.h"
#include "base/number.h"
#include "base/path.h"
#include "base/printable.h"
#include "cli/ask_print.h"
#include "cli/command.h"
#include "cli/data.h"
#include "cli/listen.h"
#include "defence/auto_annotation.h"
#include "making/word_account.h"
#include "rewording/vocabulary.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct annotate_args {
    const char *data, *questions, *db, *out, *why;
    int strength;
    struct word_sources words;
    struct model_settings model; /* asked for synonyms, if it has an address */
};

#define FIELD(name) offsetof(struct annotate_args, name)
#define MODEL(name) FIELD(model.ask.name)
#define WORDS(name) FIELD(words.name)

static const struct option OPTIONS[] = {
    {"data", 0, OPTION_TEXT, FIELD(data), "DIR|FILE|mini", NULL,
     "the dataset whose schemas get names: a folder, a tables.json, a database; or mini"},
    {"questions", 0, OPTION_TEXT, FIELD(questions), "FILE", NULL,
     "for --why: the questions, in JSON or CSV (default: as for generate)"},
    {"db", 0, OPTION_TEXT, FIELD(db), "DIR", NULL,
     "the databases, as db_id/db_id.sqlite (default: in DIR)"},
    {"out", 0, OPTION_TEXT, FIELD(out), "FILE", NULL,
     "the schemas with their names, for --defence manual:FILE; must not be there yet"},
    {"why", 0, OPTION_TEXT, FIELD(why), "WORD", NULL,
     "instead of --out: which words could stand for it in the questions on each database, and why "
     "not"},
    {"strength", 0, OPTION_CHOICE, FIELD(strength), "mild|bold", "mild|bold",
     "which other words are used: the surest, or all that fit (default: bold)"},
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
                                 const struct schema *s, enum strength strength,
                                 struct annotation_tally *t)
{
    struct arena a = {0};
    struct annotated_schema annotated =
        auto_annotated(&a, words->knowledge, s, asked_words_synonyms(words, s->db_id), strength);
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
        put_annotated_schema(&w, words, &d->schemas.schemas[i], (enum strength)args->strength, &t);
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

/* Why */

/* "list     12 taken   class" and under it what was refused. */
static void print_candidate(struct arena *a, const struct word_candidate *c)
{
    printf("  %-24s %-10s", printable_line(a, c->words).ptr, word_source_name(c->source).ptr);
    const char *lead = " ";
    if (c->taken) {
        printf(" taken in %" PRIu64, c->taken);
        lead = "; ";
    }
    for (int r = 0; r < REFUSALS; r++)
        if (c->refused.counts[r]) {
            const char *name = refusal_name((enum refusal)r), *reason = strchr(name, ':');
            printf("%s%s in %" PRIu64, lead, reason ? reason + 2 : name, c->refused.counts[r]);
            lead = "; ";
        }
    putchar('\n');
}

static enum status print_why(const struct annotate_args *args, const struct dataset *d,
                             const struct vocabulary *words, const struct asked_words *asked,
                             struct err *e)
{
    struct arena a = {0};
    struct word_accounts all;
    const char *word = printable_line(&a, str_from(args->why)).ptr;
    enum status status = word_accounts_find(&a, d, words, asked, str_from(args->why),
                                            (enum strength)args->strength, &all, e);
    for (uint32_t i = 0; status == OK && i < all.count; i++) {
        const struct word_account *x = &all.items[i];
        printf("%.*s: \"%s\" in %u question%s\n", STR_ARG(x->db_id), word, x->questions,
               plural(x->questions));
        for (uint32_t k = 0; k < x->count; k++)
            print_candidate(&a, &x->items[k]);
    }
    if (status == OK && all.count == 0)
        printf("\"%s\" names no table or column in any question\n", word);
    arena_release(&a);
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
        status =
            args->why ? print_why(args, d, &words, &asked, e) : write_annotated(args, d, &asked, e);
    asked_words_release(&asked);
    vocabulary_release(&words);
    return status;
}

/* A person may have edited the file: it is not overwritten. */
static enum status check_annotate_args(const struct annotate_args *a, struct err *e)
{
    struct path_info out;
    if (!a->data || !(a->out || a->why))
        return err_set(e, E_USAGE, "--data and --out are needed; or --data and --why");
    if (a->out && a->why)
        return err_set(e, E_USAGE, "--why writes nothing, so it cannot be used with --out");
    if (a->questions && !a->why)
        return err_set(e, E_USAGE, "--questions is for --why");
    if (a->why)
        return OK;
    TRY(path_look(a->out, &out, e));
    if (out.kind != PATH_FILE)
        return OK;
    err_set(e, E_INPUT, "is there already: name another file or remove it");
    return err_in_file(e, a->out);
}

enum status annotate_run(int argc, char **argv, struct err *e)
{
    struct annotate_args args = {
        .words = {.min_weight = 1}, .model = model_settings_default, .strength = STRENGTH_BOLD};
    struct request_watch watch = {0};
    struct dataset dataset;
    args.model.ask.system.watch = &watch;
    TRY(options_parse(&annotate_options, argc, argv, &args, e));
    TRY(check_annotate_args(&args, e));
    TRY(model_settings_check(&args.model, "--synonyms", e));
    const struct dataset_source from = {.data = args.data,
                                        .questions = args.questions,
                                        .databases = args.db,
                                        .schemas_do = true,
                                        .schemas_only = !args.why};
    TRY(data_load(&dataset, from, e));
    enum status status = annotate_dataset(&args, &dataset, e);
    dataset_release(&dataset);
    return status;
}
