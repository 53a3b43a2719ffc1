/* review.c: `teql review`, human control over a suite. */
#include "base/json_writer.h"
#include "cli/command.h"
#include "cli/listen.h"
#include "cli/review_terminal.h"
#include "suite/spider_export.h"

#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

struct review_args {
    struct operands suite;
    struct review_choice choice;
    bool list, summary;
};

#define FIELD(name) offsetof(struct review_args, name)

static const struct option OPTIONS[] = {
    {"relation", 0, OPTION_TEXT, FIELD(choice.relation), "ID", NULL, "only cases of this relation"},
    {"sample", 0, OPTION_COUNT, FIELD(choice.sample), "N", NULL,
     "only N cases, drawn at random; ends with the share that was dropped"},
    {"seed", 0, OPTION_COUNT, FIELD(choice.random_seed), "N", NULL,
     "random seed of the sample (default: 1)"},
    {"list", 0, OPTION_FLAG, FIELD(list), NULL, NULL,
     "print the decisions as JSON lines; needs no terminal"},
    {"summary", 0, OPTION_FLAG, FIELD(summary), NULL, NULL,
     "print what was decided by relation; needs no terminal"},
};

const struct option_list review_options = {OPTIONS, COUNT_OF(OPTIONS), FIELD(suite), true};

static void print_review_list(const struct review_session *s)
{
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    for (uint32_t i = 0; i < s->n_chosen; i++) {
        struct review it = s->reviews.now[s->chosen[i]];
        it.undo = false; /* how the decision came about does not matter here */
        if (it.decision == REVIEW_NONE)
            continue;
        record_put(&w, &REVIEW_RECORD, &it);
        json_line_end(&w);
    }
    fwrite(text.ptr ? text.ptr : "", 1, text.len, stdout);
    buf_release(&text);
}

static void print_review_summary(const struct review_session *s, bool sample)
{
    struct arena a = {0};
    struct buf text = {0};
    struct table t = review_summary(&a, s, sample);
    table_text(&text, &t);
    fwrite(text.ptr, 1, text.len, stdout);
    buf_release(&text);
    arena_release(&a);
}

static enum status review_cases(const struct review_args *a, const char *dir, struct err *e)
{
    struct review_session s;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return err_set(e, E_USAGE, "a review needs a terminal; --list and --summary do not");
    TRY(session_open(&s, dir, &a->choice, true, e));
    interrupt_watch();
    enum status status = review_on_terminal(&s, e);
    if (status == OK)
        print_review_summary(&s, a->choice.sample > 0);
    struct err exporting; /* Spider's files in the suite, if it has them, follow too */
    reviews_apply(&s.reviews, &s.suite);
    enum status exported = spider_export_again(&s.suite, &exporting);
    session_close(&s);
    if (status == OK && exported)
        *e = exporting;
    return status ? status : exported;
}

static enum status print_decisions(const struct review_args *a, const char *dir, struct err *e)
{
    struct review_session s;
    TRY(session_open(&s, dir, &a->choice, false, e));
    if (a->list)
        print_review_list(&s);
    if (a->summary)
        print_review_summary(&s, a->choice.sample > 0);
    session_close(&s);
    return OK;
}

enum status review_run(int argc, char **argv, struct err *e)
{
    struct review_args args = {.choice = {.random_seed = 1}};
    TRY(options_parse(&review_options, argc, argv, &args, e));
    if (args.suite.count != 1)
        return err_set(e, E_USAGE, "one suite folder is needed");
    const char *dir = args.suite.items[0];
    return args.list || args.summary ? print_decisions(&args, dir, e) : review_cases(&args, dir, e);
}
