/* join_graph.c: breadth-first search over foreign keys. */
#include "nlidb/join_graph.h"

enum { MAX_GUESSED_EDGES = 4096 };

static uint32_t table_of(const struct join_graph *g, uint32_t column)
{
    return g->schema->columns[column].table;
}

static void add_edge(struct join_graph *g, struct arena *a, uint32_t from, uint32_t to)
{
    if (table_of(g, from) == SCHEMA_NONE || table_of(g, to) == SCHEMA_NONE)
        return;
    ARENA_PUSH(a, g->edges, g->n_edges);
    g->edges[g->n_edges++] = (struct join_edge){from, to};
}

static bool are_connected(const struct join_graph *g, uint32_t x, uint32_t y)
{
    for (uint32_t i = 0; i < g->n_edges; i++) {
        uint32_t from = table_of(g, g->edges[i].from), to = table_of(g, g->edges[i].to);
        if ((from == x && to == y) || (from == y && to == x))
            return true;
    }
    return false;
}

/* Names that say nothing of what they refer to. */
static bool is_common_name(struct str name)
{
    return str_eq_nocase(name, STR("id")) || str_eq_nocase(name, STR("name")) ||
           str_eq_nocase(name, STR("code"));
}

/* Columns of the same name as the key `to`, in tables that no foreign key connects with its own. */
static void guess_edges_to(struct join_graph *g, struct arena *a, uint32_t to)
{
    const struct schema *s = g->schema;
    for (uint32_t t = 0; t < s->n_tables && g->n_edges < MAX_GUESSED_EDGES; t++) {
        uint32_t from = schema_find_column(s, t, s->columns[to].name), owner = table_of(g, to);
        if (from != SCHEMA_NONE && t != owner && !are_connected(g, t, owner))
            add_edge(g, a, from, to);
    }
}

static void guess_edges(struct join_graph *g, struct arena *a)
{
    for (uint32_t i = 1; i < g->schema->n_columns; i++)
        if (g->schema->columns[i].primary && table_of(g, i) != SCHEMA_NONE &&
            !is_common_name(g->schema->columns[i].name))
            guess_edges_to(g, a, i);
}

static void index_edges(struct join_graph *g, struct arena *a)
{
    uint32_t n = g->schema->n_tables, at = 0;
    g->first = ARENA_ARRAY(a, uint32_t, n + 1);
    g->incident = ARENA_ARRAY(a, uint32_t, 2 * g->n_edges + 1);
    for (uint32_t t = 0; t < n; t++) {
        g->first[t] = at;
        for (uint32_t i = 0; i < g->n_edges; i++)
            if (table_of(g, g->edges[i].from) == t || table_of(g, g->edges[i].to) == t)
                g->incident[at++] = i;
    }
    g->first[n] = at;
}

void join_graph_build(struct join_graph *g, struct arena *a, const struct schema *s)
{
    *g = (struct join_graph){.schema = s};
    for (uint32_t i = 0; i < s->n_foreign_keys; i++)
        add_edge(g, a, s->foreign_keys[i].from, s->foreign_keys[i].to);
    guess_edges(g, a);
    index_edges(g, a);
}

struct join_graph join_graph_prefer(const struct join_graph *g, struct arena *a,
                                    const bool *preferred)
{
    struct join_graph out = *g;
    uint32_t at = 0;
    out.incident = ARENA_ARRAY(a, uint32_t, 2 * g->n_edges + 1);
    for (uint32_t t = 0; t < g->schema->n_tables; t++)
        for (int want = 1; want >= 0; want--)
            for (uint32_t i = g->first[t]; i < g->first[t + 1]; i++)
                if (preferred[g->incident[i]] == (want == 1))
                    out.incident[at++] = g->incident[i];
    return out;
}

struct path_search {
    const struct join_graph *graph;
    uint32_t *queue, *distance; /* distance: by table, UINT32_MAX if not reached */
    uint32_t *via;              /* by table: the edge it was reached by */
    uint32_t head, tail;
};

static void search_init(struct path_search *b, const struct join_graph *g, struct arena *a)
{
    uint32_t n = g->schema->n_tables;
    *b = (struct path_search){.graph = g,
                              .queue = ARENA_ARRAY(a, uint32_t, n + 1),
                              .distance = ARENA_ARRAY(a, uint32_t, n + 1),
                              .via = ARENA_ARRAY(a, uint32_t, n + 1)};
    for (uint32_t i = 0; i < n; i++)
        b->distance[i] = UINT32_MAX;
}

static void search_start(struct path_search *b, uint32_t table)
{
    if (b->distance[table] == 0)
        return;
    b->distance[table] = 0;
    b->via[table] = UINT32_MAX;
    b->queue[b->tail++] = table;
}

static uint32_t other_end(const struct join_graph *g, uint32_t edge, uint32_t table)
{
    uint32_t from = table_of(g, g->edges[edge].from);
    return from == table ? table_of(g, g->edges[edge].to) : from;
}

static void search_run(struct path_search *b)
{
    const struct join_graph *g = b->graph;
    while (b->head < b->tail) {
        uint32_t t = b->queue[b->head++];
        for (uint32_t i = g->first[t]; i < g->first[t + 1]; i++) {
            uint32_t next = other_end(g, g->incident[i], t);
            if (b->distance[next] != UINT32_MAX)
                continue;
            b->distance[next] = b->distance[t] + 1;
            b->via[next] = g->incident[i];
            b->queue[b->tail++] = next;
        }
    }
}

uint32_t join_distance(const struct join_graph *g, struct arena *a, uint32_t from, uint32_t to)
{
    struct path_search b;
    search_init(&b, g, a);
    search_start(&b, from);
    search_run(&b);
    return b.distance[to];
}

const struct join_edge *join_edge_between(const struct join_graph *g, uint32_t x, uint32_t y)
{
    for (uint32_t i = g->first[x]; i < g->first[x + 1]; i++)
        if (other_end(g, g->incident[i], x) == y)
            return &g->edges[g->incident[i]];
    return NULL;
}

/* Add the tables on the way to `table`, the nearest to the tree first. */
static void add_path(struct join_tree *tree, const struct path_search *b, uint32_t table)
{
    const struct join_graph *g = b->graph;
    if (b->distance[table] == UINT32_MAX) {
        tree->steps[tree->count++] = (struct join_step){table, SCHEMA_STAR, SCHEMA_STAR};
        return;
    }
    uint32_t at = tree->count += b->distance[table];
    for (uint32_t n = b->distance[table]; n > 0; n--) {
        const struct join_edge *e = &g->edges[b->via[table]];
        bool forward = table_of(g, e->to) == table;
        tree->steps[--at] =
            (struct join_step){table, forward ? e->from : e->to, forward ? e->to : e->from};
        table = other_end(g, b->via[table], table);
    }
}

struct join_tree join_tree_of(const struct join_graph *g, struct arena *a, const uint32_t *tables,
                              uint32_t n_tables)
{
    struct join_tree tree = {ARENA_ARRAY(a, struct join_step, g->schema->n_tables + 1), 0};
    for (uint32_t i = 0; i < n_tables; i++) {
        struct path_search b;
        search_init(&b, g, a);
        for (uint32_t k = 0; k < tree.count; k++)
            search_start(&b, tree.steps[k].table);
        search_run(&b);
        if (b.distance[tables[i]] != 0)
            add_path(&tree, &b, tables[i]);
    }
    return tree;
}
