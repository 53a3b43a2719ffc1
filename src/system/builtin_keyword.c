/* builtin_keyword.c: the reference system (nlidb/keyword.h), with the indexes it needs.
 *
 * Making the index of a database costs more than answering a question over it, and the cases of a
 * suite use the same schemas again and again, so each worker keeps the latest indexes it made. */
#include "nlidb/keyword.h"
#include "system/builtin.h"

#include <stdlib.h>

/* An index takes some kilobytes for each column, so of large schemas few are kept. */
enum { INDEXES_PER_WORKER = 256, COLUMNS_PER_WORKER = 1 << 14 };

struct known_index {
    const struct schema *schema; /* NULL for none yet; it may be freed: only compared */
    uint32_t batch, columns;     /* the request's batch, and the number of columns */
    struct keyword_index *index;
};

struct keyword_worker {
    struct known_index known[INDEXES_PER_WORKER]; /* by a hash of the schema's place */
    uint64_t columns;                             /* of all of them */
    uint32_t oldest;                              /* roughly: where room is made next */
};

struct keyword_state {
    struct lexicon lexicon;
    struct keyword_worker *workers;
    uint32_t n_workers;
    bool ready; /* the lexicon is there */
};

static void *open_keyword(uint32_t workers)
{
    struct keyword_state *s = mem_alloc(sizeof *s);
    struct err e;
    *s = (struct keyword_state){.n_workers = workers};
    s->ready =
        lexicon_load(&s->lexicon, &KEYWORD_LEXICON, NULL, &e) == OK; /* ours are always good */
    s->workers = mem_resize_array(NULL, workers, sizeof *s->workers);
    memset(s->workers, 0, workers * sizeof *s->workers);
    return s;
}

static void close_keyword(void *state)
{
    struct keyword_state *s = state;
    for (uint32_t w = 0; w < s->n_workers; w++)
        for (uint32_t i = 0; i < INDEXES_PER_WORKER; i++)
            keyword_index_free(s->workers[w].known[i].index);
    free(s->workers);
    if (s->ready)
        lexicon_release(&s->lexicon);
    free(s);
}

static void forget_index(struct keyword_worker *w, struct known_index *k)
{
    keyword_index_free(k->index);
    w->columns -= k->columns;
    *k = (struct known_index){.index = NULL};
}

static void make_room(struct keyword_worker *w, uint32_t columns)
{
    for (uint32_t i = 0;
         i < INDEXES_PER_WORKER && w->columns > 0 && w->columns + columns > COLUMNS_PER_WORKER;
         i++) {
        forget_index(w, &w->known[w->oldest]);
        w->oldest = (w->oldest + 1) % INDEXES_PER_WORKER;
    }
}

static enum status find_index(struct keyword_state *s, const struct ask_request *r,
                              const struct builtin_worker *w, const struct keyword_index **out,
                              struct err *e)
{
    uint64_t slot = hash_mix((uint64_t)(uintptr_t)r->schema) % INDEXES_PER_WORKER;
    struct keyword_worker *mine = &s->workers[w->number];
    struct known_index *k = &mine->known[slot];
    if (k->schema != r->schema || k->batch != r->batch) {
        forget_index(mine, k);
        make_room(mine, r->schema->n_columns);
        TRY(keyword_index_new(&s->lexicon, r->schema, w->database, &k->index, e));
        k->schema = r->schema;
        k->batch = r->batch;
        k->columns = r->schema->n_columns;
        mine->columns += k->columns;
    }
    *out = k->index;
    return OK;
}

static enum status answer_keyword(void *state, const struct ask_request *r,
                                  const struct builtin_worker *w, struct str *sql, struct err *e)
{
    struct keyword_state *s = state;
    const struct keyword_index *index = NULL;
    *sql = STR_NONE;
    if (!s->ready)
        return OK;
    TRY(find_index(s, r, w, &index, e));
    *sql = keyword_answer(index, r->question, w->arena).sql;
    return OK;
}

const struct builtin builtin_keyword = {
    .name = "keyword",
    .summary = "a rule-based system that links words to the schema and its rows",
    .open = open_keyword,
    .close = close_keyword,
    .answer = answer_keyword,
};
