/* test_copies.c: one copy for all who need it, and no more of them than there is room for. */
#include "fixture.h"
#include "own_folder.h"
#include "schema_seeds.h"
#include "unit.h"

#include "base/folder.h"
#include "base/path.h"
#include "store/copies.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct place {
    struct arena arena;
    const char *folder, *original;
    struct schema schema;
    const struct migration *fewer;
    uint64_t bytes; /* of a copy, or of the original where that has more */
};

static struct shared_copy *taken(struct copies *c, const struct place *p, const char *db_id)
{
    struct shared_copy *copy;
    struct err e;
    assert_int_equal(copies_take(c, p->original, p->fewer, str_from(db_id), &copy, &e), OK);
    assert_int_equal(access(copy_path(copy), R_OK), 0);
    return copy;
}

static uint64_t bytes_at(const char *path)
{
    struct path_info info;
    struct err e;
    assert_int_equal(path_look(path, &info, &e), OK);
    return info.size;
}

static int set_up(void **state)
{
    static struct place p;
    struct err e;
    p = (struct place){0};
    p.folder = arena_str(&p.arena, str_from(in_folder("made"))).ptr;
    assert_int_equal(folder_make(p.folder, &e), OK);
    p.original = fixture_create(&p.arena, fixture_sql);
    assert_int_equal(setenv("TMPDIR", p.folder, 1), 0);
    assert_int_equal(schema_from_database(&p.arena, p.original, STR("towns"), &p.schema, &e), OK);
    p.fewer = migration_drop_column(&p.arena, &p.schema, column_named(&p.schema, "city.mayor"));
    struct copies *c = copies_new(0);
    struct shared_copy *copy = taken(c, &p, "measured");
    p.bytes = bytes_at(copy_path(copy));
    if (p.bytes < bytes_at(p.original))
        p.bytes = bytes_at(p.original);
    copies_give_back(c, copy);
    copies_free(c);
    *state = &p;
    return 0;
}

static int tear_down(void **state)
{
    struct place *p = *state;
    fixture_remove(p->original);
    assert_int_equal(rmdir(p->folder), 0); /* nothing is left in it */
    unsetenv("TMPDIR");
    arena_release(&p->arena);
    return 0;
}

/* Returned copies stay, the latest first, as long as there is room. */
static void test_room(void **state)
{
    const struct place *p = *state;
    struct copies *c = copies_new(2 * p->bytes);
    static const char *const NAMES[] = {"a", "b", "c", "d"};
    for (int i = 0; i < 4; i++)
        copies_give_back(c, taken(c, p, NAMES[i]));
    assert_int_equal(copies_made(c), 4);
    assert_false(copies_have(c, STR("a")));
    assert_false(copies_have(c, STR("b")));
    assert_true(copies_have(c, STR("d")));
    copies_give_back(c, taken(c, p, "c")); /* still there */
    assert_int_equal(copies_made(c), 4);
    copies_free(c);
}

/* What somebody holds stays, room or not. */
static void test_held(void **state)
{
    const struct place *p = *state;
    struct copies *c = copies_new(0);
    struct shared_copy *held = taken(c, p, "held"), *again = taken(c, p, "held");
    assert_ptr_equal(held, again);
    for (int i = 0; i < 3; i++)
        copies_give_back(c, taken(c, p, "other"));
    assert_int_equal(copies_made(c), 4);
    copies_give_back(c, again);
    assert_int_equal(access(copy_path(held), R_OK), 0);
    copies_give_back(c, held);
    assert_false(copies_have(c, STR("held")));
    copies_free(c);
}

struct taker {
    pthread_t thread;
    struct copies *copies;
    const struct place *place;
};

static void *take_some(void *ctx)
{
    struct taker *t = ctx;
    static const char *const NAMES[] = {"a", "b", "c"};
    for (int i = 0; i < 30; i++)
        copies_give_back(t->copies, taken(t->copies, t->place, NAMES[i % 3]));
    return NULL;
}

/* Threads that need the same at once get the same: each is made once. */
static void test_threads(void **state)
{
    enum { N_TAKERS = 4 };
    const struct place *p = *state;
    struct copies *c = copies_new((uint64_t)1 << 30);
    struct taker takers[N_TAKERS];
    for (int i = 0; i < N_TAKERS; i++) {
        takers[i] = (struct taker){.copies = c, .place = p};
        assert_int_equal(pthread_create(&takers[i].thread, NULL, take_some, &takers[i]), 0);
    }
    for (int i = 0; i < N_TAKERS; i++)
        assert_int_equal(pthread_join(takers[i].thread, NULL), 0);
    assert_int_equal(copies_made(c), 3);
    copies_free(c);
}

/* One that cannot be made leaves nothing. */
static void test_refused(void **state)
{
    const struct place *p = *state;
    struct copies *c = copies_new(0);
    struct shared_copy *copy;
    struct err e;
    for (int i = 0; i < 2; i++)
        assert_int_not_equal(copies_take(c, "/nowhere.sqlite", p->fewer, STR("none"), &copy, &e),
                             OK);
    assert_false(copies_have(c, STR("none")));
    assert_int_equal(copies_made(c), 0);
    copies_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_room, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_held, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_threads, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, own_folder_make, own_folder_remove);
}
