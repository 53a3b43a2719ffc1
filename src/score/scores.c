/* scores.c: scores.json, written and read. */
#include "score/scores.h"

#include "base/json_reader.h"
#include "base/json_writer.h"

#include <stdio.h>
#include <stdlib.h>

#define SCORES_MAX_BYTES ((size_t)1 << 32)

enum { LINES_MAX = 1 << 30, FLUSH_AT = 1 << 20 };

/* Writing */

static void put_truth(struct json_writer *w, const char *name, enum truth t)
{
    json_key(w, str_from(name));
    if (t == UNKNOWN)
        json_put_null(w);
    else
        json_put_bool(w, t == YES);
}

static void put_text(struct json_writer *w, const char *name, struct str s)
{
    if (s.len == 0)
        return;
    json_key(w, str_from(name));
    json_put_str(w, s);
}

static void put_raw(struct json_writer *w, const char *name, struct str json)
{
    if (!json.ptr)
        return;
    json_key(w, str_from(name));
    json_put_raw(w, json);
}

static void put_flag(struct json_writer *w, const char *name, bool set)
{
    json_key(w, str_from(name));
    json_put_bool(w, set);
}

static void put_digest(struct json_writer *w, uint64_t digest)
{
    char hex[17];
    if (digest == 0)
        return;
    snprintf(hex, sizeof hex, "%016llx", (unsigned long long)digest);
    put_text(w, "digest", str_from(hex));
}

static void put_seed(struct json_writer *w, const struct scored_seed *s)
{
    json_object_open(w);
    json_key(w, STR("seed"));
    json_put_int(w, s->number);
    put_text(w, "db_id", s->db_id);
    put_text(w, "hardness", s->hardness);
    put_raw(w, "elements", s->elements);
    put_flag(w, "answered", s->answered);
    put_flag(w, "flaky", s->flaky);
    put_truth(w, "right_exact", s->right.exact);
    put_truth(w, "right_execution", s->right.execution);
    put_text(w, "message", s->message);
    json_object_close(w);
}

static void put_case(struct json_writer *w, const struct scored_case *c, uint32_t seed)
{
    json_object_open(w);
    put_text(w, "id", c->id);
    json_key(w, STR("seed"));
    json_put_int(w, seed);
    put_digest(w, c->digest);
    put_text(w, "family", c->family);
    put_text(w, "relation", c->relation);
    put_text(w, "cause", str_from(cause_name(c->cause)));
    put_truth(w, "consistent_exact", c->consistent.exact);
    put_truth(w, "consistent_execution", c->consistent.execution);
    if (c->consistent.strict != UNKNOWN)
        put_truth(w, "consistent_strict", c->consistent.strict);
    put_truth(w, "right_exact", c->right.exact);
    put_truth(w, "right_execution", c->right.execution);
    put_text(w, "message", c->message);
    put_text(w, "type", c->type);
    put_raw(w, "differences", c->differences);
    put_raw(w, "rows_before", c->rows_before);
    put_raw(w, "rows_after", c->rows_after);
    json_object_close(w);
}

/* What is in the buffer goes to the file when it is much, or `last`. */
static enum status flush(struct buf *lines, struct out_file *f, bool last, struct err *e)
{
    if (lines->overflow)
        return err_set(e, E_LIMIT, "too much for one file of scores");
    if (lines->len < FLUSH_AT && !last)
        return OK;
    enum status status = out_file_write(f, buf_str(lines), e);
    buf_clear(lines);
    return status;
}

static void put_head(const struct scores *s, struct str summary, struct buf *out)
{
    struct json_writer w = json_writer_to(out);
    json_object_open(&w);
    json_key(&w, STR("version"));
    json_put_int(&w, 1);
    put_text(&w, "by", s->by);
    put_text(&w, "system", s->system);
    put_text(&w, "key", s->key);
    put_text(&w, "suite", s->suite);
    put_text(&w, "predictions", s->predictions);
    put_raw(&w, "summary", summary);
}

static enum status write_lines(const struct scores *s, struct buf *lines, struct out_file *f,
                               struct err *e)
{
    enum status status = OK;
    buf_put(lines, STR(",\n\"seeds\":["));
    for (uint32_t i = 0; i < s->n_seeds && status == OK; i++) {
        struct json_writer w = json_writer_to(lines);
        buf_put(lines, i ? STR(",\n") : STR("\n"));
        put_seed(&w, &s->seeds[i]);
        status = flush(lines, f, false, e);
    }
    buf_put(lines, STR("\n],\n\"cases\":["));
    for (uint32_t i = 0; i < s->n_cases && status == OK; i++) {
        struct json_writer w = json_writer_to(lines);
        buf_put(lines, i ? STR(",\n") : STR("\n"));
        put_case(&w, &s->cases[i], s->seeds[s->cases[i].seed].number);
        status = flush(lines, f, false, e);
    }
    buf_put(lines, STR("\n]}\n"));
    return status ? status : flush(lines, f, true, e);
}

enum status scores_write(const struct scores *s, struct str summary, struct out_file *f,
                         struct err *e)
{
    struct buf lines;
    buf_init(&lines, LINES_MAX);
    put_head(s, summary, &lines);
    enum status status = write_lines(s, &lines, f, e);
    buf_release(&lines);
    return status;
}

/* Reading */

struct reading {
    struct scores *out;
    const char *problem; /* the first; NULL where there is none */
};

static enum truth truth_of(struct json_value v)
{
    return v.kind == JSON_KIND_TRUE ? YES : v.kind == JSON_KIND_FALSE ? NO : UNKNOWN;
}

static void read_seed(struct reading *r, struct json_value entry)
{
    struct scores *s = r->out;
    struct scored_seed seed = {.message = STR("")};
    struct json_reader json = json_reader_of(&s->arena, entry.raw);
    struct json_value v;
    uint64_t number = UINT64_MAX;
    for (struct str key; json_next(&json, &key, &v);) {
        if (str_eq(key, STR("seed")))
            json_count(v, UINT32_MAX, &number);
        else if (str_eq(key, STR("db_id")))
            seed.db_id = json_text(&s->arena, v);
        else if (str_eq(key, STR("hardness")))
            seed.hardness = json_text(&s->arena, v);
        else if (str_eq(key, STR("elements")) && v.kind == JSON_KIND_ARRAY)
            seed.elements = v.raw;
        else if (str_eq(key, STR("answered")))
            seed.answered = v.kind == JSON_KIND_TRUE;
        else if (str_eq(key, STR("flaky")))
            seed.flaky = v.kind == JSON_KIND_TRUE;
        else if (str_eq(key, STR("right_exact")))
            seed.right.exact = truth_of(v);
        else if (str_eq(key, STR("right_execution")))
            seed.right.execution = truth_of(v);
        else if (str_eq(key, STR("message")))
            seed.message = json_text(&s->arena, v);
    }
    seed.number = (uint32_t)number;
    if (number > UINT32_MAX || (s->n_seeds && s->seeds[s->n_seeds - 1].number >= seed.number))
        r->problem = "a seed without its number, or out of order";
    ARENA_PUSH(&s->arena, s->seeds, s->n_seeds);
    s->seeds[s->n_seeds++] = seed;
}

/* Cases come in the order of the seeds, so their seed is at `from` or behind it. */
static uint32_t place_of_seed(const struct scores *s, uint32_t from, uint64_t number)
{
    while (from < s->n_seeds && s->seeds[from].number < number)
        from++;
    return from < s->n_seeds && s->seeds[from].number == number ? from : s->n_seeds;
}

static void read_case_text(struct scores *s, struct scored_case *c, struct str key,
                           struct json_value v)
{
    const struct {
        struct str name, *field;
        bool raw;
    } members[] = {
        {STR("id"), &c->id, false},
        {STR("family"), &c->family, false},
        {STR("relation"), &c->relation, false},
        {STR("message"), &c->message, false},
        {STR("type"), &c->type, false},
        {STR("differences"), &c->differences, true},
        {STR("rows_before"), &c->rows_before, true},
        {STR("rows_after"), &c->rows_after, true},
    };
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (str_eq(key, members[i].name))
            *members[i].field = members[i].raw ? v.raw : json_text(&s->arena, v);
}

static void read_case_truth(struct scored_case *c, struct str key, struct json_value v)
{
    const struct {
        struct str name;
        enum truth *field;
    } members[] = {
        {STR("consistent_exact"), &c->consistent.exact},
        {STR("consistent_execution"), &c->consistent.execution},
        {STR("consistent_strict"), &c->consistent.strict},
        {STR("right_exact"), &c->right.exact},
        {STR("right_execution"), &c->right.execution},
    };
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (str_eq(key, members[i].name))
            *members[i].field = truth_of(v);
}

static uint64_t read_digest(struct str hex)
{
    char text[17] = "";
    if (hex.ptr && hex.len < sizeof text)
        memcpy(text, hex.ptr, hex.len);
    return strtoull(text, NULL, 16);
}

static void read_case(struct reading *r, struct json_value entry)
{
    struct scores *s = r->out;
    struct scored_case c = {.cause = N_CAUSES, .message = STR("")};
    struct json_reader json = json_reader_of(&s->arena, entry.raw);
    struct json_value v;
    uint64_t number = UINT64_MAX;
    for (struct str key; json_next(&json, &key, &v);) {
        if (str_eq(key, STR("seed")))
            json_count(v, UINT32_MAX, &number);
        else if (str_eq(key, STR("cause")))
            c.cause = cause_named(json_text(&s->arena, v));
        else if (str_eq(key, STR("digest")))
            c.digest = read_digest(json_text(&s->arena, v));
        read_case_text(s, &c, key, v);
        read_case_truth(&c, key, v);
    }
    c.seed = place_of_seed(s, s->n_cases ? s->cases[s->n_cases - 1].seed : 0, number);
    if (c.seed == s->n_seeds || c.cause == N_CAUSES || !c.id.ptr || !c.relation.ptr)
        r->problem = "a case without its id, relation, cause or seed";
    else {
        ARENA_PUSH(&s->arena, s->cases, s->n_cases);
        s->cases[s->n_cases++] = c;
    }
}

static void read_list(struct reading *r, struct json_value list,
                      void (*read)(struct reading *r, struct json_value entry))
{
    struct json_reader json = json_reader_of(&r->out->arena, list.raw);
    for (struct json_value v; !r->problem && json_next_item(&json, &v);) {
        if (v.kind == JSON_KIND_OBJECT)
            read(r, v);
        else
            r->problem = "an entry that is no object";
    }
}

static void read_members(struct reading *r, struct json_reader *json)
{
    struct scores *s = r->out;
    struct json_value v;
    uint64_t version = 0;
    for (struct str key; !r->problem && json_next(json, &key, &v);) {
        if (str_eq(key, STR("version")))
            json_count(v, UINT32_MAX, &version);
        else if (str_eq(key, STR("by")))
            s->by = json_text(&s->arena, v);
        else if (str_eq(key, STR("system")))
            s->system = json_text(&s->arena, v);
        else if (str_eq(key, STR("key")))
            s->key = json_text(&s->arena, v);
        else if (str_eq(key, STR("suite")))
            s->suite = json_text(&s->arena, v);
        else if (str_eq(key, STR("predictions")))
            s->predictions = json_text(&s->arena, v);
        else if (str_eq(key, STR("seeds")))
            read_list(r, v, read_seed);
        else if (str_eq(key, STR("cases")))
            read_list(r, v, read_case);
    }
    if (!r->problem && !json->problem && version != 1)
        r->problem = "not scores of version 1";
}

enum status scores_load(struct scores *s, const char *path, struct err *e)
{
    *s = (struct scores){.system = STR(""), .key = STR("")};
    struct str text;
    enum status status = file_read(&s->arena, path, SCORES_MAX_BYTES, &text, e);
    if (status)
        return status;
    struct json_reader json = json_reader_of(&s->arena, text);
    struct reading r = {s, NULL};
    read_members(&r, &json);
    if (r.problem)
        status = err_set(e, E_INPUT, "%s", r.problem);
    else
        status = json_reader_end(&json, 1, e);
    if (status) {
        err_in_file(e, path);
        scores_release(s);
    }
    return status;
}

void scores_release(struct scores *s)
{
    arena_release(&s->arena);
    *s = (struct scores){0};
}
