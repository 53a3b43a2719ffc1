/* scores.c: scores.json, written and read. */
#include "score/scores.h"

#include "score/scores_lines.h"
#include "score/scores_walk.h"

#include <stddef.h>
#include <stdlib.h>

#define SCORES_MAX_BYTES SIZE_AT_MOST(UINT64_C(1) << 32)

enum { FLUSH_AT = 1 << 20 };

/* The first members of the object: all but summary, seeds and cases. */
struct scores_head {
    uint32_t version;
    struct part part;
    struct str by, system, key, how, suite, predictions, teql;
    struct str asked, suite_options; /* JSON */
};

#define FIELD(name) offsetof(struct scores_head, name)

static const struct member HEAD_MEMBERS[] = {
    {"version", &FORM_U32, FIELD(version), MEMBER_ALWAYS, NULL},
    {"part", &FORM_RECORD, FIELD(part), MEMBER_WHERE_SET, &PART_RECORD},
    {"by", &FORM_TEXT, FIELD(by), MEMBER_WHERE_SET, NULL},
    {"system", &FORM_TEXT, FIELD(system), MEMBER_WHERE_SET, NULL},
    {"key", &FORM_TEXT, FIELD(key), MEMBER_WHERE_SET, NULL},
    {"how", &FORM_TEXT, FIELD(how), MEMBER_WHERE_SET, NULL},
    {"suite", &FORM_TEXT, FIELD(suite), MEMBER_WHERE_SET, NULL},
    {"predictions", &FORM_TEXT, FIELD(predictions), MEMBER_WHERE_SET, NULL},
    {"teql", &FORM_TEXT, FIELD(teql), MEMBER_WHERE_SET, NULL},
    {"asked", &FORM_JSON, FIELD(asked), MEMBER_WHERE_SET, NULL},
    {"suite_options", &FORM_JSON, FIELD(suite_options), MEMBER_WHERE_SET, NULL},
};

static const struct record HEAD_RECORD = RECORD_OF(HEAD_MEMBERS);

/* Writing */

void scores_head_text(struct buf *out, const struct scores *s, struct str summary)
{
    struct buf asked = {0};
    if (s->asked.teql.len > 0) {
        struct json_writer inner = json_writer_to(&asked);
        record_put(&inner, &PROVENANCE_RECORD, &s->asked);
    }
    const struct scores_head head = {.version = 1,
                                     .part = s->part,
                                     .by = s->by,
                                     .system = s->system,
                                     .key = s->key,
                                     .how = s->how,
                                     .suite = s->suite,
                                     .predictions = s->predictions,
                                     .teql = s->teql,
                                     .asked = buf_str(&asked),
                                     .suite_options = s->suite_options};
    struct json_writer w = json_writer_to(out);
    json_object_open(&w);
    record_put_members(&w, &HEAD_RECORD, &head);
    if (summary.ptr) {
        json_key(&w, STR("summary"));
        json_put_raw(&w, summary);
    }
    buf_release(&asked);
}

void seed_verdict_line(struct buf *out, const struct seed_verdict *v, bool first)
{
    struct json_writer w = json_writer_to(out);
    buf_put(out, first ? STR("\n") : STR(",\n"));
    record_put(&w, &SEED_VERDICT_RECORD, v);
}

void verdict_line(struct buf *out, const struct verdict *v, bool first)
{
    struct json_writer w = json_writer_to(out);
    buf_put(out, first ? STR("\n") : STR(",\n"));
    record_put(&w, &VERDICT_RECORD, v);
}

/* Reading */

/* What makes no sense there is left out: figures do not depend on it. */
static void read_asked(struct scores *s, struct str text)
{
    struct provenance p = {.teql = STR(""), .date = STR(""), .system = STR(""), .answers = STR("")};
    struct json_reader json = json_reader_of(&s->arena, text);
    bool good = str_starts(text, STR("{")) && !record_get(&json, &PROVENANCE_RECORD, &p);
    s->asked = good ? p : (struct provenance){0};
}

static enum status take_head(struct scores *s, struct str text, struct err *e)
{
    struct json_reader json = json_reader_of(&s->arena, text);
    struct scores_head head = {.part = {.of = STR("")},
                               .by = STR(""),
                               .system = STR(""),
                               .key = STR(""),
                               .how = STR(""),
                               .teql = STR("")};
    const char *bad = record_get(&json, &HEAD_RECORD, &head);
    if (head.version != 1)
        return err_set(e, E_INPUT, "not scores of version 1");
    if (bad) /* a part must not pass for the whole */
        return err_set(e, E_INPUT, "scores whose '%s' makes no sense", bad);
    s->part = head.part;
    s->by = head.by;
    s->system = head.system;
    s->key = head.key;
    s->how = head.how;
    s->suite = head.suite;
    s->predictions = head.predictions;
    s->teql = head.teql;
    s->suite_options = head.suite_options;
    read_asked(s, head.asked);
    return OK;
}

/* Past a list, whose verdicts are looked at later. */
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

/* Members may come in any order. The text of the head is all but the two lists. */
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
        status = take_head(s, arena_str(&s->arena, buf_str(&head)), e);
    buf_release(&head);
    return status;
}

/* Fails with the first verdict that makes no sense. */
static enum status count_verdicts(struct scores *s, struct err *e)
{
    struct scores_walk walk = scores_walk(s);
    for (const struct scores *part; (part = scores_walk_next(&walk));) {
        s->n_seeds += part->n_seeds;
        s->n_cases += part->n_cases;
    }
    return scores_status(s, e);
}

static enum status read_verdicts(struct scores *s, uint32_t hold, struct err *e)
{
    enum status status = read_head(s, e);
    if (status)
        return status;
    if (s->file->longer > hold)
        return count_verdicts(s, e);
    scores_file_read(s);
    return scores_status(s, e);
}

enum status scores_open_in_parts(struct scores *s, const char *path, uint32_t hold, struct err *e)
{
    struct scores_file *f = mem_alloc(sizeof *f);
    *s = (struct scores){.file = f};
    *f = (struct scores_file){0};
    enum status status = mapped_file_open(&f->text, path, SCORES_MAX_BYTES, e);
    if (status == OK) {
        status = read_verdicts(s, hold, e);
        if (status)
            err_in_file(e, path);
    }
    if (status)
        scores_release(s);
    return status;
}

enum status scores_load(struct scores *s, const char *path, struct err *e)
{
    return scores_open_in_parts(s, path, UINT32_MAX, e);
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
