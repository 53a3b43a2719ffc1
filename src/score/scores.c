/* scores.c: scores.json, written and read. */
#include "score/scores.h"

#include "base/hash.h"
#include "base/json_reader.h"
#include "base/json_writer.h"

#include <stdio.h>
#include <stdlib.h>

#define SCORES_MAX_BYTES ((size_t)1 << 32)

/* Tables have a row or a column for each relation. */
enum { LINES_MAX = 1 << 30, FLUSH_AT = 1 << 20, MAX_RELATIONS = 1000 };

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
    if (c->naturalness >= 0) {
        json_key(w, STR("naturalness"));
        json_put_double(w, c->naturalness);
    }
    put_text(w, "family", c->family);
    put_text(w, "relation", c->relation);
    put_text(w, "cause", str_from(cause_name(c->cause)));
    if (c->flaky)
        put_flag(w, "flaky", true);
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

struct scores_reading {
    struct scores *out;
    const char *problem;       /* the first; NULL where there is none */
    struct name_map relations; /* that were seen */
};

static enum truth truth_of(struct json_value v)
{
    return v.kind == JSON_KIND_TRUE ? YES : v.kind == JSON_KIND_FALSE ? NO : UNKNOWN;
}

/* As it is written; ptr NULL where it is of another kind. */
static struct str raw_of(struct json_value v, enum json_kind kind)
{
    return v.kind == kind ? v.raw : (struct str){NULL, 0};
}

static struct str text_or_empty(struct arena *a, struct json_value v)
{
    struct str text = json_text(a, v);
    return text.ptr ? text : STR("");
}

static void read_seed(struct scores_reading *r, struct json_value entry)
{
    enum { SEED, DB_ID, HARDNESS, ELEMENTS, ANSWERED, FLAKY, EXACT, EXECUTION, MESSAGE, N_MEMBERS };
    static const struct str NAMES[N_MEMBERS] = {
        STR_INIT("seed"),        STR_INIT("db_id"),           STR_INIT("hardness"),
        STR_INIT("elements"),    STR_INIT("answered"),        STR_INIT("flaky"),
        STR_INIT("right_exact"), STR_INIT("right_execution"), STR_INIT("message")};
    struct scores *s = r->out;
    struct arena *a = &s->arena;
    struct json_reader json = json_reader_of(a, entry.raw);
    struct json_value v[N_MEMBERS];
    uint64_t number = UINT64_MAX;
    json_members(&json, NAMES, N_MEMBERS, v);
    json_count(v[SEED], UINT32_MAX, &number);
    if (number > UINT32_MAX || (s->n_seeds && s->seeds[s->n_seeds - 1].number >= number)) {
        r->problem = "a seed without its number, or out of order";
        return;
    }
    ARENA_PUSH(a, s->seeds, s->n_seeds);
    s->seeds[s->n_seeds++] = (struct scored_seed){
        .number = (uint32_t)number,
        .db_id = json_text(a, v[DB_ID]),
        .hardness = json_text(a, v[HARDNESS]),
        .elements = raw_of(v[ELEMENTS], JSON_KIND_ARRAY),
        .answered = v[ANSWERED].kind == JSON_KIND_TRUE,
        .flaky = v[FLAKY].kind == JSON_KIND_TRUE,
        .right = {truth_of(v[EXACT]), truth_of(v[EXECUTION]), UNKNOWN},
        .message = text_or_empty(a, v[MESSAGE]),
    };
}

/* Cases come in the order of the seeds, so their seed is at `from` or behind it. */
static uint32_t place_of_seed(const struct scores *s, uint32_t from, uint64_t number)
{
    while (from < s->n_seeds && s->seeds[from].number < number)
        from++;
    return from < s->n_seeds && s->seeds[from].number == number ? from : s->n_seeds;
}

static uint64_t read_digest(struct str hex)
{
    char text[17] = "";
    if (hex.ptr && hex.len < sizeof text)
        memcpy(text, hex.ptr, hex.len);
    return strtoull(text, NULL, 16);
}

static const char *problem_of(const struct scores *s, const struct scored_case *c)
{
    if (!c->id.ptr || !c->relation.ptr)
        return "a case without its id or relation";
    if (c->cause == N_CAUSES)
        return "a case without a cause that is known";
    return c->seed == s->n_seeds ? "a case of a seed that is not there, or out of order" : NULL;
}

static void read_case(struct scores_reading *r, struct json_value entry)
{
    enum {
#define MEMBER(id, name) id,
#include "score/case_member.def"
#undef MEMBER
        N_MEMBERS
    };
    static const struct str NAMES[N_MEMBERS] = {
#define MEMBER(id, name) STR_INIT(name),
#include "score/case_member.def"
#undef MEMBER
    };
    struct scores *s = r->out;
    struct arena *a = &s->arena;
    struct json_reader json = json_reader_of(a, entry.raw);
    struct json_value v[N_MEMBERS];
    uint64_t number = UINT64_MAX;
    json_members(&json, NAMES, N_MEMBERS, v);
    json_count(v[SEED], UINT32_MAX, &number);
    const struct scored_case c = {
        .id = json_text(a, v[ID]),
        .seed = place_of_seed(s, s->n_cases ? s->cases[s->n_cases - 1].seed : 0, number),
        .digest = read_digest(json_text(a, v[DIGEST])),
        .naturalness = json_share(v[NATURALNESS]),
        .family = json_text(a, v[FAMILY]),
        .relation = json_text(a, v[RELATION]),
        .cause = cause_named(json_text(a, v[CAUSE])),
        .flaky = v[FLAKY].kind == JSON_KIND_TRUE,
        .consistent = {truth_of(v[SAME_EXACT]), truth_of(v[SAME_EXECUTION]),
                       truth_of(v[SAME_STRICT])},
        .right = {truth_of(v[RIGHT_EXACT]), truth_of(v[RIGHT_EXECUTION]), UNKNOWN},
        .message = text_or_empty(a, v[MESSAGE]),
        .type = json_text(a, v[TYPE]),
        .differences = raw_of(v[DIFFERENCES], JSON_KIND_ARRAY),
        .rows_before = raw_of(v[ROWS_BEFORE], JSON_KIND_OBJECT),
        .rows_after = raw_of(v[ROWS_AFTER], JSON_KIND_OBJECT),
    };
    if ((r->problem = problem_of(s, &c)) != NULL)
        return;
    name_map_put(&r->relations, a, c.relation, 0);
    if (r->relations.count > MAX_RELATIONS)
        r->problem = "more than 1,000 relations";
    ARENA_PUSH(a, s->cases, s->n_cases);
    s->cases[s->n_cases++] = c;
}

static void read_list(struct scores_reading *r, struct json_value list,
                      void (*read)(struct scores_reading *r, struct json_value entry))
{
    struct json_reader json = json_reader_of(&r->out->arena, list.raw);
    if (!r->problem && list.kind != JSON_KIND_ARRAY)
        r->problem = "no list of seeds, or none of cases";
    for (struct json_value v; !r->problem && json_next_item(&json, &v);) {
        if (v.kind == JSON_KIND_OBJECT)
            read(r, v);
        else
            r->problem = "an entry that is no object";
    }
}

/* Members may come in any order, but cases are read after the seeds that they refer to. */
static enum status read_all(struct scores_reading *r, struct str text, struct err *e)
{
    enum { VERSION, BY, SYSTEM, KEY, SUITE, PREDICTIONS, SEEDS, CASES, N_MEMBERS };
    static const struct str NAMES[N_MEMBERS] = {
        STR_INIT("version"), STR_INIT("by"),          STR_INIT("system"), STR_INIT("key"),
        STR_INIT("suite"),   STR_INIT("predictions"), STR_INIT("seeds"),  STR_INIT("cases")};
    struct scores *s = r->out;
    struct arena *a = &s->arena;
    struct json_reader json = json_reader_of(a, text);
    struct json_value v[N_MEMBERS];
    uint64_t version = 0;
    json_members(&json, NAMES, N_MEMBERS, v);
    enum status status = json_reader_end(&json, 1, e);
    if (status)
        return status;
    s->by = text_or_empty(a, v[BY]);
    s->system = text_or_empty(a, v[SYSTEM]);
    s->key = text_or_empty(a, v[KEY]);
    s->suite = json_text(a, v[SUITE]);
    s->predictions = json_text(a, v[PREDICTIONS]);
    json_count(v[VERSION], UINT32_MAX, &version);
    if (version != 1)
        return err_set(e, E_INPUT, "not scores of version 1");
    read_list(r, v[SEEDS], read_seed);
    read_list(r, v[CASES], read_case);
    return r->problem ? err_set(e, E_INPUT, "%s", r->problem) : OK;
}

enum status scores_load(struct scores *s, const char *path, struct err *e)
{
    *s = (struct scores){0};
    struct str text;
    enum status status = file_read(&s->arena, path, SCORES_MAX_BYTES, &text, e);
    if (status)
        return status;
    struct scores_reading r = {.out = s};
    name_map_init_exact(&r.relations, &s->arena, 0);
    status = read_all(&r, text, e);
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
