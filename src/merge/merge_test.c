/* merge_test.c: folders of `teql test` joined: suite, answers and scores. Reports are not made
 * here.
 */
#include "base/folder.h"
#include "base/number.h"
#include "base/out_folder.h"
#include "base/path.h"
#include "merge/merge_scores.h"
#include "pipeline/testing.h"

#include <stdlib.h>

static const char *file_in(struct arena *a, const char *folder, const char *name)
{
    return arena_printf(a, "%s/%s", folder, name).ptr;
}

/* What a folder has besides its scores. */
static const struct own_file {
    const char *name;
    const struct merge_kind *kind;
    bool always;
} OWN[] = {{"suite", &MERGE_SUITE, true},
           {"predictions.jsonl", &MERGE_PREDICTIONS, true},
           {"answers.cache", &MERGE_ANSWERS, false},
           {"paraphrases.cache", &MERGE_ANSWERS, false},
           {"synonyms.cache", &MERGE_ANSWERS, false}};

enum { N_OWN = COUNT_OF(OWN) };

static bool same_seeds(const struct part *a, const struct part *b)
{
    return shard_eq(a->shard, b->shard) && a->seeds.first == b->seeds.first &&
           a->seeds.end == b->seeds.end && part_seeds(a) == part_seeds(b);
}

/* Are the scores of this, and of no more and no less? Somebody may have edited them, or the run may
 * have ended before answers that are newer were scored. */
static enum status check_scored(const struct merge_kind *kind, const struct merge_part *it,
                                const struct merge_part *scores, struct err *e)
{
    const struct merge_contents *x = &it->has, *y = &scores->has;
    if (kind == &MERGE_SUITE && x->cases != y->cases)
        return err_set(e, E_INPUT, "has %llu case%s, and the scores have %llu: run the shard again",
                       (unsigned long long)x->cases, plural(x->cases),
                       (unsigned long long)y->cases);
    if (kind == &MERGE_SUITE && !digest_eq(x->ids, y->ids))
        return err_set(e, E_INPUT, "has other seeds or cases than the scores: run the shard again");
    if (kind == &MERGE_PREDICTIONS && x->answers.len > 0 && y->answers.len > 0 &&
        !str_eq(x->answers, y->answers))
        return err_set(e, E_INPUT, "the scores are of other answers: run the shard again");
    return OK;
}

/* Of the folder whose scores are the part `whole`: what it has is the same part. All that it is a
 * part of goes into `whole->part.of`, so that folders with a foreign file are told from others. */
static enum status look_own(struct arena *a, const char *path, const struct own_file *own,
                            struct merge_part *whole, struct err *e)
{
    const char *file = file_in(a, path, own->name);
    struct path_info at;
    struct merge_part it = {.part = {.of = STR("")}};
    enum status status = path_look(file, &at, e);
    bool absent = at.kind == PATH_ABSENT, dangles = absent && path_dangles(file);
    if (status || (absent && !dangles && !own->always))
        return status;
    if (dangles)
        status = err_set(e, E_INPUT, "is a link that leads to nothing");
    else if (absent)
        status = err_set(e, E_INPUT, "is not there: run the shard again");
    else
        status = merge_part_look(own->kind, a, file, &it, e);
    if (status == OK && !own->kind->anonymous && !same_seeds(&it.part, &whole->part))
        status = err_set(e, E_INPUT, "is another part than the scores: run the shard again");
    if (status == OK)
        status = check_scored(own->kind, &it, whole, e);
    if (status && !e->file[0])
        err_in_file(e, file);
    if (status == OK && it.part.of.len > 0)
        whole->part.of = arena_printf(a, "%.*s %.*s", STR_ARG(whole->part.of), STR_ARG(it.part.of));
    return status;
}

/* The scores are written last. */
static enum status look(struct arena *a, const char *path, struct merge_part *out, struct err *e)
{
    const char *scores = file_in(a, path, "scores.json");
    struct path_info at;
    enum status status = path_look(scores, &at, e);
    if (status == OK && at.kind == PATH_ABSENT)
        status = err_set(e, E_INPUT,
                         "has no scores.json: its shard was not run to its end, run it again");
    if (status == OK)
        status = MERGE_SCORES.look(a, scores, out, e);
    for (size_t i = 0; i < N_OWN && status == OK; i++)
        status = look_own(a, path, &OWN[i], out, e);
    return status;
}

struct test_joining {
    const struct merge_set *set;
    const struct merge_job *job;
    const struct listener *listener;
    struct out_folder folder;
    struct arena arena;
};

/* The file or folder of that name in all parts that have it; returns how many do. */
static enum status list_parts(struct test_joining *j, const char *name, char **paths, uint32_t *n,
                              struct err *e)
{
    enum status status = OK;
    *n = 0;
    for (uint32_t i = 0; i < j->set->count && status == OK; i++) {
        const char *path = file_in(&j->arena, j->set->parts[i].path, name);
        struct path_info at;
        status = path_look(path, &at, e);
        if (status == OK && at.kind != PATH_ABSENT)
            paths[(*n)++] = (char *)path;
    }
    return status;
}

/* Where no part has it, the whole has none. */
static enum status join_named(struct test_joining *j, const struct merge_kind *kind,
                              const char *name, struct err *e)
{
    char **paths = ARENA_ARRAY(&j->arena, char *, j->set->count);
    struct merge_job job = {.out = out_folder_file(&j->folder, name), .parts = paths};
    struct merge_set set;
    enum status status = list_parts(j, name, paths, &job.n_parts, e);
    if (status || job.n_parts == 0)
        return status;
    status = merge_set_open(&set, kind, paths, job.n_parts, e);
    if (status == OK)
        status = kind->join(&set, &job, j->listener, e);
    merge_set_release(&set);
    return status;
}

/* Scores */

/* Where the folder will be, from the root. */
static enum status find_place(struct test_joining *j, const char **out, struct err *e)
{
    const char *path = j->job->out, *parent;
    enum status status = file_absolute_in(&j->arena, path, out, e);
    if (status || *out)
        return status;
    char *above = folder_of(path);
    status = file_absolute_in(&j->arena, above, &parent, e);
    struct str name = str_from(path);
    while (name.len > 1 && name.ptr[name.len - 1] == '/')
        name.len--;
    for (size_t i = name.len; i > 0; i--)
        if (name.ptr[i - 1] == '/') {
            name = str_slice(name, i, name.len);
            break;
        }
    if (status == OK)
        *out = arena_printf(&j->arena, "%s/%.*s", parent ? parent : above, STR_ARG(name)).ptr;
    free(above);
    return status;
}

/* What they are of is where it will be, not where it is being made. */
static enum status settle(struct test_joining *j, struct merged_scores *m, const char *place,
                          const struct merge_job *of, struct err *e)
{
    char *key = arena_alloc(&j->arena, DIGEST_HEX + 1);
    enum status status = OK;
    m->whole.suite = str_from(file_in(&j->arena, place, "suite"));
    m->whole.predictions = str_from(file_in(&j->arena, place, "predictions.jsonl"));
    if (m->count > 1) {
        status = testing_key(m->parts[0].how, file_in(&j->arena, of->suite, "manifest.json"),
                             of->predictions, key, e);
        m->whole.key = str_from(key);
    }
    return status;
}

static enum status join_scores(struct test_joining *j, struct err *e)
{
    char **paths = ARENA_ARRAY(&j->arena, char *, j->set->count);
    const struct merge_job of = {.suite = out_folder_file(&j->folder, "suite"),
                                 .predictions = out_folder_file(&j->folder, "predictions.jsonl")};
    struct merge_set set;
    struct merged_scores m;
    const char *place;
    uint32_t n;
    enum status status = find_place(j, &place, e);
    if (status == OK)
        status = list_parts(j, "scores.json", paths, &n, e);
    if (status)
        return status;
    status = merge_set_open(&set, &MERGE_SCORES, paths, n, e);
    if (status == OK)
        status = merged_scores_open(&m, &set, &of, e);
    if (status == OK) {
        status = settle(j, &m, place, &of, e);
        if (status == OK)
            status = merged_scores_save(&m, out_folder_file(&j->folder, "scores.json"), e);
        merged_scores_close(&m);
    }
    merge_set_release(&set);
    return status;
}

/* The whole */

static enum status join_all(struct test_joining *j, struct err *e)
{
    enum status status = OK;
    for (size_t i = 0; i < N_OWN && status == OK; i++)
        status = join_named(j, OWN[i].kind, OWN[i].name, e);
    if (status == OK)
        status = join_scores(j, e);
    return status ? status : out_folder_commit(&j->folder, e);
}

static enum status join(const struct merge_set *set, const struct merge_job *o,
                        const struct listener *l, struct err *e)
{
    struct test_joining j = {.set = set, .job = o, .listener = l};
    enum status status = out_folder_open(&j.folder, o->out, e);
    if (status)
        return status;
    status = join_all(&j, e);
    out_folder_discard(&j.folder);
    arena_release(&j.arena);
    return status;
}

const struct merge_kind MERGE_TEST = {.name = "test", .look = look, .join = join};
