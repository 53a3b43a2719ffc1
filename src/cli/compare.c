/* compare.c: `teql compare`, several systems side by side, each with one run or several, and which
 * to choose. */
#include "base/file.h"
#include "cli/command.h"
#include "cli/compared_runs.h"
#include "cli/scores_files.h"
#include "pipeline/score.h"
#include "report/comparison_html.h"
#include "report/differing.h"
#include "report/facts.h"
#include "score/scores_walk.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
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
     "read more cases than that, of all files together, in batches; html then shows cases of "
     "about this many (default: 100000)"},
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

/* Names */

/* The name of a file without its extension, or that of the folder of a scores.json. */
static struct str short_path(struct str path)
{
    if (str_ends(path, STR(".json")))
        path.len -= 5;
    if (str_ends(path, STR("/scores")))
        path.len -= 7;
    return str_slice(path, str_after_last(path, '/'), path.len);
}

/* The i-th of a list with commas; ptr NULL if it has fewer. */
static struct str listed_name(const char *list, uint32_t i)
{
    struct str rest = str_from(list);
    while (rest.ptr) {
        struct str name = str_split(&rest, ',');
        if (i-- == 0)
            return str_trim(name);
    }
    return rest;
}

static bool name_is_taken(const struct comparing *c, uint32_t n, struct str name)
{
    for (uint32_t i = 0; i < n; i++) {
        struct str taken = c->given.systems[i].name;
        assert(taken.ptr && name.ptr);
        if (str_eq(taken, name))
            return true;
    }
    return false;
}

/* Two files of one system are told apart by their paths. */
static struct str name_system(struct comparing *c, uint32_t i)
{
    const struct run_file *file = &c->given.files[c->given.arguments[i].first];
    struct str name = listed_name(c->args.names, i), path = str_from(file->path);
    if (name.len == 0)
        name = system_name(&c->arena, &file->scores);
    if (name.len == 0 || name_is_taken(c, i, name))
        name = short_path(path);
    return name_is_taken(c, i, name) ? path : name;
}

/* Figures */

/* Go through all files once. */
static enum status add_up_systems(struct comparing *c, struct err *e)
{
    const struct compare_args *a = &c->args;
    bool page = a->format == FORMAT_HTML;
    c->comparison = (struct system_comparison){
        .systems = c->given.systems, .n_systems = c->given.n_systems, .experiment = a->experiment};
    const struct comparison_wants wants = {.effort = page || a->format == FORMAT_JSON,
                                           .page = page,
                                           .cases = a->cases ? &c->cases : NULL};
    buf_limit(&c->cases, COMPARISON_MAX_BYTES);
    comparison_add_up(&c->arena, &c->comparison, score_relations(&c->arena), &wants);
    TRY(compared_runs_check(&c->given, e));
    if (!a->weights)
        return OK;
    c->comparison.weights = c->weights;
    return weights_load(a->weights, c->weights, e);
}

static enum status write_limited_text(const char *path, struct buf *text, struct err *e)
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

static void put_csv(struct comparing *c, struct buf *out)
{
    for (uint32_t i = 0; i < c->comparison.n_systems; i++) {
        struct table t = comparison_figures(&c->arena, &c->comparison, i);
        table_csv(out, &t, i == 0);
    }
}

static enum status write_document(struct comparing *c, const char *path, struct err *e)
{
    static void (*const PUT_TABLE[])(struct buf *, const struct table *) = {
        [FORMAT_TEXT] = table_text,
        [FORMAT_MARKDOWN] = table_markdown,
        [FORMAT_LATEX] = table_latex,
    };
    struct buf text = {0};
    buf_limit(&text, COMPARISON_MAX_BYTES);
    if (c->args.format == FORMAT_JSON)
        comparison_json(&text, &c->comparison);
    else if (c->args.format == FORMAT_CSV)
        put_csv(c, &text);
    else
        put_tables(c, &text, PUT_TABLE[c->args.format]);
    enum status status = write_limited_text(path, &text, e);
    buf_release(&text);
    return status;
}

/* The page */

/* What the page shows of a file of scores. */
struct shown_run {
    struct scores chosen; /* if seeds are chosen */
    struct source_files texts;
    bool has_texts;
};

/* Arrays with an element for each file. */
struct compared_page {
    struct arena arena;
    struct shown_run *runs;
    const struct scores **shown;
    struct case_source *sources;
    const char **commands;
};

/* Every n-th number, such that all files together have about `hold` cases of these seeds. */
static uint32_t choose_numbers(struct compared_page *p, const struct comparing *c, uint32_t **out)
{
    const struct system_comparison *all = &c->comparison;
    uint64_t cases = 0;
    for (uint32_t i = 0; i < c->given.n_files; i++)
        cases += c->given.files[i].scores.n_cases;
    uint64_t every = cases / c->args.hold + (cases % c->args.hold > 0);
    uint32_t n = 0;
    *out = ARENA_ARRAY(&p->arena, uint32_t, (size_t)all->n_numbers + 1);
    for (uint64_t i = 0; i < all->n_numbers; i += every ? every : 1)
        (*out)[n++] = all->numbers[i];
    return n;
}

static enum status choose_seeds(struct compared_page *p, const struct comparing *c, struct err *e)
{
    uint32_t *numbers, n = choose_numbers(p, c, &numbers);
    for (uint32_t i = 0; i < c->given.n_files; i++) {
        const struct run_file *file = &c->given.files[i];
        scores_select(&file->scores, numbers, n, &p->runs[i].chosen);
        p->shown[i] = &p->runs[i].chosen;
        TRY(run_file_status(file, e));
    }
    return OK;
}

/* All cases are shown if they are in memory; else those of chosen seeds. */
static enum status choose_shown(struct compared_page *p, const struct comparing *c, struct err *e)
{
    for (uint32_t i = 0; i < c->given.n_files; i++) {
        p->shown[i] = &c->given.files[i].scores;
        if (!scores_are_in_memory(p->shown[i]))
            return choose_seeds(p, c, e);
    }
    return OK;
}

static enum status open_run_texts(struct compared_page *p, uint32_t i, struct run_file *file,
                                  struct err *e)
{
    struct shown_run *r = &p->runs[i];
    TRY(sources_open(&r->texts, &file->scores, file->path, NULL, NULL, e));
    r->has_texts = true;
    TRY(source_files_read(&r->texts, p->shown[i], e));
    p->sources[i] = (struct case_source){&r->texts.batch, &r->texts.answers};
    return OK;
}

/* The page has questions and SQL of the runs whose suite and predictions are still there. */
static enum status open_all_texts(struct compared_page *p, struct comparing *c, struct err *e)
{
    for (uint32_t i = 0; i < c->given.n_files; i++) {
        struct run_file *file = &c->given.files[i];
        enum status status = open_run_texts(p, i, file, e);
        if (status == E_HOST)
            return status;
        if (status)
            fprintf(stderr,
                    "notice: without its suite and predictions, %s has no questions and no SQL\n",
                    file->path);
    }
    return OK;
}

static enum status put_comparison_page(const struct compared_page *p, const struct comparing *c,
                                       struct out_file *out, struct err *e)
{
    struct compared_texts systems[COMPARED_MAX];
    for (uint32_t i = 0; i < c->given.n_systems; i++) {
        const struct system_files *of = &c->given.arguments[i];
        systems[i] = (struct compared_texts){.runs = {p->shown + of->first, of->count},
                                             .sources = p->sources + of->first,
                                             .commands = p->commands + of->first};
    }
    const struct comparison_source source = {&c->comparison, systems};
    return comparison_html(&source, out, e);
}

static struct compared_page make_comparison_page(const struct comparing *c)
{
    struct compared_page p = {.runs = NULL};
    uint32_t n = c->given.n_files;
    p.runs = arena_zalloc(&p.arena, n * sizeof *p.runs);
    p.shown = ARENA_ARRAY(&p.arena, const struct scores *, n);
    p.sources = arena_zalloc(&p.arena, n * sizeof *p.sources);
    p.commands = ARENA_ARRAY(&p.arena, const char *, n);
    for (uint32_t i = 0; i < n; i++)
        p.commands[i] = explain_command(&p.arena, c->given.files[i].path);
    return p;
}

static void release_comparison_page(struct compared_page *p, uint32_t n_files)
{
    for (uint32_t i = 0; i < n_files; i++) {
        if (p->runs[i].has_texts)
            source_files_close(&p->runs[i].texts);
        arena_release(&p->runs[i].chosen.arena);
    }
    arena_release(&p->arena);
}

static enum status fill_comparison_page(struct compared_page *p, struct comparing *c,
                                        const char *path, struct out_file *out, struct err *e)
{
    TRY(choose_shown(p, c, e));
    TRY(open_all_texts(p, c, e));
    TRY(out_file_open(out, path, e));
    TRY(put_comparison_page(p, c, out, e));
    return out_file_commit(out, e);
}

static enum status write_comparison_page(struct comparing *c, const char *path, struct err *e)
{
    struct compared_page p = make_comparison_page(c);
    struct out_file out = {0};
    enum status status = fill_comparison_page(&p, c, path, &out, e);
    out_file_discard(&out);
    release_comparison_page(&p, c->given.n_files);
    return status;
}

/* Notices */

/* Systems that share no case with the first were tested on something else. */
static void warn_of_system(const struct comparing *c, uint32_t system)
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

static enum status check_compare_args(const struct comparing *c, struct err *e)
{
    const struct compare_args *a = &c->args;
    uint32_t n = c->given.n_systems;
    const char *these = c->given.n_files > n ? "systems" : "files";
    if (n < 2 && c->given.n_files > n)
        return err_set(e, E_USAGE, "two or more systems are needed: '%s' is one, with %u runs",
                       a->files.items[0], c->given.n_files);
    if (n < 2)
        return err_set(e, E_USAGE, "two or more files of scores are needed");
    if (a->names && (listed_name(a->names, n).ptr || !listed_name(a->names, n - 1).ptr))
        return err_set(e, E_USAGE, "--names takes a name for each of the %u %s", n, these);
    if (a->format == FORMAT_HTML && n > COMPARED_MAX)
        return err_set(e, E_USAGE, "a page compares %d systems at most", COMPARED_MAX);
    return OK;
}

static enum status compare_systems(struct comparing *c, struct err *e)
{
    const struct compare_args *a = &c->args;
    const char *out = a->out ? a->out : "-";
    TRY(compared_runs_split(&c->given, &a->files, e));
    TRY(check_compare_args(c, e));
    TRY(compared_runs_open(&c->given, a->hold, e));
    for (uint32_t i = 0; i < c->given.n_systems; i++)
        c->given.systems[i].name = name_system(c, i);
    TRY(add_up_systems(c, e));
    for (uint32_t i = 1; i < c->given.n_systems; i++)
        warn_of_system(c, i);
    TRY(a->format == FORMAT_HTML ? write_comparison_page(c, out, e) : write_document(c, out, e));
    return a->cases ? write_limited_text(a->cases, &c->cases, e) : OK;
}

enum status compare_run(int argc, char **argv, struct err *e)
{
    struct comparing *c = mem_alloc(sizeof *c);
    memset(c, 0, sizeof *c);
    c->args.hold = HOLD_CASES;
    enum status status = options_parse(&compare_options, argc, argv, &c->args, e);
    if (status == OK)
        status = compare_systems(c, e);
    compared_runs_release(&c->given);
    buf_release(&c->cases);
    arena_release(&c->arena);
    free(c);
    return status;
}
