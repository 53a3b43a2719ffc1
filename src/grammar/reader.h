/* reader.h: a line of a grammar that is being read. Private to read_*.c, reader.c and
 * grammar_read.c. */
#ifndef TEQL_GRAMMAR_READER_H
#define TEQL_GRAMMAR_READER_H

#include "grammar/grammar.h"

struct reader {
    struct arena *arena;
    struct grammar *grammar;
    struct grammar_rule *rule; /* the one being read; NULL before the first */
    struct str category;
    struct str line; /* the whole of it */
    uint32_t number; /* of the line */
    struct str rest; /* of the line, not read yet */
    struct err *e;
};

/* An error at `at`, which is in the line. Always E_INPUT. */
enum status reader_fail(struct reader *r, const char *at, const char *format, ...) PRINTF(3, 4);

/* Blanks are skipped before words. */
void reader_skip_blanks(struct reader *r);

/* The next word; empty at the end. A comma is one by itself. */
struct str reader_word(struct reader *r);

/* Take the word if it is the next one. */
bool reader_take(struct reader *r, const char *word);

/* The same; anything else is an error. */
MUST_USE enum status reader_expect(struct reader *r, const char *word);

/* Nothing may follow. */
MUST_USE enum status reader_end(struct reader *r);

/* A small whole number; false if the word is not one. */
bool reader_number(struct str word, uint32_t *out);

/* The let of the rule with that name; or GRAMMAR_NONE. */
uint32_t rule_let(const struct grammar_rule *rule, struct str name);

/* "c is a column of t", after "let". */
MUST_USE enum status read_let(struct reader *r);

/* The rest of the line as a text with slots. `said`: it is a question side, which must say all that
 * the query needs. */
MUST_USE enum status read_text(struct reader *r, bool said, struct grammar_text *out);

#endif
