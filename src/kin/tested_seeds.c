/* tested_seeds.c: test sets, whatever they are, as keys. */
#include "kin/tested_seeds.h"

#include "base/folder.h"
#include "base/path.h"
#include "suite/suite.h"

#include <stdlib.h>

/* What published datasets call the questions that they test with. */
static const char *const TEST_FILES[] = {"dev.json", "test.json"};

/* The name of a set, which is new. */
static struct str begin_set(struct tested_seeds *t, struct str set)
{
    ARENA_PUSH(&t->arena, t->sets, t->n_sets);
    t->sets[t->n_sets] = arena_str(&t->arena, set);
    return t->sets[t->n_sets++];
}

static void add_keys(struct tested_seeds *t, const struct seed_keys *keys, struct tested_seed s)
{
    seed_index_add(&t->index, keys, t->count);
    ARENA_PUSH(&t->arena, t->seeds, t->count);
    t->seeds[t->count++] = s;
}

void tested_seeds_add(struct tested_seeds *t, const struct seed *seeds, uint32_t n, struct str set)
{
    struct str name = begin_set(t, set);
    for (uint32_t i = 0; i < n; i++) {
        const struct seed_keys keys = seed_keys_of(&seeds[i]);
        add_keys(t, &keys, (struct tested_seed){.set = name, .number = seeds[i].number});
    }
}

/* Seeds of a suite, and its cases. */
static enum status add_asked(struct tested_seeds *t, struct suite *s, struct str set, struct err *e)
{
    const struct suite_schema *own;
    enum status status = OK;
    for (uint32_t i = 0; i < s->n_seeds && status == OK; i++) {
        struct seed seed = s->seeds[i];
        status = suite_schema(s, seed.db_id, &own, e);
        if (status)
            return status;
        seed.schema = own->schema;
        const struct seed_keys keys = seed_keys_of(&seed);
        add_keys(t, &keys, (struct tested_seed){.set = set, .number = seed.number});
    }
    for (uint32_t i = 0; i < s->n_cases && status == OK; i++) {
        const struct test_case *c = &s->cases[i];
        status = suite_schema(s, c->db_id, &own, e);
        if (status)
            return status;
        const struct seed_keys keys = seed_keys_of_case(c, own->schema);
        add_keys(t, &keys, (struct tested_seed){set, c->seed_number, arena_str(&t->arena, c->id)});
    }
    return OK;
}

enum status tested_seeds_add_suite(struct tested_seeds *t, const char *path, struct str set,
                                   struct err *e)
{
    struct suite s;
    enum status status = suite_open(&s, path, e);
    if (status)
        return status;
    status = add_asked(t, &s, begin_set(t, set), e);
    suite_close(&s);
    return status;
}

void tested_seeds_settle(struct tested_seeds *t)
{
    seed_index_settle(&t->index);
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

/* Load a set of questions, and add it. */
static enum status add_questions(struct tested_seeds *t, const char *path,
                                 const struct dataset_source *from, struct err *e)
{
    struct dataset d;
    enum status status = dataset_load(&d, from, e);
    if (status)
        return status;
    tested_seeds_add(t, d.seeds, d.n_seeds, str_from(path));
    dataset_release(&d);
    return OK;
}

static enum status load_set(struct tested_seeds *t, const char *path,
                            const struct dataset_source *from, struct err *e)
{
    struct path_info at, cases;
    enum status status = path_look(path, &at, e);
    if (status == OK)
        status = path_look(arena_printf(&t->arena, "%s/cases.jsonl", path).ptr, &cases, e);
    if (status)
        return status;
    struct dataset_source source = {
        .data = from->data, .questions = path, .databases = from->databases};
    if (at.kind == PATH_FOLDER)
        source = (struct dataset_source){.data = path};
    return cases.kind == PATH_FILE ? tested_seeds_add_suite(t, path, str_from(path), e)
                                   : add_questions(t, path, &source, e);
}

enum status tested_seeds_load(struct tested_seeds *t, const char *list,
                              const struct dataset_source *from, struct err *e)
{
    enum status status = OK;
    for (struct str rest = str_from(list); rest.ptr && status == OK;) {
        struct str path = arena_str(&t->arena, str_trim(str_split(&rest, ',')));
        status = load_set(t, path.ptr, from, e);
    }
    tested_seeds_settle(t);
    return status;
}

static enum status refuse(const char *path, struct err *e)
{
    err_set(e, E_INPUT,
            "systems are tested on these questions: name those to train on with --questions, set "
            "some aside with --holdout, or allow it with --test none");
    err_in_file(e, path);
    return E_INPUT;
}

/* A set that nobody named. If it cannot be read, nobody knows what must not be trained on. */
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

enum status tested_seeds_find(struct tested_seeds *t, const struct dataset_source *from,
                              const char *questions, bool apart, struct err *e)
{
    struct path_info data, own = {0}, file;
    char *above = folder_of(from->data);
    enum status status = path_look(from->data, &data, e);
    if (status == OK && questions)
        status = path_look(questions, &own, e);
    for (size_t i = 0; i < COUNT_OF(TEST_FILES) && status == OK; i++) {
        const char *folder = data.kind == PATH_FOLDER ? from->data : above;
        const char *path = arena_printf(&t->arena, "%s/%s", folder, TEST_FILES[i]).ptr;
        status = path_look(path, &file, e);
        bool same = own.node && file.node == own.node && file.device == own.device;
        if (status || file.kind != PATH_FILE || (same && apart))
            continue;
        status = same ? refuse(path, e) : load_found(t, path, from, e);
    }
    free(above);
    tested_seeds_settle(t);
    return status;
}

void tested_seeds_release(struct tested_seeds *t)
{
    seed_index_release(&t->index);
    arena_release(&t->arena);
    *t = (struct tested_seeds){0};
}
