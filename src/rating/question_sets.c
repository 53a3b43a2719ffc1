/* question_sets.c: reading the questions of suites, pairs, datasets and texts. */
#include "rating/question_sets.h"

#include "base/file.h"
#include "base/path.h"
#include "dataset/data_folder.h"
#include "dataset/layout.h"
#include "dataset/questions.h"
#include "import/pairs.h"
#include "suite/suite_reader.h"

typedef enum status question_set_reader(struct arena *a, const char *path, struct question_set *out,
                                        struct err *e);

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
    ARENA_ADD(a, s->changed, s->n_changed,
              (struct changed_question){.id = arena_str(a, q->id),
                                        .relation = arena_str(a, q->relation),
                                        .text = arena_str(a, q->text),
                                        .original = q->original});
}

/* Where questions are added. */
struct question_taker {
    struct arena *arena;
    struct question_set *out;
};

static enum status take_batch(void *ctx, struct suite *batch, struct err *e)
{
    struct question_taker *t = ctx;
    (void)e;
    for (uint32_t i = 0; i < batch->n_seeds; i++)
        add_original(t->arena, t->out, batch->seeds[i].question);
    for (uint32_t i = 0; i < batch->n_cases; i++) {
        const struct test_case *c = &batch->cases[i];
        add_changed(t->arena, t->out,
                    &(struct changed_question){c->id, c->relation, c->question,
                                               batch->seeds_before + c->seed});
    }
    return OK;
}

static enum status read_suite(struct arena *a, const char *path, struct question_set *out,
                              struct err *e)
{
    return suite_visit_all(path, take_batch, &(struct question_taker){a, out}, e);
}

/* A set that does not say what was before has originals only. */
static enum status read_pairs(struct arena *a, const char *path, struct question_set *out,
                              struct err *e)
{
    struct pair_list list;
    TRY(pairs_read_questions(&list, path, e));
    out->name = arena_str(a, list.set);
    for (uint32_t i = 0; i < list.count; i++) {
        const struct question_pair *p = &list.pairs[i];
        if (!p->before.question.ptr) {
            add_original(a, out, p->after.question);
            continue;
        }
        uint32_t original = add_original(a, out, p->before.question);
        struct str id = arena_printf(a, "%u", p->number);
        struct str by = p->relation.ptr ? p->relation : p->set;
        add_changed(a, out, &(struct changed_question){id, by, p->after.question, original});
    }
    pairs_release(&list);
    return OK;
}

static enum status take_original(void *ctx, const struct read_question *q, struct err *e)
{
    struct question_taker *t = ctx;
    (void)e;
    add_original(t->arena, t->out, q->question);
    return OK;
}

/* Only the questions of a dataset: rating them needs no schemas. */
static enum status read_dataset(struct arena *a, const char *path, struct question_set *out,
                                struct err *e)
{
    struct dataset_source from = {.questions_only = true};
    struct question_taker taker = {a, out};
    struct layout layout;
    TRY(data_folder(a, path, &from.data, e));
    TRY(layout_find(&layout, a, &from, e));
    return questions_read(layout.questions, take_original, &taker, e);
}

/* A question on each line. */
static enum status read_lines(struct arena *a, const char *path, struct question_set *out,
                              struct err *e)
{
    struct line_reader lines;
    struct str line;
    TRY(line_reader_open(&lines, path, e));
    enum status status;
    while ((status = line_reader_next(&lines, &line, e)) == OK && line.ptr)
        if (str_trim(line).len > 0)
            add_original(a, out, line);
    line_reader_close(&lines);
    return status;
}

/* A text may begin with a quotation, so a file of JSON's strings must have JSON's name. */
static bool looks_like_json(struct str path, struct str beginning)
{
    return str_starts(beginning, STR("[")) || str_starts(beginning, STR("{")) ||
           (str_starts(beginning, STR("\"")) &&
            (str_ends(path, STR(".json")) || str_ends(path, STR(".jsonl"))));
}

/* Pairs are JSON, and questions may be; other files are text. */
static enum status read_file(struct arena *a, const char *path, struct question_set *out,
                             struct err *e)
{
    enum { ENOUGH = 256 };
    struct str beginning;
    TRY(file_read_beginning(a, path, ENOUGH, &beginning, e));
    beginning = str_trim(str_skip_bom(beginning));
    if (looks_like_json(str_from(path), beginning))
        return read_pairs(a, path, out, e);
    return str_ends(str_from(path), STR(".csv")) || str_starts(beginning, STR("SQLite format 3"))
               ? read_dataset(a, path, out, e)
               : read_lines(a, path, out, e);
}

/* A folder is known by a file in it. */
static enum status read_folder(struct arena *a, const char *path, struct question_set *out,
                               struct err *e)
{
    static const struct {
        const char *name;
        question_set_reader *read;
        bool alone; /* read the file, not the folder */
    } FILES[] = {{"cases.jsonl", read_suite, false},
                 {"questions_post_perturbation.json", read_pairs, false},
                 {"pairs.jsonl", read_pairs, true}}; /* of `teql augment` */
    for (size_t i = 0; i < COUNT_OF(FILES); i++) {
        const char *file = arena_printf(a, "%s/%s", path, FILES[i].name).ptr;
        struct path_info info;
        TRY(path_look(file, &info, e));
        if (info.kind == PATH_FILE)
            return FILES[i].read(a, FILES[i].alone ? file : path, out, e);
    }
    return read_dataset(a, path, out, e);
}

static enum status read_set(struct arena *a, const char *path, struct question_set *out,
                            struct err *e)
{
    struct path_info info;
    TRY(path_look(path, &info, e));
    if (info.kind == PATH_FOLDER)
        return read_folder(a, path, out, e);
    return info.kind == PATH_FILE ? read_file(a, path, out, e) : read_dataset(a, path, out, e);
}

/* Read a set with `read`. Its name is that of its path, unless `read` finds another. */
static enum status read_named(struct arena *a, const char *path, question_set_reader *read,
                              struct question_set *out, struct err *e)
{
    *out = (struct question_set){.name = path_last(str_from(path))};
    TRY(read(a, path, out, e));
    if (out->n_originals > 0)
        return OK;
    err_set(e, E_INPUT, "no questions");
    return err_in_file(e, path);
}

enum status question_set_read(struct arena *a, const char *path, struct question_set *out,
                              struct err *e)
{
    return read_named(a, path, read_set, out, e);
}

enum status question_set_read_suite(struct arena *a, const char *path, struct question_set *out,
                                    struct err *e)
{
    return read_named(a, path, read_suite, out, e);
}

/* If the set is the relation of its pairs, they get the new name too. */
static void rename_set(struct question_set *s, struct str name)
{
    for (uint32_t i = 0; i < s->n_changed; i++)
        if (str_eq(s->changed[i].relation, s->name))
            s->changed[i].relation = name;
    s->name = name;
}

/* How many others of the first `n` sets have the name of set `i`? */
static uint32_t count_namesakes(const struct question_set *sets, uint32_t n, uint32_t i)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < n; k++)
        count += k != i && str_eq(sets[k].name, sets[i].name);
    return count;
}

void question_sets_tell_apart(struct arena *a, struct question_set *sets, const char *const *paths,
                              uint32_t n)
{
    bool *shared = arena_zalloc(a, n * sizeof *shared);
    for (uint32_t i = 0; i < n; i++)
        shared[i] = count_namesakes(sets, n, i) > 0;
    for (uint32_t i = 0; i < n; i++)
        if (shared[i])
            rename_set(sets + i, str_from(paths[i]));
    for (uint32_t i = n; i-- > 1;) {
        uint32_t before = count_namesakes(sets, i, i);
        if (before > 0)
            rename_set(sets + i, arena_printf(a, "%.*s (%u)", STR_ARG(sets[i].name), before + 1));
    }
}
