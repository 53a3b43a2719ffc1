/* execution_match.c: run both queries of a pair and compare what they answer.
 *
 * The gold is run first on each file, as in the script, and within a time of its own: the time for
 * the prediction must not depend on the gold, or on whether its answer was still in the cache. */
#include "spider/execution_match.h"

#include "base/hash.h"
#include "engine/database_files.h"
#include "engine/database_pool.h"
#include "spider/denotation.h"
#include "spider/official_plug.h"
#include "spider/official_text.h"
#include "spider/value_index.h"

#include <assert.h>
#include <stdlib.h>

/* Plugging compares every word with every literal. Longer texts are only tried as they are. */
enum { POOL_CAPACITY = 64, MAX_PLUG_BYTES = 16 << 10 };

const struct execution_options execution_defaults = {
    .rule = EXECUTION_TSE,
    .deadline_ms = 30000,
    .max_rows = 10000000,
    .max_bytes = (size_t)256 << 20,
};

/* The cache of golds: a hash table from file and text to answer. The same gold is run again for
 * every candidate of a pair and for neighbouring pairs. The cache is emptied when it is full, so it
 * holds the latest golds. */

enum { N_SLOTS = 4096, MAX_ANSWERS = N_SLOTS / 2, MAX_BYTES = 64 << 20 };

struct cached_gold {
    uint64_t hash;
    struct str path, sql; /* path.ptr is NULL in a free slot */
    struct query_result result;
};

struct gold_cache {
    struct arena arena;
    struct cached_gold *answers; /* hash table of N_SLOTS */
    size_t count;
    size_t bytes; /* of all answers */
};

static void gold_cache_release(struct gold_cache *cache)
{
    arena_release(&cache->arena);
    *cache = (struct gold_cache){0};
}

static struct cached_gold *find_gold(const struct gold_cache *cache, uint64_t hash, struct str path,
                                     struct str sql)
{
    size_t i = hash & (N_SLOTS - 1);
    while (cache->answers[i].path.ptr &&
           !(cache->answers[i].hash == hash && str_eq(cache->answers[i].path, path) &&
             str_eq(cache->answers[i].sql, sql)))
        i = (i + 1) & (N_SLOTS - 1);
    return &cache->answers[i];
}

static void make_gold_room(struct gold_cache *cache)
{
    if (cache->count >= MAX_ANSWERS || cache->bytes >= MAX_BYTES)
        gold_cache_release(cache);
    if (!cache->answers)
        cache->answers = arena_zalloc(&cache->arena, N_SLOTS * sizeof *cache->answers);
}

/* `*out` is the answer of `sql` on the file `path`; run within the limits if it is not known. Good
 * until the next call. E_DB if the file is not a database, or damaged. */
static enum status run_cached_gold(struct gold_cache *cache, struct database_pool *pool,
                                   struct str path, struct str sql,
                                   const struct query_limits *limits,
                                   const struct query_result **out, struct err *e)
{
    uint64_t hash = hash_combine(hash_bytes(path), hash_bytes(sql));
    struct cached_gold *answer = cache->answers ? find_gold(cache, hash, path, sql) : NULL;
    if (!answer || !answer->path.ptr) {
        make_gold_room(cache); /* not before: it may drop the answer */
        answer = find_gold(cache, hash, path, sql);
    }
    *out = &answer->result;
    if (answer->path.ptr)
        return OK;
    struct database *database;
    TRY(database_pool_get(pool, path, &database, e));
    TRY(database_query(database, sql, limits, &cache->arena, &answer->result, e));
    TRY(query_damage(&answer->result, e));
    answer->hash = hash;
    answer->path = arena_str(&cache->arena, path);
    answer->sql = arena_str(&cache->arena, sql);
    cache->count++;
    cache->bytes += answer->result.rows.bytes + sql.len;
    return OK;
}

struct execution_context {
    struct execution_options options;
    struct database_pool pool;
    struct gold_cache golds;
    struct database_files files;
    struct arena scratch; /* rewound for every pair and candidate */
    struct arena kept;    /* what the latest result points to */
};

static const char *const verdict_names[EXECUTION_VERDICTS] = {
    [EXECUTION_MATCH] = "match",
    [EXECUTION_MISMATCH] = "mismatch",
    [EXECUTION_BLANK] = "blank",
    [EXECUTION_ERROR] = "error",
    [EXECUTION_DENIED] = "denied",
    [EXECUTION_TIMEOUT] = "timeout",
    [EXECUTION_TOO_LARGE] = "too large",
    [EXECUTION_GOLD_FAULT] = "gold fault",
    [EXECUTION_GOLD_TIMEOUT] = "gold timeout",
    [EXECUTION_NO_DATABASE] = "no database",
    [EXECUTION_FAILED] = "failed",
};

const char *execution_verdict_name(enum execution_verdict v)
{
    return verdict_names[v];
}

struct execution_context *execution_context_new(const struct execution_options *options,
                                                uint32_t workers)
{
    struct execution_context *c = mem_alloc(sizeof *c);
    *c = (struct execution_context){.options = *options};
    database_pool_init(&c->pool, POOL_CAPACITY, workers);
    return c;
}

void execution_context_free(struct execution_context *c)
{
    if (!c)
        return;
    database_pool_release(&c->pool);
    gold_cache_release(&c->golds);
    database_files_release(&c->files);
    arena_release(&c->scratch);
    arena_release(&c->kept);
    free(c);
}

static struct execution_result verdict_alone(enum execution_verdict verdict)
{
    return (struct execution_result){verdict, STR(""), STR("")};
}

static struct execution_result verdict_with(struct execution_context *c,
                                            enum execution_verdict verdict, struct str message,
                                            struct str file)
{
    return (struct execution_result){verdict, arena_str(&c->kept, message),
                                     arena_str(&c->kept, file)};
}

static struct query_limits limits_within(const struct execution_context *c, int64_t ns)
{
    return (struct query_limits){.deadline = deadline_after_ns(ns),
                                 .max_rows = c->options.max_rows,
                                 .max_bytes = c->options.max_bytes};
}

static int64_t full_time(const struct execution_context *c)
{
    return (int64_t)c->options.deadline_ms * 1000000;
}

static enum execution_verdict verdict_of(enum query_outcome outcome)
{
    switch (outcome) {
    case QUERY_ROWS:
        return EXECUTION_MATCH;
    case QUERY_DENIED:
        return EXECUTION_DENIED;
    case QUERY_TIMEOUT:
        return EXECUTION_TIMEOUT;
    case QUERY_TOO_LARGE:
        return EXECUTION_TOO_LARGE;
    default:
        return EXECUTION_ERROR;
    }
}

/* The verdict of a database that answers nothing. */
static struct execution_result unusable_database(struct execution_context *c, const struct err *e,
                                                 struct str path)
{
    return verdict_with(c, e->code == E_DB ? EXECUTION_NO_DATABASE : EXECUTION_FAILED,
                        str_from(e->msg), path);
}

/* The gold's answer on `path`; EXECUTION_MATCH if there is one. */
static struct execution_result run_gold(struct execution_context *c, struct str path,
                                        struct str gold, const struct query_result **out)
{
    struct database *opened; /* before the clock starts */
    struct err e;
    if (database_pool_get(&c->pool, path, &opened, &e) != OK)
        return unusable_database(c, &e, path);
    struct query_limits limits = limits_within(c, full_time(c));
    if (run_cached_gold(&c->golds, &c->pool, path, gold, &limits, out, &e) != OK)
        return unusable_database(c, &e, path);
    if ((*out)->outcome == QUERY_TIMEOUT)
        return verdict_with(c, EXECUTION_GOLD_TIMEOUT, (*out)->message, path);
    if ((*out)->outcome != QUERY_ROWS)
        return verdict_with(c, EXECUTION_GOLD_FAULT, (*out)->message, path);
    return verdict_alone(EXECUTION_MATCH);
}

/* The prediction's answer on `path`, in scratch; EXECUTION_MATCH if there is one. */
static struct execution_result run_prediction(struct execution_context *c, struct str path,
                                              struct str sql, const struct query_limits *limits,
                                              struct query_result *out)
{
    struct err e;
    struct database *database;
    if (database_pool_get(&c->pool, path, &database, &e) != OK ||
        database_query(database, sql, limits, &c->scratch, out, &e) != OK ||
        query_damage(out, &e) != OK)
        return unusable_database(c, &e, path);
    if (out->outcome != QUERY_ROWS)
        return verdict_with(c, verdict_of(out->outcome), out->message, path);
    return verdict_alone(EXECUTION_MATCH);
}

/* One candidate on all files, all of which must agree. */
struct candidate {
    const struct database_folder *databases;
    struct str gold, sql; /* as they are run */
    bool order_matters;
    bool shares_time;         /* with other candidates of the pair: */
    struct deadline deadline; /* of all of them */
};

static struct execution_result try_on_file(struct execution_context *c, struct candidate *t,
                                           struct str path)
{
    const struct query_result *gold = NULL;
    struct query_result answer;
    struct execution_result r = run_gold(c, path, t->gold, &gold);
    if (r.verdict != EXECUTION_MATCH || str_eq(t->sql, t->gold))
        return r; /* the same text on the same rows needs no second run */
    assert(gold);
    struct query_limits limits = limits_within(c, full_time(c));
    if (t->shares_time)
        limits.deadline = t->deadline;
    limits.enough_rows = gold->rows.n_rows + 1; /* more rows than the gold's cannot match */
    r = run_prediction(c, path, t->sql, &limits, &answer);
    if (r.verdict == EXECUTION_MATCH) {
        enum denotation_verdict d = denotation_equal(&gold->rows, &answer.rows, t->order_matters,
                                                     limits.deadline, &c->scratch);
        if (d == DENOTATION_DIFFERENT)
            r = verdict_alone(EXECUTION_MISMATCH);
        else if (d == DENOTATION_UNDECIDED)
            r = verdict_with(c, EXECUTION_TIMEOUT, STR("comparing the answers took too long"),
                             path);
    }
    return r;
}

static struct execution_result try_candidate(struct execution_context *c, struct candidate *t,
                                             struct str sql)
{
    struct arena_mark mark = arena_mark(&c->scratch);
    struct execution_result r = verdict_alone(EXECUTION_MATCH);
    t->sql = official_replace_year(&c->scratch, sql);
    for (size_t i = 0; i < t->databases->count && r.verdict == EXECUTION_MATCH; i++)
        r = try_on_file(c, t, t->databases->paths[i]);
    arena_rewind(&c->scratch, mark);
    return r;
}

static bool ends_search(enum execution_verdict v)
{
    return v == EXECUTION_MATCH || v == EXECUTION_GOLD_FAULT || v == EXECUTION_GOLD_TIMEOUT ||
           v == EXECUTION_NO_DATABASE || v == EXECUTION_FAILED;
}

/* The candidates with the gold's literals, after the prediction itself gave `as_is`. If none
 * matches, the mismatch of one of them says more than an error of the prediction itself. */
static struct execution_result try_plugged(struct execution_context *c, struct candidate *t,
                                           struct official_plug *plug,
                                           struct execution_result as_is)
{
    t->shares_time = true;
    t->deadline = deadline_after_ns(full_time(c));
    struct execution_result best = as_is;
    for (struct str sql;;) {
        struct arena_mark mark = arena_mark(&c->scratch);
        if (!official_plug_next(plug, &c->scratch, &sql))
            return best;
        struct execution_result r = try_candidate(c, t, sql);
        arena_rewind(&c->scratch, mark);
        if (ends_search(r.verdict) || deadline_passed(t->deadline))
            return ends_search(r.verdict) ? r : verdict_alone(EXECUTION_TIMEOUT);
        if (r.verdict == EXECUTION_MISMATCH && best.verdict != EXECUTION_TIMEOUT)
            best = r;
    }
}

/* The texts as the script compares them; EXECUTION_MATCH if neither is blank. */
static struct execution_result prepare_texts(struct execution_context *c,
                                             const struct execution_pair *pair, struct str *gold,
                                             struct str *prediction)
{
    *gold = official_close_operators(&c->scratch, pair->gold);
    *prediction = official_close_operators(&c->scratch, pair->prediction);
    if (c->options.keep_distinct)
        return verdict_alone(EXECUTION_MATCH);
    if (!official_remove_distinct(&c->scratch, *prediction, prediction))
        return verdict_alone(EXECUTION_BLANK);
    if (!official_remove_distinct(&c->scratch, *gold, gold))
        return verdict_with(c, EXECUTION_GOLD_FAULT, STR("the gold query is blank"), STR(""));
    return verdict_alone(EXECUTION_MATCH);
}

static struct execution_result match_tse(struct execution_context *c,
                                         const struct execution_pair *pair)
{
    struct str gold, prediction;
    struct execution_result r = prepare_texts(c, pair, &gold, &prediction);
    if (r.verdict != EXECUTION_MATCH)
        return r;
    struct candidate t = {.gold = official_replace_year(&c->scratch, gold),
                          .order_matters = official_order_matters(gold)};
    struct err e;
    if (database_files_in(&c->files, pair->folder, &t.databases, &e) != OK)
        return unusable_database(c, &e, pair->folder);
    if (t.databases->count == 0)
        return verdict_with(c, EXECUTION_NO_DATABASE, STR("no database file in folder"),
                            pair->folder);
    r = try_candidate(c, &t, prediction);
    if (ends_search(r.verdict) || !c->options.plug_value ||
        gold.len + prediction.len > MAX_PLUG_BYTES)
        return r;
    struct official_plug plug;
    switch (official_plug_init(&plug, &c->scratch, gold, prediction)) {
    case PLUG_BLANK_GOLD:
        return verdict_with(c, EXECUTION_GOLD_FAULT, STR("the gold query is blank"), STR(""));
    case PLUG_BLANK_PREDICTION:
        return verdict_alone(EXECUTION_BLANK);
    default:
        return try_plugged(c, &t, &plug, r);
    }
}

/* The last unit with this key: in the script's map later ones replace earlier ones. */
static size_t last_with(const uint64_t *units, size_t n, uint64_t key)
{
    while (n > 0 && units[n - 1] != key)
        n--;
    return n > 0 ? n - 1 : SIZE_MAX;
}

static bool same_answer_column(const struct rows *a, size_t i, const struct rows *b, size_t j)
{
    if (a->n_rows != b->n_rows)
        return false;
    if (a->n_rows > 0 && (i >= a->n_columns || j >= b->n_columns))
        return false;
    for (size_t row = 0; row < a->n_rows; row++)
        if (!value_equal(rows_at(a, row, (uint32_t)i), rows_at(b, row, (uint32_t)j)))
            return false;
    return true;
}

/* Is every unit of the prediction one of the gold's with the same column, and the reverse? */
static bool same_units(const struct execution_pair *p, const struct rows *gold,
                       const struct rows *answer)
{
    for (size_t i = 0; i < p->n_prediction_units; i++) {
        uint64_t key = p->prediction_units[i];
        size_t last = last_with(p->prediction_units, p->n_prediction_units, key);
        size_t other = last_with(p->gold_units, p->n_gold_units, key);
        if (other == SIZE_MAX || (last == i && !same_answer_column(answer, i, gold, other)))
            return false;
    }
    for (size_t i = 0; i < p->n_gold_units; i++)
        if (last_with(p->prediction_units, p->n_prediction_units, p->gold_units[i]) == SIZE_MAX)
            return false;
    return true;
}

static struct execution_result match_spider(struct execution_context *c,
                                            const struct execution_pair *pair)
{
    const struct str undecodable = STR_INIT("text is not UTF-8");
    struct str path = database_file_path(&c->scratch, pair->folder, pair->db_id);
    struct query_result answer;
    const struct query_result *gold;
    struct execution_result r = run_gold(c, path, pair->gold, &gold);
    if (r.verdict != EXECUTION_MATCH)
        return r;
    if (gold->rows.invalid_text)
        return verdict_with(c, EXECUTION_GOLD_FAULT, undecodable, path);
    struct query_limits limits = limits_within(c, full_time(c)); /* the gold's time is its own */
    r = run_prediction(c, path, pair->prediction, &limits, &answer);
    if (r.verdict != EXECUTION_MATCH)
        return r;
    if (answer.rows.invalid_text)
        return verdict_with(c, EXECUTION_ERROR, undecodable, path);
    bool same = same_units(pair, &gold->rows, &answer.rows);
    return verdict_alone(same ? EXECUTION_MATCH : EXECUTION_MISMATCH);
}

struct execution_result execution_match(struct execution_context *c,
                                        const struct execution_pair *pair)
{
    const struct arena_mark empty = {0};
    arena_rewind(&c->scratch, empty);
    arena_rewind(&c->kept, empty);
    if (pair->gold.len >= DATABASE_MAX_SQL_BYTES)
        return verdict_with(c, EXECUTION_GOLD_FAULT, STR("query string is too large"), STR(""));
    if (pair->prediction.len >= DATABASE_MAX_SQL_BYTES)
        return verdict_with(c, EXECUTION_TOO_LARGE, STR("query string is too large"), STR(""));
    struct execution_result r =
        c->options.rule == EXECUTION_TSE ? match_tse(c, pair) : match_spider(c, pair);
    if (r.verdict == EXECUTION_MISMATCH && str_trim(pair->prediction).len == 0)
        return verdict_alone(EXECUTION_BLANK);
    return r;
}
