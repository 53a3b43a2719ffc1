/* keyword.c: the index of a database, and the walk from a question to SQL. */
#include "nlidb/keyword.h"

#include "link/own_schema.h"
#include "link/role.h"
#include "nlidb/confidence.h"
#include "nlidb/reading.h"

#include <stdlib.h>

extern const struct embedded_file KEYWORD_FILES[];
extern const uint32_t N_KEYWORD_FILES;

const struct lexicon_set KEYWORD_LEXICON = {KEYWORD_FILES, &N_KEYWORD_FILES, "data/keyword"};

struct keyword_index {
    struct arena arena;
    const struct lexicon *lexicon;
    const struct schema *schema;
    struct link_index link;
    struct join_graph graph;
    struct rule_list rules;
};

enum status keyword_index_new(const struct lexicon *lexicon, const struct schema *schema,
                              struct database *db, struct keyword_index **out, struct err *e)
{
    struct keyword_index *i = *out = mem_alloc(sizeof *i);
    *i = (struct keyword_index){.lexicon = lexicon};
    i->schema = own_schema(&i->arena, schema);
    link_index_init(&i->link, lexicon);
    triggers_add(&i->link.phrases, &i->arena, &i->link.lemmatizer);
    enum status status = rule_list_load(&i->rules, &i->arena, lexicon, e);
    if (!status)
        status = link_index_add(&i->link, &i->arena, i->schema, db, e);
    if (status) {
        keyword_index_free(i);
        *out = NULL;
        return status;
    }
    join_graph_build(&i->graph, &i->arena, i->schema);
    return OK;
}

void keyword_index_free(struct keyword_index *i)
{
    if (!i)
        return;
    arena_release(&i->arena);
    free(i);
}

static void take_mentions(struct reading *r)
{
    struct mention_list list = mentions_find(r->arena, r->link, &r->words);
    r->items = ARENA_ARRAY(r->arena, struct said, list.count + 1);
    r->count = list.count;
    for (uint32_t i = 0; i < list.count; i++)
        r->items[i] =
            (struct said){.mention = list.items[i], .table = SCHEMA_NONE, .column = SCHEMA_STAR};
}

/* The rules, each after those whose claims it relies on. */
static void (*const RULES[])(struct reading *r) = {
    read_regions,
    read_names,
    read_shared_column,
    read_ordering,
    read_superlatives,
    read_averages,
    read_dates,
    read_numbers,
    read_flags,
    read_values,
    read_average_conditions,
    read_grouping,
    read_absence,
    read_presence,
    read_selection,
    read_completion,
    read_sets,
};

/* Does the question say a word of the foreign key that neither the key it refers to nor its own
 * table has, as "destination" of destination_airport? */
static bool says_edge(const struct reading *r, const struct join_edge *e)
{
    uint32_t table = table_of(r, e->from);
    struct lemmas from =
        lemmas_of_name(r->arena, &r->link->lemmatizer, r->schema->columns[e->from].natural);
    struct lemmas own =
        lemmas_of_name(r->arena, &r->link->lemmatizer, r->schema->tables[table].natural);
    for (uint32_t i = 0; i < from.count; i++)
        for (uint32_t k = 0; k < r->words.count; k++)
            if (str_eq(r->words.items[k].lemma, from.items[i]) &&
                !role_has_word(r->schema, e->to, from.items[i]) &&
                !str_in(from.items[i], own.items, own.count))
                return true;
    return false;
}

static struct join_graph preferred_graph(const struct reading *r, const struct join_graph *g)
{
    bool *preferred = ARENA_ARRAY(r->arena, bool, g->n_edges + 1);
    for (uint32_t i = 0; i < g->n_edges; i++)
        preferred[i] = says_edge(r, &g->edges[i]);
    return join_graph_prefer(g, r->arena, preferred);
}

struct keyword_reply keyword_answer(const struct keyword_index *i, struct str question,
                                    struct arena *a)
{
    struct keyword_reply reply = {0};
    uint32_t joins;
    struct reading r = {.schema = i->schema,
                        .lexicon = i->lexicon,
                        .link = &i->link,
                        .graph = &i->graph,
                        .rules = &i->rules,
                        .arena = a,
                        .plan = ARENA_NEW(a, struct plan),
                        .main = SCHEMA_NONE,
                        .counted = SCHEMA_NONE,
                        .group_column = SCHEMA_STAR,
                        .group_table = SCHEMA_NONE};
    if (i->schema->n_tables == 0)
        return reply;
    r.words = words_read(a, &i->link.lemmatizer, question);
    struct join_graph graph = preferred_graph(&r, &i->graph);
    r.graph = &graph;
    take_mentions(&r);
    for (size_t k = 0; k < COUNT_OF(RULES); k++)
        RULES[k](&r);
    reply.sql = plan_write(r.plan, &graph, a, &joins);
    if (reply.sql.ptr) {
        reply.explained = explained_share(&r);
        reply.confidence = answer_confidence(&r, reply.explained, joins);
    }
    return reply;
}
