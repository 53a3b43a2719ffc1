/* tested_seeds.c: reading test sets of all kinds, and their keys. */
#include "kin/tested_seeds.h"

#include "base/folder.h"
#include "base/path.h"
#include "suite/suite_reader.h"

#include <stdlib.h>

/* Files of questions to test with, in published datasets. */
static const char *const TEST_FILES[] = {"dev.json", "test.json"};

/* Add a set. Returns a copy of its name. */
static struct str add_set(struct tested_seeds *t, struct str set)
{
    ARENA_PUSH(&t->arena, t->sets, t->n_sets);
    t->sets[t->n_sets] = arena_str(&t->arena, set);
    return t->sets[t->n_sets++];
}

static void add_tested(struct tested_seeds *t, struct seed_keys keys, struct tested_seed s)
{
    seed_index_add(&t->index, &keys, t->count);
    ARENA_ADD(&t->arena, t->seeds, t->count, s);
}

void tested_seeds_add(struct tested_seeds *t, const struct seed *seeds, uint32_t n, struct str set)
{
    struct str name = add_set(t, set);
    for (uint32_t i = 0; i < n; i++)
        add_tested(t, seed_keys_of(&seeds[i]),
                   (struct tested_seed){.set = name, .number = seeds[i].number});
}

/* A suite whose questions are added. */
struct added_suite {
    struct tested_seeds *to;
    struct str set;
};

static enum status add_seeds_of(void *ctx, struct suite *batch, struct err *e)
{
    struct added_suite *x = ctx;
    const struct suite_schema *own;
    for (uint32_t i = 0; i < batch->n_seeds; i++) {
        struct seed seed = batch->seeds[i];
        TRY(suite_schema(batch, seed.db_id, &own, e));
        seed.schema = own->schema;
        add_tested(x->to, seed_keys_of(&seed),
                   (struct tested_seed){.set = x->set, .number = seed.number});
    }
    return OK;
}

static enum status add_cases_of(void *ctx, struct suite *batch, struct err *e)
{
    struct added_suite *x = ctx;
    const struct suite_schema *own;
    for (uint32_t i = 0; i < batch->n_cases; i++) {
        const struct test_case *c = &batch->cases[i];
        TRY(suite_schema(batch, c->db_id, &own, e));
        add_tested(x->to, seed_keys_of_case(c, own->schema),
                   (struct tested_seed){x->set, c->seed_number, arena_str(&x->to->arena, c->id)});
    }
    return OK;
}

/* All seeds come first: a question that is one of them and a case, too, is named as the seed. */
enum status tested_seeds_add_suite(struct tested_seeds *t, const char *path, struct str set,
                                   struct err *e)
{
    struct added_suite x = {t, add_set(t, set)};
    TRY(suite_visit_all(path, add_seeds_of, &x, e));
    return suite_visit_all(path, add_cases_of, &x, e);
}

const struct tested_seed *tested_seeds_kin(const struct tested_seeds *t,
                                           const struct seed_keys *keys)
{
    uint32_t found = seed_index_find(&t->index, keys);
    return found == SEED_NOT_FOUND ? NULL : &t->seeds[found];
}

struct str tested_seed_name(struct arena *a, const struct tested_seed *s)
{
    return s->case_id.len
               ? arena_printf(a, "case %.*s of %.*s", STR_ARG(s->case_id), STR_ARG(s->set))
               : arena_printf(a, "question %u of %.*s", s->number, STR_ARG(s->set));
}

/* Load a dataset, and add its questions. */
static enum status add_dataset(struct tested_seeds *t, const char *path,
                               const struct dataset_source *from, struct err *e)
{
    struct dataset d;
    TRY(dataset_load(&d, from, e));
    tested_seeds_add(t, d.seeds, d.n_seeds, str_from(path));
    dataset_release(&d);
    return OK;
}

static enum status load_set(struct tested_seeds *t, const char *path,
                            const struct dataset_source *from, struct err *e)
{
    struct path_info at, cases;
    TRY(path_look(path, &at, e));
    TRY(path_look(arena_printf(&t->arena, "%s/cases.jsonl", path).ptr, &cases, e));
    struct dataset_source source = {
        .data = from->data, .questions = path, .databases = from->databases};
    if (at.kind == PATH_FOLDER)
        source = (struct dataset_source){.data = path};
    return cases.kind == PATH_FILE ? tested_seeds_add_suite(t, path, str_from(path), e)
                                   : add_dataset(t, path, &source, e);
}

enum status tested_seeds_load(struct tested_seeds *t, const char *list,
                              const struct dataset_source *from, struct err *e)
{
    for (struct str rest = str_from(list); rest.ptr;) {
        struct str path = arena_str(&t->arena, str_trim(str_split(&rest, ',')));
        TRY(load_set(t, path.ptr, from, e));
    }
    return OK;
}

static enum status refuse_questions(const char *path, struct err *e)
{
    err_set(e, E_INPUT,
            "systems are tested on these questions: name those to train on with --questions, set "
            "some aside with --holdout, or allow it with --test none");
    return err_in_file(e, path);
}

/* Load a set that the user did not name. If it cannot be read, it is unknown what must not be
 * trained on. */
static enum status load_found(struct tested_seeds *t, const char *path,
                              const struct dataset_source *from, struct err *e)
{
    enum status status = load_set(t, path, from, e);
    if (status == OK || status == E_HOST)
        return status;
    char why[sizeof e->msg];
    err_format(e, why, sizeof why);
    return err_set(e, status,
                   "systems may be tested on %s, which cannot be read (--test names other sets, or "
                   "none): %s",
                   path, why);
}

static enum status load_test_files(struct tested_seeds *t, const struct dataset_source *from,
                                   const char *above, const char *questions, bool apart,
                                   struct err *e)
{
    struct path_info data, own = {0}, file;
    TRY(path_look(from->data, &data, e));
    if (questions)
        TRY(path_look(questions, &own, e));
    for (size_t i = 0; i < COUNT_OF(TEST_FILES); i++) {
        const char *folder = data.kind == PATH_FOLDER ? from->data : above;
        const char *path = arena_printf(&t->arena, "%s/%s", folder, TEST_FILES[i]).ptr;
        TRY(path_look(path, &file, e));
        bool same = own.node && file.node == own.node && file.device == own.device;
        if (file.kind == PATH_FILE && !(same && apart))
            TRY(same ? refuse_questions(path, e) : load_found(t, path, from, e));
    }
    return OK;
}

enum status tested_seeds_find(struct tested_seeds *t, const struct dataset_source *from,
                              const char *questions, bool apart, struct err *e)
{
    char *above = folder_of(from->data);
    enum status status = load_test_files(t, from, above, questions, apart, e);
    free(above);
    return status;
}

void tested_seeds_release(struct tested_seeds *t)
{
    seed_index_release(&t->index);
    arena_release(&t->arena);
    *t = (struct tested_seeds){0};
}
