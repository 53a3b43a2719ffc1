/* suite_reader.c: the manifest, and lines of seeds and cases. */
#include "suite/suite_reader.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/json_reader.h"
#include "base/number.h"
#include "record/manifest.h"
#include "suite/reviews.h"

#include <stdlib.h>

#define SUITE_FILE_MAX SIZE_AT_MOST(UINT64_C(1) << 40)

/* No seed has that number. */
#define SEED_NONE UINT32_MAX

const struct suite_bounds SUITE_BATCH = {
    .cases = 8192, .seeds = 8192, .last_number = UINT32_MAX, .schemas = SCHEMAS_MAX_BYTES};

/* A file of the suite while it is being read. */
struct suite_reading {
    struct suite_reader *reader;
    struct suite *suite; /* what is filled */
    const char *path;
    uint32_t line;
    struct err *err;
};

static enum status suite_problem(struct suite_reading *r, const char *what)
{
    err_at(r->err, E_INPUT, r->line, 0, "%s", what);
    return err_in_file(r->err, r->path);
}

/* Read the line at which we are. */
static enum status read_record(struct suite_reading *r, const struct record *record,
                               struct str line, void *it)
{
    return record_read(&r->suite->arena, record, line, r->line, it, r->err)
               ? err_in_file(r->err, r->path)
               : OK;
}

static const char *path_of(struct suite_reader *r, const char *name)
{
    return arena_printf(&r->head.arena, "%s/%s", r->head.dir, name).ptr;
}

static enum status map_file(struct suite_reading *r, const char *name, struct mapped_file *out)
{
    r->path = path_of(r->reader, name);
    r->line = 0;
    TRY(file_expect_regular(r->path, r->err));
    return mapped_file_open(out, r->path, SUITE_FILE_MAX, r->err);
}

/* The manifest */

static enum status take_manifest(struct suite_reading *r, struct str text)
{
    struct suite *s = r->suite;
    struct manifest m = MANIFEST_EMPTY;
    r->line = 1;
    TRY(read_record(r, &MANIFEST_OUTLINE, text, &m));
    if (m.version != 1)
        return suite_problem(r, "not a suite of version 1");
    s->databases = arena_str_or_null(&s->arena, m.databases).ptr;
    s->more_databases = arena_str_or_null(&s->arena, m.more_databases).ptr;
    s->key = m.key;
    s->part = m.part;
    s->has_counts = m.seeds != MANIFEST_NOT_COUNTED && m.relations;
    s->seeds_made = s->has_counts ? m.seeds : 0;
    s->cases_made = s->has_counts ? manifest_cases(&m) : 0;
    return OK;
}

static enum status read_manifest(struct suite_reading *r)
{
    struct str text;
    r->path = path_of(r->reader, "manifest.json");
    r->line = 0;
    TRY(file_expect_regular(r->path, r->err));
    TRY(file_read(&r->suite->arena, r->path, SUITE_FILE_MAX, &text, r->err));
    return take_manifest(r, text);
}

static enum status read_tables(struct suite_reading *r)
{
    struct suite_reader *reader = r->reader;
    enum status status = map_file(r, "tables.json", &reader->schemas.file);
    if (status == OK)
        status = schema_entries_read(&reader->schemas, &reader->head.arena, r->err);
    if (status && !r->err->file[0])
        err_in_file(r->err, r->path);
    return status;
}

static enum status check_db_id(struct suite_reading *r, struct str db_id)
{
    return schema_entries_find(&r->reader->schemas, db_id)
               ? OK
               : suite_problem(r, "a db_id that is not in tables.json");
}

/* Lines */

static enum status open_lines(struct suite_reading *r, const char *name, struct suite_lines *l)
{
    TRY(map_file(r, name, &l->file));
    l->path = r->path;
    l->passage = mapped_passage_from(&l->file, l->file.text.ptr);
    return OK;
}

/* The next line that is not empty; false at the end. */
static bool next_line(struct suite_lines *l, struct str *out)
{
    struct str text = l->file.text;
    *out = STR("");
    while (out->len == 0 && l->at < text.len) {
        const char *newline = memchr(text.ptr + l->at, '\n', text.len - l->at);
        size_t end = newline ? (size_t)(newline - text.ptr) : text.len;
        *out = str_slice(text, l->at, end);
        l->at = end + 1;
        l->line++;
    }
    return out->len > 0;
}

static void move_lines(struct suite_lines *l, size_t at, uint32_t line)
{
    struct str text = l->file.text;
    l->at = at;
    l->line = line;
    l->passage = mapped_passage_from(&l->file, at ? text.ptr + at : text.ptr); /* NULL, perhaps */
}

static void pass_lines(struct suite_lines *l)
{
    if (l->at < l->file.text.len)
        mapped_passage_move(&l->passage, l->file.text.ptr + l->at);
}

static void look_at(struct suite_reading *r, const struct suite_lines *l)
{
    r->path = l->path;
    r->line = l->line;
}

/* Seeds */

static enum status check_seed(struct suite_reading *r, const struct seed *s)
{
    const struct suite_reader *reader = r->reader;
    if (s->number == SEED_NONE)
        return suite_problem(r, "'seed' has a value it cannot have");
    if (reader->begun && reader->last_seed >= s->number)
        return suite_problem(r, "seeds are not in order");
    return check_db_id(r, s->db_id);
}

/* *added is false at the end of the batch or of the file. */
static enum status add_seed(struct suite_reading *r, uint32_t last_number, bool *added)
{
    struct suite *s = r->suite;
    struct suite_lines before = r->reader->seeds;
    struct str line;
    struct seed seed = {0};
    *added = false;
    if (!next_line(&r->reader->seeds, &line))
        return OK;
    look_at(r, &r->reader->seeds);
    TRY(read_record(r, &SEED_RECORD, line, &seed));
    TRY(check_seed(r, &seed));
    if (seed.number > last_number) {
        r->reader->seeds = before;
        return OK;
    }
    ARENA_ADD(&s->arena, s->seeds, s->n_seeds, seed);
    r->reader->last_seed = seed.number;
    r->reader->begun = true;
    *added = true;
    return OK;
}

/* Is there a seed of that number? Only asked for a message. */
static bool has_seed(const struct suite_reader *r, uint32_t number)
{
    struct arena a = {0};
    struct suite_lines lines = r->seeds;
    bool found = false;
    move_lines(&lines, 0, 0);
    for (struct str line; !found && next_line(&lines, &line);) {
        struct json_reader json = json_reader_of(&a, line);
        struct seed seed = {.number = SEED_NONE};
        record_get(&json, &SEED_RECORD, &seed);
        found = seed.number == number && number != SEED_NONE;
        arena_clear(&a);
    }
    arena_release(&a);
    return found;
}

/* A case does not follow its seed. If the seeds are at fault, report that instead. */
static enum status misplaced(struct suite_reading *r, uint32_t seed_number)
{
    const struct suite_reading at = *r;
    for (bool more = true; more;)
        TRY(add_seed(r, UINT32_MAX, &more));
    *r = at;
    return suite_problem(r, has_seed(r->reader, seed_number)
                                ? "cases are not in the order of the seeds"
                                : "a case of a seed that is not in seeds.jsonl");
}

/* Cases */

static enum status check_case(struct suite_reading *r, const struct test_case *c)
{
    if (c->seed_number != r->reader->last_seed)
        return misplaced(r, c->seed_number);
    return check_db_id(r, c->db_id);
}

/* The next case, if it is of the seed that was read last; all that are left, once there are no more
 * seeds. *added is false if there is none. */
static enum status add_case(struct suite_reading *r, bool last_seed, bool *added)
{
    struct suite *s = r->suite;
    struct suite_lines before = r->reader->cases;
    struct str line;
    *added = false;
    if (!next_line(&r->reader->cases, &line))
        return OK;
    look_at(r, &r->reader->cases);
    struct test_case c = CASE_EMPTY;
    TRY(read_record(r, &CASE_RECORD, line, &c));
    if (c.seed_number > r->reader->last_seed && !last_seed) {
        r->reader->cases = before;
        return OK;
    }
    TRY(check_case(r, &c));
    c.seed = s->n_seeds - 1;
    ARENA_ADD(&s->arena, s->cases, s->n_cases, c);
    *added = true;
    return OK;
}

static bool seeds_are_left(const struct suite_reader *r)
{
    struct suite_lines lines = r->seeds;
    struct str line;
    return next_line(&lines, &line);
}

static enum status add_cases(struct suite_reading *r)
{
    bool last_seed = !seeds_are_left(r->reader), added = true;
    while (added)
        TRY(add_case(r, last_seed, &added));
    return OK;
}

/* A suite without seeds has no cases. A batch may have none although seeds are left: those before
 * the first of them. */
static enum status check_no_cases(struct suite_reading *r)
{
    struct str line;
    if (r->reader->begun || seeds_are_left(r->reader) || !next_line(&r->reader->cases, &line))
        return OK;
    look_at(r, &r->reader->cases);
    return suite_problem(r, "a case of a seed that is not in seeds.jsonl");
}

/* Drop the seed that was read last, if it is not wanted; its cases are those from `first` on. */
static void select_last(struct suite_reading *r, uint32_t first)
{
    const struct suite_reader *reader = r->reader;
    if (reader->only && !bsearch(&reader->last_seed, reader->only, reader->n_only,
                                 sizeof *reader->only, number_compare)) {
        r->suite->n_seeds--;
        r->suite->n_cases = first;
    }
}

static enum status read_batch(struct suite_reading *r, const struct suite_bounds *b)
{
    struct suite *s = r->suite;
    bool added = true;
    uint64_t schemas = 0;
    while (added && s->n_seeds < b->seeds && s->n_cases < b->cases &&
           (!b->schemas || schemas < b->schemas)) {
        uint32_t first = s->n_cases;
        TRY(add_seed(r, b->last_number, &added));
        if (added) {
            if (!b->seeds_only)
                TRY(add_cases(r));
            select_last(r, first);
            if (s->n_cases > first && b->schemas)
                schemas += schema_entries_size(&r->reader->schemas, s->seeds[s->n_seeds - 1].db_id,
                                               s->cases + first, s->cases + s->n_cases);
        }
        pass_lines(&r->reader->seeds);
        pass_lines(&r->reader->cases);
    }
    return added ? OK : check_no_cases(r);
}

/* The whole */

static enum status open_files(struct suite_reading *r)
{
    TRY(read_manifest(r));
    TRY(read_tables(r));
    TRY(open_lines(r, "seeds.jsonl", &r->reader->seeds));
    return open_lines(r, "cases.jsonl", &r->reader->cases);
}

enum status suite_reader_open(struct suite_reader *r, const char *dir, struct err *e)
{
    *r = (struct suite_reader){.head = {.dir = dir}};
    struct suite_reading reading = {.reader = r, .suite = &r->head, .err = e};
    enum status status = open_files(&reading);
    if (status)
        suite_reader_close(r);
    return status;
}

void suite_reader_close(struct suite_reader *r)
{
    schema_entries_close(&r->schemas);
    mapped_file_close(&r->seeds.file);
    mapped_file_close(&r->cases.file);
    arena_release(&r->head.arena);
    *r = (struct suite_reader){0};
}

/* Places */

static struct suite_place current_place(const struct suite_reader *r)
{
    return (struct suite_place){r->seeds.at,   r->cases.at,   r->seeds.line, r->cases.line,
                                r->seeds_read, r->cases_read, r->last_seed,  r->begun};
}

static void go_to(struct suite_reader *r, const struct suite_place *p)
{
    move_lines(&r->seeds, p->seeds_at, p->seeds_line);
    move_lines(&r->cases, p->cases_at, p->cases_line);
    r->seeds_read = p->seeds_read;
    r->cases_read = p->cases_read;
    r->last_seed = p->last_seed;
    r->begun = p->begun;
    r->lags = false;
}

void suite_reader_rewind(struct suite_reader *r)
{
    go_to(r, &(struct suite_place){0});
}

void suite_reader_select(struct suite_reader *r, const uint32_t *numbers, uint32_t n)
{
    r->only = numbers;
    r->n_only = n;
}

/* An empty batch, with the rest of the head. */
static void begin_batch(const struct suite_reader *r, struct suite *batch)
{
    *batch = r->head;
    batch->arena = (struct arena){0};
    batch->seeds_before = r->seeds_read;
    batch->cases_before = r->cases_read;
    batch->n_seeds = batch->n_cases = 0;
}

static enum status follow_reviews(struct suite_reader *r, struct suite *batch,
                                  struct reviews_sum *sum, struct err *e)
{
    struct reviews reviews;
    if (!r->reviews.ptr)
        return OK;
    TRY(reviews_parse_batch(&reviews, batch, r->reviews, r->review_found, path_of(r, REVIEWS_FILE),
                            e));
    reviews_apply_batch(&reviews, batch, sum);
    arena_take(&batch->arena, &reviews.arena);
    return OK;
}

static enum status next_batch(struct suite_reader *r, const struct suite_bounds *bounds,
                              struct suite *batch, struct reviews_sum *sum, struct err *e)
{
    struct suite_reading reading = {.reader = r, .suite = batch, .err = e};
    mapped_file_let_go(&r->schemas.file, r->schemas.file.text);
    begin_batch(r, batch);
    enum status status = read_batch(&reading, bounds);
    if (status == OK)
        status = follow_reviews(r, batch, sum, e);
    if (status) {
        suite_close(batch);
        return status;
    }
    r->seeds_read += batch->n_seeds;
    r->cases_read += batch->n_cases;
    r->lags = r->lags || bounds->seeds_only;
    return OK;
}

enum status suite_reader_next(struct suite_reader *r, const struct suite_bounds *bounds,
                              struct suite *batch, struct err *e)
{
    struct reviews_sum ignored = reviews_sum_begin();
    return next_batch(r, bounds, batch, &ignored, e);
}

/* Surveys and visits */

static enum status read_reviews(struct suite_reader *r, struct err *e)
{
    struct arena *a = &r->head.arena;
    if (r->reviews.ptr)
        return OK;
    TRY(reviews_text(a, r->head.dir, &r->reviews, e));
    if (!r->reviews.ptr)
        return OK;
    r->n_reviews = 1;
    for (size_t i = 0; i < r->reviews.len; i++)
        r->n_reviews += r->reviews.ptr[i] == '\n';
    r->review_found = arena_zalloc(a, ((size_t)r->n_reviews + 1) * sizeof *r->review_found);
    return OK;
}

/* After all batches: every review was of a case, and what they come to. */
static enum status end_reviews(struct suite_reader *r, struct reviews_sum *sum, struct arena *a,
                               struct reviewed *out, struct err *e)
{
    if (r->reviews.ptr)
        TRY(reviews_check_found(r->reviews, r->review_found, path_of(r, REVIEWS_FILE), e));
    *out = reviews_sum_end(sum, a);
    return OK;
}

enum status suite_reader_whole(struct suite_reader *r, bool reviewed, struct suite *out,
                               struct err *e)
{
    const struct suite_bounds all = {
        .cases = UINT32_MAX, .seeds = UINT32_MAX, .last_number = UINT32_MAX};
    struct reviews_sum sum = reviews_sum_begin();
    if (reviewed)
        TRY(read_reviews(r, e));
    TRY(next_batch(r, &all, out, &sum, e));
    enum status status = end_reviews(r, &sum, &out->arena, &out->reviewed, e);
    if (status)
        suite_close(out);
    else
        schema_entries_add_needed(&r->schemas, out);
    return status;
}

enum status suite_reader_survey(struct suite_reader *r, suite_visit *visit, void *ctx,
                                struct err *e)
{
    struct reviews_sum sum = reviews_sum_begin();
    TRY(read_reviews(r, e));
    r->n_places = 0;
    for (bool more = true; more;) {
        struct suite batch;
        ARENA_ADD(&r->head.arena, r->places, r->n_places, current_place(r));
        TRY(next_batch(r, &SUITE_BATCH, &batch, &sum, e));
        more = batch.n_seeds > 0;
        enum status status = more && visit ? visit(ctx, &batch, e) : OK;
        suite_close(&batch);
        TRY(status);
    }
    TRY(end_reviews(r, &sum, &r->head.arena, &r->head.reviewed, e));
    r->head.n_seeds = r->seeds_read;
    r->head.n_cases = r->cases_read;
    suite_reader_rewind(r);
    return OK;
}

/* Read batches up to the seed at place `end`. Each is shown to `visit`, with its schemas, unless
 * that is NULL. */
static enum status read_up_to(struct suite_reader *r, uint32_t end, bool seeds_only,
                              suite_visit *visit, void *ctx, struct err *e)
{
    enum status status = OK;
    for (bool more = true; status == OK && more && r->seeds_read < end;) {
        struct suite_bounds bounds = SUITE_BATCH;
        uint32_t left = end - r->seeds_read;
        bounds.seeds = left < bounds.seeds ? left : bounds.seeds;
        bounds.seeds_only = seeds_only;
        struct suite batch;
        TRY(suite_reader_next(r, &bounds, &batch, e));
        more = batch.n_seeds > 0;
        if (more && visit) {
            schema_entries_add_needed(&r->schemas, &batch);
            status = visit(ctx, &batch, e);
        }
        suite_close(&batch);
    }
    return status;
}

/* Go to the front of the seed at that place, from the last known place before it. */
static enum status go_to_seed(struct suite_reader *r, uint32_t seed, bool seeds_only, struct err *e)
{
    uint32_t i = r->n_places;
    if (r->seeds_read == seed && (seeds_only || !r->lags))
        return OK;
    while (i > 1 && r->places[i - 1].seeds_read > seed)
        i--;
    go_to(r, &r->places[i - 1]);
    return read_up_to(r, seed, seeds_only, NULL, NULL, e);
}

enum status suite_reader_batch(struct suite_reader *r, struct place_range seeds, bool seeds_only,
                               struct suite *batch, struct err *e)
{
    const struct suite_bounds bounds = {.cases = UINT32_MAX,
                                        .seeds = seeds.end - seeds.first,
                                        .last_number = UINT32_MAX,
                                        .seeds_only = seeds_only};
    /* Batches before it were worked on since they were read. What is still wanted of them comes
     * from the disk again. */
    mapped_file_let_go(&r->seeds.file, r->seeds.file.text);
    mapped_file_let_go(&r->cases.file, r->cases.file.text);
    TRY(go_to_seed(r, seeds.first, seeds_only, e));
    TRY(suite_reader_next(r, &bounds, batch, e));
    schema_entries_add_needed(&r->schemas, batch);
    return OK;
}

enum status suite_reader_visit(struct suite_reader *r, struct place_range seeds, suite_visit *visit,
                               void *ctx, struct err *e)
{
    TRY(go_to_seed(r, seeds.first, false, e));
    return read_up_to(r, seeds.end, false, visit, ctx, e);
}

enum status suite_reader_visit_all(struct suite_reader *r, suite_visit *visit, void *ctx,
                                   struct err *e)
{
    return suite_reader_visit(r, (struct place_range){0, r->head.n_seeds}, visit, ctx, e);
}

enum status suite_visit_all(const char *dir, suite_visit *visit, void *ctx, struct err *e)
{
    struct suite_reader r;
    TRY(suite_reader_open(&r, dir, e));
    enum status status = suite_reader_survey(&r, NULL, NULL, e);
    if (status == OK)
        status = suite_reader_visit_all(&r, visit, ctx, e);
    suite_reader_close(&r);
    return status;
}
