/* descriptions.c: hand-made CSV files, of which all is read that can be. */
#include "dataset/descriptions.h"

#include "base/buf.h"
#include "base/csv.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/path.h"
#include "base/utf8.h"

#include <stdlib.h>

enum { FILE_MAX_BYTES = 4 << 20, MAX_FILES = 10000 };

/* The columns of such a file. */
enum description_field { ORIGINAL_NAME, NAME, DESCRIPTION, VALUES, N_FIELDS };

static const struct str NAMES[N_FIELDS] = {
    [ORIGINAL_NAME] = STR_INIT("original_column_name"),
    [NAME] = STR_INIT("column_name"),
    [DESCRIPTION] = STR_INIT("column_description"),
    [VALUES] = STR_INIT("value_description"),
};

struct description_reader {
    struct arena *arena;
    const struct schema *schema;
    const char *folder;
    struct str *files; /* names */
    uint32_t n_files;
    struct str *out; /* by column */
    struct err *err;
};

/* Text */

/* What Windows-1252 has in the place of Latin-1's control characters: mostly quotes and dashes. */
static const uint16_t WINDOWS[32] = {
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
};

/* A code point below U+FFFF that is not ASCII. */
static void put_code_point(struct buf *out, uint32_t c)
{
    if (c >= 0x800)
        buf_putc(out, (char)(0xE0 | c >> 12));
    buf_putc(out, (char)(c >= 0x800 ? 0x80 | (c >> 6 & 0x3F) : 0xC0 | c >> 6));
    buf_putc(out, (char)(0x80 | (c & 0x3F)));
}

/* As UTF-8. Other text is taken for Windows-1252, which includes Latin-1. */
static struct str as_utf8(struct arena *a, struct str text)
{
    if (utf8_valid(text))
        return text;
    struct buf out = {0};
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        if (c < 0x80)
            buf_putc(&out, text.ptr[i]);
        else
            put_code_point(&out, c < 0xA0 ? WINDOWS[c - 0x80] : c);
    }
    return buf_keep(&out, a);
}

/* Append on one line: white space and control characters become single blanks. */
static void put_on_one_line(struct buf *out, struct str text)
{
    bool blank = false;
    text = str_trim(text);
    for (size_t i = 0; i < text.len; i++) {
        bool is_blank = (unsigned char)text.ptr[i] <= ' ' || text.ptr[i] == 0x7F;
        if (is_blank && !blank)
            buf_putc(out, ' ');
        else if (!is_blank)
            buf_putc(out, text.ptr[i]);
        blank = is_blank;
    }
}

/* Files */

static struct str field_of(const struct csv_record *r, uint32_t column)
{
    return column < r->count ? str_trim(r->fields[column]) : STR("");
}

static void describe_column(struct description_reader *d, uint32_t table,
                            const struct csv_record *r, const uint32_t columns[N_FIELDS])
{
    struct str name = field_of(r, columns[ORIGINAL_NAME]);
    uint32_t column =
        schema_find_column(d->schema, table, name.len ? name : field_of(r, columns[NAME]));
    struct str text = field_of(r, columns[DESCRIPTION]), values = field_of(r, columns[VALUES]);
    if (column == SCHEMA_NONE || d->out[column].ptr || text.len + values.len == 0)
        return;
    struct buf line = {0};
    put_on_one_line(&line, text);
    if (text.len && values.len)
        buf_put(&line, STR("; "));
    if (values.len)
        buf_put(&line, STR("values: "));
    put_on_one_line(&line, values);
    d->out[column] = arena_str(d->arena, utf8_cut(buf_str(&line), DESCRIPTION_MAX_BYTES));
    buf_release(&line);
}

static void read_table(struct description_reader *d, uint32_t table, struct str text)
{
    struct arena scratch = {0};
    struct csv_reader csv = csv_reader_of(&scratch, as_utf8(&scratch, text));
    struct csv_record r;
    uint32_t columns[N_FIELDS];
    bool has_header = csv_next(&csv, &r);
    for (int p = 0; p < N_FIELDS && has_header; p++)
        for (columns[p] = 0; columns[p] < r.count; columns[p]++)
            if (str_eq_nocase(str_trim(r.fields[columns[p]]), NAMES[p]))
                break;
    while (has_header && csv_next(&csv, &r))
        describe_column(d, table, &r, columns);
    arena_release(&scratch);
}

/* A file that cannot be read is skipped, unless the machine failed. */
static enum status read_file(struct description_reader *d, struct str file)
{
    struct arena scratch = {0};
    struct path_info info = {.kind = PATH_ABSENT};
    struct str text, stem = str_slice(file, 0, file.len - 4);
    uint32_t table = schema_find_table(d->schema, str_trim(stem));
    const char *path = arena_printf(&scratch, "%s/%.*s", d->folder, STR_ARG(file)).ptr;
    enum status status = table == SCHEMA_NONE ? OK : path_look(path, &info, d->err);
    if (status == OK && info.kind == PATH_FILE) {
        status = file_read(&scratch, path, FILE_MAX_BYTES, &text, d->err);
        if (status == OK)
            read_table(d, table, text);
    }
    arena_release(&scratch);
    return status == E_HOST ? status : OK;
}

static void add_file(void *ctx, const char *name)
{
    struct description_reader *d = ctx;
    struct str file = str_from(name);
    if (file.len < 5 || d->n_files == MAX_FILES ||
        !str_eq_nocase(str_slice(file, file.len - 4, file.len), STR(".csv")))
        return;
    ARENA_ADD(d->arena, d->files, d->n_files, arena_str(d->arena, file));
}

static int compare_names(const void *x, const void *y)
{
    return str_cmp(*(const struct str *)x, *(const struct str *)y);
}

enum status descriptions_read(struct arena *a, const struct schema *s, const char *database,
                              struct str **out, struct err *e)
{
    char *folder = folder_of(database);
    struct description_reader d = {.arena = a, .schema = s, .err = e};
    d.folder = arena_printf(a, "%s/database_description", folder).ptr;
    d.out = *out = arena_zalloc(a, s->n_columns * sizeof **out);
    free(folder);
    enum status status = path_list(d.folder, add_file, &d, e);
    if (status)
        return status == E_HOST ? status : OK;
    if (d.n_files) /* in an order that does not depend on the folder */
        qsort(d.files, d.n_files, sizeof *d.files, compare_names);
    for (uint32_t i = 0; i < d.n_files && status == OK; i++)
        status = read_file(&d, d.files[i]);
    return status;
}
