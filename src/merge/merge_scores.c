/* merge_scores.c: verdicts joined, and added up anew. */
#include "merge/merge_scores.h"

#include "score/scores_walk.h"

static struct seed_span span_of(const struct scores *s)
{
    struct seed_span span = {.count = s->n_seeds, .numbered = s->n_seeds > 0};
    struct scores_walk walk = scores_walk(s);
    bool first = true;
    for (const struct scores *part; (part = scores_walk_next(&walk)); first = false) {
        if (first)
            span.first = part->seeds[0].number;
        span.last = part->seeds[part->n_seeds - 1].number;
    }
    return span;
}

/* As of a suite: all seeds, then all cases. */
static struct digest digest_ids(const struct scores *s)
{
    struct digester d;
    struct scores_walk seeds = scores_walk(s), cases = scores_walk(s);
    digest_begin(&d);
    for (const struct scores *part; (part = scores_walk_next(&seeds));)
        for (uint32_t i = 0; i < part->n_seeds; i++)
            digest_add_number(&d, part->seeds[i].number);
    for (const struct scores *part; (part = scores_walk_next(&cases));)
        for (uint32_t i = 0; i < part->n_cases; i++)
            digest_add(&d, part->cases[i].id);
    return digest_end(&d);
}

static enum status look(struct arena *a, const char *path, struct merge_part *out, struct err *e)
{
    struct scores s;
    enum status status = file_expect_regular(path, e);
    if (status == OK)
        status = scores_open_in_parts(&s, path, 0, e);
    if (status)
        return status;
    out->part = s.part;
    out->part.of = arena_str(a, s.part.of);
    out->seeds = span_of(&s);
    out->has = (struct merge_contents){s.n_cases, digest_ids(&s), arena_str(a, s.asked.answers)};
    scores_release(&s);
    return OK;
}

/* Parts that are of parts of the suite, or of the predictions, do not say what the whole is of. */
static enum status check_origins(const struct merged_scores *m, const struct merge_job *o,
                                 struct err *e)
{
    const struct scores *parts = m->parts;
    const char *option = NULL;
    for (uint32_t i = 1; i < m->count; i++) {
        if (!o->suite && !str_eq(parts[i].suite, parts[0].suite))
            option = "--suite";
        if (!o->predictions && !str_eq(parts[i].predictions, parts[0].predictions))
            option = "--predictions";
    }
    if (!option)
        return OK;
    return err_set(e, E_USAGE,
                   "these scores are of parts: merge these first, and name what came of it with %s",
                   option);
}

/* A shard that had no database judged by exact set match, as the whole does where all had none. */
static struct str measure_of(const struct scores *parts, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (str_eq(parts[i].by, STR("execution")))
            return parts[i].by;
    return parts[0].by;
}

static enum status add_up(struct merged_scores *m, const struct merge_job *o, struct err *e)
{
    struct scores *whole = &m->whole;
    enum status status = check_origins(m, o, e);
    if (status)
        return status;
    *whole = m->parts[0];
    whole->arena = (struct arena){0};
    whole->part = (struct part){.of = STR("")};
    whole->how = STR("");
    whole->by = measure_of(m->parts, m->count);
    whole->file = NULL;
    return o->suite || o->predictions ? score_find_origins(whole, o->suite, o->predictions, e) : OK;
}

enum status merged_scores_open(struct merged_scores *m, const struct merge_set *set,
                               const struct merge_job *o, struct err *e)
{
    enum status status = OK;
    *m = (struct merged_scores){.count = 0};
    m->parts = ARENA_ARRAY(&m->arena, struct scores, set->count);
    while (m->count < set->count && status == OK) {
        status = scores_open_in_parts(&m->parts[m->count], set->parts[m->count].path, 0, e);
        m->count += status == OK;
    }
    if (status == OK)
        status = add_up(m, o, e);
    if (status)
        merged_scores_close(m);
    return status;
}

void merged_scores_close(struct merged_scores *m)
{
    arena_release(&m->whole.arena);
    for (uint32_t i = 0; i < m->count; i++)
        scores_release(&m->parts[i]);
    arena_release(&m->arena);
}

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
    return status ? status : scores_status(part, e);
}

enum status merged_scores_save(const struct merged_scores *m, const char *path, struct err *e)
{
    struct arena a = {0};
    struct scores_writer w;
    struct robustness_sums adding;
    struct robustness sums;
    struct out_file file;
    enum status status = scores_writer_open(&w, path, e);
    if (status)
        return status;
    robustness_begin(&adding, &a, score_relations(&a));
    for (uint32_t i = 0; i < m->count && status == OK; i++)
        status = add_verdicts(&m->parts[i], &adding, &w, e);
    robustness_end(&adding, m->whole.by, &sums);
    if (status == OK)
        status = score_write(&w, &m->whole, &sums, path, &file, e);
    if (status == OK)
        status = out_file_commit(&file, e);
    scores_writer_close(&w);
    arena_release(&a);
    return status;
}

static enum status join(const struct merge_set *set, const struct merge_job *o,
                        const struct listener *l, struct err *e)
{
    struct merged_scores m;
    (void)l;
    enum status status = merged_scores_open(&m, set, o, e);
    if (status)
        return status;
    status = merged_scores_save(&m, o->out, e);
    merged_scores_close(&m);
    return status;
}

const struct merge_kind MERGE_SCORES = {.name = "scores", .look = look, .join = join};
