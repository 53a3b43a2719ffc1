/* compare.c: `teql compare`, several systems side by side, and which to choose. */
#include "base/file.h"
#include "cli/command.h"
#include "cli/html_page.h"
#include "cli/sources.h"
#include "pipeline/score.h"
#include "report/comparison.h"
#include "report/facts.h"
#include "report/paired.h"
#include "report/sections.h"

#include <stddef.h>
#include <stdlib.h>

#define COMPARISON_MAX_BYTES ((size_t)1 << 30)

enum { MAX_SYSTEMS = 50 };

enum format { FORMAT_TEXT, FORMAT_MARKDOWN, FORMAT_LATEX, FORMAT_CSV, FORMAT_JSON, FORMAT_HTML };

struct compare_args {
    struct operands files;
    const char *weights, *out, *names, *cases;
    int format; /* enum format */
};

#define FIELD(name) offsetof(struct compare_args, name)

static const struct option OPTIONS[] = {
    {"names", 0, OPTION_TEXT, FIELD(names), "LIST", NULL,
     "names of the systems, with commas between them (default: what was asked, or the file)"},
    {"weights", 0, OPTION_TEXT, FIELD(weights), "FILE", NULL,
     "how much each capability matters: name, tab, number; gives a ranking"},
    {"format", 0, OPTION_CHOICE, FIELD(format), "FORMAT", "text|markdown|latex|csv|json|html",
     "text (default), markdown, latex, csv (figures by relation), json or html (2 to 6 systems)"},
    {"cases", 0, OPTION_TEXT, FIELD(cases), "FILE", NULL,
     "write the cases that break only one of the first two systems"},
    {"out", 0, OPTION_TEXT, FIELD(out), "FILE", NULL, "the tables (default: standard output)"},
};

const struct option_list compare_options = {OPTIONS, sizeof OPTIONS / sizeof *OPTIONS, FIELD(files),
                                            true};

struct comparing {
    struct arena arena;
    struct compare_args args;
    struct scores scores[MAX_SYSTEMS];
    struct compared_system systems[MAX_SYSTEMS];
    uint32_t n_systems;
};

/* The folder and name of a file, without its extension: enough to tell files apart. */
static struct str short_path(struct str path)
{
    if (str_ends(path, STR(".json")))
        path.len -= 5;
    if (str_ends(path, STR("/scores")))
        path.len -= 7;
    for (size_t i = path.len; i > 0; i--)
        if (path.ptr[i - 1] == '/')
            return str_slice(path, i, path.len);
    return path;
}

/* The i-th of a list with commas; ptr NULL where it has fewer. */
static struct str listed(const char *list, uint32_t i)
{
    struct str rest = str_from(list);
    while (rest.ptr) {
        struct str name = str_split(&rest, ',');
        if (i-- == 0)
            return str_trim(name);
    }
    return rest;
}

/* Two runs of one system are told apart by their files. */
static bool name_is_taken(const struct comparing *c, struct str name)
{
    for (uint32_t i = 0; i < c->n_systems; i++)
        if (str_eq(c->systems[i].name, name))
            return true;
    return false;
}

static struct str name_of(struct comparing *c, uint32_t i)
{
    struct str name = listed(c->args.names, i), path = str_from(c->args.files.items[i]);
    if (name.len == 0)
        name = system_name(&c->arena, &c->scores[i]);
    if (name.len == 0 || name_is_taken(c, name))
        name = short_path(path);
    return name_is_taken(c, name) ? path : name;
}

static enum status load(struct comparing *c, struct err *e)
{
    for (uint32_t i = 0; i < c->args.files.count; i++) {
        enum status status = scores_open(&c->scores[i], c->args.files.items[i], e);
        if (status)
            return status;
        struct compared_system *s = &c->systems[i];
        s->name = name_of(c, i);
        s->scores = &c->scores[i];
        score_sums(&c->arena, s->scores, &s->sums);
        c->n_systems++;
    }
    return OK;
}

static enum status write_text(const char *path, struct buf *text, struct err *e)
{
    return buf_whole(text) ? file_write(path, buf_str(text), e)
                           : err_set(e, E_LIMIT, "too much to write");
}

static void put_tables(struct comparing *c, const double *weights, struct buf *out,
                       void (*put)(struct buf *out, const struct table *t))
{
    struct table_list list = comparison_tables(&c->arena, c->systems, c->n_systems, weights);
    for (uint32_t i = 0; i < list.count; i++) {
        buf_put(out, i ? STR("\n") : STR(""));
        put(out, &list.items[i]);
    }
}

static void put_comparison(struct comparing *c, const double *weights, struct buf *out)
{
    switch ((enum format)c->args.format) {
    case FORMAT_TEXT:
        put_tables(c, weights, out, table_text);
        break;
    case FORMAT_MARKDOWN:
        put_tables(c, weights, out, table_markdown);
        break;
    case FORMAT_LATEX:
        put_tables(c, weights, out, table_latex);
        break;
    case FORMAT_CSV:
        for (uint32_t i = 0; i < c->n_systems; i++) {
            struct table t = sections_flat_relations(&c->arena, &c->systems[i].sums);
            t.title = arena_str(&c->arena, c->systems[i].name).ptr;
            table_csv(out, &t, i == 0);
        }
        break;
    case FORMAT_JSON:
        comparison_json(out, c->systems, c->n_systems, weights);
        break;
    case FORMAT_HTML: /* is a file of its own: write_page */
        break;
    }
}

/* The page has questions and SQL of the systems whose suite and predictions are still there. */
static enum status open_texts(struct comparing *c, struct sources *sources,
                              struct case_source *texts, struct err *e)
{
    enum status status = OK;
    for (uint32_t i = 0; i < c->n_systems && status != E_HOST; i++) {
        status = sources_open(&sources[i], &c->scores[i], c->args.files.items[i], NULL, NULL, e);
        if (status == OK)
            texts[i] = (struct case_source){&sources[i].suite, &sources[i].predictions};
        else if (status != E_HOST)
            fprintf(stderr,
                    "notice: without its suite and predictions, %s has no questions and no SQL\n",
                    c->args.files.items[i]);
    }
    return status == E_HOST ? status : OK;
}

static enum status write_page(struct comparing *c, const double *weights, struct err *e)
{
    struct sources sources[COMPARED_MAX];
    struct case_source texts[COMPARED_MAX] = {{NULL, NULL}};
    const char *commands[COMPARED_MAX];
    for (uint32_t i = 0; i < c->n_systems; i++)
        commands[i] = explain_command(&c->arena, c->args.files.items[i]);
    enum status status = open_texts(c, sources, texts, e);
    if (status == OK)
        status = comparison_page_write(&(struct comparison_source){.systems = c->systems,
                                                                   .sources = texts,
                                                                   .commands = commands,
                                                                   .n = c->n_systems,
                                                                   .weights = weights},
                                       c->args.out ? c->args.out : "-", e);
    for (uint32_t i = 0; i < c->n_systems; i++)
        if (texts[i].suite)
            sources_close(&sources[i]);
    return status;
}

static enum status write_document(struct comparing *c, const double *weights, struct err *e)
{
    struct buf text = {0};
    buf_limit(&text, COMPARISON_MAX_BYTES);
    put_comparison(c, weights, &text);
    enum status status = write_text(c->args.out ? c->args.out : "-", &text, e);
    buf_release(&text);
    return status;
}

static enum status write_cases(const struct comparing *c, struct err *e)
{
    struct buf text = {0};
    buf_limit(&text, COMPARISON_MAX_BYTES);
    comparison_put_cases(&text, &c->systems[0], &c->systems[1]);
    enum status status = write_text(c->args.cases, &text, e);
    buf_release(&text);
    return status;
}

/* Systems that share no case with the first were tested on something else. */
static void warn(const struct comparing *c)
{
    for (uint32_t i = 1; i < c->n_systems; i++) {
        struct arena a = {0};
        const struct scores *first = &c->scores[0], *it = &c->scores[i];
        struct case_pairs pairs = case_pairs_of(&a, first, it);
        if (pairs.count == 0)
            fprintf(stderr, "notice: %s and %s have no judged case in common\n",
                    c->args.files.items[0], c->args.files.items[i]);
        else if (pairs.n_all < first->n_cases || pairs.n_all < it->n_cases)
            fprintf(
                stderr,
                "notice: of the %u cases of %s and the %u of %s only %u are the same: rates and "
                "marks are of each system's own cases, differences of these\n",
                first->n_cases, c->args.files.items[0], it->n_cases, c->args.files.items[i],
                pairs.n_all);
        if (!str_eq(c->scores[0].by, c->scores[i].by))
            fprintf(stderr, "notice: %s and %s were judged by different measures\n",
                    c->args.files.items[0], c->args.files.items[i]);
        arena_release(&a);
    }
}

static enum status compare(struct comparing *c, struct err *e)
{
    const struct compare_args *a = &c->args;
    double weights[N_CAPABILITIES];
    enum status status = a->weights ? weights_load(a->weights, weights, e) : OK;
    if (status)
        return status;
    warn(c);
    status = a->format == FORMAT_HTML ? write_page(c, a->weights ? weights : NULL, e)
                                      : write_document(c, a->weights ? weights : NULL, e);
    return status == OK && a->cases ? write_cases(c, e) : status;
}

static enum status check_args(const struct compare_args *a, struct err *e)
{
    if (a->files.count < 2)
        return err_set(e, E_USAGE, "two or more files of scores are needed");
    if (a->names &&
        (listed(a->names, a->files.count).ptr || !listed(a->names, a->files.count - 1).ptr))
        return err_set(e, E_USAGE, "--names takes a name for each of the %u files", a->files.count);
    if (a->format == FORMAT_HTML && a->files.count > COMPARED_MAX)
        return err_set(e, E_USAGE, "a page compares %d systems at most", COMPARED_MAX);
    if (a->files.count > MAX_SYSTEMS)
        return err_set(e, E_USAGE, "more than %d files", MAX_SYSTEMS);
    return OK;
}

enum status compare_run(int argc, char **argv, struct err *e)
{
    struct comparing *c = mem_alloc(sizeof *c);
    memset(c, 0, sizeof *c);
    enum status status = options_parse(&compare_options, argc, argv, &c->args, e);
    if (status == OK)
        status = check_args(&c->args, e);
    if (status == OK)
        status = load(c, e);
    if (status == OK)
        status = compare(c, e);
    for (uint32_t i = 0; i < c->n_systems; i++)
        scores_release(&c->scores[i]);
    arena_release(&c->arena);
    free(c);
    return status;
}
