/* compare.c: `teql compare`, several systems side by side, each with one run or several, and which
 * to choose. */
#include "base/file.h"
#include "cli/command.h"
#include "cli/compared_page.h"
#include "cli/sources.h"
#include "pipeline/score.h"
#include "report/comparison.h"
#include "report/differing.h"
#include "report/facts.h"

#include <stddef.h>
#include <stdlib.h>

#define COMPARISON_MAX_BYTES ((size_t)1 << 30)

enum format { FORMAT_TEXT, FORMAT_MARKDOWN, FORMAT_LATEX, FORMAT_CSV, FORMAT_JSON, FORMAT_HTML };

struct compare_args {
    struct operands files;
    const char *weights, *out, *names, *cases;
    int format; /* enum format */
    uint32_t hold;
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
    {"hold", 0, OPTION_COUNT, FIELD(hold), "N", NULL,
     "read more cases than that, of all files together, part by part; html then shows cases of "
     "about so many (default: 100000)"},
    {"out", 0, OPTION_TEXT, FIELD(out), "FILE", NULL, "the tables (default: standard output)"},
};

const struct option_list compare_options = {OPTIONS, COUNT_OF(OPTIONS), FIELD(files), true};

struct comparing {
    struct arena arena;
    struct compare_args args;
    struct compared_runs given;
    struct system_comparison comparison;
    struct buf cases; /* that break only one of the first two systems */
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

/* Open the files and go through them. */
static enum status load(struct comparing *c, struct err *e)
{
    const struct compare_args *a = &c->args;
    TRY(compared_runs_open(&c->given, a->hold, e));
    for (uint32_t i = 0; i < c->given.n_systems; i++)
        c->given.systems[i].name = name_of(c, i);
    c->comparison = (struct system_comparison){
        .systems = c->given.systems, .n_systems = c->given.n_systems, .experiment = a->experiment};
    const struct comparison_wants wants = {.effort =
                                               a->format == FORMAT_JSON || a->format == FORMAT_HTML,
                                           .page = a->format == FORMAT_HTML,
                                           .cases = a->cases ? &c->cases : NULL};
    buf_limit(&c->cases, COMPARISON_MAX_BYTES);
    comparison_add_up(&c->arena, &c->comparison, score_relations(&c->arena), &wants);
    return compared_runs_check(&c->given, e);
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
    case FORMAT_HTML: /* is a file of its own: compared_page.h */
        break;
    }
}

static const char *out_of(const struct compare_args *a)
{
    return a->out ? a->out : "-";
}

static enum status write_document(struct comparing *c, struct err *e)
{
    struct buf text = {0};
    buf_limit(&text, COMPARISON_MAX_BYTES);
    put_comparison(c, &text);
    enum status status = write_text(out_of(&c->args), &text, e);
    buf_release(&text);
    return status;
}

/* What is to be known of another system before it is held against the first. */
static void warn_of(const struct comparing *c, uint32_t system)
{
    const char *first = c->given.arguments[0].argument,
               *other = c->given.arguments[system].argument;
    const struct compared_system *x = &c->given.systems[0], *y = &c->given.systems[system];
    const struct paired_list *pair = &c->comparison.pairs[system - 1].list;
    if (pair->items[0].cases == 0)
        fprintf(stderr, "notice: %s and %s have no judged case in common\n", first, other);
    else if (pair->same < x->cases || pair->same < y->cases)
        fprintf(stderr,
                "notice: of the %u cases of %s and the %u of %s only %u are the same: rates and "
                "marks are of each system's own cases, differences of these\n",
                x->cases, first, y->cases, other, pair->same);
    if (!str_eq(x->runs.items[0]->by, y->runs.items[0]->by))
        fprintf(stderr, "notice: %s and %s were judged by different measures\n", first, other);
}

/* Systems that share no case with the first were tested on something else. */
static void warn(const struct comparing *c)
{
    for (uint32_t i = 1; i < c->given.n_systems; i++)
        warn_of(c, i);
}

static enum status compare(struct comparing *c, struct err *e)
{
    const struct compare_args *a = &c->args;
    enum status status = a->weights ? weights_load(a->weights, c->weights, e) : OK;
    if (status)
        return status;
    c->comparison.weights = a->weights ? c->weights : NULL;
    warn(c);
    status = a->format == FORMAT_HTML
                 ? compared_page_write(&c->given, &c->comparison, a->hold, out_of(a), e)
                 : write_document(c, e);
    return status == OK && a->cases ? write_text(a->cases, &c->cases, e) : status;
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
    c->args.hold = HOLD_CASES;
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
    buf_release(&c->cases);
    arena_release(&c->arena);
    free(c);
    return status;
}
