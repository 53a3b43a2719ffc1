/* world.c: making a world, and ending it. */
#include "world.h"

#include "fixture.h"
#include "unit.h"

int world_set_up(void **state)
{
    static struct world w;
    struct err e;
    w = (struct world){0};
    w.path = fixture_create(&w.arena, fixture_sql);
    assert_int_equal(schema_from_database(&w.arena, w.path, STR("towns"), &w.schema, &e), OK);
    assert_int_equal(lexicon_load(&w.lexicon, &LEXICON, NULL, &e), OK);
    w.prover = prover_new(&proof_defaults, 1);
    *state = &w;
    return 0;
}

int world_tear_down(void **state)
{
    struct world *w = *state;
    fixture_remove(w->path);
    prover_free(w->prover);
    lexicon_release(&w->lexicon);
    arena_release(&w->arena);
    return 0;
}
