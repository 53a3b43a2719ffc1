/* shared.h: the real data beside the checkout.
 *
 * Tests that use it are skipped, with a notice, if it is absent. */
#ifndef TEQL_TESTS_SUPPORT_SHARED_H
#define TEQL_TESTS_SUPPORT_SHARED_H

#include "base/json_reader.h"
#include "schema/schema.h"

/* Is the data there? If not, prints a notice. */
bool shared_present(void);

/* The path of a file below it, NUL-terminated, in `a`. */
const char *shared_path(struct arena *a, const char *below);

struct text_lines {
    struct str *items;
    size_t count;
};

/* All lines of a file, without their ends; fails the test if it cannot be read. */
struct text_lines read_lines(struct arena *a, const char *path);

/* A whole JSON file in `a`, or a text; fails the test if it cannot be read. */
struct json_value read_json(struct arena *a, const char *path);
struct json_value parse_json(struct str text);

/* A string member of an object, NUL-terminated in `a`; ptr NULL if there is none. */
struct str text_member(struct arena *a, struct json_value object, const char *key);

/* Are both equal, in any order of members? Whole numbers and others are different. */
bool json_equal(struct arena *a, struct json_value x, struct json_value y);

/* SQL and db_id of a `SQL<TAB>db_id` line. */
void split_gold_line(struct str line, struct str *sql, struct str *db_id);

/* The gold queries that the official verdicts below shared/oracle were made with, by dev index.
 * They are those of Spider's first release, which shared/spider-syn/dev-adv-glove.json still
 * carries; dev_gold.sql has since been corrected in 44 places. */
struct text_lines oracle_golds(struct arena *a);

#endif
