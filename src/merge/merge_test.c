/* merge_test.c: the folders of `teql test` and `teql attack`. Their reports are not made here. */
#include "base/number.h"
#include "base/path.h"
#include "merge/merge_set.h"

/* The scores are joined last: they are of the suite and the predictions. */
static const struct merge_file TEST_FILES[] = {
    {"suite", &MERGE_SUITE, false},           {"predictions.jsonl", &MERGE_PREDICTIONS, false},
    {"answers.cache", &MERGE_ANSWERS, true},  {"paraphrases.cache", &MERGE_ANSWERS, true},
    {"synonyms.cache", &MERGE_ANSWERS, true}, {"scores.json", &MERGE_SCORES, false}};

enum { N_TEST_FILES = COUNT_OF(TEST_FILES), SCORES_FILE = N_TEST_FILES - 1 };

/* Is the file the same part as the scores, and are the scores about this file? Somebody may have
 * edited it, or a run may have ended before it scored newer answers. */
static enum status check_scored(const struct merge_kind *kind, const struct merge_part *file,
                                const struct merge_part *scores, struct err *e)
{
    const struct part *x = &file->part, *y = &scores->part;
    if (kind->anonymous)
        return OK;
    if (!shard_eq(x->shard, y->shard) || x->seeds.first != y->seeds.first ||
        x->seeds.end != y->seeds.end || part_seeds(x) != part_seeds(y))
        return err_set(e, E_INPUT, "is another part than the scores: run the shard again");
    if (kind == &MERGE_SUITE && file->cases != scores->cases)
        return err_set(e, E_INPUT, "has %llu case%s, and the scores have %llu: run the shard again",
                       (unsigned long long)file->cases, plural(file->cases),
                       (unsigned long long)scores->cases);
    if (kind == &MERGE_SUITE && !digest_eq(file->ids, scores->ids))
        return err_set(e, E_INPUT, "has other seeds or cases than the scores: run the shard again");
    if (kind == &MERGE_PREDICTIONS && file->answers.len > 0 && scores->answers.len > 0 &&
        !str_eq(file->answers, scores->answers))
        return err_set(e, E_INPUT, "the scores are of other answers: run the shard again");
    return OK;
}

/* All that the file is a part of goes into `whole->part.of`: so a folder with a file of another
 * test is a part of something else. */
static enum status look_at_file(struct arena *a, const char *path, const struct merge_file *file,
                                struct merge_part *out, struct merge_part *whole, struct err *e)
{
    struct path_info at;
    TRY(path_look(path, &at, e));
    if (at.kind == PATH_ABSENT && path_dangles(path))
        return err_set(e, E_INPUT, "is a link that leads to nothing");
    if (at.kind == PATH_ABSENT && file->optional)
        return OK;
    if (at.kind == PATH_ABSENT)
        return err_set(e, E_INPUT, "is not there: run the shard again");
    TRY(merge_part_look(file->kind, a, path, out, e));
    TRY(check_scored(file->kind, out, whole, e));
    if (out->part.of.len > 0)
        whole->part.of =
            arena_printf(a, "%.*s %.*s", STR_ARG(whole->part.of), STR_ARG(out->part.of));
    return OK;
}

/* The scores are written last. */
static enum status look_at_test(struct arena *a, const char *path, struct merge_part *out,
                                struct err *e)
{
    struct merge_part *files = out->files, *scores = &files[SCORES_FILE];
    const char *scored = merge_file_in(a, path, TEST_FILES[SCORES_FILE].name);
    struct path_info at;
    TRY(path_look(scored, &at, e));
    if (at.kind == PATH_ABSENT)
        return err_set(e, E_INPUT,
                       "has no scores.json: its shard was not run to its end, run it again");
    TRY(merge_part_look(&MERGE_SCORES, a, scored, scores, e));
    *out = *scores;
    out->path = path;
    out->files = files;
    for (uint32_t i = 0; i < SCORES_FILE; i++) {
        const char *file = merge_file_in(a, path, TEST_FILES[i].name);
        TRY(merge_in_file(look_at_file(a, file, &TEST_FILES[i], &files[i], out, e), file, e));
    }
    return OK;
}

const struct merge_kind MERGE_TEST = {
    .name = "test", .look = look_at_test, .files = TEST_FILES, .n_files = N_TEST_FILES};
