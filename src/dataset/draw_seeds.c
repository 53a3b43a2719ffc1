/* draw_seeds.c: putting all seeds into the order of drawing, of which the first are taken. */
#include "dataset/draw_seeds.h"

#include "base/hash.h"
#include "base/rng.h"
#include "spider/hardness.h"

#include <stdlib.h>

/* A seed that waits for its turn. */
struct lot {
    uint32_t place;    /* in the dataset */
    uint32_t database; /* the place of its database when they take turns */
    uint32_t level;    /* the place of its level within the database */
    uint64_t key;      /* random: decides among seeds of the same level */
    uint32_t turn;     /* how many come before it: at first in its level, then in its database */
};

/* Orders */

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* The first that is not 0. */
static int first_of(int a, int b, int c, int d)
{
    return a ? a : b ? b : c ? c : d;
}

static int by_level(const void *x, const void *y)
{
    const struct lot *a = x, *b = y;
    return first_of(compare(a->database, b->database), compare(a->level, b->level),
                    compare(a->key, b->key), compare(a->place, b->place));
}

static int by_database(const void *x, const void *y)
{
    const struct lot *a = x, *b = y;
    return first_of(compare(a->database, b->database), compare(a->turn, b->turn),
                    compare(a->level, b->level), 0);
}

static int by_turn(const void *x, const void *y)
{
    const struct lot *a = x, *b = y;
    return first_of(compare(a->turn, b->turn), compare(a->database, b->database), 0, 0);
}

static int by_place(const void *x, const void *y)
{
    const struct lot *a = x, *b = y;
    return compare(a->place, b->place);
}

/* Databases */

struct turn_of_database {
    struct str db_id;
    uint64_t key; /* random */
};

static int by_key(const void *x, const void *y)
{
    const struct turn_of_database *a = x, *b = y;
    int order = compare(a->key, b->key);
    return order ? order : str_cmp(a->db_id, b->db_id);
}

/* The place of each db_id, in a random order, so that the first ones of a dataset are not drawn
 * more often. */
static void order_databases(struct arena *a, const struct dataset *d, uint64_t random_seed,
                            struct name_map *out)
{
    struct turn_of_database *all = ARENA_ARRAY(a, struct turn_of_database, d->n_seeds);
    uint32_t n = 0;
    name_map_init_exact(out, a, d->schemas.count);
    for (uint32_t i = 0; i < d->n_seeds; i++) {
        struct str db_id = d->seeds[i].db_id;
        struct rng rng = rng_stream(random_seed, db_id, 0);
        if (name_map_get(out, db_id) == NAME_NONE) {
            all[n] = (struct turn_of_database){db_id, rng_next(&rng)};
            name_map_put(out, a, db_id, n++);
        }
    }
    qsort(all, n, sizeof *all, by_key);
    for (uint32_t i = 0; i < n; i++)
        name_map_put(out, a, all[i].db_id, i);
}

/* Drawing */

struct str seed_hardness(struct arena *a, const struct seed *s)
{
    struct spider_form form;
    struct err e;
    if (!s->query.ptr || spider_form_read(a, s->schema, SPIDER_RULE_TSE, s->query, &form, &e))
        return STR_NONE;
    return hardness_name(spider_hardness(&form));
}

/* N_HARDNESS for a seed without hardness. */
static uint32_t level_of(struct arena *a, const struct seed *s)
{
    struct arena_mark mark = arena_mark(a);
    struct str name = seed_hardness(a, s);
    uint32_t level = 0;
    while (level < N_HARDNESS && !(name.ptr && str_eq(name, hardness_name((enum hardness)level))))
        level++;
    arena_rewind(a, mark);
    return level;
}

/* Number the elements that seeds test, as they come. */
static void list_elements(struct arena *a, const struct dataset *d, struct name_map *out)
{
    name_map_init_exact(out, a, 64);
    for (uint32_t i = 0; i < d->n_seeds; i++)
        if (d->seeds[i].element.len > 0 && name_map_get(out, d->seeds[i].element) == NAME_NONE)
            name_map_put(out, a, d->seeds[i].element, out->count);
}

/* Each database begins with another level, so that few seeds of many databases have all levels. */
static uint32_t turn_level(uint32_t level, uint32_t database, uint32_t n_levels)
{
    return level < n_levels ? (level + database) % n_levels : level;
}

static struct lot lot_of(struct arena *a, const struct seed *s, const struct name_map *elements,
                         uint32_t database, uint64_t random_seed)
{
    struct rng rng = rng_stream(random_seed, STR("limit"), s->number);
    uint32_t level = s->element.len > 0 ? N_HARDNESS + 1 +
                                              turn_level(name_map_get(elements, s->element),
                                                         database, elements->count)
                                        : turn_level(level_of(a, s), database, N_HARDNESS);
    return (struct lot){.database = database, .level = level, .key = rng_next(&rng)};
}

/* Put all lots in the order in which they are drawn. */
static void order_lots(struct lot *lots, uint32_t n)
{
    qsort(lots, n, sizeof *lots, by_level);
    for (uint32_t i = 1; i < n; i++)
        if (lots[i].database == lots[i - 1].database && lots[i].level == lots[i - 1].level)
            lots[i].turn = lots[i - 1].turn + 1;
    qsort(lots, n, sizeof *lots, by_database);
    for (uint32_t i = 0; i < n; i++)
        lots[i].turn = i > 0 && lots[i].database == lots[i - 1].database ? lots[i - 1].turn + 1 : 0;
    qsort(lots, n, sizeof *lots, by_turn);
}

/* All lots in the order in which they are drawn. In `a`. */
static struct lot *draw_lots(struct arena *a, const struct dataset *d, uint64_t random_seed)
{
    struct lot *lots = ARENA_ARRAY(a, struct lot, d->n_seeds);
    struct name_map databases, elements;
    order_databases(a, d, random_seed, &databases);
    list_elements(a, d, &elements);
    for (uint32_t i = 0; i < d->n_seeds; i++) {
        const struct seed *s = &d->seeds[i];
        lots[i] = lot_of(a, s, &elements, name_map_get(&databases, s->db_id), random_seed);
        lots[i].place = i;
    }
    order_lots(lots, d->n_seeds);
    return lots;
}

const uint32_t *draw_order(struct arena *a, const struct dataset *d, uint64_t random_seed)
{
    uint32_t *places = ARENA_ARRAY(a, uint32_t, (size_t)d->n_seeds + 1);
    struct arena scratch = {0};
    const struct lot *lots = draw_lots(&scratch, d, random_seed);
    for (uint32_t i = 0; i < d->n_seeds; i++)
        places[i] = lots[i].place;
    arena_release(&scratch);
    return places;
}

struct seed_list draw_seeds(struct arena *a, const struct dataset *d, uint32_t limit,
                            uint64_t random_seed)
{
    if (limit == 0 || limit >= d->n_seeds)
        return (struct seed_list){d->seeds, d->n_seeds};
    struct seed *drawn = ARENA_ARRAY(a, struct seed, limit);
    struct arena scratch = {0};
    struct lot *lots = draw_lots(&scratch, d, random_seed);
    qsort(lots, limit, sizeof *lots, by_place);
    for (uint32_t i = 0; i < limit; i++)
        drawn[i] = d->seeds[lots[i].place];
    arena_release(&scratch);
    return (struct seed_list){drawn, limit};
}
