/* test_descriptions.c: descriptions of columns, in files that people made by hand. */
#include "unit.h"

#include "base/file.h"
#include "base/folder.h"
#include "dataset/descriptions.h"

#include <stdlib.h>
#include <sys/stat.h>

#define HEAD "original_column_name,column_name,column_description,data_format,value_description\n"

static const char TABLES[] =
    "[{\"db_id\":\"x\",\"table_names_original\":[\"Pupils\",\"town\"],\"column_names_original\":"
    "[[-1,\"*\"],[0,\"id\"],[0,\"Free Meals (K-12)\"],[1,\"id\"],[1,\"name\"]],\"column_types\":"
    "[\"text\",\"text\",\"text\",\"text\",\"text\"]}]";

struct folder {
    struct arena arena;
    struct schema_set schemas;
    char path[40];
};

static int set_up(void **state)
{
    static struct folder f;
    struct err e;
    f = (struct folder){.path = "/tmp/teql-described-XXXXXX"};
    assert_non_null(mkdtemp(f.path));
    assert_int_equal(schema_set_parse(&f.arena, str_from(TABLES), &f.schemas, &e), OK);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    struct folder *f = *state;
    folder_remove(f->path);
    arena_release(&f->arena);
    return 0;
}

static void put(struct folder *f, const char *name, struct str text)
{
    struct err e;
    struct arena *a = &f->arena;
    assert_int_equal(folder_make(arena_printf(a, "%s/database_description", f->path).ptr, &e), OK);
    const char *path = arena_printf(a, "%s/database_description/%s", f->path, name).ptr;
    assert_int_equal(file_write(path, text, &e), OK);
}

/* All descriptions: "column:text|". */
static const char *described(struct folder *f)
{
    struct arena *a = &f->arena;
    struct str *texts, all = STR("");
    struct err e;
    const char *database = arena_printf(a, "%s/x.sqlite", f->path).ptr;
    assert_int_equal(descriptions_read(a, &f->schemas.schemas[0], database, &texts, &e), OK);
    for (uint32_t i = 0; i < f->schemas.schemas[0].n_columns; i++)
        if (texts[i].ptr)
            all = arena_printf(a, "%.*s%u:%.*s|", STR_ARG(all), i, STR_ARG(texts[i]));
    return all.len ? all.ptr : "";
}

static void test_files(void **state)
{
    struct folder *f = *state;
    static const struct {
        const char *name, *text, *described;
    } cases[] = {
        {"pupils.csv", HEAD "ID,x,a number,integer,\n", "1:a number|"},
        {"town.CSV", "\xEF\xBB\xBF" HEAD "name,,\" the\r\n name \",text,\"a, or \"\"b\"\"\"\r\n",
         "4:the name; values: a, or \"b\"|"},
        {"Pupils.csv", HEAD "free meals (k-12) ,,,,\"0: none\n1: some\"\n",
         "2:values: 0: none 1: some|"},
        {"town.csv", HEAD "name,,caf\xE9 \x96 \x93quoted\x94,,\n",
         "4:caf\xC3\xA9 \xE2\x80\x93 \xE2\x80\x9Cquoted\xE2\x80\x9D|"},
        {"town.csv", "column_name,column_description\nname,its name\n", "4:its name|"},
        {"town.csv", HEAD "name,,first,,\nname,,second,,\nnone,,x,,\nid\n", "4:first|"},
        {"town.csv", HEAD "name,,\"never closed,,\nid,,x,,\n", "4:never closed,, id,,x,,|"},
        {"town.csv", HEAD "name,,a\tb\x01\x7F c,,\n", "4:a b c|"},
        {"town.csv", "nonsense", ""},
        {"town.csv", "", ""},
        {"city.csv", HEAD "name,,x,,\n", ""},
        {".csv", HEAD "name,,x,,\n", ""},
        {"town.txt", HEAD "name,,x,,\n", ""},
    };
    assert_string_equal(described(f), ""); /* no folder */
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        put(f, cases[i].name, str_from(cases[i].text));
        assert_string_equal(described(f), cases[i].described);
        folder_remove(arena_printf(&f->arena, "%s/database_description", f->path).ptr);
    }
}

/* Cut between characters; a NUL byte is a blank; anything but a file is skipped. */
static void test_bounds(void **state)
{
    struct folder *f = *state;
    char text[3 * DESCRIPTION_MAX_BYTES];
    size_t head = sizeof HEAD - 1;
    memcpy(text, HEAD, head);
    memcpy(text + head, "name,,a\0", 8);
    for (size_t i = head + 8; i < sizeof text; i += 2)
        memcpy(text + i, "\xC3\xA9", i + 1 < sizeof text ? 2 : 1);
    put(f, "town.csv", (struct str){text, head + 8 + DESCRIPTION_MAX_BYTES});
    assert_int_equal(
        mkfifo(arena_printf(&f->arena, "%s/database_description/pupils.csv", f->path).ptr, 0600),
        0);
    const char *all = described(f);
    assert_memory_equal(all, "4:a \xC3\xA9", 6);
    assert_int_equal(strlen(all), 2 + DESCRIPTION_MAX_BYTES + 1);
    assert_memory_equal(all + strlen(all) - 3, "\xC3\xA9|", 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_bounds, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
