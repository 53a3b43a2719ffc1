/* lexicon.c: reading the lists.
 *
 * What a list's lines must look like is said in the list itself, by its line "#:", so that a reader
 * of the file sees it and a mistake in a replacement is found when it is loaded, not when it would
 * be used. The line of the embedded list counts for its replacement too. */
#include "lexicon/lexicon.h"

#include "base/embedded.h"
#include "base/file.h"
#include "base/path.h"
#include "base/utf8.h"
#include "lexicon/question_text.h"

#include <assert.h>

enum { LIST_MAX_BYTES = 64 << 20 };

extern const struct embedded_file LEXICON_FILES[]; /* data/, in the order of the names */
extern const uint32_t N_LEXICON_FILES;

/* The line "#:": a name per field, separated by tabs. "name=a|b" limits a field to these words;
 * "name?" may be absent at the end; "name…" stands for one or more. */
struct list_form {
    const struct str *fields;
    uint32_t n_fields; /* 0: anything goes */
    uint32_t min, max;
};

static const char form_mark[] = "#:";
static const char repeat_mark[] = "\xe2\x80\xa6"; /* … */

/* The next line of `text` from *at, without its end; false at the end. */
static bool next_line(struct str text, size_t *at, struct str *line)
{
    if (*at >= text.len)
        return false;
    size_t end = str_find(text, STR("\n"), *at);
    *line = str_slice(text, *at, end);
    *at = end + 1;
    if (line->len && line->ptr[line->len - 1] == '\r')
        line->len--;
    return true;
}

static struct lexicon_row split_fields(struct arena *a, struct str line)
{
    struct str *fields = NULL;
    uint32_t n = 0;
    size_t at = 0;
    for (bool more = true; more;) {
        size_t end = str_find(line, STR("\t"), at);
        more = end < line.len;
        ARENA_PUSH(a, fields, n);
        fields[n++] = str_trim(str_slice(line, at, end));
        at = end + 1;
    }
    return (struct lexicon_row){.fields = fields, .n_fields = n};
}

static struct list_form find_form(struct arena *a, struct str text)
{
    struct str line;
    for (size_t at = 0; next_line(text, &at, &line);) {
        if (!str_starts(line, str_from(form_mark)))
            continue;
        struct lexicon_row row =
            split_fields(a, str_trim(str_slice(line, sizeof form_mark - 1, line.len)));
        struct list_form form = {row.fields, row.n_fields, row.n_fields, row.n_fields};
        while (form.min > 1 && str_ends(row.fields[form.min - 1], STR("?")))
            form.min--;
        if (str_ends(row.fields[row.n_fields - 1], str_from(repeat_mark)))
            form.max = UINT32_MAX;
        return form;
    }
    return (struct list_form){.min = 1, .max = UINT32_MAX};
}

/* Does the field's form, "name=a|b", admit `value`? */
static bool form_admits(struct str field, struct str value)
{
    if (str_ends(field, STR("?")))
        field.len--;
    size_t at = str_find(field, STR("="), 0);
    if (at == field.len)
        return true;
    while (at < field.len) {
        size_t end = str_find(field, STR("|"), at + 1);
        if (str_eq(str_slice(field, at + 1, end), value))
            return true;
        at = end;
    }
    return false;
}

static enum status check_row(const struct list_form *form, const struct lexicon_row *row,
                             uint32_t line, struct err *e)
{
    if (row->n_fields < form->min || row->n_fields > form->max)
        return err_at(e, E_INPUT, line, 0, "%u fields where %s%u are expected", row->n_fields,
                      row->n_fields < form->min ? "at least " : "at most ",
                      row->n_fields < form->min ? form->min : form->max);
    for (uint32_t i = 0; i < row->n_fields; i++) {
        if (row->fields[i].len == 0)
            return err_at(e, E_INPUT, line, 0, "field %u is empty", i + 1);
        if (i < form->n_fields && !form_admits(form->fields[i], row->fields[i]))
            return err_at(e, E_INPUT, line, 0, "field %u is '%.*s' where '%.*s' is expected", i + 1,
                          STR_ARG(row->fields[i]), STR_ARG(form->fields[i]));
    }
    return OK;
}

static bool is_text(struct str line)
{
    return utf8_valid(line) && (line.len == 0 || !memchr(line.ptr, '\0', line.len));
}

static enum status parse_list(struct arena *a, const struct list_form *form, struct str text,
                              struct lexicon_table *out, struct err *e)
{
    struct str line;
    uint32_t number = 0;
    for (size_t at = 0; next_line(text, &at, &line);) {
        number++;
        if (!is_text(line))
            return err_at(e, E_INPUT, number, 0, "not UTF-8 text");
        if (str_trim(line).len == 0 || line.ptr[0] == '#')
            continue;
        struct lexicon_row row = split_fields(a, line);
        row.line = number;
        enum status status = check_row(form, &row, number, e);
        if (status)
            return status;
        ARENA_PUSH(a, out->rows, out->n_rows);
        out->rows[out->n_rows++] = row;
    }
    return OK;
}

/* The text of the list: the file of its name in `dir` where there is one, else ours. `*path` names
 * what was read. */
static enum status list_text(struct arena *a, const struct embedded_file *list, const char *dir,
                             struct str *out, const char **path, struct err *e)
{
    *out = embedded_text(list);
    *path = arena_printf(a, "data/%.*s", STR_ARG(list->name)).ptr;
    if (!dir)
        return OK;
    const char *own = arena_printf(a, "%s/%.*s", dir, STR_ARG(list->name)).ptr;
    struct path_info info;
    enum status status = path_look(own, &info, e);
    if (status || info.kind == PATH_ABSENT)
        return status;
    *path = own;
    return file_read(a, own, LIST_MAX_BYTES, out, e);
}

static enum status load_list(struct lexicon *l, const struct embedded_file *list, const char *dir,
                             struct lexicon_table *out, struct err *e)
{
    struct str text, ours = embedded_text(list);
    *out =
        (struct lexicon_table){.name = str_slice(list->name, 0, str_find(list->name, STR("."), 0))};
    enum status status = list_text(&l->arena, list, dir, &text, &out->path, e);
    if (status)
        return status;
    struct list_form form = find_form(&l->arena, ours);
    status = parse_list(&l->arena, &form, text, out, e);
    if (status)
        err_in_file(e, out->path);
    return status;
}

static enum status check_dir(const char *dir, struct err *e)
{
    struct path_info info;
    enum status status = path_look(dir, &info, e);
    if (status)
        return status;
    if (info.kind == PATH_FOLDER)
        return embedded_check_folder(LEXICON_FILES, N_LEXICON_FILES, dir, e);
    err_set(e, E_IO, info.kind == PATH_ABSENT ? "no such folder" : "not a folder");
    err_in_file(e, dir);
    return E_IO;
}

enum status lexicon_load(struct lexicon *l, const char *dir, struct err *e)
{
    *l = (struct lexicon){0};
    enum status status = dir ? check_dir(dir, e) : OK;
    if (status)
        return status;
    l->tables = ARENA_ARRAY(&l->arena, struct lexicon_table, N_LEXICON_FILES);
    for (uint32_t i = 0; status == OK && i < N_LEXICON_FILES; i++)
        status = load_list(l, &LEXICON_FILES[i], dir, &l->tables[l->n_tables++], e);
    if (status)
        lexicon_release(l);
    else
        small_words_index(l);
    return status;
}

void lexicon_release(struct lexicon *l)
{
    arena_release(&l->arena);
    *l = (struct lexicon){0};
}

const struct lexicon_table *lexicon_table(const struct lexicon *l, struct str name)
{
    for (uint32_t i = 0; i < l->n_tables; i++)
        if (str_eq(l->tables[i].name, name))
            return &l->tables[i];
    assert(false && "a list that data/ does not have");
    return NULL;
}
