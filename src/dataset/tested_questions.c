/* tested_questions.c: a line is a seed. */
#include "dataset/tested_questions.h"

#include "base/file.h"
#include "base/utf8.h"

enum { ELEMENT, DB_ID, QUESTION, QUERY, N_FIELDS };
enum { FIELDS_MAX = 16, BEGINNING = 512 };

static const struct str NAMES[N_FIELDS] = {[ELEMENT] = STR_INIT("element"),
                                           [DB_ID] = STR_INIT("db_id"),
                                           [QUESTION] = STR_INIT("question"),
                                           [QUERY] = STR_INIT("query")};

static const struct {
    struct str name, element, category;
} PUBLISHED[] = {
#define PUBLISHED_ELEMENT(name, element, category)                                                 \
    {STR_INIT(name), STR_INIT(element), STR_INIT(category)},
#include "dataset/published_element.def"
#undef PUBLISHED_ELEMENT
};

/* The places of the fields in a line; false if the first line does not name all of them. */
static bool find_fields(struct str header, uint32_t places[N_FIELDS])
{
    uint32_t found = 0, n = 0;
    for (struct str rest = str_skip_bom(header); rest.ptr && n < FIELDS_MAX; n++) {
        struct str name = str_trim(str_split(&rest, '\t'));
        for (int i = 0; i < N_FIELDS; i++)
            if (str_eq(name, NAMES[i])) {
                places[i] = n;
                found |= 1u << i;
            }
    }
    return found == (1u << N_FIELDS) - 1;
}

bool tested_questions_look(const char *path)
{
    struct arena a = {0};
    struct str text;
    struct err e;
    uint32_t places[N_FIELDS];
    bool looks = file_read_beginning(&a, path, BEGINNING, &text, &e) == OK &&
                 find_fields(str_slice(text, 0, str_find(text, STR("\n"), 0)), places);
    arena_release(&a);
    return looks;
}

/* The query without the semicolons that end it. */
static struct str without_end(struct str query)
{
    query = str_trim(query);
    while (str_ends(query, STR(";")))
        query = str_trim(str_slice(query, 0, query.len - 1));
    return query;
}

static void name_element(struct arena *a, struct seed *s, struct str element)
{
    s->element = arena_str(a, element);
    for (size_t i = 0; i < COUNT_OF(PUBLISHED); i++)
        if (str_eq_nocase(element, PUBLISHED[i].name)) {
            s->element = PUBLISHED[i].element;
            s->category = PUBLISHED[i].category;
        }
}

static const struct dataset_subject *find_subject(const struct dataset *d, struct str db_id)
{
    for (uint32_t i = 0; i < d->n_subjects; i++)
        if (str_eq(d->subjects[i].schema->db_id, db_id))
            return &d->subjects[i];
    return NULL;
}

static enum status take_line(struct dataset *d, struct str line, const uint32_t places[N_FIELDS],
                             uint32_t number, uint64_t *unknown, struct err *e)
{
    struct str fields[FIELDS_MAX] = {{NULL, 0}};
    uint32_t n = 0;
    if (!utf8_valid(line))
        return err_at(e, E_INPUT, number, 0, "bytes that are not UTF-8; save the file as UTF-8");
    for (struct str rest = line; rest.ptr && n < FIELDS_MAX; n++)
        fields[n] = str_trim(str_split(&rest, '\t'));
    for (int i = 0; i < N_FIELDS; i++)
        if (places[i] >= n || fields[places[i]].len == 0)
            return err_at(e, E_INPUT, number, 0, "no '%.*s'", STR_ARG(NAMES[i]));
    const struct dataset_subject *subject = find_subject(d, fields[places[DB_ID]]);
    if (!subject) {
        (*unknown)++;
        return OK;
    }
    struct seed s = {.number = d->n_seeds,
                     .line = number,
                     .db_id = subject->schema->db_id,
                     .question = arena_str(&d->arena, fields[places[QUESTION]]),
                     .query = arena_str(&d->arena, without_end(fields[places[QUERY]])),
                     .schema = subject->schema,
                     .database = subject->database};
    name_element(&d->arena, &s, fields[places[ELEMENT]]);
    ARENA_ADD(&d->arena, d->seeds, d->n_seeds, s);
    return OK;
}

static enum status read_lines(struct dataset *d, struct line_reader *r, uint64_t *unknown,
                              struct err *e)
{
    uint32_t places[N_FIELDS];
    struct str line;
    TRY(line_reader_next(r, &line, e));
    if (!line.ptr || !find_fields(line, places))
        return err_at(e, E_INPUT, 1, 0,
                      "the first line names no element, db_id, question and query");
    for (;;) {
        TRY(line_reader_next(r, &line, e));
        if (!line.ptr)
            return OK;
        if (str_trim(line).len > 0)
            TRY(take_line(d, line, places, r->line, unknown, e));
    }
}

enum status tested_questions_read(struct dataset *d, const char *path, uint64_t *unknown,
                                  struct err *e)
{
    struct line_reader r;
    TRY(line_reader_open(&r, path, e));
    d->seeds = NULL;
    d->n_seeds = 0;
    *unknown = 0;
    enum status status = read_lines(d, &r, unknown, e);
    if (status == OK && d->n_seeds == 0)
        status = err_at(e, E_INPUT, 1, 0, "no question over a database of the dataset");
    if (status && !e->file[0])
        err_in_file(e, path);
    line_reader_close(&r);
    return status;
}
