/* test_temporary.c: temporary files with an owner stay, others go. */
#include "base/file.h"
#include "base/folder.h"
#include "base/temporary.h"
#include "own_folder.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Has the file system locks? */
static bool has_locks = true;

/* In the place of the C library's. */
int flock(int fd, int operation)
{
    if (has_locks)
        return (int)syscall(SYS_flock, fd, operation);
    errno = ENOLCK;
    return -1;
}

static void make_file(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT, 0666);
    assert_true(fd >= 0);
    close(fd);
}

static void what_is_held_stays(void **state)
{
    (void)state;
    int (*const make[])(const char *, char **) = {temporary_file, temporary_folder};
    for (size_t i = 0; i < COUNT_OF(make); i++) {
        char *path;
        int fd = make[i](in_folder("target"), &path);
        assert_true(fd >= 0);
        temporaries_sweep(own_folder());
        assert_int_equal(access(path, F_OK), 0);
        close(fd);
        temporaries_sweep(own_folder());
        assert_int_not_equal(access(path, F_OK), 0);
        free(path);
    }
}

static void a_target_with_slashes_has_its_temporary_beside_it(void **state)
{
    (void)state;
    char *path;
    int fd = temporary_folder(in_folder("target//"), &path);
    assert_true(fd >= 0);
    assert_true(str_starts(str_from(path), str_from(in_folder("target.teql-tmp-"))));
    close(fd);
    temporaries_sweep(own_folder());
    free(path);
}

/* A name that this host would make of `target`, on the heap. */
static char *own_name(const char *target)
{
    char *name = temporary_name(in_folder(target));
    memcpy(name + strlen(name) - 6, "123456", 6);
    return name;
}

static void only_names_of_ours_are_swept(void **state)
{
    (void)state;
    static const char *const OTHERS[] = {
        "a.teql-before",           "a.teql-production",      "a.teql-tmp-12345",
        "a.teql-tmp-zzzz12345_",   "a.teql-tmp-zzzz123456~", "teql-tmp-zzzz123456",
        "a.teql-tmp-zzzz1234567",  "a.teql.zzzz123456",      "b.teql-tmp-zzzzAAAAA\n",
        "a.teql-tmp-zzzz123456.x", ".teql-tmp-zzzz123456",
    };
    char *own = own_name("a"), *nested = own_name("a.teql-tmp-a");
    for (size_t i = 0; i < COUNT_OF(OTHERS); i++)
        make_file(in_folder(OTHERS[i]));
    make_file(own);
    make_file(nested);
    temporaries_sweep_all(own_folder());
    for (size_t i = 0; i < COUNT_OF(OTHERS); i++)
        assert_int_equal(unlink(in_folder(OTHERS[i])), 0);
    assert_int_not_equal(access(own, F_OK), 0);
    assert_int_not_equal(access(nested, F_OK), 0);
    free(own);
    free(nested);
}

/* This host cannot know whether those hosts live; but each new file has one owner. */
static void what_other_hosts_made_stays(void **state)
{
    (void)state;
    make_file(in_folder("mine.teql-tmp-zzzz123456"));
    make_file(in_folder("other.teql-tmp-zzzz123456"));
    temporaries_sweep(own_folder());
    assert_int_equal(access(in_folder("mine.teql-tmp-zzzz123456"), F_OK), 0);
    temporaries_sweep_for(in_folder("mine"));
    assert_int_not_equal(access(in_folder("mine.teql-tmp-zzzz123456"), F_OK), 0);
    assert_int_equal(access(in_folder("other.teql-tmp-zzzz123456"), F_OK), 0);
    temporaries_sweep_for(in_folder("othe"));
    assert_int_equal(access(in_folder("other.teql-tmp-zzzz123456"), F_OK), 0);
    temporaries_sweep_for(in_folder("other//"));
    assert_int_not_equal(access(in_folder("other.teql-tmp-zzzz123456"), F_OK), 0);
    make_file(in_folder("any.teql-tmp-zzzz123456"));
    temporaries_sweep_all(own_folder());
    assert_int_not_equal(access(in_folder("any.teql-tmp-zzzz123456"), F_OK), 0);
}

/* Where no lock tells, only what is made now has no other maker: not what this host makes beside
 * it.
 */
static void without_locks_only_what_is_made_now_goes(void **state)
{
    (void)state;
    char *mine = own_name("mine"), *other = own_name("other");
    make_file(mine);
    make_file(other);
    has_locks = false;
    temporaries_sweep(own_folder());
    assert_int_equal(access(mine, F_OK), 0);
    temporaries_sweep_for(in_folder("mine"));
    assert_int_not_equal(access(mine, F_OK), 0);
    assert_int_equal(access(other, F_OK), 0);
    temporaries_sweep_all(own_folder());
    assert_int_not_equal(access(other, F_OK), 0);
    has_locks = true;
    free(mine);
    free(other);
}

static void links_are_not_followed(void **state)
{
    (void)state;
    make_file(in_folder("kept"));
    assert_int_equal(mkdir(in_folder("old.teql-tmp-zzzz123456"), 0777), 0);
    assert_int_equal(symlink("../kept", in_folder("old.teql-tmp-zzzz123456/file")), 0);
    assert_int_equal(symlink("..", in_folder("old.teql-tmp-zzzz123456/folder")), 0);
    assert_int_equal(symlink("kept", in_folder("link.teql-tmp-zzzz123456")), 0);
    temporaries_sweep_all(own_folder());
    assert_int_not_equal(access(in_folder("old.teql-tmp-zzzz123456"), F_OK), 0);
    assert_int_equal(unlink(in_folder("kept")), 0);
    assert_int_equal(unlink(in_folder("link.teql-tmp-zzzz123456")), 0);
}

static void removing_a_link_leaves_what_it_leads_to(void **state)
{
    (void)state;
    assert_int_equal(mkdir(in_folder("real"), 0777), 0);
    make_file(in_folder("real/file"));
    assert_int_equal(symlink("real", in_folder("link")), 0);
    folder_remove(in_folder("link"));
    assert_int_equal(access(in_folder("real/file"), F_OK), 0);
    folder_remove(in_folder("real"));
}

static void folders_of_paths(void **state)
{
    (void)state;
    static const char *const PAIRS[][2] = {{"a", "."},  {"a/", "."}, {"a/b", "a/"}, {"a/b//", "a/"},
                                           {"/a", "/"}, {"/", "/"},  {"", "."}};
    for (size_t i = 0; i < COUNT_OF(PAIRS); i++) {
        char *of = folder_of(PAIRS[i][0]);
        assert_string_equal(of, PAIRS[i][1]);
        free(of);
    }
}

/* Runs that begin while others sweep: their files stay, however the two interleave. */

enum { MAKERS = 2, SWEEPERS = 2, MADE = 200 };

struct meeting {
    atomic_int makers; /* at work */
    atomic_int lost;
};

static void *make_many(void *ctx)
{
    struct meeting *m = ctx;
    struct err e;
    char target[64];
    snprintf(target, sizeof target, "%s/target", own_folder());
    for (int i = 0; i < MADE; i++) {
        char *path = NULL;
        int fd = i % 2 ? temporary_folder(target, &path) : temporary_file(target, &path);
        m->lost += i % 8 == 0 && file_write(target, STR("whole"), &e) != OK;
        temporaries_sweep(own_folder()); /* by then whoever was sweeping is done with it */
        m->lost += fd < 0 || access(path, F_OK) != 0;
        free(path);
        if (fd >= 0)
            close(fd);
    }
    m->makers--;
    return NULL;
}

static void *sweep_on(void *ctx)
{
    struct meeting *m = ctx;
    while (m->makers > 0)
        temporaries_sweep(own_folder());
    return NULL;
}

static void makers_and_sweepers_meet(void **state)
{
    (void)state;
    struct meeting m = {.makers = MAKERS};
    pthread_t threads[MAKERS + SWEEPERS];
    for (int i = 0; i < MAKERS + SWEEPERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, i < MAKERS ? make_many : sweep_on, &m),
                         0);
    for (int i = 0; i < MAKERS + SWEEPERS; i++)
        pthread_join(threads[i], NULL);
    temporaries_sweep(own_folder());
    assert_int_equal(unlink(in_folder("target")), 0);
    assert_int_equal(m.lost, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_held_stays),
        cmocka_unit_test(a_target_with_slashes_has_its_temporary_beside_it),
        cmocka_unit_test(only_names_of_ours_are_swept),
        cmocka_unit_test(what_other_hosts_made_stays),
        cmocka_unit_test(without_locks_only_what_is_made_now_goes),
        cmocka_unit_test(links_are_not_followed),
        cmocka_unit_test(removing_a_link_leaves_what_it_leads_to),
        cmocka_unit_test(folders_of_paths),
        cmocka_unit_test(makers_and_sweepers_meet),
    };
    return cmocka_run_group_tests(tests, own_folder_make, own_folder_remove);
}
