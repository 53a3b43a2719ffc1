/* classify.c: `teql classify`, which kind of rewording pairs of questions are. */
#include "import/classify.h"
#include "base/json_writer.h"
#include "cli/command.h"
#include "cli/data.h"
#include "cli/listen.h"

#include <stddef.h>
#include <stdio.h>

struct classify_args {
    struct operands pairs;
    const char *data, *questions, *db, *lexicon, *wordnet;
};

#define FIELD(name) offsetof(struct classify_args, name)

static const struct option OPTIONS[] = {
    {"data", 0, OPTION_TEXT, FIELD(data), "DIR|FILE|mini", NULL,
     "the dataset with the schemas and databases that the questions are about"},
    {"questions", 0, OPTION_TEXT, FIELD(questions), "FILE", NULL,
     "its questions, in JSON or CSV (default: dev.json or questions.json, .jsonl, .csv in DIR)"},
    {"db", 0, OPTION_TEXT, FIELD(db), "DIR", NULL,
     "the databases, as db_id/db_id.sqlite (default: in DIR)"},
    {"lexicon", 0, OPTION_TEXT, FIELD(lexicon), "DIR", NULL,
     "word lists that are added to those built in"},
    {"wordnet", 0, OPTION_TEXT, FIELD(wordnet), "DIR", NULL,
     "WordNet's files (default: where Debian's wordnet-base puts them)"},
};

const struct option_list classify_options = {OPTIONS, COUNT_OF(OPTIONS), FIELD(pairs), true};

static void put_text_or_null(struct json_writer *json, const char *key, struct str text)
{
    if (text.len) {
        json_key_str(json, key, text);
        return;
    }
    json_key(json, str_from(key));
    json_put_null(json);
}

/* What SQL calls the part of the query. */
static struct str query_part_name(const struct schema *s, const struct query_part *p)
{
    if (p->kind == PART_KEYWORD)
        return query_keyword_name(p->keyword);
    return p->kind == PART_VALUE ? p->value : s->columns[p->column].name;
}

static void put_reword_sign(struct json_writer *json, const struct schema *s,
                            const struct reword_sign *g)
{
    json_object_open(json);
    put_text_or_null(json, "kind", reword_kind_name(sign_kind(g->type)));
    put_text_or_null(json, "sign", sign_name(g->type));
    put_text_or_null(json, "part", query_part_name(s, g->part));
    put_text_or_null(json, "from", g->from);
    put_text_or_null(json, "to", g->to);
    json_object_close(json);
}

static void put_reword_verdict(struct json_writer *json, const struct classified_pair *c)
{
    const struct reword_verdict *v = &c->verdict;
    put_text_or_null(json, "kind", reword_kind_name(v->top));
    json_key_array(json, "kinds");
    for (int i = 0; i < N_REWORD_KINDS; i++)
        if (v->kinds[i])
            json_put_str(json, reword_kind_name((enum reword_kind)i));
    json_array_close(json);
    json_key_array(json, "signs");
    for (uint32_t i = 0; i < v->n_signs; i++)
        put_reword_sign(json, c->schema, &v->signs[i]);
    json_array_close(json);
}

static enum status put_classified_pair(void *ctx, const struct classified_pair *c, struct err *e)
{
    struct buf *out = ctx;
    struct json_writer json = json_writer_to(out);
    (void)e;
    buf_clear(out);
    json_object_open(&json);
    put_text_or_null(&json, "set", c->pair->set);
    json_key_count(&json, "n", c->pair->number);
    put_text_or_null(&json, "db_id", c->pair->after.db_id);
    put_text_or_null(&json, "question", c->seed ? c->seed->question : STR_NONE);
    put_text_or_null(&json, "question_post", c->pair->after.question);
    if (c->problem.ptr) {
        put_text_or_null(&json, "kind", STR_NONE);
        put_text_or_null(&json, "error", c->problem);
    } else {
        put_reword_verdict(&json, c);
    }
    json_object_close(&json);
    json_line_end(&json);
    fwrite(out->ptr, 1, out->len, stdout); /* a failure is reported when it is flushed */
    return OK;
}

static enum status classify_file(const struct dataset *d, const char *path,
                                 const struct classify_words *words, struct err *e)
{
    struct pair_list list;
    struct buf out = {0};
    TRY(pairs_read(&list, path, NULL, e));
    enum status status = classify_pairs(d, &list, words, put_classified_pair, &out, e);
    buf_release(&out);
    pairs_release(&list);
    return status;
}

/* Without WordNet, the lists are enough; but a folder that was named must have it. */
static enum status open_wordnet(struct wordnet *w, const char *dir, const struct listener *listener,
                                struct err *e)
{
    TRY(wordnet_open(w, dir, e));
    TRY(wordnet_check(w, dir, e));
    if (wordnet_present(w))
        return OK;
    if (!dir) {
        listener_notice(listener, "WordNet is not installed (wordnet-base): words are known from "
                                  "the lists only");
        return OK;
    }
    err_set(e, E_INPUT, "no WordNet files here");
    return err_in_file(e, dir);
}

static enum status classify_files(const struct classify_args *a, const struct dataset *d,
                                  const struct lexicon *l, const struct listener *listener,
                                  struct err *e)
{
    struct wordnet wordnet;
    enum status status = open_wordnet(&wordnet, a->wordnet, listener, e);
    const struct classify_words words = {l, wordnet_present(&wordnet) ? &wordnet : NULL};
    for (uint32_t i = 0; i < a->pairs.count && status == OK; i++)
        status = classify_file(d, a->pairs.items[i], &words, e);
    wordnet_close(&wordnet);
    return status;
}

static enum status classify_dataset(const struct classify_args *a, const struct dataset *d,
                                    struct err *e)
{
    struct listener listener = listen_on_stderr(true);
    struct lexicon lexicon;
    TRY(data_check(d, a->db, "the values of its columns are not known", &listener, e));
    TRY(lexicon_load(&lexicon, &LEXICON, a->lexicon, e));
    if (lexicon.old_lists.ptr)
        listener_notice(&listener, OLD_LISTS_NOTICE, a->lexicon, STR_ARG(lexicon.old_lists));
    enum status status = classify_files(a, d, &lexicon, &listener, e);
    lexicon_release(&lexicon);
    return status;
}

enum status classify_run(int argc, char **argv, struct err *e)
{
    struct classify_args args = {0};
    struct dataset dataset;
    TRY(options_parse(&classify_options, argc, argv, &args, e));
    if (args.pairs.count == 0 || !args.data)
        return err_set(e, E_USAGE, "pairs and --data are needed");
    const struct dataset_source from = {
        .data = args.data, .questions = args.questions, .databases = args.db};
    TRY(data_load(&dataset, from, e));
    enum status status = classify_dataset(&args, &dataset, e);
    dataset_release(&dataset);
    return status;
}
