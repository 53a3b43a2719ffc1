/* lexicon.c: reading the lists.
 *
 * The line "#:" of a list says what its lines must look like. So a reader of the file sees it, and
 * a mistake in the user's lines is found when they are loaded, not when they would be used. The
 * line of the embedded list is used for them too. */
#include "lexicon/lexicon.h"

#include "base/file.h"
#include "base/path.h"
#include "base/utf8.h"
#include "lexicon/old_list.h"
#include "lexicon/small_words.h"
#include "lexicon/synonym_pair.h"
#include "lexicon/word_fact.h"

#include <assert.h>

enum { LIST_MAX_BYTES = 64 << 20 };

extern const struct embedded_file LEXICON_FILES[];
extern const uint32_t N_LEXICON_FILES;

const struct lexicon_set LEXICON = {LEXICON_FILES, &N_LEXICON_FILES, "data"};

/* What is loaded: the lists of `set`, or those of the same names in `dir`, which may be NULL. */
struct lexicon_source {
    const struct lexicon_set *set;
    const char *dir;
    struct translated_lists old; /* of the lists of earlier versions in `dir` */
};

/* The line "#:": a name per field, separated by tabs. "name=a|b" limits a field to these words;
 * "name?" may be absent at the end; "name…" stands for one or more. */
struct line_rule {
    const struct str *fields;
    uint32_t n_fields; /* 0: anything goes */
    uint32_t min, max;
};

/* The next line of `rest`, taken off it. */
static struct str next_line(struct str *rest)
{
    struct str line = str_split(rest, '\n');
    line.len -= str_ends(line, STR("\r"));
    return line;
}

static struct lexicon_row split_fields(struct arena *a, struct str line)
{
    struct str *fields = NULL;
    uint32_t n = 0;
    while (line.ptr)
        ARENA_ADD(a, fields, n, str_trim(str_split(&line, '\t')));
    return (struct lexicon_row){.fields = fields, .n_fields = n};
}

static struct line_rule find_rule(struct arena *a, struct str text)
{
    const struct str mark = STR("#:"), repeat_mark = STR("…");
    while (text.ptr) {
        struct str line = next_line(&text);
        if (!str_starts(line, mark))
            continue;
        struct lexicon_row row = split_fields(a, str_trim(str_slice(line, mark.len, line.len)));
        struct line_rule rule = {row.fields, row.n_fields, row.n_fields, row.n_fields};
        while (rule.min > 1 && str_ends(row.fields[rule.min - 1], STR("?")))
            rule.min--;
        struct str last = row.n_fields > 0 ? row.fields[row.n_fields - 1] : STR("");
        last.len -= str_ends(last, STR("?"));
        if (str_ends(last, repeat_mark))
            rule.max = UINT32_MAX;
        return rule;
    }
    return (struct line_rule){.min = 1, .max = UINT32_MAX};
}

/* Does the rule of a field, "name=a|b", admit `value`? */
static bool is_admitted(struct str field, struct str value)
{
    field.len -= str_ends(field, STR("?"));
    str_split(&field, '=');
    if (!field.ptr)
        return true;
    while (field.ptr)
        if (str_eq(str_split(&field, '|'), value))
            return true;
    return false;
}

static enum status check_row(const struct line_rule *rule, const struct lexicon_row *row,
                             struct err *e)
{
    bool few = row->n_fields < rule->min;
    if (few || row->n_fields > rule->max)
        return err_at(e, E_INPUT, row->line, 0, "%u fields where at %s %u are expected",
                      row->n_fields, few ? "least" : "most", few ? rule->min : rule->max);
    for (uint32_t i = 0; i < row->n_fields; i++) {
        if (row->fields[i].len == 0)
            return err_at(e, E_INPUT, row->line, 0, "field %u is empty", i + 1);
        if (i < rule->n_fields && !is_admitted(rule->fields[i], row->fields[i]))
            return err_at(e, E_INPUT, row->line, 0, "field %u is '%.*s' where '%.*s' is expected",
                          i + 1, STR_ARG(row->fields[i]), STR_ARG(rule->fields[i]));
    }
    return OK;
}

static bool is_text(struct str line)
{
    return utf8_valid(line) && (line.len == 0 || !memchr(line.ptr, '\0', line.len));
}

/* A file of lines, ours or the user's. */
struct list_file {
    const char *path;
    struct str text;
    struct name_map *known; /* the lines that were read: no line is read twice */
};

/* Did an earlier file have this line? */
static bool is_read(struct arena *a, const struct list_file *file, struct str line,
                    const struct lexicon_table *t)
{
    uint32_t row = name_map_get(file->known, line);
    if (row == NAME_NONE)
        name_map_put(file->known, a, line, t->n_rows);
    return row != NAME_NONE && t->rows && t->rows[row].path != file->path;
}

static enum status parse_lines(struct arena *a, const struct line_rule *rule,
                               const struct list_file *file, struct lexicon_table *out,
                               struct err *e)
{
    struct str text = file->text;
    for (uint32_t number = 1; text.ptr; number++) {
        struct str line = next_line(&text);
        if (!is_text(line))
            return err_at(e, E_INPUT, number, 0, "not UTF-8 text");
        if (str_trim(line).len == 0 || line.ptr[0] == '#' || is_read(a, file, line, out))
            continue;
        struct lexicon_row row = split_fields(a, line);
        row.path = file->path;
        row.line = number;
        row.text = line.ptr;
        TRY(check_row(rule, &row, e));
        ARENA_ADD(a, out->rows, out->n_rows, row);
    }
    return OK;
}

static enum status parse_list(struct arena *a, const struct line_rule *rule,
                              const struct list_file *file, struct lexicon_table *out,
                              struct err *e)
{
    return parse_lines(a, rule, file, out, e) ? err_in_file(e, file->path) : OK;
}

/* The file of the list in `dir`, which may be NULL; text.ptr NULL if there is none. */
static enum status read_own(struct arena *a, struct str name, const char *dir,
                            struct list_file *out, struct err *e)
{
    struct path_info info;
    if (!dir)
        return OK;
    out->path = arena_printf(a, "%s/%.*s", dir, STR_ARG(name)).ptr;
    TRY(path_look(out->path, &info, e));
    return info.kind == PATH_ABSENT ? OK : file_read(a, out->path, LIST_MAX_BYTES, &out->text, e);
}

/* Has the file the line "#replace"? Then ours is not used. */
static bool replaces_ours(struct str text)
{
    const struct str mark = STR("#replace");
    while (text.ptr)
        if (str_eq(str_trim(next_line(&text)), mark))
            return true;
    return false;
}

/* Old lists */

/* The user's file `name`, if it is a list of an earlier version: its rows, else none. */
static enum status read_old_list(struct lexicon *l, struct str name, const char *dir,
                                 struct lexicon_table *out, struct err *e)
{
    const struct line_rule anything = {.min = 1, .max = UINT32_MAX};
    struct name_map known;
    struct list_file file = {.known = &known};
    name_map_init_exact(&known, &l->arena, 0);
    TRY(read_own(&l->arena, name, dir, &file, e));
    *out = (struct lexicon_table){.name = str_split(&name, '.')};
    if (!file.text.ptr)
        return OK;
    TRY(parse_list(&l->arena, &anything, &file, out, e));
    if (!is_old_list(out->name, out))
        out->n_rows = 0;
    return OK;
}

/* Add the lines of all old lists in the folder to `from`'s, and note their names. */
static enum status translate_old_lists(struct lexicon *l, struct lexicon_source *from,
                                       struct err *e)
{
    for (const struct embedded_file *f = OLD_LISTS; f->name.len > 0; f++) {
        struct lexicon_table old;
        if (f > OLD_LISTS && str_eq(f->name, f[-1].name))
            continue;
        TRY(read_old_list(l, f->name, from->dir, &old, e));
        if (old.n_rows == 0)
            continue;
        if (old_list_add(&l->arena, &old, &from->old, e))
            return err_in_file(e, old.rows[0].path);
        l->old_lists =
            l->old_lists.ptr ? ARENA_CONCAT(&l->arena, l->old_lists, STR(", "), f->name) : f->name;
    }
    return OK;
}

static void append_rows(struct arena *a, struct lexicon_table *out, const struct lexicon_table *t)
{
    for (uint32_t i = 0; i < t->n_rows; i++)
        ARENA_ADD(a, out->rows, out->n_rows, t->rows[i]);
}

/* Lines of the user's come first: where the first one counts, it is theirs. */
static enum status load_list(struct lexicon *l, const struct embedded_file *list,
                             const struct lexicon_source *from, struct lexicon_table *out,
                             struct err *e)
{
    struct str name = list->name;
    struct name_map known;
    const struct list_file ours = {
        arena_printf(&l->arena, "%s/%.*s", from->set->folder, STR_ARG(name)).ptr,
        embedded_text(list), &known};
    struct line_rule rule = find_rule(&l->arena, ours.text);
    struct list_file own = {.known = &known};
    name_map_init_exact(&known, &l->arena, 0);
    *out = (struct lexicon_table){.name = str_split(&name, '.')};
    TRY(read_own(&l->arena, list->name, from->dir, &own, e));
    bool old = str_find(l->old_lists, list->name, 0) < l->old_lists.len;
    if (own.text.ptr && !old)
        TRY(parse_list(&l->arena, &rule, &own, out, e));
    if (str_eq(out->name, STR("words")))
        append_rows(&l->arena, out, &from->old.words);
    if (str_eq(out->name, STR("synonyms")))
        append_rows(&l->arena, out, &from->old.synonyms);
    if (str_eq(out->name, STR("phrases")))
        append_rows(&l->arena, out, &from->old.phrases);
    return own.text.ptr && replaces_ours(own.text) ? OK
                                                   : parse_list(&l->arena, &rule, &ours, out, e);
}

/* Files of the names of our lists may be there, of today's and of old ones. */
static enum status check_names(const struct lexicon_set *set, const char *dir, struct err *e)
{
    struct arena a = {0};
    uint32_t n_old = 0;
    while (OLD_LISTS[n_old].name.len > 0)
        n_old++;
    struct embedded_file *all = ARENA_ARRAY(&a, struct embedded_file, *set->n_files + n_old);
    memcpy(all, set->files, *set->n_files * sizeof *all);
    memcpy(all + *set->n_files, OLD_LISTS, n_old * sizeof *all);
    enum status status = embedded_check_folder(all, *set->n_files + n_old, dir, e);
    arena_release(&a);
    return status;
}

static enum status check_folder(const struct lexicon_set *set, const char *dir, struct err *e)
{
    struct path_info info;
    TRY(path_look(dir, &info, e));
    if (info.kind == PATH_FOLDER)
        return check_names(set, dir, e);
    err_set(e, E_IO, info.kind == PATH_ABSENT ? "no such folder" : "not a folder");
    return err_in_file(e, dir);
}

enum status lexicon_load(struct lexicon *l, const struct lexicon_set *set, const char *dir,
                         struct err *e)
{
    struct lexicon_source from = {.set = set, .dir = dir};
    *l = (struct lexicon){0};
    enum status status = dir ? check_folder(set, dir, e) : OK;
    if (status == OK && dir)
        status = translate_old_lists(l, &from, e);
    if (status) {
        lexicon_release(l);
        return status;
    }
    l->tables = ARENA_ARRAY(&l->arena, struct lexicon_table, *set->n_files);
    for (uint32_t i = 0; status == OK && i < *set->n_files; i++)
        status = load_list(l, &set->files[i], &from, &l->tables[l->n_tables++], e);
    if (status == OK)
        status = word_facts_index(l, e);
    if (status == OK)
        status = synonym_pairs_index(l, e);
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
    assert(false && "a list that the set does not have");
    return NULL;
}

/* Backwards, so that each row finds the next. */
void word_index_build(struct word_index *index, struct arena *a, const struct lexicon_table *t,
                      uint32_t key)
{
    *index = (struct word_index){.table = t,
                                 .next = ARENA_ARRAY(a, uint32_t, t->n_rows ? t->n_rows : 1)};
    name_map_init(&index->first, a, t->n_rows);
    for (uint32_t i = t->n_rows; i-- > 0;) {
        struct str word = t->rows[i].fields[key];
        index->next[i] = name_map_get(&index->first, word);
        name_map_put(&index->first, a, word, i);
    }
}

uint32_t word_index_find(const struct word_index *index, struct str word)
{
    return name_map_get(&index->first, word);
}

struct str word_index_field(const struct word_index *index, uint32_t row, uint32_t i)
{
    const struct lexicon_row *r = &index->table->rows[row];
    return i < r->n_fields ? r->fields[i] : STR("");
}
