/* fuzz_answer_cache.c: any bytes as a file of answers, and as an answer to be kept in it. A file
 * that is not ours stays as it is; a kept answer is found, now and after the file is opened again.
 */
#include "base/file.h"
#include "base/utf8.h"
#include "input.h"
#include "system/answer_cache.h"

enum { MAX_FILE = 1 << 24 };

static struct str contents(struct arena *a, const char *path)
{
    struct str text;
    struct err e;
    require(file_read(a, path, MAX_FILE, &text, &e) == OK);
    return text;
}

static void check_found(struct arena *a, const struct answer_cache *c, struct digest key,
                        const struct answer *kept)
{
    struct answer reply;
    struct err e;
    bool found;
    require(answer_cache_find(c, key, a, &reply, &found, &e) == OK);
    require(!kept || found);
    if (!found)
        return;
    require(reply.final);
    require((reply.sql.ptr != NULL) + (reply.error.ptr != NULL) + (reply.said.count > 0) == 1);
    for (uint32_t i = 0; i < reply.said.count; i++)
        require(reply.said.items[i].ptr);
    if (kept && utf8_valid(kept->sql))
        require(str_eq(reply.sql, kept->sql));
}

/* The key in the text, as the file has it, or another one. */
static struct digest some_key(struct str text)
{
    struct str mark = STR("\"key\":\"");
    size_t at = str_find(text, mark, 0) + mark.len;
    struct digest key;
    if (at + DIGEST_HEX <= text.len && digest_from_hex(str_slice(text, at, at + DIGEST_HEX), &key))
        return key;
    return digest_of(text);
}

static void reopen(struct arena *a, const char *path, struct digest key, const struct answer *kept,
                   uint32_t skipped)
{
    struct answer_cache c;
    struct err e;
    require(answer_cache_open(&c, path, &e) == OK);
    require(c.skipped == skipped);
    check_found(a, &c, key, kept);
    require(answer_cache_close(&c, &e) == OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct str text = {(const char *)data, size};
    const char *path = input_file(&a, "answers.jsonl", text);
    struct digest known = some_key(text), new = answer_key(text, STR("new"), 1);
    struct answer kept = {.sql = size ? text : STR("x"), .final = true, .ms = 0.5};
    struct answer_cache c;
    struct err e;
    if (answer_cache_open(&c, path, &e) != OK) {
        require(e.code == E_INPUT && str_eq(contents(&a, path), text));
    } else {
        uint32_t skipped = c.skipped;
        check_found(&a, &c, known, NULL);
        require(answer_cache_add(&c, new, &kept, &e) == OK);
        check_found(&a, &c, new, &kept);
        require(answer_cache_close(&c, &e) == OK);
        reopen(&a, path, new, &kept, skipped);
    }
    arena_release(&a);
    return 0;
}
