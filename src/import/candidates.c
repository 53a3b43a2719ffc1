/* candidates.c: reading the lists. */
#include "import/candidates.h"

#include "base/file.h"
#include "base/json_reader.h"
#include "base/path.h"

enum { CANDIDATES_MAX = 1 << 28, NAME_MAX_BYTES = 200, NAMES_MAX = 1000 };

enum table_member { DB_ID, TABLE, HEADER, COLUMNS, DICT, N_MEMBERS };

static const struct str MEMBERS[N_MEMBERS] = {STR_INIT("db_id"), STR_INIT("table_name_original"),
                                              STR_INIT("header"), STR_INIT("column_names_original"),
                                              STR_INIT("dict")};

static enum status problem(struct err *e, uint32_t line, const char *what)
{
    return err_at(e, E_INPUT, line, 0, "%s", what);
}

/* Is the text an object of objects, of which the first tells of a table? */
static bool is_list(struct arena *a, struct str text)
{
    struct json_reader json = json_reader_of(a, text);
    struct str key;
    struct json_value first;
    return str_starts(str_trim(text), STR("{")) && json_next(&json, &key, &first) &&
           json_member(a, first, MEMBERS[TABLE]).kind == JSON_KIND_STRING &&
           json_member(a, first, MEMBERS[DICT]).kind == JSON_KIND_OBJECT;
}

/* The names of a column, without empty ones. */
static enum status read_names(struct arena *a, struct json_value list, struct column_candidates *c,
                              struct err *e)
{
    struct json_reader json = json_reader_of(a, list.raw);
    struct str *names = NULL;
    uint32_t count = 0;
    if (list.kind != JSON_KIND_ARRAY)
        return problem(e, c->line, "'dict' has something else than lists");
    for (struct json_value item; json_next_item(&json, &item);) {
        struct str name = str_trim(json_text(a, item));
        if (item.kind != JSON_KIND_STRING || name.len > NAME_MAX_BYTES || count == NAMES_MAX)
            return problem(e, c->line, "'dict' has a list that is not 1000 names at most");
        if (name.len == 0)
            continue;
        ARENA_PUSH(a, names, count);
        names[count++] = name;
    }
    c->names = names;
    c->count = count;
    return OK;
}

/* What the column of a header is called; ptr NULL where there is no such header. */
static struct str column_of(struct arena *a, const struct json_value members[N_MEMBERS],
                            struct str header)
{
    struct json_reader json = json_reader_of(a, members[HEADER].raw);
    struct json_value item;
    if (members[HEADER].kind != JSON_KIND_ARRAY)
        return (struct str){0};
    for (size_t i = 0; json_next_item(&json, &item); i++)
        if (str_eq(json_text(a, item), header))
            return json_text(a, json_item(members[COLUMNS], i));
    return (struct str){0};
}

static enum status read_table(struct candidate_list *out, struct json_value table, uint32_t line,
                              struct err *e)
{
    struct arena *a = &out->arena;
    struct json_reader json = json_reader_of(a, table.raw);
    struct json_value members[N_MEMBERS], list;
    struct str header;
    enum status status = OK;
    if (table.kind != JSON_KIND_OBJECT)
        return problem(e, line, "a table is an object");
    json_members(&json, MEMBERS, N_MEMBERS, members);
    struct column_candidates c = {
        .db_id = json_text(a, members[DB_ID]), .table = json_text(a, members[TABLE]), .line = line};
    if (!c.db_id.ptr || !c.table.ptr || members[DICT].kind != JSON_KIND_OBJECT)
        return problem(e, line, "a table without 'db_id', 'table_name_original' or 'dict'");
    struct json_reader dict = json_reader_of(a, members[DICT].raw);
    while (status == OK && json_next(&dict, &header, &list)) {
        struct column_candidates one = c;
        one.column = column_of(a, members, header);
        if (!one.column.ptr)
            return err_at(e, E_INPUT, line, 0, "'dict' has '%.*s', which is no header",
                          STR_ARG(header));
        status = read_names(a, list, &one, e);
        ARENA_PUSH(a, out->columns, out->count);
        out->columns[out->count++] = one;
    }
    return status;
}

static enum status read_tables(struct candidate_list *out, struct str text, struct err *e)
{
    struct json_reader json = json_reader_strict(&out->arena, text);
    struct json_lines lines = json_lines_in(text);
    struct str key;
    struct json_value table;
    enum status status = OK;
    while (status == OK && json_next(&json, &key, &table))
        status = read_table(out, table, json_line_of(&lines, table), e);
    return status ? status : json_reader_end(&json, 1, e);
}

enum status candidates_read(struct candidate_list *out, const char *path, bool *found,
                            struct err *e)
{
    struct path_info info;
    struct str text;
    *out = (struct candidate_list){0};
    *found = false;
    enum status status = path_look(path, &info, e);
    if (status || info.kind != PATH_FILE)
        return status;
    status = file_read(&out->arena, path, CANDIDATES_MAX, &text, e);
    text = status ? STR("") : str_skip_bom(text);
    *found = status == OK && is_list(&out->arena, text);
    if (*found)
        status = read_tables(out, text, e);
    if (status || !*found)
        candidates_release(out);
    if (status)
        err_in_file(e, path);
    return status;
}

void candidates_release(struct candidate_list *l)
{
    arena_release(&l->arena);
    *l = (struct candidate_list){0};
}
