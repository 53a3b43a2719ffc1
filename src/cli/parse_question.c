/* parse_question.c: reading a question with its query, or with the one that rules find. */
#include "cli/parse_question.h"

#include "engine/database_files.h"
#include "link/reading.h"
#include "sql/parse.h"

#include <unistd.h>

enum { BOOKS = 4 }; /* databases that are kept at a time */

enum status question_parser_open(struct question_parser *p, struct err *e)
{
    *p = (struct question_parser){.books = {.room = BOOKS}};
    TRY(lexicon_load(&p->lexicon, &LEXICON, NULL, e));
    enum status status = lexicon_load(&p->keyword_lexicon, &KEYWORD_LEXICON, NULL, e);
    if (status == OK)
        status = wordnet_open(&p->wordnet, NULL, e);
    p->books.lexicon = &p->lexicon;
    p->books.wordnet = &p->wordnet;
    if (status)
        question_parser_release(p);
    return status;
}

void question_parser_release(struct question_parser *p)
{
    keyword_index_free(p->keyword);
    book_shelf_release(&p->books);
    wordnet_close(&p->wordnet);
    lexicon_release(&p->keyword_lexicon);
    lexicon_release(&p->lexicon);
}

/* The file of the database, or NULL: then only its schema is known. */
static const char *find_file(struct arena *a, const struct database_entry *db)
{
    if (db->folder.len == 0)
        return NULL;
    const char *path = database_file_path(a, db->folder, db->db_id).ptr;
    return access(path, R_OK) == 0 ? path : NULL;
}

static enum status open_keyword(struct question_parser *p, const struct database_entry *db,
                                const char *file, struct err *e)
{
    struct database *opened = NULL;
    if (p->asked_about == db)
        return OK;
    keyword_index_free(p->keyword);
    p->keyword = NULL;
    p->asked_about = NULL;
    if (file)
        TRY(database_open(file, &opened, e));
    enum status status = keyword_index_new(&p->keyword_lexicon, db->schema, opened, &p->keyword, e);
    if (opened)
        database_close(opened);
    TRY(status);
    p->asked_about = db;
    return OK;
}

/* The query of `q`, parsed; `why` says what is wrong with it. */
static bool read_query(struct arena *a, const struct schema *s, struct str query,
                       struct resolved_query *out, struct err *why)
{
    struct sql_stmt *stmt = ARENA_NEW(a, struct sql_stmt);
    struct sql_resolution *resolution = ARENA_NEW(a, struct sql_resolution);
    *out = (struct resolved_query){s, stmt, resolution};
    return sql_parse(a, query, stmt, why) == OK && sql_resolve(a, s, stmt, resolution, why) == OK;
}

static void put_meaning(struct arena *a, const struct question_reading *r, struct json_writer *json)
{
    json_key_double(json, "explained", reading_explained(a, r));
    json_key(json, STR("meaning"));
    reading_json(json, r);
}

static void put_problem(struct json_writer *json, const struct err *why)
{
    char text[600];
    err_format(why, text, sizeof text);
    json_key(json, STR("meaning"));
    json_put_null(json);
    json_key_str(json, "error", str_from(text));
}

enum status question_parse(struct question_parser *p, struct arena *a,
                           const struct parsed_question *q, struct json_writer *json, struct err *e)
{
    const char *file = find_file(a, q->db);
    const struct indicator_book *book;
    struct resolved_query query;
    struct err why = {.code = OK};
    struct keyword_reply found = {.sql = q->query};
    TRY(book_shelf_get(&p->books, file, q->db->schema, &book, e));
    if (!q->query.ptr) {
        TRY(open_keyword(p, q->db, file, e));
        found = keyword_answer(p->keyword, q->text, a);
    }
    json_key_str(json, "question", q->text);
    json_key_str(json, "sql", found.sql);
    json_key_bool(json, "gold", q->query.ptr != NULL);
    if (!q->query.ptr)
        json_key_double(json, "confidence", found.confidence);
    if (!found.sql.ptr || !read_query(a, book->schema, found.sql, &query, &why)) {
        put_problem(json, &why);
        return OK;
    }
    struct meaning meaning = meaning_of(a, &query);
    struct words words = words_read(a, &book->link.lemmatizer, q->text);
    struct question_reading reading = question_read(a, book, NULL, &meaning, &words);
    put_meaning(a, &reading, json);
    return OK;
}
