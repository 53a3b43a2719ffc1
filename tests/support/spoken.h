/* spoken.h: a small database as grammars see it, and pairs compared with each other. */
#ifndef TEQL_TESTS_SUPPORT_SPOKEN_H
#define TEQL_TESTS_SUPPORT_SPOKEN_H

#include "grammar/derivation.h"
#include "store/content.h"

struct spoken {
    struct arena arena;
    struct lexicon lexicon;
    struct knowledge knowledge;
    const char *path;
    struct schema schema;
    struct content_reader *reader;
    struct content_source content;
    struct grammar_world world;
};

/* The database that `sql` makes; fails the test if `sql` fails. Without WordNet, or with the one in
 * the folder; NULL means Debian's folder. */
void spoken_open(struct spoken *s, const char *sql);
void spoken_open_with(struct spoken *s, const char *sql, const char *wordnet);
void spoken_close(struct spoken *s);

/* The grammar of the text, or the shipped one; fails the test if it cannot be read. In `a`. */
struct grammar spoken_grammar(struct arena *a, const char *text);
struct grammar spoken_shipped(struct arena *a);

/* The table and the column of the names; fails the test if there is none. */
uint32_t spoken_table_id(const struct spoken *s, const char *table);
uint32_t spoken_column_id(const struct spoken *s, const char *table, const char *column);

/* Fails the test unless these are the spoken names of the column, of one row and of many rows. */
void spoken_check_column(const struct spoken *s, const char *table, const char *column,
                         const char *one);
void spoken_check_table(const struct spoken *s, const char *table, const char *one,
                        const char *many);

#endif
