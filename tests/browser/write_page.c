/* write_page.c: write_page SCORES SUITE PREDICTIONS OUT, the HTML report of scores that are files.
 *
 * SUITE and PREDICTIONS may be "-" for none. Prints how long it took, and how large the page is. */
#include "report/html.h"
#include "suite/prediction_index.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void check(enum status status, const struct err *e)
{
    char text[600];
    if (status == OK)
        return;
    err_format(e, text, sizeof text);
    fprintf(stderr, "write_page: %s\n", text);
    exit(1);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    struct err e = {.code = OK};
    struct scores scores;
    struct suite suite;
    struct predictions predictions;
    struct robustness sums;
    struct out_file f;
    if (argc != 5)
        return 2;
    bool has_suite = strcmp(argv[2], "-") != 0, has_answers = strcmp(argv[3], "-") != 0;
    check(scores_load(&scores, argv[1], &e), &e);
    robustness_of(&scores.arena, &scores, NULL, &sums);
    if (has_suite)
        check(suite_open(&suite, argv[2], &e), &e);
    if (has_answers)
        check(predictions_load(&predictions, &suite, argv[3], &e), &e);
    struct html_source source = {.scores = &scores,
                                 .sums = &sums,
                                 .suite = has_suite ? &suite : NULL,
                                 .predictions = has_answers ? &predictions : NULL,
                                 .command = "teql explain --scores scores.json --case"};
    double began = seconds();
    check(out_file_open(&f, argv[4], &e), &e);
    check(html_report(&source, &f, &e), &e);
    check(out_file_commit(&f, &e), &e);
    printf("%.2f s\n", seconds() - began);
    if (has_answers)
        predictions_release(&predictions);
    if (has_suite)
        suite_close(&suite);
    scores_release(&scores);
    return 0;
}
