/* reviews.c: reading reviews.jsonl, and what follows from it. */
#include "suite/reviews.h"

#include "base/digest.h"
#include "base/file.h"
#include "base/path.h"

enum { REVIEWS_MAX = 1 << 30, QUESTION_MAX_BYTES = 100000 };

void reviews_begin(struct reviews *r, const struct suite *s)
{
    *r = (struct reviews){.suite = s};
    r->now = arena_zalloc(&r->arena, ((size_t)s->n_cases + 1) * sizeof *r->now);
    name_map_init_exact(&r->places, &r->arena, s->n_cases);
    for (uint32_t i = 0; i < s->n_cases; i++)
        name_map_put(&r->places, &r->arena, s->cases[i].id, i);
    r->counts[REVIEW_NONE] = s->n_cases;
}

void reviews_release(struct reviews *r)
{
    arena_release(&r->arena);
    *r = (struct reviews){0};
}

uint32_t reviews_find(const struct reviews *r, struct str id)
{
    return name_map_get(&r->places, id);
}

void reviews_take(struct reviews *r, uint32_t place, const struct review *it)
{
    struct review *now = &r->now[place];
    if (it->undo) {
        r->n_steps -= r->n_steps > 0;
    } else {
        ARENA_PUSH(&r->arena, r->steps, r->n_steps);
        r->steps[r->n_steps++] = (struct review_step){place, *now};
    }
    r->counts[now->decision]--;
    r->counts[it->decision]++;
    *now = *it;
}

/* Reading */

/* What is wrong with a review of the case at `place`; NULL for nothing. */
static const char *fault_of(const struct reviews *r, const struct review *it, uint32_t place)
{
    char digest[REVIEW_DIGEST_SIZE];
    if (place == NAME_NONE)
        return "no case of this suite";
    if (it->decision == REVIEW_EDIT && str_trim(it->question).len == 0)
        return "'edit' without a 'question'";
    if (it->question.len > QUESTION_MAX_BYTES)
        return "a question longer than 100000 bytes";
    if (it->question.ptr && memchr(it->question.ptr, 0, it->question.len))
        return "a question with a NUL";
    if (!it->of.ptr)
        return NULL;
    const struct test_case *c = &r->suite->cases[place];
    review_digest(&r->suite->seeds[c->seed], c, digest);
    return str_eq(it->of, str_from(digest))
               ? NULL
               : "it was another case when it was reviewed; remove the line to review it anew";
}

static enum status take_line(struct reviews *r, struct str line, uint32_t number, struct err *e)
{
    struct review it = {.decision = REVIEW_DECISIONS};
    struct json_reader json = json_reader_of(&r->arena, line);
    const char *bad = record_get(&json, &REVIEW_RECORD, &it);
    enum status status = json_reader_end(&json, number, e);
    if (status)
        return status;
    if (bad || !it.id.ptr || it.decision == REVIEW_DECISIONS)
        return err_at(e, E_INPUT, number, 0, bad ? "'%s' has a value it cannot have" : "no '%s'",
                      bad          ? bad
                      : !it.id.ptr ? "id"
                                   : "decision");
    uint32_t place = reviews_find(r, it.id);
    const char *fault = fault_of(r, &it, place);
    if (fault)
        return err_at(e, E_INPUT, number, 0, "'%.*s': %s", STR_ARG(it.id), fault);
    reviews_take(r, place, &it);
    return OK;
}

/* A line without its end was cut short, unless it is whole all the same. */
static bool is_object(struct arena *a, struct str line)
{
    struct json_reader json = json_reader_of(a, line);
    struct json_value v;
    struct err ignored;
    return json_whole(&json, &v) && json_reader_end(&json, 1, &ignored) == OK &&
           v.kind == JSON_KIND_OBJECT;
}

enum status reviews_parse(struct reviews *r, const struct suite *s, struct str text,
                          const char *path, struct err *e)
{
    enum status status = OK;
    struct str rest = text;
    reviews_begin(r, s);
    for (uint32_t number = 1; status == OK && rest.ptr; number++) {
        struct str line = str_split(&rest, '\n');
        bool ended = rest.ptr != NULL;
        if (!ended && !is_object(&r->arena, line))
            break;
        if (str_trim(line).len > 0)
            status = take_line(r, line, number, e);
        r->whole = (size_t)(line.ptr - text.ptr) + line.len + ended;
        r->open = !ended;
    }
    if (status) {
        err_in_file(e, path);
        reviews_release(r);
    }
    return status;
}

enum status reviews_there(const char *dir, bool *out, struct err *e)
{
    struct arena a = {0};
    struct path_info at;
    enum status status = path_look(arena_printf(&a, "%s/" REVIEWS_FILE, dir).ptr, &at, e);
    *out = status == OK && at.kind != PATH_ABSENT && (at.kind != PATH_FILE || at.size > 0);
    arena_release(&a);
    return status;
}

enum status reviews_read(struct reviews *r, const struct suite *s, struct err *e)
{
    struct arena a = {0};
    bool there;
    struct str text;
    enum status status = reviews_there(s->dir, &there, e);
    if (status)
        return status;
    if (!there) {
        reviews_begin(r, s);
        return OK;
    }
    const char *path = arena_printf(&a, "%s/" REVIEWS_FILE, s->dir).ptr;
    status = file_expect_regular(path, e);
    if (status == OK)
        status = file_read(&a, path, REVIEWS_MAX, &text, e);
    if (status == OK)
        status = reviews_parse(r, s, text, path, e);
    if (status == OK)
        arena_take(&r->arena, &a); /* the reviews are views of the text */
    arena_release(&a);
    return status;
}

/* What follows */

static void edit(struct suite *s, struct test_case *c, struct str question, struct digester *edits)
{
    c->question = question;
    digest_add(edits, c->id);
    digest_add(edits, question);
    s->reviewed.edited++;
}

void reviews_apply(const struct reviews *r, struct suite *s)
{
    struct digester edits;
    uint32_t kept = 0;
    digest_begin(&edits);
    s->reviewed = (struct reviewed){0};
    for (uint32_t i = 0; i < s->n_cases; i++) {
        if (r->now[i].decision == REVIEW_EDIT)
            edit(s, &s->cases[i], r->now[i].question, &edits);
        if (r->now[i].decision != REVIEW_DROP)
            s->cases[kept++] = s->cases[i];
    }
    s->reviewed.dropped = s->n_cases - kept;
    s->n_cases = kept;
    if (s->reviewed.edited) {
        char *hex = arena_alloc(&s->arena, DIGEST_HEX + 1);
        digest_hex(digest_end(&edits), hex);
        s->reviewed.edits = str_from(hex);
    }
}
