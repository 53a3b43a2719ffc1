/* shared.h: the real data that stands beside the checkout, where it does.
 *
 * Tests that use it skip themselves, with a notice, where it is absent. */
#ifndef TEQL_TESTS_SHARED_H
#define TEQL_TESTS_SHARED_H

#include "base/arena.h"
#include "schema/schema.h"

#include <jansson.h>

/* Is the data there? Prints a notice where it is not. */
bool shared_present(void);

/* The path of a file below it, NUL-terminated, in `a`. */
const char *shared_path(struct arena *a, const char *below);

struct text_lines {
    struct str *items;
    size_t count;
};

/* All lines of a file, without their ends; fails the test where it cannot be read. */
struct text_lines read_lines(struct arena *a, const char *path);

/* A whole JSON file or line; fails the test where it cannot be read. Release with json_decref. */
json_t *read_json(const char *path);
json_t *parse_json(struct str text);

/* SQL and db_id of a `SQL<TAB>db_id` line. */
void split_gold_line(struct str line, struct str *sql, struct str *db_id);

/* The gold queries that the official verdicts below shared/oracle were made with, by dev index.
 * They are those of Spider's first release, which shared/spider-syn/dev-adv-glove.json still
 * carries; dev_gold.sql has since been corrected in 44 places. */
struct text_lines oracle_golds(struct arena *a);

#endif
