/* tested_seeds.c: test sets, whatever they are, as keys. */
#include "pipeline/tested_seeds.h"

#include "base/folder.h"
#include "base/path.h"
#include "pipeline/suite_seeds.h"

#include <stdlib.h>

/* What published datasets call the questions that they test with. */
static const char *const TEST_FILES[] = {"dev.json", "test.json"};

void tested_seeds_add(struct tested_seeds *t, const struct seed *seeds, uint32_t n, struct str set)
{
    struct str name = arena_str(&t->arena, set);
    ARENA_PUSH(&t->arena, t->sets, t->n_sets);
    t->sets[t->n_sets++] = name;
    for (uint32_t i = 0; i < n; i++) {
        const struct seed_keys keys = seed_keys_of(&seeds[i]);
        seed_index_add(&t->index, &keys, t->count);
        ARENA_PUSH(&t->arena, t->seeds, t->count);
        t->seeds[t->count++] = (struct tested_seed){name, seeds[i].number};
    }
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

/* Load a set, and add it. */
static enum status add_set(struct tested_seeds *t, const char *path, bool is_suite,
                           const struct dataset_source *from, struct err *e)
{
    struct dataset d;
    enum status status =
        is_suite ? suite_seeds_load(&d, path, from->databases, e) : dataset_load(&d, from, e);
    if (status == OK)
        tested_seeds_add(t, d.seeds, d.n_seeds, str_from(path));
    if (status == OK || is_suite)
        dataset_release(&d);
    return status;
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
    return add_set(t, path, cases.kind == PATH_FILE, &source, e);
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

/* A set that nobody named. */
static enum status load_found(struct tested_seeds *t, const char *path,
                              const struct dataset_source *from, const struct listener *listener,
                              struct err *e)
{
    enum status status = load_set(t, path, from, e);
    if (status == OK || status == E_HOST)
        return status;
    listener_notice(listener, "%s is not looked at, though systems may be tested on it: %s", path,
                    e->msg);
    return OK;
}

enum status tested_seeds_find(struct tested_seeds *t, const struct dataset_source *from,
                              const char *questions, bool apart, const struct listener *listener,
                              struct err *e)
{
    struct path_info data, own = {0}, file;
    char *above = folder_of(from->data);
    enum status status = path_look(from->data, &data, e);
    if (status == OK && questions)
        status = path_look(questions, &own, e);
    for (size_t i = 0; i < sizeof TEST_FILES / sizeof *TEST_FILES && status == OK; i++) {
        const char *folder = data.kind == PATH_FOLDER ? from->data : above;
        const char *path = arena_printf(&t->arena, "%s/%s", folder, TEST_FILES[i]).ptr;
        status = path_look(path, &file, e);
        bool same = own.node && file.node == own.node && file.device == own.device;
        if (status || file.kind != PATH_FILE || (same && apart))
            continue;
        status = same ? refuse(path, e) : load_found(t, path, from, listener, e);
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
