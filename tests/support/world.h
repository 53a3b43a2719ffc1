/* world.h: the towns of fixture.h as a database with its schema, for tests to change. */
#ifndef TEQL_TESTS_SUPPORT_WORLD_H
#define TEQL_TESTS_SUPPORT_WORLD_H

#include "lexicon/lexicon.h"
#include "schema/schema.h"
#include "verify/proof.h"

struct world {
    struct arena arena;
    const char *path;
    struct schema schema;
    struct prover *prover;
    struct lexicon lexicon;
};

/* For cmocka_unit_test_setup_teardown: *state is a struct world. */
int world_set_up(void **state);
int world_tear_down(void **state);

#endif
