/* classify.c: finding the seed of each pair, and the indicators of its database once. */
#include "import/classify.h"

#include "import/pairing.h"
#include "link/book_shelf.h"
#include "link/meaning.h"
#include "sql/parse.h"

struct classification {
    struct arena scratch; /* of one pair */
    struct seed_pairing pairing;
    struct book_shelf books;
};

/* Do both queries of the pair ask for the same? */
static bool is_reworded(struct arena *a, const struct schema *s, const struct question_pair *p)
{
    return str_eq(p->before.db_id, p->after.db_id) &&
           pairing_same_query(a, s, p->before.query, p->after.query);
}

/* The verdict on a pair whose seed is known. If its query cannot be read, that is a problem of the
 * pair; if the database cannot, the run fails. */
static enum status judge_pair(struct classification *c, struct classified_pair *out, struct err *e)
{
    struct arena *a = &c->scratch;
    const struct indicator_book *book;
    struct sql_stmt stmt;
    struct sql_resolution resolution;
    struct err unread;
    TRY(book_shelf_get(&c->books, out->seed->database.ptr, out->seed->schema, &book, e));
    out->schema = book->schema;
    if (sql_parse(a, out->pair->after.query, &stmt, &unread) ||
        sql_resolve(a, book->schema, &stmt, &resolution, &unread)) {
        char text[sizeof unread.msg + sizeof unread.file + 40];
        err_format(&unread, text, sizeof text);
        out->problem = arena_str(a, str_from(text));
        return OK;
    }
    const struct resolved_query query = {book->schema, &stmt, &resolution};
    struct meaning meaning = meaning_of(a, &query);
    out->verdict =
        reword_classify(a, book, &meaning.parts, out->seed->question, out->pair->after.question);
    return OK;
}

static enum status classify_pair(struct classification *c, const struct question_pair *pair,
                                 struct classified_pair *out, struct err *e)
{
    uint32_t seed;
    *out = (struct classified_pair){.pair = pair};
    TRY(pairing_find(&c->pairing, pair, &seed, e));
    if (seed == PAIRING_NONE) {
        out->problem = STR("no question of the dataset has this query");
        return OK;
    }
    out->seed = pairing_seed(&c->pairing, seed);
    if (pair->before.query.ptr && !is_reworded(&c->scratch, out->seed->schema, pair)) {
        out->problem = STR("the query changed, not only its question");
        return OK;
    }
    return judge_pair(c, out, e);
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
