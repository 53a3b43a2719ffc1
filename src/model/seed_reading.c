/* seed_reading.c: the parts of a query, and the words of the question for them. */
#include "model/seed_reading.h"

#include "sql/parse.h"

enum status seed_read(struct arena *a, struct book_shelf *books, const struct knowledge *k,
                      const struct seed *seed, struct str query,
                      const struct question_reading **out, struct err *e)
{
    const struct indicator_book *book;
    struct sql_stmt *stmt = ARENA_NEW(a, struct sql_stmt);
    struct sql_resolution *resolution = ARENA_NEW(a, struct sql_resolution);
    struct err unread;
    *out = NULL;
    if (!query.ptr || sql_parse(a, query, stmt, &unread) != OK ||
        sql_resolve(a, seed->schema, stmt, resolution, &unread) != OK)
        return OK;
    enum status status = book_shelf_get(books, seed->database.ptr, seed->schema, &book, e);
    if (status)
        return status == E_HOST ? status : OK;
    struct meaning *meaning = ARENA_NEW(a, struct meaning);
    struct question_reading *reading = ARENA_NEW(a, struct question_reading);
    const struct resolved_query resolved = {seed->schema, stmt, resolution};
    *meaning = meaning_of(a, &resolved);
    struct words words = words_read(a, &book->link.lemmatizer, seed->question);
    *reading = question_read(a, book, k, meaning, &words);
    *out = reading;
    return OK;
}
