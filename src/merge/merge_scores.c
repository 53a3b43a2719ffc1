/* merge_scores.c: verdicts joined, and added up anew. */
#include "merge/merge_set.h"
#include "pipeline/score.h"
#include "pipeline/testing.h"
#include "score/scores_walk.h"

/* A part */

static void look_at_verdicts(const struct scores *s, struct merge_part *out)
{
    struct merge_ids ids = merge_ids_begin(out);
    struct scores_walk walk = scores_walk(s);
    for (const struct scores *some; (some = scores_walk_next(&walk));) {
        for (uint32_t i = 0; i < some->n_seeds; i++)
            merge_ids_seed(&ids, some->seeds[i].number);
        for (uint32_t i = 0; i < some->n_cases; i++)
            merge_ids_case(&ids, some->cases[i].id);
    }
    merge_ids_end(&ids);
}

static enum status look_at_scores(struct arena *a, const char *path, struct merge_part *out,
                                  struct err *e)
{
    struct scores s;
    TRY(file_expect_regular(path, e));
    TRY(scores_open_in_batches(&s, path, 0, e));
    out->part = s.part;
    out->part.of = arena_str(a, s.part.of);
    look_at_verdicts(&s, out);
    out->answers = arena_str(a, s.asked.answers);
    scores_release(&s);
    return OK;
}

/* The head of the whole */

/* If parts are of parts of the suite, or of the predictions, they do not say what the whole is of.
 */
static enum status check_origins(const struct scores *parts, uint32_t n, const struct merge_job *o,
                                 struct err *e)
{
    const char *option = NULL;
    for (uint32_t i = 1; i < n; i++) {
        if (!o->suite && !str_eq(parts[i].suite, parts[0].suite))
            option = "--suite";
        if (!o->predictions && !str_eq(parts[i].predictions, parts[0].predictions))
            option = "--predictions";
    }
    if (!option)
        return OK;
    return err_set(e, E_USAGE,
                   "these scores are of parts: merge these parts first, and name the whole with %s",
                   option);
}

/* A shard that found no database judged by exact set match. The whole does so only if all did. */
static struct str measure_of(const struct scores *parts, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (str_eq(parts[i].by, STR("execution")))
            return parts[i].by;
    return parts[0].by;
}

/* The absolute path that the folder will have. */
static enum status find_place(const struct out_folder *folder, struct arena *a, const char **out,
                              struct err *e)
{
    const char *beside;
    struct str name = str_from(folder->path), above;
    TRY(file_absolute_in(a, folder->temporary, &beside, e));
    while (name.len > 1 && name.ptr[name.len - 1] == '/')
        name.len--;
    name = str_slice(name, str_after_last(name, '/'), name.len);
    above = (struct str){beside, str_after_last(str_from(beside), '/')};
    *out = arena_printf(a, "%.*s%.*s", STR_ARG(above), STR_ARG(name)).ptr;
    return OK;
}

/* In the folder of a test the scores are of the suite and the predictions beside them, which were
 * joined before. */
static enum status find_beside(struct scores *whole, const struct scores *parts, uint32_t n,
                               struct out_folder *folder, struct err *e)
{
    struct arena *a = &folder->arena;
    const char *suite = out_folder_file(folder, "suite"), *place;
    const char *predictions = out_folder_file(folder, "predictions.jsonl");
    char *key = arena_alloc(a, DIGEST_HEX + 1);
    TRY(score_find_origins(whole, suite, predictions, e));
    TRY(find_place(folder, a, &place, e));
    whole->suite = str_from(merge_file_in(a, place, "suite"));
    whole->predictions = str_from(merge_file_in(a, place, "predictions.jsonl"));
    if (n == 1)
        return OK;
    TRY(testing_key(parts[0].how, merge_file_in(a, suite, "manifest.json"), predictions, key, e));
    whole->key = str_from(key);
    return OK;
}

static enum status make_head(struct scores *whole, const struct scores *parts, uint32_t n,
                             const struct merge_out *o, struct err *e)
{
    *whole = parts[0];
    whole->arena = (struct arena){0};
    whole->part = (struct part){.of = STR("")};
    whole->how = STR("");
    whole->by = measure_of(parts, n);
    whole->file = NULL;
    if (o->folder)
        return find_beside(whole, parts, n, o->folder, e);
    TRY(check_origins(parts, n, o->job, e));
    return score_find_origins(whole, o->job->suite, o->job->predictions, e);
}

/* The whole */

static enum status add_verdicts(const struct scores *part, struct robustness_sums *sums,
                                struct scores_writer *w, struct err *e)
{
    struct scores_walk walk = scores_walk(part);
    enum status status = OK;
    for (const struct scores *some; status == OK && (some = scores_walk_next(&walk));) {
        robustness_add(sums, some);
        status = scores_writer_add(w, some, e);
    }
    scores_walk_end(&walk);
    TRY(status);
    return scores_status(part, e);
}

static enum status write_verdicts(struct merge_set *set, const struct scores *whole,
                                  const struct scores *parts, const struct merge_out *o,
                                  struct err *e)
{
    struct arena *a = &set->arena;
    struct buf summary = {0};
    struct json_writer json = json_writer_to(&summary);
    struct scores_writer w;
    struct robustness_sums adding;
    struct robustness sums;
    TRY(scores_writer_open(&w, o->path, e));
    enum status status = OK;
    robustness_begin(&adding, a, score_relations(a));
    for (uint32_t i = 0; i < set->count && status == OK; i++)
        status = add_verdicts(&parts[i], &adding, &w, e);
    robustness_end(&adding, whole->by, &sums);
    robustness_json(&json, &sums);
    if (status == OK)
        status = scores_writer_finish(&w, whole, buf_str(&summary), o->file, e);
    buf_release(&summary);
    scores_writer_close(&w);
    return status;
}

/* `*n` is how many of the parts are open. */
static enum status join_scores(struct merge_set *set, struct scores *parts, uint32_t *n,
                               struct scores *whole, const struct merge_out *o, struct err *e)
{
    for (; *n < set->count; ++*n)
        TRY(scores_open_in_batches(&parts[*n], set->parts[*n].path, 0, e));
    TRY(make_head(whole, parts, *n, o, e));
    return write_verdicts(set, whole, parts, o, e);
}

static enum status write_scores(struct merge_set *set, const struct merge_out *o, struct err *e)
{
    struct scores *parts = ARENA_ARRAY(&set->arena, struct scores, set->count), whole = {0};
    uint32_t n = 0;
    enum status status = join_scores(set, parts, &n, &whole, o, e);
    arena_release(&whole.arena);
    while (n > 0)
        scores_release(&parts[--n]);
    return status;
}

const struct merge_kind MERGE_SCORES = {
    .name = "scores", .look = look_at_scores, .write = write_scores};
