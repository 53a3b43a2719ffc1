/* scores.c: scores.json, written and read. */
#include "score/scores.h"

#include "score/scores_walk.h"

#include <stddef.h>
#include <stdlib.h>

#define SCORES_MAX_BYTES SIZE_AT_MOST(UINT64_C(1) << 32)

/* The first members of the object: all but summary, seeds and cases. */
struct scores_head {
    uint32_t version;
    struct str asked; /* JSON: figures do not depend on it, so it may make no sense */
    struct scores of;
};

#define HEAD(name)  offsetof(struct scores_head, name)
#define FIELD(name) HEAD(of.name)

static const struct member HEAD_MEMBERS[] = {
    {"version", &FORM_U32, HEAD(version), MEMBER_ALWAYS, NULL},
    {"part", &FORM_RECORD, FIELD(part), MEMBER_WHERE_SET, &PART_RECORD},
    {"by", &FORM_TEXT, FIELD(by), MEMBER_WHERE_SET, NULL},
    {"system", &FORM_TEXT, FIELD(system), MEMBER_WHERE_SET, NULL},
    {"key", &FORM_TEXT, FIELD(key), MEMBER_WHERE_SET, NULL},
    {"how", &FORM_TEXT, FIELD(how), MEMBER_WHERE_SET, NULL},
    {"suite", &FORM_TEXT, FIELD(suite), MEMBER_WHERE_SET, NULL},
    {"predictions", &FORM_TEXT, FIELD(predictions), MEMBER_WHERE_SET, NULL},
    {"teql", &FORM_TEXT, FIELD(teql), MEMBER_WHERE_SET, NULL},
    {"asked", &FORM_JSON, HEAD(asked), MEMBER_WHERE_SET, NULL},
    {"suite_options", &FORM_JSON, FIELD(suite_options), MEMBER_WHERE_SET, NULL},
};

static const struct record HEAD_RECORD = RECORD_OF(HEAD_MEMBERS);

/* Writing */

/* All before the lists; the object stays open. */
static void put_scores_head(struct buf *out, const struct scores *s, struct str summary)
{
    struct buf asked = {0};
    if (s->asked.teql.len > 0) {
        struct json_writer inner = json_writer_to(&asked);
        record_put(&inner, &PROVENANCE_RECORD, &s->asked);
    }
    const struct scores_head head = {.version = 1, .asked = buf_str(&asked), .of = *s};
    struct json_writer w = json_writer_to(out);
    json_object_open(&w);
    record_put_members(&w, &HEAD_RECORD, &head);
    if (summary.ptr) {
        json_key(&w, STR("summary"));
        json_put_raw(&w, summary);
    }
    buf_release(&asked);
}

enum status scores_writer_open(struct scores_writer *w, const char *path, struct err *e)
{
    *w = (struct scores_writer){.cases = {.fd = -1}};
    enum status status = spool_open(&w->seeds, path, e);
    if (status == OK)
        status = spool_open(&w->cases, path, e);
    if (status)
        scores_writer_close(w);
    return status;
}

void scores_writer_close(struct scores_writer *w)
{
    spool_close(&w->seeds);
    spool_close(&w->cases);
    buf_release(&w->lines);
}

static enum status add_verdict_line(struct scores_writer *w, struct spool *to,
                                    const struct record *r, const void *verdict, struct err *e)
{
    struct json_writer json = json_writer_to(&w->lines);
    buf_clear(&w->lines);
    buf_put(&w->lines, spool_length(to) == 0 ? STR("\n") : STR(",\n"));
    record_put(&json, r, verdict);
    return spool_add(to, buf_str(&w->lines), e);
}

enum status scores_writer_add(struct scores_writer *w, const struct scores *batch, struct err *e)
{
    for (uint32_t i = 0; i < batch->n_seeds; i++)
        TRY(add_verdict_line(w, &w->seeds, &SEED_VERDICT_RECORD, &batch->seeds[i], e));
    for (uint32_t i = 0; i < batch->n_cases; i++)
        TRY(add_verdict_line(w, &w->cases, &VERDICT_RECORD, &batch->cases[i], e));
    return OK;
}

enum status scores_writer_finish(struct scores_writer *w, const struct scores *head,
                                 struct str summary, struct out_file *f, struct err *e)
{
    buf_clear(&w->lines);
    put_scores_head(&w->lines, head, summary);
    buf_put(&w->lines, STR(",\n\"seeds\":["));
    TRY(out_file_write(f, buf_str(&w->lines), e));
    TRY(spool_copy(&w->seeds, 0, spool_length(&w->seeds), f, e));
    TRY(out_file_write(f, STR("\n],\n\"cases\":["), e));
    TRY(spool_copy(&w->cases, 0, spool_length(&w->cases), f, e));
    return out_file_write(f, STR("\n]}\n"), e);
}

/* Reading */

static void read_provenance(struct scores *s, struct str text)
{
    struct provenance p = {.teql = STR(""), .date = STR(""), .system = STR(""), .answers = STR("")};
    struct json_reader json = json_reader_of(&s->arena, text);
    bool good = str_starts(text, STR("{")) && !record_get(&json, &PROVENANCE_RECORD, &p);
    s->asked = good ? p : (struct provenance){0};
}

static enum status get_head(struct scores *s, struct str text, struct err *e)
{
    struct scores_head head = {.of = *s};
    struct json_reader json = json_reader_of(&head.of.arena, text);
    head.of.part.of = head.of.by = head.of.system = STR("");
    head.of.key = head.of.how = head.of.teql = STR("");
    const char *bad = record_get(&json, &HEAD_RECORD, &head);
    *s = head.of;
    if (head.version != 1)
        return err_set(e, E_INPUT, "not scores of version 1");
    if (bad) /* a part must not be taken for the whole */
        return err_set(e, E_INPUT, "scores whose '%s' makes no sense", bad);
    read_provenance(s, head.asked);
    return OK;
}

/* Past a list, whose verdicts are read later. */
static struct json_value pass_list(struct scores_file *f, struct json_reader *json)
{
    struct json_value whole = {0}, item;
    struct mapped_passage passage = mapped_passage_from(&f->text, json->text.ptr + json->at);
    bool begun = false;
    if (!json_at_array(json)) {
        json_next_value(json, &whole);
        return whole;
    }
    size_t start = json->at;
    uint64_t n = 0;
    for (; json_inner_item(json, &begun, &item); n++)
        mapped_passage_move(&passage, item.raw.ptr);
    f->longer = n > f->longer ? n : f->longer;
    return (struct json_value){JSON_KIND_ARRAY, str_slice(json->text, start, json->at)};
}

/* Members may come in any order. `head` gets all but the two lists. */
static void find_members(struct scores_file *f, struct json_reader *json, struct buf *head)
{
    struct json_writer w = json_writer_to(head);
    struct json_value v;
    json_object_open(&w);
    for (struct str key; json_next_key(json, &key);) {
        if (str_eq(key, STR("seeds"))) {
            f->seeds = pass_list(f, json);
        } else if (str_eq(key, STR("cases"))) {
            f->cases = pass_list(f, json);
        } else if (json_next_value(json, &v)) {
            json_key(&w, key);
            json_put_raw(&w, v.raw);
        }
    }
    json_object_close(&w);
}

static enum status read_head(struct scores *s, struct err *e)
{
    struct buf head = {0};
    struct json_reader json = json_reader_of(&s->arena, s->file->text.text);
    find_members(s->file, &json, &head);
    enum status status = json_reader_end(&json, 1, e);
    if (status == OK)
        status = get_head(s, arena_str(&s->arena, buf_str(&head)), e);
    buf_release(&head);
    return status;
}

/* Fails with the first verdict that makes no sense. */
static enum status count_verdicts(struct scores *s, struct err *e)
{
    struct scores_walk walk = scores_walk(s);
    for (const struct scores *batch; (batch = scores_walk_next(&walk));) {
        s->n_seeds += batch->n_seeds;
        s->n_cases += batch->n_cases;
    }
    return scores_status(s, e);
}

static enum status read_verdicts(struct scores *s, uint32_t hold, struct err *e)
{
    TRY(read_head(s, e));
    if (s->file->longer > hold)
        return count_verdicts(s, e);
    scores_file_read(s);
    return scores_status(s, e);
}

enum status scores_open_in_batches(struct scores *s, const char *path, uint32_t hold, struct err *e)
{
    struct scores_file *f = mem_alloc(sizeof *f);
    *s = (struct scores){.file = f};
    *f = (struct scores_file){0};
    enum status status = mapped_file_open(&f->text, path, SCORES_MAX_BYTES, e);
    if (status == OK)
        status = read_verdicts(s, hold, e);
    if (status) {
        err_in_file(e, path);
        scores_release(s);
    }
    return status;
}

enum status scores_load(struct scores *s, const char *path, struct err *e)
{
    return scores_open_in_batches(s, path, UINT32_MAX, e);
}

void scores_release(struct scores *s)
{
    if (s->file)
        mapped_file_close(&s->file->text);
    free(s->file);
    arena_release(&s->arena);
    *s = (struct scores){0};
}

enum truth scores_seed_right(const struct scores *s, const struct seed_verdict *v)
{
    bool by_exact = str_eq(s->by, STR("exact"));
    enum truth first = by_exact ? v->right.exact : v->right.execution;
    enum truth second = by_exact ? v->right.execution : v->right.exact;
    return first == UNKNOWN ? second : first;
}
