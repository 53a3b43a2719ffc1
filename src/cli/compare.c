/* compare.c: `teql compare`, several systems side by side, each with one run or several, and which
 * to choose. */
#include "base/file.h"
#include "cli/command.h"
#include "cli/compared_runs.h"
#include "cli/html_page.h"
#include "cli/sources.h"
#include "report/facts.h"
#include "report/paired.h"

#include <stddef.h>
#include <stdlib.h>

#define COMPARISON_MAX_BYTES ((size_t)1 << 30)

enum format { FORMAT_TEXT, FORMAT_MARKDOWN, FORMAT_LATEX, FORMAT_CSV, FORMAT_JSON, FORMAT_HTML };

struct compare_args {
    struct operands files;
    const char *weights, *out, *names, *cases;
    int format; /* enum format */
    bool experiment;
};

#define FIELD(name) offsetof(struct compare_args, name)

static const struct option OPTIONS[] = {
    {"names", 0, OPTION_TEXT, FIELD(names), "LIST", NULL,
     "names of the systems, with commas between them (default: what was asked, or the file)"},
    {"weights", 0, OPTION_TEXT, FIELD(weights), "FILE", NULL,
     "how much each capability matters: name, tab, number; gives a ranking"},
    {"format", 0, OPTION_CHOICE, FIELD(format), "FORMAT", "text|markdown|latex|csv|json|html",
     "text (default), markdown, latex, csv (figures), json or html (2 to 6 systems)"},
    {"experiment", 0, OPTION_FLAG, FIELD(experiment), NULL, NULL,
     "show changes against the first system and figures by hardness, as for systems of several "
     "runs"},
    {"cases", 0, OPTION_TEXT, FIELD(cases), "FILE", NULL,
     "write the cases that break only one of the first two systems; of several runs, in most of "
     "them"},
    {"out", 0, OPTION_TEXT, FIELD(out), "FILE", NULL, "the tables (default: standard output)"},
};

const struct option_list compare_options = {OPTIONS, sizeof OPTIONS / sizeof *OPTIONS, FIELD(files),
                                            true};

struct comparing {
    struct arena arena;
    struct compare_args args;
    struct compared_runs given;
    struct system_comparison comparison;
    double weights[N_CAPABILITIES];
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

/* Two files of one system are told apart by their names. */
static bool name_is_taken(const struct comparing *c, uint32_t n, struct str name)
{
    for (uint32_t i = 0; i < n; i++)
        if (str_eq(c->given.systems[i].name, name))
            return true;
    return false;
}

static struct str name_of(struct comparing *c, uint32_t i)
{
    const struct run_file *file = &c->given.files[c->given.arguments[i].first];
    struct str name = listed(c->args.names, i), path = str_from(file->path);
    if (name.len == 0)
        name = system_name(&c->arena, &file->scores);
    if (name.len == 0 || name_is_taken(c, i, name))
        name = short_path(path);
    return name_is_taken(c, i, name) ? path : name;
}

static enum status load(struct comparing *c, struct err *e)
{
    enum status status = compared_runs_load(&c->given, e);
    for (uint32_t i = 0; i < c->given.n_systems && status == OK; i++)
        c->given.systems[i].name = name_of(c, i);
    c->comparison = (struct system_comparison){.systems = c->given.systems,
                                               .n_systems = c->given.n_systems,
                                               .experiment = c->args.experiment};
    return status;
}

static enum status write_text(const char *path, struct buf *text, struct err *e)
{
    return buf_whole(text) ? file_write(path, buf_str(text), e)
                           : err_set(e, E_LIMIT, "too much to write");
}

static void put_tables(struct comparing *c, struct buf *out,
                       void (*put)(struct buf *out, const struct table *t))
{
    struct table_list list = comparison_tables(&c->arena, &c->comparison);
    for (uint32_t i = 0; i < list.count; i++) {
        buf_put(out, i ? STR("\n") : STR(""));
        put(out, &list.items[i]);
    }
}

static void put_comparison(struct comparing *c, struct buf *out)
{
    switch ((enum format)c->args.format) {
    case FORMAT_TEXT:
        put_tables(c, out, table_text);
        break;
    case FORMAT_MARKDOWN:
        put_tables(c, out, table_markdown);
        break;
    case FORMAT_LATEX:
        put_tables(c, out, table_latex);
        break;
    case FORMAT_CSV:
        for (uint32_t i = 0; i < c->comparison.n_systems; i++) {
            struct table t = comparison_figures(&c->arena, &c->comparison, i);
            table_csv(out, &t, i == 0);
        }
        break;
    case FORMAT_JSON:
        comparison_json(out, &c->comparison);
        break;
    case FORMAT_HTML: /* is a file of its own: write_page */
        break;
    }
}

/* The page has questions and SQL of the runs whose suite and predictions are still there. */
static enum status open_texts(struct comparing *c, struct sources *sources,
                              struct case_source *texts, struct err *e)
{
    enum status status = OK;
    for (uint32_t i = 0; i < c->given.n_files && status != E_HOST; i++) {
        struct run_file *file = &c->given.files[i];
        status = sources_open(&sources[i], &file->scores, file->path, NULL, NULL, e);
        if (status == OK)
            texts[i] = (struct case_source){.suite = &sources[i].suite,
                                            .predictions = &sources[i].predictions};
        else if (status != E_HOST)
            fprintf(stderr,
                    "notice: without its suite and predictions, %s has no questions and no SQL\n",
                    file->path);
    }
    return status == E_HOST ? status : OK;
}

/* Texts and commands of each system, which are those of its files. */
static enum status write_opened(struct comparing *c, const struct case_source *texts, struct err *e)
{
    struct compared_texts systems[COMPARED_MAX];
    const char **commands = ARENA_ARRAY(&c->arena, const char *, c->given.n_files);
    for (uint32_t i = 0; i < c->given.n_files; i++)
        commands[i] = explain_command(&c->arena, c->given.files[i].path);
    for (uint32_t i = 0; i < c->given.n_systems; i++) {
        uint32_t first = c->given.arguments[i].first;
        systems[i] = (struct compared_texts){texts + first, commands + first};
    }
    const struct comparison_source source = {&c->comparison, systems};
    return comparison_page_write(&source, c->args.out ? c->args.out : "-", e);
}

static enum status write_page(struct comparing *c, struct err *e)
{
    uint32_t n = c->given.n_files;
    struct sources *sources = ARENA_ARRAY(&c->arena, struct sources, n);
    struct case_source *texts = arena_zalloc(&c->arena, n * sizeof *texts);
    enum status status = open_texts(c, sources, texts, e);
    if (status == OK)
        status = write_opened(c, texts, e);
    for (uint32_t i = 0; i < n; i++)
        if (texts[i].suite)
            sources_close(&sources[i]);
    return status;
}

static enum status write_document(struct comparing *c, struct err *e)
{
    struct buf text = {0};
    buf_limit(&text, COMPARISON_MAX_BYTES);
    put_comparison(c, &text);
    enum status status = write_text(c->args.out ? c->args.out : "-", &text, e);
    buf_release(&text);
    return status;
}

static enum status write_cases(const struct comparing *c, struct err *e)
{
    struct buf text = {0};
    buf_limit(&text, COMPARISON_MAX_BYTES);
    comparison_put_cases(&text, &c->given.systems[0], &c->given.systems[1]);
    enum status status = write_text(c->args.cases, &text, e);
    buf_release(&text);
    return status;
}

/* What is to be known of another system before it is held against the first. */
static void warn_of(const char *first, const char *other, const struct run_cases *x,
                    const struct run_cases *y)
{
    struct arena a = {0};
    struct case_pairs pairs = case_pairs_of(&a, x, y);
    if (pairs.count == 0)
        fprintf(stderr, "notice: %s and %s have no judged case in common\n", first, other);
    else if (pairs.n_all < x->count || pairs.n_all < y->count)
        fprintf(stderr,
                "notice: of the %u cases of %s and the %u of %s only %u are the same: rates and "
                "marks are of each system's own cases, differences of these\n",
                x->count, first, y->count, other, pairs.n_all);
    if (!str_eq(x->runs.items[0]->by, y->runs.items[0]->by))
        fprintf(stderr, "notice: %s and %s were judged by different measures\n", first, other);
    arena_release(&a);
}

/* Systems that share no case with the first were tested on something else. */
static void warn(const struct comparing *c)
{
    struct arena a = {0};
    const struct run_cases first = run_cases_of(&a, c->given.systems[0].runs);
    for (uint32_t i = 1; i < c->given.n_systems; i++) {
        const struct run_cases other = run_cases_of(&a, c->given.systems[i].runs);
        warn_of(c->given.arguments[0].argument, c->given.arguments[i].argument, &first, &other);
    }
    arena_release(&a);
}

static enum status compare(struct comparing *c, struct err *e)
{
    const struct compare_args *a = &c->args;
    enum status status = a->weights ? weights_load(a->weights, c->weights, e) : OK;
    if (status)
        return status;
    c->comparison.weights = a->weights ? c->weights : NULL;
    warn(c);
    status = a->format == FORMAT_HTML ? write_page(c, e) : write_document(c, e);
    return status == OK && a->cases ? write_cases(c, e) : status;
}

static enum status check_args(const struct comparing *c, struct err *e)
{
    const struct compare_args *a = &c->args;
    uint32_t n = c->given.n_systems;
    const char *these = c->given.n_files > n ? "systems" : "files";
    if (n < 2 && c->given.n_files > n)
        return err_set(e, E_USAGE, "two or more systems are needed: '%s' is one, with %u runs",
                       a->files.items[0], c->given.n_files);
    if (n < 2)
        return err_set(e, E_USAGE, "two or more files of scores are needed");
    if (a->names && (listed(a->names, n).ptr || !listed(a->names, n - 1).ptr))
        return err_set(e, E_USAGE, "--names takes a name for each of the %u %s", n, these);
    if (a->format == FORMAT_HTML && n > COMPARED_MAX)
        return err_set(e, E_USAGE, "a page compares %d systems at most", COMPARED_MAX);
    return OK;
}

enum status compare_run(int argc, char **argv, struct err *e)
{
    struct comparing *c = mem_alloc(sizeof *c);
    memset(c, 0, sizeof *c);
    enum status status = options_parse(&compare_options, argc, argv, &c->args, e);
    if (status == OK)
        status = compared_runs_split(&c->given, &c->args.files, e);
    if (status == OK)
        status = check_args(c, e);
    if (status == OK)
        status = load(c, e);
    if (status == OK)
        status = compare(c, e);
    compared_runs_release(&c->given);
    arena_release(&c->arena);
    free(c);
    return status;
}
