/* session.c: choosing cases, moving among them, deciding. */
#include "review/session.h"

#include "base/rng.h"
#include "base/some_names.h"

#include <stdlib.h>

/* Choosing */

static bool is_of(const struct review_session *s, uint32_t place, struct str relation)
{
    return relation.len == 0 || str_eq_nocase(s->suite.cases[place].relation, relation);
}

static int compare_places(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The first `n` of a shuffle, in the order of the suite. */
static void draw(struct review_session *s, uint32_t n, uint32_t random_seed)
{
    struct rng rng = rng_stream(random_seed, STR("review"), s->n_chosen);
    if (n >= s->n_chosen)
        return;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t other = i + (uint32_t)rng_below(&rng, s->n_chosen - i), was = s->chosen[i];
        s->chosen[i] = s->chosen[other];
        s->chosen[other] = was;
    }
    s->n_chosen = n;
    qsort(s->chosen, n, sizeof *s->chosen, compare_places);
}

static void see_all(struct review_session *s)
{
    memcpy(s->view, s->chosen, s->n_chosen * sizeof *s->view);
    s->n_view = s->n_chosen;
}

static void go_to_open_case(struct review_session *s)
{
    s->at = 0;
    for (uint32_t i = s->n_view; i-- > 0;)
        if (s->reviews.now[s->view[i]].decision == REVIEW_NONE)
            s->at = i;
}

static enum status choose(struct review_session *s, const struct review_choice *choice,
                          struct err *e)
{
    struct str relation = str_from(choice->relation);
    s->chosen = ARENA_ARRAY(&s->arena, uint32_t, (size_t)s->suite.n_cases + 1);
    s->view = ARENA_ARRAY(&s->arena, uint32_t, (size_t)s->suite.n_cases + 1);
    for (uint32_t i = 0; i < s->suite.n_cases; i++)
        if (is_of(s, i, relation))
            s->chosen[s->n_chosen++] = i;
    if (s->suite.n_cases == 0) {
        err_set(e, E_INPUT, "has no cases to review");
        err_in_file(e, s->suite.dir);
        return E_INPUT;
    }
    if (s->n_chosen == 0)
        return err_set(e, E_USAGE, "no case of relation '%.*s' in this suite", STR_ARG(relation));
    if (choice->sample)
        draw(s, choice->sample, choice->random_seed);
    see_all(s);
    go_to_open_case(s);
    return OK;
}

enum status session_open(struct review_session *s, const char *dir,
                         const struct review_choice *choice, bool writes, struct err *e)
{
    *s = (struct review_session){0};
    enum status status = suite_open_unreviewed(&s->suite, dir, e);
    if (status)
        return status;
    if (writes) {
        const char *path = arena_printf(&s->arena, "%s/" REVIEWS_FILE, dir).ptr;
        status = review_log_open(&s->log, path, &s->suite, &s->reviews, e);
    } else {
        status = reviews_read(&s->reviews, &s->suite, e);
    }
    s->writes = writes && status == OK;
    if (status == OK)
        status = choose(s, choice, e);
    if (status)
        session_close(s);
    return status;
}

void session_close(struct review_session *s)
{
    if (s->writes)
        review_log_close(&s->log);
    reviews_release(&s->reviews);
    suite_close(&s->suite);
    arena_release(&s->arena);
    *s = (struct review_session){0};
}

/* Moving */

uint32_t session_place(const struct review_session *s)
{
    return s->view[s->at];
}

bool session_move(struct review_session *s, int steps)
{
    int64_t to = (int64_t)s->at + steps, last = (int64_t)s->n_view - 1;
    uint32_t was = s->at;
    s->at = (uint32_t)(to < 0 ? 0 : to > last ? last : to);
    return s->at != was;
}

/* Look at the case at that place of the suite; false where the view does not have it. */
static bool look_at(struct review_session *s, uint32_t place)
{
    const uint32_t *found = bsearch(&place, s->view, s->n_view, sizeof *s->view, compare_places);
    if (found)
        s->at = (uint32_t)(found - s->view);
    return found != NULL;
}

bool session_go(struct review_session *s, struct str id)
{
    for (uint32_t i = 0; i < s->n_view; i++)
        if (str_eq_nocase(s->suite.cases[s->view[i]].id, id)) {
            s->at = i;
            return true;
        }
    return false;
}

static bool contains(struct str text, struct str part)
{
    for (size_t i = 0; i + part.len <= text.len; i++)
        if (str_eq_nocase(str_slice(text, i, i + part.len), part))
            return true;
    return false;
}

struct str session_question(const struct review_session *s, uint32_t place)
{
    const struct review *now = &s->reviews.now[place];
    return now->decision == REVIEW_EDIT ? now->question : s->suite.cases[place].question;
}

bool session_search(struct review_session *s, struct str text)
{
    s->sought = arena_str(&s->arena, text);
    for (uint32_t i = 1; i <= s->n_view; i++) {
        uint32_t at = (uint32_t)(((uint64_t)s->at + i) % s->n_view), place = s->view[at];
        const struct test_case *c = &s->suite.cases[place];
        if (contains(c->id, text) || contains(session_question(s, place), text) ||
            contains(s->suite.seeds[c->seed].question, text)) {
            s->at = at;
            return true;
        }
    }
    return false;
}

bool session_filter(struct review_session *s, struct str relation)
{
    uint32_t place = session_place(s), n = 0;
    for (uint32_t i = 0; i < s->n_chosen; i++)
        n += is_of(s, s->chosen[i], relation);
    if (n == 0)
        return false;
    s->n_view = 0;
    for (uint32_t i = 0; i < s->n_chosen; i++)
        if (is_of(s, s->chosen[i], relation))
            s->view[s->n_view++] = s->chosen[i];
    s->relation = relation.len ? s->suite.cases[s->view[0]].relation : STR("");
    if (!look_at(s, place))
        s->at = 0;
    return true;
}

struct str session_relations(const struct review_session *s, struct arena *a)
{
    struct str *names = ARENA_ARRAY(a, struct str, (size_t)s->n_chosen + 1);
    uint32_t n = 0;
    struct name_map seen;
    name_map_init_exact(&seen, a, 16);
    for (uint32_t i = 0; i < s->n_chosen; i++) {
        struct str relation = s->suite.cases[s->chosen[i]].relation;
        if (name_map_get(&seen, relation) == NAME_NONE) {
            name_map_put(&seen, a, relation, n);
            names[n++] = relation;
        }
    }
    return some_names(a, names, n);
}

/* Deciding */

/* Write it down, and only then let it count. */
static enum status put(struct review_session *s, uint32_t place, struct review it, struct err *e)
{
    const struct test_case *c = &s->suite.cases[place];
    char digest[REVIEW_DIGEST_SIZE];
    review_digest(&s->suite.seeds[c->seed], c, digest);
    it.id = c->id;
    it.of = str_from(digest);
    enum status status = review_log_add(&s->log, &it, e);
    it.of = arena_str(&s->reviews.arena, it.of);
    if (status == OK)
        reviews_take(&s->reviews, place, &it);
    return status;
}

enum status session_decide(struct review_session *s, enum review_decision decision,
                           struct str question, struct err *e)
{
    uint32_t place = session_place(s);
    const struct review *now = &s->reviews.now[place];
    if (decision == REVIEW_EDIT && str_eq(question, s->suite.cases[place].question))
        decision = REVIEW_KEEP;
    struct review it = {.decision = decision};
    if (decision == REVIEW_EDIT)
        it.question = arena_str(&s->reviews.arena, question);
    if (now->decision == decision && str_eq(now->question, it.question))
        return OK;
    return put(s, place, it, e);
}

enum status session_undo(struct review_session *s, uint32_t *place, struct err *e)
{
    *place = NAME_NONE;
    if (s->reviews.n_steps == 0)
        return OK;
    const struct review_step *step = &s->reviews.steps[s->reviews.n_steps - 1];
    struct review it = step->before;
    it.undo = true;
    enum status status = put(s, step->place, it, e);
    if (status)
        return status;
    *place = step->place;
    look_at(s, *place);
    return OK;
}
