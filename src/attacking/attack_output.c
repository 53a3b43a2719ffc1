/* attack_output.c: from searches to a suite, its predictions, and sums. */
#include "attacking/attack_output.h"

#include "attacking/attack_manifest.h"
#include "base/file.h"
#include "suite/about.h"
#include "suite/suite_writer.h"

#include <errno.h>
#include <unistd.h>

/* Counting */

static void count_broken(struct attack_result *out, const struct attack_search *search)
{
    const struct attack_state *state = &search->nodes[search->worst].state;
    out->broken++;
    out->unshrunk += !search->shrunk;
    out->by_changes[state->n_changes - 1]++;
    for (uint32_t r = 0; r < out->n_relations; r++)
        for (uint32_t i = 0; i < state->n_changes; i++)
            if (state->changes[i].relation == r) {
                out->by_relation[r]++;
                break;
            }
}

/* Attacked is what a change was tried on. */
static void count_search(struct attack_result *out, const struct attack_search *search)
{
    bool over = attack_search_is_over(search);
    if (search->worst == 0 || search->n_nodes == 0) {
        out->unchangeable += search->n_nodes > 0 && over;
        out->untried += search->n_nodes == 0 || !over;
    } else if (search->nodes[search->worst].broke) {
        count_broken(out, search);
    } else {
        out->held += search->phase == ATTACK_EXHAUSTED;
        out->unfinished += search->phase != ATTACK_EXHAUSTED;
    }
}

static void count_seed(struct attacking *x, const struct attacked_seed *s)
{
    struct attack_result *out = x->out;
    switch (s->stage) {
    case SEED_LEFT_OUT:
        out->faulty += s->search.fault.len > 0;
        out->unchangeable += s->search.fault.len == 0;
        break;
    case SEED_ASKED:
        out->wrong += s->wrong;
        out->unanswered += !s->wrong;
        break;
    case SEED_ATTACKED:
        count_search(out, &s->search);
        break;
    case SEED_WAITING:
    case SEED_DRAWN:
        break;
    }
}

void attack_count(struct attacking *x)
{
    for (uint32_t i = 0; i < x->n_seeds; i++)
        count_seed(x, &x->seeds[i]);
}

/* The suite */

static bool was_asked(const struct attacked_seed *s)
{
    return s->stage == SEED_ASKED || s->stage == SEED_ATTACKED;
}

static enum status write_seeds(struct attacking *x, struct suite_writer *w, uint64_t *cases,
                               struct err *e)
{
    enum status status = OK;
    uint32_t place = 0;
    for (uint32_t i = 0; i < x->n_seeds && status == OK; i++) {
        struct attacked_seed *s = &x->seeds[i];
        if (!was_asked(s))
            continue;
        s->worst.seed = place++;
        *cases += s->has_worst;
        status = suite_writer_add(w, &s->seed, &s->worst, s->has_worst, e);
    }
    return status;
}

static enum status commit_suite(struct attacking *x, struct suite_writer *w, uint64_t cases,
                                struct err *e)
{
    struct buf text = {0};
    struct json_writer json = json_writer_to(&text);
    attack_manifest_put(&json, x, cases);
    enum status status = suite_writer_commit(w, buf_str(&text), e);
    buf_release(&text);
    return status;
}

static enum status write_suite(struct attacking *x, struct err *e)
{
    struct testing *t = x->test;
    const char *path = testing_file(t, "suite");
    const struct suite_extras extras = {.databases = t->job.suite.databases == DATABASES_COPY,
                                        .spider = true};
    struct suite_writer w;
    uint64_t cases = 0;
    enum status status = suite_remove(path, e);
    if (status == OK)
        status = suite_writer_open(&w, path, &extras, e);
    if (status)
        return status;
    status = write_seeds(x, &w, &cases, e);
    if (status == OK)
        status = commit_suite(x, &w, cases, e);
    suite_writer_discard(&w);
    return status;
}

/* The answers */

static enum status put_answer(struct predictions_writer *w, struct str id,
                              const struct answer *said, struct err *e)
{
    struct answer answer = *said;
    answer.id = id;
    return predictions_writer_add(w, &answer, e);
}

/* All answers to seeds, then those to cases. */
static enum status put_answers(struct attacking *x, struct predictions_writer *w, struct err *e)
{
    enum status status = OK;
    for (uint32_t i = 0; i < x->n_seeds && status == OK; i++)
        if (was_asked(&x->seeds[i]))
            status = put_answer(w, arena_printf(&x->arena, "seed-%u", x->seeds[i].seed.number),
                                &x->seeds[i].answer, e);
    for (uint32_t i = 0; i < x->n_seeds && status == OK; i++)
        if (x->seeds[i].has_worst)
            status =
                put_answer(w, x->seeds[i].worst.id, attack_search_answer(&x->seeds[i].search), e);
    return status;
}

static enum status write_answers(struct attacking *x, struct err *e)
{
    const char *path = testing_file(x->test, "predictions.jsonl");
    struct predictions_writer w;
    enum status status = file_expect_no_link(path, e);
    if (status == OK)
        status = predictions_writer_open(&w, path, e);
    if (status)
        return status;
    status = put_answers(x, &w, e);
    if (status) {
        predictions_writer_discard(&w);
        return status;
    }
    status = predictions_writer_commit(&w, e);
    return status ? status : about_write(path, &x->provenance, x->out->asked == 0, e);
}

/* Scores tell that all before them is there. Those of an earlier run go first: if this one is
 * killed while it writes, they would stand beside a suite that they are not about. */
static enum status remove_scores(struct testing *t, struct err *e)
{
    static const char *const WRITTEN_LAST[] = {"scores.json", "report.txt", "report.html"};
    for (size_t i = 0; i < COUNT_OF(WRITTEN_LAST); i++) {
        const char *path = testing_file(t, WRITTEN_LAST[i]);
        if (unlink(path) != 0 && errno != ENOENT)
            return err_io(e, path, "remove");
    }
    return OK;
}

enum status attack_write(struct attacking *x, struct err *e)
{
    enum status status = remove_scores(x->test, e);
    if (status == OK)
        status = write_suite(x, e);
    return status ? status : write_answers(x, e);
}
