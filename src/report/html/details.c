/* details.c: collecting the texts of errors. */
#include "report/html/details.h"

#include "base/hash.h"
#include "base/utf8.h"
#include "report/case_source.h"
#include "report/html/schema_drawing.h"

#include <stdlib.h>

/* Seeds without errors get texts until a quarter of the room is used. */
enum { TEXT_LONGEST = 256 << 10, WRONG_PART = 4 };

static const struct str NOTHING = {NULL, 0};

/* The place of a seed in the suite, or n_seeds. */
static uint32_t suite_place(const struct html_source *s, const struct seed_verdict *verdict)
{
    return s->suite ? suite_find_seed(s->suite, verdict->number) : 0;
}

static const struct seed *seed_of(const struct html_source *s, uint32_t place)
{
    return s->suite && place < s->suite->n_seeds ? &s->suite->seeds[place] : NULL;
}

static struct str sql_of(const struct answer *a)
{
    return a ? a->sql : NOTHING;
}

/* Texts */

/* Texts longer than anybody reads are cut. */
static uint32_t add_text(struct details *d, struct str text)
{
    return text_list_add(&d->texts, &d->arena, text.len ? utf8_cut(text, TEXT_LONGEST) : NOTHING);
}

/* JSON that the page parses when it shows it; it cannot be cut. */
static uint32_t add_json(struct details *d, struct str json)
{
    return json.len > TEXT_LONGEST ? TEXT_NONE : text_list_add(&d->texts, &d->arena, json);
}

/* Adds the text of a buf and releases it. */
static uint32_t add_written(struct details *d, struct buf *json)
{
    struct str text = buf_whole(json) ? arena_str(&d->arena, buf_str(json)) : NOTHING;
    buf_release(json);
    return add_json(d, text);
}

static uint32_t add_differences(struct details *d, const struct diagnosis *diagnosis)
{
    struct buf json = {0};
    if (diagnosis->type == ERROR_NONE)
        return TEXT_NONE;
    buf_limit(&json, TEXT_LONGEST);
    struct json_writer w = json_writer_to(&json);
    differences_json(&w, diagnosis);
    return add_written(d, &json);
}

static uint32_t add_rows(struct details *d, const struct excerpt *rows)
{
    struct buf json = {0};
    if (!rows->known)
        return TEXT_NONE;
    buf_limit(&json, TEXT_LONGEST);
    struct json_writer w = json_writer_to(&json);
    excerpt_json(&w, rows);
    return add_written(d, &json);
}

/* Schemas */

static void put_comma(struct buf *drawings)
{
    if (drawings->len > 0)
        buf_put(drawings, STR(",\n"));
}

static uint32_t add_schema(struct details *d, const struct suite_schema *schema)
{
    uint32_t known = d->schemas.count;
    uint32_t number = text_list_add(&d->schemas, &d->arena, schema->db_id);
    if (number == known) {
        put_comma(&d->schemas_json);
        struct json_writer w = json_writer_to(&d->schemas_json);
        schema_drawing_json(&w, schema->schema);
    }
    return number;
}

/* The number of the variant `db_id`; TEXT_NONE if the schema is an original. */
static enum status add_variant(struct details *d, const struct html_source *s, struct str db_id,
                               uint32_t *out, struct err *e)
{
    const struct suite_schema *schema;
    enum status status = suite_schema(s->suite, db_id, &schema, e);
    *out = TEXT_NONE;
    if (status || !schema->migration)
        return status;
    uint32_t known = d->variants.count;
    *out = text_list_add(&d->variants, &d->arena, schema->db_id);
    if (*out == known) {
        uint32_t origin = add_schema(d, schema->origin);
        put_comma(&d->variants_json);
        struct json_writer w = json_writer_to(&d->variants_json);
        variant_drawing_json(&w, schema->migration, origin);
    }
    return OK;
}

/* Errors */

static enum answer_change change_of(const struct html_source *s, uint32_t place,
                                    struct str expected)
{
    const struct case_source source = {.suite = s->suite, .predictions = s->predictions};
    const struct case_texts texts = case_texts_of(&source, s->scores, place);
    return texts.asked->claim != CLAIM_CHANGED ? ANSWER_STAYS
           : expects_gold(&texts, expected)    ? ANSWER_BY_GOLD
                                               : ANSWER_CHANGES;
}

static enum status add_case(struct details *d, const struct html_source *s,
                            struct error_details *error, struct err *e)
{
    const struct verdict *verdict = &s->scores->cases[error->place];
    const struct test_case *c = source_case(s->suite, s->scores, error->place);
    struct case_row *out = &error->row;
    error->shown = true;
    out->differences = add_differences(d, &verdict->diagnosis);
    out->rows_before = add_rows(d, &verdict->rows_before);
    out->rows_after = add_rows(d, &verdict->rows_after);
    out->message = add_text(d, verdict->message);
    out->expected = add_text(d, verdict->expected);
    out->changes = ANSWER_STAYS;
    if (!c)
        return OK;
    out->question = add_text(d, c->question);
    out->gold = add_text(d, c->query);
    out->change = add_json(d, c->change);
    out->changes = change_of(s, error->place, verdict->expected);
    if (s->predictions)
        out->sql = add_text(d, sql_of(s->predictions->cases[c - s->suite->cases]));
    return add_variant(d, s, c->db_id, &out->variant, e);
}

struct turn {
    uint64_t hash;
    uint32_t error;
};

static int by_hash(const void *a, const void *b)
{
    const struct turn *x = a, *y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return x->error < y->error ? -1 : x->error > y->error;
}

static size_t room_used(const struct details *d)
{
    return d->texts.bytes + d->schemas_json.len + d->variants_json.len;
}

static enum status add_errors(struct details *d, const struct html_source *s, size_t room,
                              struct err *e)
{
    enum status status = OK;
    struct turn *turns = mem_resize_array(NULL, d->n_errors ? d->n_errors : 1, sizeof *turns);
    for (uint32_t i = 0; i < d->n_errors; i++)
        turns[i] = (struct turn){hash_bytes(s->scores->cases[d->errors[i].place].id), i};
    qsort(turns, d->n_errors, sizeof *turns, by_hash);
    for (uint32_t i = 0; i < d->n_errors && status == OK && room_used(d) < room; i++)
        status = add_case(d, s, &d->errors[turns[i].error], e);
    free(turns);
    return status;
}

static void list_errors(struct details *d, const struct scores *s)
{
    for (uint32_t i = 0; i < s->n_cases; i++) {
        if (!cause_is_error(s->cases[i].cause))
            continue;
        ARENA_ADD(&d->arena, d->errors, d->n_errors,
                  (struct error_details){.place = i, .row = CASE_ROW_EMPTY});
    }
}

/* Seeds */

static bool is_wrong(const struct scores *s, const struct seed_verdict *v)
{
    return scores_seed_right(s, v) == NO;
}

static void add_seed_texts(struct details *d, const struct html_source *s,
                           struct seed_details *details)
{
    const struct seed_verdict *verdict = &s->scores->seeds[details->place];
    struct seed_row *out = &details->row;
    uint32_t in_suite = suite_place(s, verdict);
    const struct seed *seed = seed_of(s, in_suite);
    const struct answer *said = seed && s->predictions ? s->predictions->seeds[in_suite] : NULL;
    out->question = add_text(d, seed ? seed->question : NOTHING);
    out->sql = add_text(d, sql_of(said));
    out->gold = add_text(d, seed ? seed->query : NOTHING);
    out->message = add_text(d, verdict->message);
    if (out->wrong) {
        out->rows_expected = add_rows(d, &verdict->rows_expected);
        out->rows_given = add_rows(d, &verdict->rows_given);
    }
    details->repeated = said && said->next;
}

static void add_seed_details(struct details *d, const struct html_source *s, uint32_t place,
                             bool texts)
{
    ARENA_PUSH(&d->arena, d->seeds, d->n_seeds);
    struct seed_details *out = &d->seeds[d->n_seeds++];
    *out = (struct seed_details){.place = place, .row = SEED_ROW_EMPTY};
    out->row.wrong = is_wrong(s->scores, &s->scores->seeds[place]);
    if (texts)
        add_seed_texts(d, s, out);
}

/* The seeds that have errors or are wrong, in the order of the scores. */
static void add_seeds(struct details *d, const struct html_source *s, size_t room)
{
    const struct scores *scores = s->scores;
    for (uint32_t place = 0, error = 0; place < scores->n_seeds; place++) {
        uint32_t first = error;
        while (error < d->n_errors && scores->cases[d->errors[error].place].seed == place)
            error++;
        if (error > first)
            add_seed_details(d, s, place, true);
        else if (is_wrong(scores, &scores->seeds[place]))
            add_seed_details(d, s, place, room_used(d) < room / WRONG_PART);
    }
}

enum status details_of(struct details *d, const struct html_source *s, size_t room, struct err *e)
{
    memset(d, 0, sizeof *d);
    list_errors(d, s->scores);
    add_seeds(d, s, room);
    return add_errors(d, s, room, e);
}

void details_release(struct details *d)
{
    buf_release(&d->schemas_json);
    buf_release(&d->variants_json);
    arena_release(&d->arena);
}
