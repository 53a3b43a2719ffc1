/* classify.c: finding the seed of each pair, and the indicators of its database once. */
#include "import/classify.h"

#include "diagnosis/strict_match.h"
#include "link/book_shelf.h"
#include "sql/parse.h"

struct classification {
    struct arena scratch; /* of one pair */
    struct seed_pairing pairing;
    struct book_shelf books;
};

/* Do both queries of the pair ask for the same? */
static bool same_query(struct arena *a, const struct schema *s, const struct question_pair *p)
{
    struct err e;
    struct str before = pairing_query(a, p->before.query);
    struct str after = pairing_query(a, p->after.query);
    return str_eq(p->before.db_id, p->after.db_id) &&
           (str_eq(before, after) || strict_match(a, s, before, after, &e) == STRICT_EQUAL);
}

static struct str why(struct arena *a, const struct err *e)
{
    char text[sizeof e->msg + sizeof e->file + 40];
    err_format(e, text, sizeof text);
    return arena_str(a, str_from(text));
}

/* The verdict on a pair whose seed is known. A query that cannot be read is a problem of the pair;
 * a database that cannot, one of the run. */
static enum status judge(struct classification *c, struct classified_pair *out, struct err *e)
{
    struct arena *a = &c->scratch;
    const struct indicator_book *book;
    struct sql_stmt stmt;
    struct sql_resolution resolution;
    struct err unread;
    enum status status =
        book_shelf_get(&c->books, out->seed->database.ptr, out->seed->schema, &book, e);
    if (status)
        return status;
    out->schema = book->schema;
    if (sql_parse(a, out->pair->after.query, &stmt, &unread) ||
        sql_resolve(a, book->schema, &stmt, &resolution, &unread)) {
        out->problem = why(a, &unread);
        return OK;
    }
    struct query_parts *parts = ARENA_NEW(a, struct query_parts);
    *parts = query_parts_of(a, &stmt, &resolution);
    out->verdict = reword_classify(a, book, parts, out->seed->question, out->pair->after.question);
    return OK;
}

static enum status classify_pair(struct classification *c, const struct question_pair *pair,
                                 struct classified_pair *out, struct err *e)
{
    uint32_t seed;
    *out = (struct classified_pair){.pair = pair};
    enum status status = pairing_find(&c->pairing, pair, &seed, e);
    if (status)
        return status;
    if (seed == PAIRING_NONE) {
        out->problem = STR("no question of the dataset has this query");
        return OK;
    }
    out->seed = pairing_seed(&c->pairing, seed);
    if (pair->before.query.ptr && !same_query(&c->scratch, out->seed->schema, pair)) {
        out->problem = STR("the query changed, not only its question");
        return OK;
    }
    return judge(c, out, e);
}

enum status classify_pairs(const struct dataset *d, const struct pair_list *list,
                           const struct classify_words *words, classified_fn *take, void *ctx,
                           struct err *e)
{
    struct classification c = {.books = {.lexicon = words->lexicon, .wordnet = words->wordnet}};
    enum status status = OK;
    *e = (struct err){0};
    pairing_begin(&c.pairing, d);
    for (uint32_t i = 0; i < list->count && status == OK; i++) {
        struct classified_pair out;
        arena_clear(&c.scratch);
        status = classify_pair(&c, &list->pairs[i], &out, e);
        if (status && !e->file[0])
            err_in_file(e, list->path);
        if (status == OK)
            status = take(ctx, &out, e);
    }
    pairing_release(&c.pairing);
    arena_release(&c.scratch);
    book_shelf_release(&c.books);
    return status;
}
