/* prediction_index.c: hashes of ids, sorted. */
#include "suite/prediction_index.h"

#include "base/hash.h"
#include "base/number.h"
#include "base/path.h"

#include <stdio.h>
#include <stdlib.h>

#define PREDICTIONS_MAX SIZE_AT_MOST(UINT64_C(1) << 40)

/* The place of an empty answer. */
#define NO_LINE UINT64_MAX

static uint64_t seed_key(uint32_t number)
{
    return hash_combine(1, number);
}

/* Ids are compared as name_map does. */
static uint64_t case_key(struct str id)
{
    return hash_bytes_nocase(id);
}

/* Making it */

static struct prediction_place *new_place(struct prediction_index *x)
{
    if (x->n_places == x->room) {
        x->room = x->room ? x->room + x->room / 2 : 1024;
        x->places = mem_resize_array(x->places, x->room, sizeof *x->places);
    }
    return &x->places[x->n_places++];
}

static uint64_t line_place(struct prediction_index *x, const struct answer_lines *l)
{
    if (x->file.mapped)
        return l->lines.place;
    uint64_t at = x->held.len;
    buf_put(&x->held, l->text);
    buf_putc(&x->held, '\n');
    return at;
}

static void add_place(struct prediction_index *x, const struct answer *answer,
                      const struct answer_lines *l)
{
    uint32_t seed = 0;
    enum answer_target to = x->plain ? TO_CASE : answer_target(answer->id, &seed);
    x->count++;
    if (!x->plain && !x->stranger[0])
        snprintf(x->stranger, sizeof x->stranger, "%.*s", STR_ARG(answer->id));
    if (to == TO_NOTHING)
        return;
    *new_place(x) = (struct prediction_place){
        .key = to == TO_SEED ? seed_key(seed) : case_key(answer->id),
        .at = x->plain && answer->sql.len == 0 ? NO_LINE : line_place(x, l),
        .repeat = answer->repeat};
}

static int compare_places(const void *a, const void *b)
{
    const struct prediction_place *x = a, *y = b;
    int order = (x->key > y->key) - (x->key < y->key);
    return order ? order : (x->at > y->at) - (x->at < y->at);
}

static enum status read_lines(struct prediction_index *x, struct answer_lines *l, struct err *e)
{
    struct answer answer;
    bool more = true;
    enum status status;
    while ((status = answer_lines_next(l, &answer, &more, e)) == OK && more) {
        x->plain = l->form == LINES_PLAIN;
        add_place(x, &answer, l);
    }
    if (status == OK && !x->plain && x->n_places)
        qsort(x->places, x->n_places, sizeof *x->places, compare_places);
    return status;
}

static bool is_regular(const char *path)
{
    struct path_info info;
    struct err e;
    return path_look(path, &info, &e) == OK && info.kind == PATH_FILE && info.size > 0;
}

enum status prediction_index_open(struct prediction_index *x, const char *path, struct err *e)
{
    struct answer_lines l;
    *x = (struct prediction_index){.path = path};
    enum status status =
        is_regular(path) ? mapped_file_open(&x->file, path, PREDICTIONS_MAX, e) : OK;
    if (status == OK)
        status = answer_lines_open(&l, path, e);
    if (status == OK) {
        status = read_lines(x, &l, e);
        answer_lines_close(&l);
        if (status)
            err_in_file(e, path);
    }
    if (status)
        prediction_index_close(x);
    return status;
}

void prediction_index_close(struct prediction_index *x)
{
    mapped_file_close(&x->file);
    buf_release(&x->held);
    free(x->places);
    *x = (struct prediction_index){.path = NULL};
}

/* What the suite has */

/* The answers of that key in the order of the file, or NULL. */
static struct prediction_place *find_places(const struct prediction_index *x, uint64_t key,
                                            size_t *n)
{
    size_t low = 0, high = x->n_places;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (x->places[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    for (high = low; high < x->n_places && x->places[high].key == key;)
        high++;
    *n = high - low;
    return *n ? &x->places[low] : NULL;
}

/* Answers with the repeat of an earlier one count as repeats, as in predictions_add. */
static void note_key(struct prediction_index *x, uint64_t key)
{
    size_t n;
    struct prediction_place *places = find_places(x, key, &n), *last = places;
    if (n == 0 || places[0].known)
        return;
    for (size_t i = 0; i < n; i++) {
        places[i].known = true;
        x->again += i > 0 && places[i].repeat == last->repeat;
        last = places[i].repeat >= last->repeat ? &places[i] : last;
    }
    x->n_known += n;
}

void prediction_index_note(struct prediction_index *x, const struct suite *batch)
{
    if (!x->noted && batch->n_seeds)
        x->first_seed = batch->seeds[0].number;
    if (!x->first_case[0] && batch->n_cases)
        snprintf(x->first_case, sizeof x->first_case, "%.*s", STR_ARG(batch->cases[0].id));
    x->noted = true;
    for (uint32_t i = 0; !x->plain && i < batch->n_seeds; i++)
        note_key(x, seed_key(batch->seeds[i].number));
    for (uint32_t i = 0; !x->plain && i < batch->n_cases; i++)
        note_key(x, case_key(batch->cases[i].id));
}

/* Plain lines must be as many as the seeds and cases. */
static enum status check_plain_lines(const struct prediction_index *x, const struct suite *s,
                                     struct err *e)
{
    uint64_t questions = (uint64_t)s->n_seeds + s->n_cases;
    if (x->count > questions)
        return err_at(e, E_INPUT, (uint32_t)questions + 1, 0, "more lines than seeds and cases");
    if (x->count < questions)
        return err_set(
            e, E_INPUT,
            "%llu line%s where %llu are expected: one for each of %u seed%s, then one for "
            "each of %u case%s",
            (unsigned long long)x->count, plural(x->count), (unsigned long long)questions,
            s->n_seeds, plural(s->n_seeds), s->n_cases, plural(s->n_cases));
    return OK;
}

/* Answers that belong to nothing are the wrong file, or a file to another suite. */
static enum status check_ids(const struct prediction_index *x, struct err *e)
{
    if (x->count == 0 || x->unknown < x->count)
        return OK;
    return err_set(e, E_INPUT,
                   "none of its ids is of this suite: they should be like seed-%u and %s, not '%s'",
                   x->first_seed, x->first_case[0] ? x->first_case : "0-PI-0", x->stranger);
}

enum status prediction_index_check(struct prediction_index *x, const struct suite *whole,
                                   struct err *e)
{
    x->unknown = x->plain ? 0 : x->count - x->n_known;
    enum status status = x->plain ? check_plain_lines(x, whole, e) : check_ids(x, e);
    if (status)
        err_in_file(e, x->path);
    return status;
}

/* Reading */

static struct str line_at(const struct prediction_index *x, uint64_t at)
{
    struct str text = x->file.mapped ? x->file.text : buf_str(&x->held);
    struct str rest = str_slice(text, (size_t)at, text.len);
    return str_trim(str_split(&rest, '\n'));
}

/* What an answer is wanted to: the seed of that number, or the case of that id. */
struct answer_wanted {
    enum answer_target kind;
    uint32_t seed;
    struct str id;
};

/* Keys of other ids may be the same. */
static bool is_answer_to(struct str id, const struct answer_wanted *q)
{
    uint32_t seed = 0;
    if (answer_target(id, &seed) != q->kind)
        return false;
    return q->kind == TO_SEED ? seed == q->seed : str_eq_nocase(id, q->id);
}

/* The line was read before, so a fault in it is a file that changed since. */
static enum status add_answers(const struct prediction_index *x, const struct answer_wanted *q,
                               struct predictions *out, struct err *e)
{
    struct arena a = {0};
    struct answer answer;
    size_t n;
    enum status status = OK;
    const struct prediction_place *places =
        find_places(x, q->kind == TO_SEED ? seed_key(q->seed) : case_key(q->id), &n);
    for (size_t i = 0; i < n && status == OK; i++) {
        status = answer_line_parse(&a, line_at(x, places[i].at), 0, &answer, e);
        if (status == OK && is_answer_to(answer.id, q))
            predictions_add(out, &answer);
        arena_clear(&a);
    }
    arena_release(&a);
    return status;
}

static void put_plain_answer(const struct prediction_index *x, uint64_t line, uint64_t place,
                             struct predictions *out)
{
    if (line >= x->n_places)
        return;
    uint64_t at = x->places[line].at;
    const struct answer answer = {.sql = at == NO_LINE ? STR("") : line_at(x, at)};
    predictions_put(out, place, &answer);
}

void prediction_index_add_plain(const struct prediction_index *x, const struct suite *batch,
                                uint32_t n_seeds, struct predictions *out)
{
    const struct suite *to = out->suite;
    for (uint32_t i = 0; i < batch->n_seeds; i++) {
        uint32_t seed = suite_find_seed(to, batch->seeds[i].number);
        if (seed == to->n_seeds)
            continue;
        put_plain_answer(x, (uint64_t)batch->seeds_before + i, seed, out);
        uint64_t lines = (uint64_t)n_seeds + batch->cases_before,
                 place = (uint64_t)to->n_seeds + suite_first_case(to, seed);
        for (uint32_t c = suite_first_case(batch, i); c < suite_first_case(batch, i + 1); c++)
            put_plain_answer(x, lines + c, place++, out);
    }
}

/* If two cases have one id, the last has the answers, as in struct predictions. */
enum status prediction_index_add(const struct prediction_index *x, struct predictions *out,
                                 struct err *e)
{
    const struct suite *batch = out->suite;
    enum status status = OK;
    for (uint32_t i = 0; i < batch->n_seeds && status == OK; i++)
        status = add_answers(
            x, &(struct answer_wanted){.kind = TO_SEED, .seed = batch->seeds[i].number}, out, e);
    for (uint32_t i = 0; i < batch->n_cases && status == OK; i++)
        if (name_map_get(&out->places, batch->cases[i].id) == i)
            status = add_answers(
                x, &(struct answer_wanted){.kind = TO_CASE, .id = batch->cases[i].id}, out, e);
    if (status)
        err_in_file(e, x->path);
    return status;
}

enum status prediction_index_read(const struct prediction_index *x, const struct suite *batch,
                                  uint32_t n_seeds, struct predictions *out, struct err *e)
{
    enum status status = OK;
    mapped_file_let_go(&x->file, x->file.text);
    predictions_begin(out, batch);
    if (x->plain)
        prediction_index_add_plain(x, batch, n_seeds, out);
    else
        status = prediction_index_add(x, out, e);
    if (status)
        predictions_release(out);
    return status;
}

enum status predictions_load(struct predictions *p, const struct suite *s, const char *path,
                             struct err *e)
{
    struct prediction_index x;
    TRY(prediction_index_open(&x, path, e));
    prediction_index_note(&x, s);
    enum status status = prediction_index_check(&x, s, e);
    if (status == OK)
        status = prediction_index_read(&x, s, s->n_seeds, p, e);
    prediction_index_close(&x);
    return status;
}
