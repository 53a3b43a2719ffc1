/* suite_part.c: which seeds they are, and of what they are a part. */
#include "suite/suite_part.h"

#include "base/recipe.h"

static enum status take_own(struct suite *s, struct shard shard, struct part *out, struct err *e)
{
    if (!shard_is_whole(shard) && !shard_eq(shard, s->part.shard)) {
        err_set(e, E_USAGE,
                "this suite is the part %u/%u, which has no part %u/%u: leave out "
                "--shard, or merge the suite first",
                s->part.shard.number, s->part.shard.count, shard.number, shard.count);
        return err_in_file(e, s->dir);
    }
    *out = part_of_next(&s->arena, &s->part, s->reviewed.decisions);
    return OK;
}

enum status suite_cut(struct suite *s, struct shard shard, const uint64_t *work, struct part *out,
                      struct err *e)
{
    struct recipe r;
    *out = (struct part){.of = STR("")};
    if (!part_is_whole(&s->part))
        return take_own(s, shard, out, e);
    if (shard_is_whole(shard))
        return OK;
    recipe_begin(&r, "asking a suite");
    recipe_add(&r, "suite", s->key);
    recipe_add(&r, "reviews", s->reviewed.decisions); /* they change what is asked */
    *out = part_cut(&s->arena, &r, shard, work, s->n_seeds);
    return OK;
}
