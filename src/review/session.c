/* session.c: choosing cases, moving among them, deciding; the file of decisions. */
#include "review/session.h"

#include "base/folder.h"
#include "base/number.h"
#include "base/os.h"
#include "base/printable.h"
#include "base/rng.h"
#include "relation/relation.h"
#include "report/interval.h"
#include "report/relation_label.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define CERTAINTY 0.95

/* The file: lines that are whole or not there */

static enum status lock_log(const struct review_session *s, struct err *e)
{
    enum lock_outcome lock = os_lock(s->log);
    if (lock == LOCK_TAKEN)
        return OK;
    if (lock != LOCK_HELD)
        return err_io(e, s->path, "lock");
    err_set(e, E_IO, "somebody else is reviewing this suite");
    return err_in_file(e, s->path);
}

/* One write(), so that a line is there or not; if only some of it was written, it is removed. */
static enum status append_to_log(const struct review_session *s, struct str text, struct err *e)
{
    ssize_t n;
    do
        n = write(s->log, text.ptr, text.len);
    while (n < 0 && errno == EINTR);
    if (n == (ssize_t)text.len && os_sync_data(s->log))
        return OK;
    int code = n >= 0 && n < (ssize_t)text.len ? ENOSPC : errno;
    off_t end = lseek(s->log, 0, SEEK_END);
    if (n > 0 && end >= n)
        (void)!ftruncate(s->log, end - n);
    errno = code;
    return err_io(e, s->path, "write");
}

/* A session that was killed may leave half a line, or a whole one without its end. */
static enum status repair_log(const struct review_session *s, struct err *e)
{
    struct stat st;
    if (fstat(s->log, &st) != 0)
        return err_io(e, s->path, "read");
    if ((size_t)st.st_size > s->reviews.whole && ftruncate(s->log, (off_t)s->reviews.whole) != 0)
        return err_io(e, s->path, "repair");
    return s->reviews.open ? append_to_log(s, STR("\n"), e) : OK;
}

static enum status open_log(struct review_session *s, struct err *e)
{
    /* Not blocking: a pipe or a device may have that name. */
    s->path = arena_printf(&s->arena, "%s/" REVIEWS_FILE, s->suite.dir).ptr;
    s->log = open(s->path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0666);
    if (s->log < 0)
        return err_io(e, s->path, "open");
    TRY(lock_log(s, e));
    TRY(reviews_read(&s->reviews, &s->suite, e));
    TRY(repair_log(s, e));
    return folder_sync_of(s->path, e); /* or a new file may be lost with all that is in it */
}

/* Choosing */

static bool is_of_relation(const struct review_session *s, uint32_t place, struct str relation)
{
    return relation.len == 0 || str_eq_nocase(s->suite.cases[place].relation, relation);
}

/* The first `n` of a shuffle, in the order of the suite. */
static void draw_cases(struct review_session *s, uint32_t n, uint32_t random_seed)
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
    qsort(s->chosen, n, sizeof *s->chosen, number_compare);
}

static void go_to_open_case(struct review_session *s)
{
    s->at = 0;
    for (uint32_t i = s->n_view; i-- > 0;)
        if (s->reviews.now[s->view[i]].decision == REVIEW_NONE)
            s->at = i;
}

static enum status choose_cases(struct review_session *s, const struct review_choice *choice,
                                struct err *e)
{
    struct str relation = str_from(choice->relation);
    s->chosen = ARENA_ARRAY(&s->arena, uint32_t, (size_t)s->suite.n_cases + 1);
    s->view = ARENA_ARRAY(&s->arena, uint32_t, (size_t)s->suite.n_cases + 1);
    for (uint32_t i = 0; i < s->suite.n_cases; i++)
        if (is_of_relation(s, i, relation))
            s->chosen[s->n_chosen++] = i;
    if (s->suite.n_cases == 0) {
        err_set(e, E_INPUT, "has no cases to review");
        return err_in_file(e, s->suite.dir);
    }
    if (s->n_chosen == 0)
        return err_set(e, E_USAGE, "no case of relation '%.*s' in this suite", STR_ARG(relation));
    if (choice->sample)
        draw_cases(s, choice->sample, choice->random_seed);
    memcpy(s->view, s->chosen, s->n_chosen * sizeof *s->view);
    s->n_view = s->n_chosen;
    go_to_open_case(s);
    return OK;
}

enum status session_open(struct review_session *s, const char *dir,
                         const struct review_choice *choice, bool writes, struct err *e)
{
    *s = (struct review_session){.log = -1};
    TRY(suite_open_unreviewed(&s->suite, dir, e));
    enum status status = writes ? open_log(s, e) : reviews_read(&s->reviews, &s->suite, e);
    if (status == OK)
        status = choose_cases(s, choice, e);
    if (status)
        session_close(s);
    return status;
}

void session_close(struct review_session *s)
{
    if (s->log >= 0)
        close(s->log);
    buf_release(&s->line);
    reviews_release(&s->reviews);
    suite_close(&s->suite);
    arena_release(&s->arena);
    *s = (struct review_session){.log = -1};
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

/* Go to the case at that place of the suite, if the view has it. */
static bool go_to_place(struct review_session *s, uint32_t place)
{
    const uint32_t *found = bsearch(&place, s->view, s->n_view, sizeof *s->view, number_compare);
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

static bool has_text(struct str text, struct str sought)
{
    for (size_t i = 0; i + sought.len <= text.len; i++)
        if (str_eq_nocase(str_slice(text, i, i + sought.len), sought))
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
        if (has_text(c->id, text) || has_text(session_question(s, place), text) ||
            has_text(s->suite.seeds[c->seed].question, text)) {
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
        n += is_of_relation(s, s->chosen[i], relation);
    if (n == 0)
        return false;
    s->n_view = 0;
    for (uint32_t i = 0; i < s->n_chosen; i++)
        if (is_of_relation(s, s->chosen[i], relation))
            s->view[s->n_view++] = s->chosen[i];
    s->relation = relation.len ? s->suite.cases[s->view[0]].relation : STR("");
    if (!go_to_place(s, place))
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

/* It only counts once it is written. */
static enum status write_decision(struct review_session *s, uint32_t place, struct review it,
                                  struct err *e)
{
    const struct test_case *c = &s->suite.cases[place];
    struct json_writer w = json_writer_to(&s->line);
    char digest[REVIEW_DIGEST_SIZE];
    review_digest(&s->suite.seeds[c->seed], c, digest);
    it.id = c->id;
    it.of = arena_str(&s->reviews.arena, str_from(digest));
    buf_clear(&s->line);
    record_put(&w, &REVIEW_RECORD, &it);
    json_line_end(&w);
    TRY(append_to_log(s, buf_str(&s->line), e));
    reviews_take(&s->reviews, place, &it);
    return OK;
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
    return write_decision(s, place, it, e);
}

enum status session_undo(struct review_session *s, uint32_t *place, struct err *e)
{
    *place = NAME_NONE;
    if (s->reviews.n_steps == 0)
        return OK;
    const struct review_step *step = &s->reviews.steps[s->reviews.n_steps - 1];
    struct review it = step->before;
    it.undo = true;
    TRY(write_decision(s, step->place, it, e));
    *place = step->place;
    go_to_place(s, *place);
    return OK;
}

/* Counting */

enum { N_COLUMNS = 6, N_SAMPLE_COLUMNS = 8 };

static const struct table_column COLUMNS[] = {
    {"relation", false}, {"cases", true},      {"kept", true}, {"dropped", true},
    {"edited", true},    {"dropped, %", true}, {"from", true}, {"to", true},
};

struct review_tally {
    struct str relation;
    uint32_t counts[REVIEW_DECISIONS];
};

/* A row, unless there are no cases. */
static void add_tally_row(struct arena *a, struct table *t, struct str label,
                          const struct review_tally *tally)
{
    const uint32_t *n = tally->counts;
    uint32_t decided = n[REVIEW_KEEP] + n[REVIEW_DROP] + n[REVIEW_EDIT];
    double rate = decided ? n[REVIEW_DROP] / (double)decided : -1;
    struct interval x = {-1, -1};
    if (decided + n[REVIEW_NONE] == 0)
        return;
    if (decided) /* cases that were drawn one by one are independent of each other */
        x = interval_of_rate(rate, 0, decided, decided, CERTAINTY);
    const struct str cells[] = {label,
                                table_count(a, decided + n[REVIEW_NONE]),
                                table_count(a, n[REVIEW_KEEP]),
                                table_count(a, n[REVIEW_DROP]),
                                table_count(a, n[REVIEW_EDIT]),
                                table_percent(a, rate),
                                table_percent(a, x.low),
                                table_percent(a, x.high)};
    table_add_cells(a, t, cells, t->n_columns);
}

/* Of each relation: built-in ones in their order, then others as they come. */
struct review_tallies {
    struct review_tally *items;
    uint32_t count;
    struct name_map places;
};

static struct review_tally *tally_of(struct arena *a, struct review_tallies *t, struct str relation)
{
    uint32_t place = name_map_get(&t->places, relation);
    if (place == NAME_NONE) {
        place = t->count;
        name_map_put(&t->places, a, relation, place);
        ARENA_ADD(a, t->items, t->count, (struct review_tally){.relation = relation});
    }
    return &t->items[place];
}

struct table review_summary(struct arena *a, const struct review_session *s, bool sample)
{
    struct table t = {.title = "reviewed",
                      .columns = COLUMNS,
                      .n_columns = sample ? N_SAMPLE_COLUMNS : N_COLUMNS};
    struct review_tallies relations = {0};
    struct review_tally all = {0};
    name_map_init_exact(&relations.places, a, 16);
    for (const struct relation *const *r = RELATIONS; *r; r++)
        tally_of(a, &relations, str_from((*r)->id));
    for (uint32_t i = 0; i < s->n_chosen; i++) {
        enum review_decision decision = s->reviews.now[s->chosen[i]].decision;
        tally_of(a, &relations, s->suite.cases[s->chosen[i]].relation)->counts[decision]++;
        all.counts[decision]++;
    }
    for (uint32_t i = 0; i < relations.count; i++)
        add_tally_row(a, &t, relation_label(a, relations.items[i].relation), &relations.items[i]);
    if (t.n_rows > 1)
        add_tally_row(a, &t, STR("all"), &all);
    return t;
}
