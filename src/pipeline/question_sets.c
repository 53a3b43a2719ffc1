/* question_sets.c: suites, pairs and datasets as questions. */
#include "pipeline/question_sets.h"

#include "base/file.h"
#include "base/path.h"
#include "dataset/data_folder.h"
#include "dataset/dataset.h"
#include "dataset/pairs.h"
#include "suite/suite.h"

static uint32_t add_original(struct arena *a, struct question_set *s, struct str text)
{
    ARENA_PUSH(a, s->originals, s->n_originals);
    s->originals[s->n_originals] = arena_str(a, text);
    return s->n_originals++;
}

static void add_changed(struct arena *a, struct question_set *s, const struct changed_question *q)
{
    if (str_eq(q->text, s->originals[q->original])) {
        s->unchanged++;
        return;
    }
    ARENA_PUSH(a, s->changed, s->n_changed);
    s->changed[s->n_changed++] = (struct changed_question){.id = arena_str(a, q->id),
                                                           .relation = arena_str(a, q->relation),
                                                           .text = arena_str(a, q->text),
                                                           .original = q->original};
}

static enum status read_suite(struct arena *a, const char *path, struct question_set *out,
                              struct err *e)
{
    struct suite suite;
    enum status status = suite_open(&suite, path, e);
    if (status)
        return status;
    for (uint32_t i = 0; i < suite.n_seeds; i++)
        add_original(a, out, suite.seeds[i].question);
    for (uint32_t i = 0; i < suite.n_cases; i++) {
        const struct test_case *c = &suite.cases[i];
        add_changed(a, out, &(struct changed_question){c->id, c->relation, c->question, c->seed});
    }
    suite_close(&suite);
    return OK;
}

/* A set that does not tell what was before has originals only. */
static enum status read_pairs(struct arena *a, const char *path, struct question_set *out,
                              struct err *e)
{
    struct pair_list list;
    enum status status = pairs_read(&list, path, NULL, e);
    if (status)
        return status;
    out->name = arena_str(a, list.set);
    for (uint32_t i = 0; i < list.count; i++) {
        const struct question_pair *p = &list.pairs[i];
        if (!p->before.question.ptr) {
            add_original(a, out, p->after.question);
            continue;
        }
        uint32_t original = add_original(a, out, p->before.question);
        struct str id = arena_printf(a, "%u", p->number);
        add_changed(a, out, &(struct changed_question){id, p->set, p->after.question, original});
    }
    pairs_release(&list);
    return OK;
}

static enum status read_dataset(struct arena *a, const char *path, struct question_set *out,
                                struct err *e)
{
    struct dataset_source from = {0};
    struct dataset dataset;
    enum status status = data_folder(a, path, &from.data, e);
    if (status == OK)
        status = dataset_load(&dataset, &from, e);
    if (status)
        return status;
    for (uint32_t i = 0; i < dataset.n_seeds; i++)
        add_original(a, out, dataset.seeds[i].question);
    dataset_release(&dataset);
    return OK;
}

/* A question on each line. */
static enum status read_lines(struct arena *a, const char *path, struct question_set *out,
                              struct err *e)
{
    struct line_reader lines;
    struct str line = {0};
    enum status status = line_reader_open(&lines, path, e);
    if (status)
        return status;
    do {
        if (str_trim(line).len > 0)
            add_original(a, out, line);
        status = line_reader_next(&lines, &line, e);
    } while (status == OK && line.ptr);
    line_reader_close(&lines);
    return status;
}

/* Pairs are JSON, and questions may be; what else is there, is text. */
static enum status read_file(struct arena *a, const char *path, struct question_set *out,
                             struct err *e)
{
    enum { ENOUGH = 256 };
    struct str beginning;
    enum status status = file_read_beginning(a, path, ENOUGH, &beginning, e);
    if (status)
        return status;
    beginning = str_trim(str_skip_bom(beginning));
    if (beginning.len > 0 && (beginning.ptr[0] == '[' || beginning.ptr[0] == '{'))
        return read_pairs(a, path, out, e);
    return str_ends(str_from(path), STR(".csv")) || str_starts(beginning, STR("SQLite format 3"))
               ? read_dataset(a, path, out, e)
               : read_lines(a, path, out, e);
}

static enum status is_there(struct arena *a, const char *folder, const char *name, bool *out,
                            struct err *e)
{
    struct path_info info;
    enum status status = path_look(arena_printf(a, "%s/%s", folder, name).ptr, &info, e);
    *out = status == OK && info.kind == PATH_FILE;
    return status;
}

static struct str last_part(const char *path)
{
    struct str s = str_from(path);
    while (s.len > 1 && s.ptr[s.len - 1] == '/')
        s.len--;
    return str_slice(s, s.len > 1 ? str_after_last(s, '/') : 0, s.len);
}

enum status question_set_read(struct arena *a, const char *path, struct question_set *out,
                              struct err *e)
{
    struct path_info info;
    bool suite = false, published = false;
    *out = (struct question_set){.name = last_part(path)};
    enum status status = path_look(path, &info, e);
    if (status == OK && info.kind == PATH_FOLDER)
        status = is_there(a, path, "cases.jsonl", &suite, e);
    if (status == OK && info.kind == PATH_FOLDER)
        status = is_there(a, path, "questions_post_perturbation.json", &published, e);
    if (status)
        return status;
    if (suite)
        return read_suite(a, path, out, e);
    if (info.kind == PATH_FILE)
        return read_file(a, path, out, e);
    return published ? read_pairs(a, path, out, e) : read_dataset(a, path, out, e);
}
