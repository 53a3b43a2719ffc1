/* reviews.c: reading reviews.jsonl, and what follows from it. */
#include "suite/reviews.h"

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
        ARENA_ADD(&r->arena, r->steps, r->n_steps, (struct review_step){place, *now});
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
    struct review it = {0};
    TRY(record_read(&r->arena, &REVIEW_RECORD, line, number, &it, e));
    uint32_t place = reviews_find(r, it.id);
    if (r->found && place == NAME_NONE)
        return OK; /* of another batch */
    if (r->found)
        r->found[number] = true;
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

/* Follow the lines, after reviews_begin. */
static enum status parse_lines(struct reviews *r, struct str text, const char *path, struct err *e)
{
    enum status status = OK;
    struct str rest = text;
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

enum status reviews_parse(struct reviews *r, const struct suite *s, struct str text,
                          const char *path, struct err *e)
{
    reviews_begin(r, s);
    return parse_lines(r, text, path, e);
}

enum status reviews_parse_batch(struct reviews *r, const struct suite *batch, struct str text,
                                bool *found, const char *path, struct err *e)
{
    reviews_begin(r, batch);
    r->found = found;
    return parse_lines(r, text, path, e);
}

/* All lines were taken apart before, with the first batch. */
enum status reviews_check_found(struct str text, const bool *found, const char *path, struct err *e)
{
    struct arena a = {0};
    struct str rest = text;
    enum status status = OK;
    for (uint32_t number = 1; status == OK && rest.ptr; number++) {
        struct str line = str_split(&rest, '\n');
        struct json_reader json = json_reader_of(&a, line);
        struct review it = {.decision = REVIEW_DECISIONS};
        if (found[number] || str_trim(line).len == 0 || (!rest.ptr && !is_object(&a, line)))
            continue;
        record_get(&json, &REVIEW_RECORD, &it);
        status = err_at(e, E_INPUT, number, 0, "'%.*s': no case of this suite", STR_ARG(it.id));
        err_in_file(e, path);
    }
    arena_release(&a);
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

enum status reviews_text(struct arena *a, const char *dir, struct str *out, struct err *e)
{
    bool there;
    const char *path = arena_printf(a, "%s/" REVIEWS_FILE, dir).ptr;
    *out = STR_NONE;
    TRY(reviews_there(dir, &there, e));
    if (!there)
        return OK;
    TRY(file_expect_regular(path, e));
    return file_read(a, path, REVIEWS_MAX, out, e);
}

enum status reviews_read(struct reviews *r, const struct suite *s, struct err *e)
{
    struct arena a = {0};
    struct str text;
    enum status status = reviews_text(&a, s->dir, &text, e);
    if (status == OK && !text.ptr)
        reviews_begin(r, s);
    else if (status == OK)
        status = reviews_parse(r, s, text, arena_printf(&a, "%s/" REVIEWS_FILE, s->dir).ptr, e);
    if (status == OK)
        arena_take(&r->arena, &a); /* the reviews are views of the text */
    arena_release(&a);
    return status;
}

/* What follows */

static void edit_case(struct test_case *c, struct str question, struct reviews_sum *sum)
{
    c->question = question;
    c->overlap = (struct overlap){0}; /* it was that of the old question */
    digest_add(&sum->edits, c->id);
    digest_add(&sum->edits, question);
    recipe_add(&sum->decisions, "edited", c->id);
    recipe_add(&sum->decisions, "question", question);
    sum->so_far.edited++;
}

struct reviews_sum reviews_sum_begin(void)
{
    struct reviews_sum sum = {.so_far = {.dropped = 0}};
    digest_begin(&sum.edits);
    recipe_begin(&sum.decisions, "reviews");
    return sum;
}

void reviews_apply_batch(const struct reviews *r, struct suite *batch, struct reviews_sum *sum)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < batch->n_cases; i++) {
        if (r->now[i].decision == REVIEW_EDIT)
            edit_case(&batch->cases[i], r->now[i].question, sum);
        if (r->now[i].decision == REVIEW_DROP)
            recipe_add(&sum->decisions, "dropped", batch->cases[i].id);
        else
            batch->cases[kept++] = batch->cases[i];
    }
    sum->so_far.dropped += batch->n_cases - kept;
    batch->n_cases = kept;
}

struct reviewed reviews_sum_end(struct reviews_sum *sum, struct arena *a)
{
    struct reviewed all = sum->so_far;
    if (all.edited) {
        char *hex = arena_alloc(a, DIGEST_HEX + 1);
        digest_hex(digest_end(&sum->edits), hex);
        all.edits = str_from(hex);
    }
    if (all.dropped + (uint64_t)all.edited > 0)
        all.decisions = recipe_key(&sum->decisions, a);
    return all;
}

void reviews_apply(const struct reviews *r, struct suite *s)
{
    struct reviews_sum sum = reviews_sum_begin();
    reviews_apply_batch(r, s, &sum);
    s->reviewed = reviews_sum_end(&sum, &s->arena);
}
