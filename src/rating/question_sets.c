/* question_sets.c: suites, pairs and datasets as questions. */
#include "rating/question_sets.h"

#include "base/file.h"
#include "base/path.h"
#include "dataset/data_folder.h"
#include "dataset/layout.h"
#include "dataset/questions.h"
#include "import/pairs.h"
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
    enum status status = pairs_read_questions(&list, path, e);
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
        struct str by = p->relation.ptr ? p->relation : p->set;
        add_changed(a, out, &(struct changed_question){id, by, p->after.question, original});
    }
    pairs_release(&list);
    return OK;
}

struct question_taker {
    struct arena *arena;
    struct question_set *out;
};

static enum status take_question(void *ctx, const struct read_question *q, struct err *e)
{
    struct question_taker *t = ctx;
    (void)e;
    add_original(t->arena, t->out, q->question);
    return OK;
}

/* Of a dataset the questions alone: whoever rates them needs no schemas. */
static enum status read_dataset(struct arena *a, const char *path, struct question_set *out,
                                struct err *e)
{
    struct dataset_source from = {.questions_only = true};
    struct question_taker taker = {a, out};
    struct layout layout;
    enum status status = data_folder(a, path, &from.data, e);
    if (status == OK)
        status = layout_find(&layout, a, &from, e);
    return status ? status : questions_read(layout.questions, take_question, &taker, e);
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

/* A text may begin with a quotation, so that a file of JSON's strings must be called one. */
static bool json_looks(struct str path, struct str beginning)
{
    if (beginning.len == 0)
        return false;
    return beginning.ptr[0] == '[' || beginning.ptr[0] == '{' ||
           (beginning.ptr[0] == '"' &&
            (str_ends(path, STR(".json")) || str_ends(path, STR(".jsonl"))));
}

/* Pairs are JSON, and questions may be; all else is text. */
static enum status read_file(struct arena *a, const char *path, struct question_set *out,
                             struct err *e)
{
    enum { ENOUGH = 256 };
    struct str beginning;
    enum status status = file_read_beginning(a, path, ENOUGH, &beginning, e);
    if (status)
        return status;
    beginning = str_trim(str_skip_bom(beginning));
    if (json_looks(str_from(path), beginning))
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

/* A folder is known by a file in it. */
static enum status read_folder(struct arena *a, const char *path, struct question_set *out,
                               struct err *e)
{
    static const char OWN_PAIRS[] = "pairs.jsonl"; /* of `teql augment` */
    bool suite, published = false, own = false;
    enum status status = is_there(a, path, "cases.jsonl", &suite, e);
    if (status == OK)
        status = is_there(a, path, "questions_post_perturbation.json", &published, e);
    if (status == OK)
        status = is_there(a, path, OWN_PAIRS, &own, e);
    if (status)
        return status;
    if (suite)
        return read_suite(a, path, out, e);
    if (published)
        return read_pairs(a, path, out, e);
    return own ? read_pairs(a, arena_printf(a, "%s/%s", path, OWN_PAIRS).ptr, out, e)
               : read_dataset(a, path, out, e);
}

static enum status read_any(struct arena *a, const char *path, struct question_set *out,
                            struct err *e)
{
    struct path_info info;
    enum status status = path_look(path, &info, e);
    if (status)
        return status;
    if (info.kind == PATH_FOLDER)
        return read_folder(a, path, out, e);
    return info.kind == PATH_FILE ? read_file(a, path, out, e) : read_dataset(a, path, out, e);
}

/* By `reads`, under the name of its path. */
static enum status read_named(struct arena *a, const char *path,
                              enum status (*reads)(struct arena *a, const char *path,
                                                   struct question_set *out, struct err *e),
                              struct question_set *out, struct err *e)
{
    *out = (struct question_set){.name = last_part(path)};
    enum status status = reads(a, path, out, e);
    if (status == OK && out->n_originals == 0) {
        status = err_set(e, E_INPUT, "no questions");
        err_in_file(e, path);
    }
    return status;
}

enum status question_set_read(struct arena *a, const char *path, struct question_set *out,
                              struct err *e)
{
    return read_named(a, path, read_any, out, e);
}

enum status question_set_read_suite(struct arena *a, const char *path, struct question_set *out,
                                    struct err *e)
{
    return read_named(a, path, read_suite, out, e);
}

/* Pairs whose relation is the set itself follow. */
static void rename_set(struct question_set *s, struct str name)
{
    for (uint32_t i = 0; i < s->n_changed; i++)
        if (str_eq(s->changed[i].relation, s->name))
            s->changed[i].relation = name;
    s->name = name;
}

/* How many of the first `n` sets have the name of set `i`, itself not counted. */
static uint32_t namesakes(const struct question_set *sets, uint32_t n, uint32_t i)
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
        shared[i] = namesakes(sets, n, i) > 0;
    for (uint32_t i = 0; i < n; i++)
        if (shared[i])
            rename_set(sets + i, str_from(paths[i]));
    for (uint32_t i = n; i-- > 1;) {
        uint32_t before = namesakes(sets, i, i);
        if (before > 0)
            rename_set(sets + i, arena_printf(a, "%.*s (%u)", STR_ARG(sets[i].name), before + 1));
    }
}
