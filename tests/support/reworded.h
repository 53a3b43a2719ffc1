/* reworded.h: a school with teachers and courses, whose questions are reworded. */
#ifndef TEQL_TESTS_SUPPORT_REWORDED_H
#define TEQL_TESTS_SUPPORT_REWORDED_H

#include "rewording/reword.h"

struct school {
    struct arena arena;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct reword_rules rules;
    struct schema schema;
    const char *database;
    struct indicator_book book;
};

/* For cmocka_run_group_tests: *state is a struct school, with the rules that are shipped. */
int school_set_up(void **state);
int school_tear_down(void **state);

/* The question read with the query, which must be readable. */
struct question_reading school_read(struct school *s, const char *sql, const char *question);

/* The shipped rules, with the lines given in place of those of `kind`. */
MUST_USE enum status school_rules(enum reword_kind kind, const char *lines, struct lexicon *lexicon,
                                  struct reword_rules *out, struct err *e);

/* Is `after` among the wordings of that kind? */
bool school_rewords(struct school *s, enum reword_kind kind, const char *sql, const char *before,
                    const char *after);

/* How many wordings there are. */
uint32_t school_count(struct school *s, enum reword_kind kind, const char *sql, const char *before);

#endif
