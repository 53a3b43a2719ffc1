/* test_answer_cache.c: answers kept through restarts, torn lines, strangers and kills; digests. */
#include "base/file.h"
#include "base/rng.h"
#include "system/answer_cache.h"
#include "unit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/teql-test-XXXXXX";
static char path[64];

static struct answer_cache cache;
static struct err e;

static struct digest key(uint32_t number)
{
    return answer_key(STR("system"), STR("request"), number);
}

static void open_cache(void)
{
    if (answer_cache_open(&cache, path, &e) != OK)
        fail_msg("%s: %s", path, e.msg);
}

static void close_cache(void)
{
    assert_int_equal(answer_cache_close(&cache, &e), OK);
}

static enum status add(struct answer_cache *c, uint32_t number)
{
    struct arena a = {0};
    struct answer reply = {.sql = arena_printf(&a, "SELECT '%u\n\"'", number),
                           .final = true,
                           .ms = 1.25,
                           .attempts = 2,
                           .tokens.prompt = 30,
                           .tokens.completion = 4};
    enum status status = answer_cache_add(c, key(number), &reply, &e);
    arena_release(&a);
    return status;
}

static bool has(uint32_t number)
{
    struct arena a = {0};
    struct answer reply;
    bool found;
    assert_int_equal(answer_cache_find(&cache, key(number), &a, &reply, &found, &e), OK);
    if (found) {
        assert_true(str_eq(reply.sql, arena_printf(&a, "SELECT '%u\n\"'", number)));
        assert_null(reply.error.ptr);
        assert_true(reply.final);
        assert_true(reply.ms > 1.2 && reply.ms < 1.3);
        assert_int_equal(reply.attempts, 2);
        assert_int_equal(reply.tokens.prompt, 30);
        assert_int_equal(reply.tokens.completion, 4);
    }
    arena_release(&a);
    return found;
}

static struct str contents(struct arena *a)
{
    struct str text;
    assert_int_equal(file_read(a, path, 1 << 28, &text, &e), OK);
    return text;
}

static void put_contents(struct str text)
{
    FILE *f = fopen(path, "w");
    assert_int_equal(fwrite(text.ptr, 1, text.len, f), text.len);
    fclose(f);
}

/* Texts of FIPS 180-4's examples, and lengths around a block. */
static void digests_are_those_of_sha256(void **state)
{
    (void)state;
    char hex[DIGEST_HEX + 1], many[1000];
    struct digest back;
    digest_hex(digest_of(STR("")), hex);
    assert_string_equal(hex, "e3b0c44298fc1c149afbf4c8996fb924");
    digest_hex(digest_of(STR("abc")), hex);
    assert_string_equal(hex, "ba7816bf8f01cfea414140de5dae2223");
    digest_hex(digest_of(STR("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")), hex);
    assert_string_equal(hex, "248d6a61d20638b8e5c026930c3e6039");
    memset(many, 'a', sizeof many);
    digest_hex(digest_of((struct str){many, sizeof many}), hex);
    assert_string_equal(hex, "41edece42d63e8d9bf515a9ba6932e1c");
    assert_true(digest_from_hex(str_from(hex), &back));
    assert_true(digest_eq(back, digest_of((struct str){many, sizeof many})));
    assert_false(digest_from_hex(STR("41EDECE42D63E8D9BF515A9BA6932E1C"), &back));
    assert_false(digest_from_hex(STR("41"), &back));
}

static void keys_differ_in_every_part(void **state)
{
    (void)state;
    struct digest k = answer_key(STR("ab"), STR("c"), 0);
    assert_true(digest_eq(k, answer_key(STR("ab"), STR("c"), 0)));
    assert_false(digest_eq(k, answer_key(STR("a"), STR("bc"), 0)));
    assert_false(digest_eq(k, answer_key(STR("ab"), STR("c"), 1)));
    assert_false(digest_eq(k, answer_key(STR("ab"), STR(""), 0)));
}

static void answers_are_kept(void **state)
{
    (void)state;
    unlink(path);
    open_cache();
    assert_false(has(1));
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(add(&cache, i), OK);
    assert_true(has(0) && has(999));
    close_cache();
    open_cache();
    for (uint32_t i = 0; i < 1000; i++)
        assert_true(has(i));
    assert_false(has(1000));
    assert_int_equal(cache.map.count, 1000);
    assert_int_equal(cache.skipped, 0);
    close_cache();
}

static void errors_are_kept_if_final(void **state)
{
    (void)state;
    struct arena a = {0};
    struct answer reply = {.error = STR("too hard \xFF"), .final = true}, got;
    bool found;
    unlink(path);
    open_cache();
    assert_int_equal(answer_cache_add(&cache, key(1), &reply, &e), OK);
    reply.final = false;
    assert_int_equal(answer_cache_add(&cache, key(2), &reply, &e), OK);
    close_cache();
    open_cache();
    assert_int_equal(answer_cache_find(&cache, key(1), &a, &got, &found, &e), OK);
    assert_true(found);
    assert_true(str_eq(got.error, STR("too hard \xEF\xBF\xBD")));
    assert_null(got.sql.ptr);
    assert_false(has(2));
    close_cache();
    arena_release(&a);
}

/* Those that were there: an error that comes again is the answer. */
static void errors_are_asked_again_once(void **state)
{
    (void)state;
    struct arena a = {0};
    struct answer reply = {.error = STR("too hard"), .final = true}, got;
    bool found;
    unlink(path);
    open_cache();
    assert_int_equal(answer_cache_add(&cache, key(1), &reply, &e), OK);
    assert_int_equal(add(&cache, 2), OK);
    close_cache();
    open_cache();
    answer_cache_retry_errors(&cache);
    assert_int_equal(answer_cache_find(&cache, key(1), &a, &got, &found, &e), OK);
    assert_false(found);
    assert_true(has(2));
    assert_int_equal(answer_cache_add(&cache, key(1), &reply, &e), OK);
    assert_int_equal(answer_cache_find(&cache, key(1), &a, &got, &found, &e), OK);
    assert_true(found);
    close_cache();
    arena_release(&a);
}

static void the_last_answer_counts(void **state)
{
    (void)state;
    struct answer old = {.sql = STR("old"), .final = true};
    unlink(path);
    open_cache();
    assert_int_equal(answer_cache_add(&cache, key(5), &old, &e), OK);
    assert_int_equal(add(&cache, 5), OK);
    assert_true(has(5));
    close_cache();
    open_cache();
    assert_true(has(5));
    assert_int_equal(cache.map.count, 1);
    close_cache();
}

/* Cut the file at every byte: all lines before are there, and it can be added to. */
static void torn_lines_are_cut_off(void **state)
{
    (void)state;
    struct arena a = {0};
    unlink(path);
    open_cache();
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(add(&cache, i), OK);
    close_cache();
    struct str whole = contents(&a);
    for (size_t len = 0; len <= whole.len; len++) {
        uint32_t lines = 0;
        for (size_t i = 0; i < len; i++)
            lines += whole.ptr[i] == '\n';
        put_contents(str_slice(whole, 0, len));
        open_cache();
        for (uint32_t i = 0; i < 3; i++)
            assert_int_equal(has(i), i + 1 < lines);
        assert_int_equal(cache.skipped, 0);
        assert_int_equal(add(&cache, 7), OK);
        close_cache();
        open_cache();
        assert_true(has(7));
        close_cache();
    }
    arena_release(&a);
}

static void garbage_is_skipped(void **state)
{
    (void)state;
    struct arena a = {0};
    unlink(path);
    open_cache();
    assert_int_equal(add(&cache, 1), OK);
    close_cache();
    FILE *f = fopen(path, "a");
    fputs("\n{\"key\":\"12\",\"sql\":\"x\"}\n\xFF\xFE\n[1]\n", f);
    fwrite("\0\0\0\n", 1, 4, f);
    fputs("{\"key\":\"e3b0c44298fc1c149afbf4c8996fb924\"}\n", f);
    fclose(f);
    open_cache();
    assert_int_equal(cache.skipped, 6);
    assert_int_equal(cache.first_skipped, 3);
    assert_true(has(1));
    assert_int_equal(add(&cache, 2), OK);
    close_cache();
    open_cache();
    assert_true(has(1) && has(2));
    close_cache();
    arena_release(&a);
}

static void other_files_are_left_alone(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {"my notes", "my notes\nand more", "{}\n",
                                        "{\"teql\":\"answers\",\"version\":2}\n"};
    for (size_t i = 0; i < COUNT_OF(TEXTS); i++) {
        struct arena a = {0};
        put_contents(str_from(TEXTS[i]));
        assert_int_equal(answer_cache_open(&cache, path, &e), E_INPUT);
        assert_string_equal(contents(&a).ptr, TEXTS[i]);
        arena_release(&a);
    }
    assert_int_equal(answer_cache_open(&cache, "/no/such/folder/x", &e), E_IO);
    assert_int_equal(answer_cache_open(&cache, folder, &e), E_IO);
    assert_int_equal(answer_cache_open(&cache, "/dev/null", &e), E_INPUT);
}

/* A file system may know the length of a file and have lost its contents. */
static void a_head_that_was_lost_with_the_power_is_written_again(void **state)
{
    (void)state;
    static const char ZEROS[64];
    const size_t head = sizeof "{\"teql\":\"answers\",\"version\":1}\n" - 1;
    put_contents((struct str){ZEROS, head + 1});
    assert_int_equal(answer_cache_open(&cache, path, &e), E_INPUT);
    put_contents((struct str){ZEROS, head});
    open_cache();
    assert_int_equal(add(&cache, 1), OK);
    close_cache();
    open_cache();
    assert_true(has(1));
    close_cache();
}

static int wait_for(pid_t pid)
{
    int status = -1;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

static void one_run_at_a_time(void **state)
{
    (void)state;
    unlink(path);
    open_cache();
    assert_int_equal(add(&cache, 1), OK);
    pid_t pid = fork();
    if (pid == 0) {
        struct answer_cache other;
        enum status status = answer_cache_open(&other, path, &e);
        _exit(status == E_IO && strstr(e.msg, "another run") ? 7 : 1);
    }
    assert_int_equal(WEXITSTATUS(wait_for(pid)), 7);
    struct answer_cache second;
    assert_int_equal(answer_cache_open(&second, path, &e), E_IO);
    close_cache();
    open_cache();
    assert_true(has(1));
    close_cache();
}

/* Add answers from `first` on, telling the pipe of each that was acknowledged, until killed. */
static void write_until_killed(uint32_t first, int acknowledged)
{
    struct answer_cache c;
    if (answer_cache_open(&c, path, &e) != OK)
        _exit(1);
    for (uint32_t i = first;; i++)
        if (add(&c, i) != OK || write(acknowledged, "x", 1) != 1)
            _exit(1);
}

static uint32_t count_bytes(int fd)
{
    char bytes[4096];
    uint32_t count = 0;
    ssize_t n;
    while ((n = read(fd, bytes, sizeof bytes)) > 0)
        count += (uint32_t)n;
    return count;
}

static void nothing_acknowledged_is_lost(void **state)
{
    (void)state;
    struct rng rng = rng_stream(1, STR("kill"), 0);
    uint32_t total = 0;
    unlink(path);
    for (int round = 0; round < 40; round++) {
        int fds[2];
        assert_int_equal(pipe(fds), 0);
        pid_t pid = fork();
        if (pid == 0)
            write_until_killed(total, fds[1]);
        close(fds[1]);
        struct timespec moment = {.tv_nsec = (long)rng_below(&rng, 20000000)};
        nanosleep(&moment, NULL);
        kill(pid, SIGKILL);
        assert_true(WIFSIGNALED(wait_for(pid)));
        total += count_bytes(fds[0]);
        close(fds[0]);
        open_cache();
        for (uint32_t i = 0; i < total; i++)
            assert_true(has(i));
        while (has(total)) /* written, and killed before it could say so */
            total++;
        assert_int_equal(cache.skipped, 0);
        close_cache();
    }
    assert_true(total > 40);
    unlink(path);
}

/* A disk that is full takes a part of a line. */
static void a_line_that_does_not_fit_is_taken_back(void **state)
{
    (void)state;
    unlink(path);
    open_cache();
    assert_int_equal(add(&cache, 1), OK);
    struct stat before, after;
    assert_int_equal(stat(path, &before), 0);
    struct rlimit old, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = old;
    small.rlim_cur = (rlim_t)before.st_size + 20;
    struct sigaction ignore = {.sa_handler = SIG_IGN}, usual;
    sigaction(SIGXFSZ, &ignore, &usual);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    enum status status = add(&cache, 2);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    sigaction(SIGXFSZ, &usual, NULL);
    assert_int_equal(status, E_IO);
    assert_int_equal(stat(path, &after), 0);
    assert_int_equal(after.st_size, before.st_size);
    assert_false(has(2));
    assert_int_equal(add(&cache, 3), OK);
    close_cache();
    open_cache();
    assert_true(has(1) && !has(2) && has(3));
    close_cache();
}

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/answers", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

/* Texts of a model are kept like SQL. A line with both, or with a value that is not a text, is not
 * an answer. */
static void texts_are_kept_like_sql(void **state)
{
    (void)state;
    struct arena a = {0};
    const struct str texts[] = {STR("one\n\"two\""), STR("")};
    const struct answer said = {.said = {texts, 2}, .final = true, .attempts = 1};
    struct answer reply;
    bool found;
    put_contents(STR(""));
    open_cache();
    assert_int_equal(answer_cache_add(&cache, key(1), &said, &e), OK);
    close_cache();
    open_cache();
    assert_int_equal(answer_cache_find(&cache, key(1), &a, &reply, &found, &e), OK);
    assert_true(found && !reply.sql.ptr && !reply.error.ptr);
    assert_int_equal(reply.said.count, 2);
    assert_true(str_eq(reply.said.items[0], texts[0]) && reply.said.items[1].len == 0);
    close_cache();
    struct str line = contents(&a);
    size_t at = str_find(line, STR("\"said\":["), 0);
    assert_true(at < line.len);
    put_contents(arena_printf(&a, "%.*s\"said\":[7,%.*s", (int)at, line.ptr,
                              STR_ARG(str_slice(line, at + 8, line.len))));
    open_cache();
    assert_int_equal(cache.skipped, 1);
    close_cache();
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digests_are_those_of_sha256),
        cmocka_unit_test(keys_differ_in_every_part),
        cmocka_unit_test(answers_are_kept),
        cmocka_unit_test(errors_are_kept_if_final),
        cmocka_unit_test(errors_are_asked_again_once),
        cmocka_unit_test(the_last_answer_counts),
        cmocka_unit_test(torn_lines_are_cut_off),
        cmocka_unit_test(garbage_is_skipped),
        cmocka_unit_test(other_files_are_left_alone),
        cmocka_unit_test(a_head_that_was_lost_with_the_power_is_written_again),
        cmocka_unit_test(one_run_at_a_time),
        cmocka_unit_test(nothing_acknowledged_is_lost),
        cmocka_unit_test(a_line_that_does_not_fit_is_taken_back),
        cmocka_unit_test(texts_are_kept_like_sql),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
