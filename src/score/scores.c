/* scores.c: scores.json, written and read. */
#include "score/scores.h"

#include "base/hash.h"

#include <stddef.h>

#define SCORES_MAX_BYTES ((size_t)1 << 32)

/* Tables have a row or a column for each relation. */
enum { FLUSH_AT = 1 << 20, MAX_RELATIONS = 1000 };

/* No seed has that number. */
enum { SEED_NONE = UINT32_MAX };

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
    {"part", &FORM_PART, FIELD(part), MEMBER_WHERE_SET, NULL},
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

/* What is in the buffer goes to the file when it is much, or `last`. */
static enum status flush(struct buf *lines, struct out_file *f, bool last, struct err *e)
{
    if (lines->len < FLUSH_AT && !last)
        return OK;
    enum status status = out_file_write(f, buf_str(lines), e);
    buf_clear(lines);
    return status;
}

/* The object stays open. */
static void put_head(const struct scores *s, struct str summary, struct buf *out)
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

static enum status write_lines(const struct scores *s, struct buf *lines, struct out_file *f,
                               struct err *e)
{
    enum status status = OK;
    buf_put(lines, STR(",\n\"seeds\":["));
    for (uint32_t i = 0; i < s->n_seeds && status == OK; i++) {
        struct json_writer w = json_writer_to(lines);
        buf_put(lines, i ? STR(",\n") : STR("\n"));
        record_put(&w, &SEED_VERDICT_RECORD, &s->seeds[i]);
        status = flush(lines, f, false, e);
    }
    buf_put(lines, STR("\n],\n\"cases\":["));
    for (uint32_t i = 0; i < s->n_cases && status == OK; i++) {
        struct json_writer w = json_writer_to(lines);
        buf_put(lines, i ? STR(",\n") : STR("\n"));
        record_put(&w, &VERDICT_RECORD, &s->cases[i]);
        status = flush(lines, f, false, e);
    }
    buf_put(lines, STR("\n]}\n"));
    return status ? status : flush(lines, f, true, e);
}

enum status scores_write(const struct scores *s, struct str summary, struct out_file *f,
                         struct err *e)
{
    struct buf lines = {0};
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

/* "a seed whose 'right_exact' makes no sense"; NULL where nothing is wrong. */
static const char *problem_with(struct scores_reading *r, const char *what, const char *member)
{
    return member ? arena_printf(&r->out->arena, "%s whose '%s' makes no sense", what, member).ptr
                  : NULL;
}

static void read_seed(struct scores_reading *r, struct json_value entry)
{
    struct scores *s = r->out;
    struct json_reader json = json_reader_of(&s->arena, entry.raw);
    struct seed_verdict v = {.number = SEED_NONE, .message = STR("")};
    r->problem = problem_with(r, "a seed", record_get(&json, &SEED_VERDICT_RECORD, &v));
    if (v.number == SEED_NONE || (s->n_seeds && s->seeds[s->n_seeds - 1].number >= v.number))
        r->problem = "a seed without its number, or out of order";
    if (r->problem)
        return;
    ARENA_PUSH(&s->arena, s->seeds, s->n_seeds);
    s->seeds[s->n_seeds++] = v;
}

/* Cases come in the order of the seeds, so their seed is at `from` or behind it. */
static uint32_t place_of_seed(const struct scores *s, uint32_t from, uint32_t number)
{
    while (from < s->n_seeds && s->seeds[from].number < number)
        from++;
    return from < s->n_seeds && s->seeds[from].number == number ? from : s->n_seeds;
}

static const char *problem_of(const struct scores *s, const struct verdict *c)
{
    if (!c->id.ptr || !c->relation.ptr)
        return "a case without its id or relation";
    if (c->cause == N_CAUSES)
        return "a case without a cause that is known";
    return c->seed == s->n_seeds ? "a case of a seed that is not there, or out of order" : NULL;
}

static void read_case(struct scores_reading *r, struct json_value entry)
{
    struct scores *s = r->out;
    struct json_reader json = json_reader_of(&s->arena, entry.raw);
    struct verdict v = VERDICT_EMPTY;
    v.seed_number = SEED_NONE;
    v.cause = N_CAUSES;
    const char *bad = record_get(&json, &VERDICT_RECORD, &v);
    v.seed = place_of_seed(s, s->n_cases ? s->cases[s->n_cases - 1].seed : 0, v.seed_number);
    r->problem = problem_of(s, &v);
    if (!r->problem)
        r->problem = problem_with(r, "a case", bad);
    if (r->problem)
        return;
    name_map_put(&r->relations, &s->arena, v.relation, 0);
    if (r->relations.count > MAX_RELATIONS)
        r->problem = "more than 1,000 relations";
    ARENA_PUSH(&s->arena, s->cases, s->n_cases);
    s->cases[s->n_cases++] = v;
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

/* What makes no sense there is left out: figures do not depend on it. */
static void read_asked(struct scores *s, struct str text)
{
    struct provenance p = {.teql = STR(""), .date = STR(""), .system = STR(""), .answers = STR("")};
    struct json_reader json = json_reader_of(&s->arena, text);
    bool good = str_starts(text, STR("{")) && !record_get(&json, &PROVENANCE_RECORD, &p);
    s->asked = good ? p : (struct provenance){0};
}

/* Members may come in any order, but cases are read after the seeds that they refer to. */
static enum status read_all(struct scores_reading *r, struct str text, struct err *e)
{
    static const struct str NAMES[] = {STR_INIT("seeds"), STR_INIT("cases")};
    struct scores *s = r->out;
    struct json_reader json = json_reader_of(&s->arena, text);
    struct scores_head head = {.part = {.of = STR("")},
                               .by = STR(""),
                               .system = STR(""),
                               .key = STR(""),
                               .how = STR(""),
                               .teql = STR("")};
    struct json_value lists[2];
    const char *bad = record_get(&json, &HEAD_RECORD, &head);
    enum status status = json_reader_end(&json, 1, e);
    if (status)
        return status;
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
    json = json_reader_of(&s->arena, text);
    json_members(&json, NAMES, 2, lists);
    read_list(r, lists[0], read_seed);
    read_list(r, lists[1], read_case);
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
