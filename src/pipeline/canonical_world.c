/* canonical_world.c: tables drawn, keys found. */
#include "pipeline/canonical_world.h"

#include "base/rng.h"
#include "grammar/speech.h"
#include "pipeline/found_links.h"

/* Tables */

/* The order in which tables are taken: any, but the one that a table refers to comes next. */
struct table_draw {
    const struct schema *schema;
    struct rng rng;
    bool *kept;
    uint32_t left; /* to take */
};

static void keep_table(struct table_draw *d, uint32_t table)
{
    if (d->left > 0 && !d->kept[table]) {
        d->kept[table] = true;
        d->left--;
    }
}

static void keep_neighbour(struct table_draw *d, uint32_t table)
{
    const struct schema *s = d->schema;
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        uint32_t from = s->columns[s->foreign_keys[i].from].table;
        uint32_t to = s->columns[s->foreign_keys[i].to].table;
        if (from == table && !d->kept[to]) {
            keep_table(d, to);
            return;
        }
    }
}

/* Of those that are not taken yet, number `n`. */
static uint32_t nth_left(const struct table_draw *d, uint64_t n)
{
    uint32_t t = 0;
    while (d->kept[t] || n-- > 0)
        t++;
    return t;
}

static const bool *draw_tables(struct arena *a, const struct schema *s, uint32_t max_tables,
                               uint64_t random_seed)
{
    struct table_draw d = {.schema = s, .left = max_tables};
    uint32_t out = s->n_tables; /* not taken yet */
    d.rng = rng_stream(random_seed, s->db_id, s->n_tables);
    d.kept = arena_zalloc(a, s->n_tables + 1);
    while (d.left > 0) {
        uint32_t before = d.left, t = nth_left(&d, rng_below(&d.rng, out));
        keep_table(&d, t);
        keep_neighbour(&d, t);
        out -= before - d.left;
    }
    return d.kept;
}

/* ctx: struct part_content */
static const struct column_content *part_column(void *ctx, uint32_t column)
{
    const struct part_content *p = ctx;
    return p->whole.column(p->whole.ctx, p->column_was[column]);
}

/* Of the first `n` foreign keys, those between tables that are kept. */
static uint32_t count_kept(const struct schema *s, uint32_t n, const bool *kept)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        count += kept[s->columns[s->foreign_keys[i].from].table] &&
                 kept[s->columns[s->foreign_keys[i].to].table];
    return count;
}

/* Names are said as in the whole: there they must tell things apart. */
static void say_part(struct canonical_world *w, struct arena *a, const bool *kept,
                     const uint32_t *column_was)
{
    struct spoken_name *tables = ARENA_ARRAY(a, struct spoken_name, w->part.n_tables + 1);
    struct spoken_name *columns = ARENA_ARRAY(a, struct spoken_name, w->part.n_columns + 1);
    uint32_t n = 0;
    for (uint32_t t = 0; t < w->schema.n_tables; t++)
        if (kept[t])
            tables[n++] = w->whole.tables[t];
    for (uint32_t c = SCHEMA_STAR + 1; c < w->part.n_columns; c++)
        columns[c] = w->whole.columns[column_was[c]];
    w->asked.tables = tables;
    w->asked.columns = columns;
}

static void take_part(struct canonical_world *w, struct arena *a, uint32_t max_tables,
                      uint64_t random_seed)
{
    uint32_t *column_was;
    const bool *kept = draw_tables(a, &w->schema, max_tables, random_seed);
    w->declared = count_kept(&w->schema, w->declared, kept);
    w->part = schema_part(a, &w->schema, kept, &column_was);
    w->part_content = (struct part_content){w->content, column_was};
    w->content_of_part = (struct content_source){part_column, &w->part_content};
    w->asked.schema = &w->part;
    if (w->whole.content)
        w->asked.content = &w->content_of_part;
    say_part(w, a, kept, column_was);
}

void canonical_world_of(struct canonical_world *w, struct arena *a, const struct knowledge *k,
                        struct content_reader *contents, const struct dataset_subject *subject,
                        uint32_t max_tables, uint64_t random_seed)
{
    *w = (struct canonical_world){.schema = *subject->schema,
                                  .declared = subject->schema->n_foreign_keys};
    w->content = content_reader_of(contents, subject->database.ptr, subject->schema);
    w->whole.schema = &w->schema;
    if (subject->database.ptr) {
        w->whole.content = &w->content;
        found_links_add(a, &w->schema, &w->content);
    }
    speech_learn(a, k, &w->whole);
    w->asked = w->whole;
    if (max_tables > 0 && max_tables < w->schema.n_tables)
        take_part(w, a, max_tables, random_seed);
}
