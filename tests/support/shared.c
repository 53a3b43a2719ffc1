/* shared.c: reading the real data. */
#include "shared.h"
#include "unit.h"

#include "base/file.h"

#include <stdio.h>
#include <unistd.h>

#define SHARED TEQL_SOURCE_DIR "/../shared"

bool shared_present(void)
{
    if (access(SHARED "/README.md", R_OK) == 0)
        return true;
    print_message("notice: no real data beside the checkout (../shared): skipped\n");
    return false;
}

const char *shared_path(struct arena *a, const char *below)
{
    return arena_printf(a, SHARED "/%s", below).ptr;
}

struct text_lines read_lines(struct arena *a, const char *path)
{
    struct text_lines lines = {0};
    struct line_reader r;
    struct err e;
    struct str line;
    assert_int_equal(line_reader_open(&r, path, &e), OK);
    while (line_reader_next(&r, &line, &e) == OK && line.ptr)
        ARENA_ADD(a, lines.items, lines.count, arena_str(a, line));
    line_reader_close(&r);
    return lines;
}

struct json_value read_json(struct arena *a, const char *path)
{
    struct str text;
    struct err e;
    if (file_read(a, path, 1 << 30, &text, &e))
        fail_msg("%s", e.msg);
    return parse_json(text);
}

struct json_value parse_json(struct str text)
{
    struct json_reader json = json_reader_of(NULL, text);
    struct json_value value;
    if (!json_whole(&json, &value))
        fail_msg("%s at byte %zu of %.*s", json.problem, json.at, STR_ARG(text));
    return value;
}

struct str text_member(struct arena *a, struct json_value object, const char *key)
{
    return json_text_copy(a, json_member(a, object, str_from(key)));
}

static bool numbers_equal(struct json_value x, struct json_value y)
{
    double p = 0, q = 0;
    int64_t n;
    return json_number(x, &p) && json_number(y, &q) && p == q &&
           json_integer(x, &n) == json_integer(y, &n);
}

static bool arrays_equal(struct arena *a, struct json_value x, struct json_value y)
{
    struct json_reader xs = json_reader_of(a, x.raw), ys = json_reader_of(a, y.raw);
    struct json_value p, q;
    while (json_next_item(&xs, &p))
        if (!json_next_item(&ys, &q) || !json_equal(a, p, q))
            return false;
    return !json_next_item(&ys, &q);
}

static size_t count_members(struct arena *a, struct json_value object)
{
    struct json_reader json = json_reader_of(a, object.raw);
    struct json_value v;
    size_t n = 0;
    for (struct str key; json_next(&json, &key, &v);)
        n++;
    return n;
}

static bool objects_equal(struct arena *a, struct json_value x, struct json_value y)
{
    struct json_reader xs = json_reader_of(a, x.raw);
    struct json_value p;
    for (struct str key; json_next(&xs, &key, &p);) {
        struct json_value q = json_member(a, y, key);
        if (!q.raw.ptr || !json_equal(a, p, q))
            return false;
    }
    return count_members(a, x) == count_members(a, y);
}

bool json_equal(struct arena *a, struct json_value x, struct json_value y)
{
    if (x.kind != y.kind)
        return false;
    switch (x.kind) {
    case JSON_KIND_NUMBER:
        return numbers_equal(x, y);
    case JSON_KIND_STRING:
        return str_eq(json_text(a, x), json_text(a, y));
    case JSON_KIND_ARRAY:
        return arrays_equal(a, x, y);
    case JSON_KIND_OBJECT:
        return objects_equal(a, x, y);
    default:
        return true;
    }
}

void split_gold_line(struct str line, struct str *sql, struct str *db_id)
{
    size_t tab = str_find(line, STR("\t"), 0);
    *sql = str_slice(line, 0, tab);
    *db_id = tab < line.len ? str_trim(str_slice(line, tab + 1, line.len)) : STR("");
}

struct text_lines oracle_golds(struct arena *a)
{
    struct json_value root = read_json(a, shared_path(a, "spider-syn/dev-adv-glove.json"));
    struct json_reader entries = json_reader_of(a, root.raw);
    struct text_lines golds = {0};
    for (struct json_value entry; json_next_item(&entries, &entry);)
        ARENA_ADD(a, golds.items, golds.count, text_member(a, entry, "query"));
    return golds;
}
