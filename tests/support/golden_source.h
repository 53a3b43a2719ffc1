/* golden_source.h: the questions, queries and databases that tests/golden/readings.txt is about.
 *
 * Published questions come from the real data beside the checkout, others from the repository. */
#ifndef TEQL_TESTS_SUPPORT_GOLDEN_SOURCE_H
#define TEQL_TESTS_SUPPORT_GOLDEN_SOURCE_H

#include "golden_reading.h"

#include "link/indicators.h"
#include "nlidb/keyword.h"

/* A database, ready for questions. */
struct golden_database {
    struct str dataset, db;
    const struct schema *schema;
    struct indicator_book book;
    struct keyword_index *keyword;
    const char *made; /* a file to be removed; or NULL */
};

struct golden_source {
    struct arena arena;
    struct lexicon lexicon, keyword_lexicon;
    struct golden_database *databases;
    uint32_t n_databases;
};

void golden_source_open(struct golden_source *s);
void golden_source_release(struct golden_source *s);

/* Is the data of the dataset there? Fails the test if no dataset has the name. */
bool golden_dataset_present(struct str dataset);

/* Fill in the text and the query of `q` if it does not have them. */
void golden_source_fill(struct golden_source *s, struct golden_question *q);

/* The database of `q`; good until another is opened. */
const struct golden_database *golden_source_database(struct golden_source *s,
                                                     const struct golden_question *q);

#endif
