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
    while (line_reader_next(&r, &line, &e) == OK && line.ptr) {
        ARENA_PUSH(a, lines.items, lines.count);
        lines.items[lines.count++] = arena_str(a, line);
    }
    line_reader_close(&r);
    return lines;
}

json_t *read_json(const char *path)
{
    json_error_t problem;
    json_t *root = json_load_file(path, 0, &problem);
    if (!root)
        fail_msg("%s:%d: %s", path, problem.line, problem.text);
    return root;
}

json_t *parse_json(struct str text)
{
    json_error_t problem;
    json_t *root = json_loadb(text.ptr, text.len, JSON_ALLOW_NUL, &problem);
    if (!root)
        fail_msg("%s in %.*s", problem.text, STR_ARG(text));
    return root;
}

void split_gold_line(struct str line, struct str *sql, struct str *db_id)
{
    size_t tab = str_find(line, STR("\t"), 0);
    *sql = str_slice(line, 0, tab);
    *db_id = tab < line.len ? str_trim(str_slice(line, tab + 1, line.len)) : STR("");
}

struct text_lines oracle_golds(struct arena *a)
{
    json_t *root = read_json(shared_path(a, "spider-syn/dev-adv-glove.json"));
    struct text_lines golds = {ARENA_ARRAY(a, struct str, json_array_size(root)),
                               json_array_size(root)};
    for (size_t i = 0; i < golds.count; i++) {
        const json_t *query = json_object_get(json_array_get(root, i), "query");
        golds.items[i] = arena_str(a, str_from(json_string_value(query)));
    }
    json_decref(root);
    return golds;
}
