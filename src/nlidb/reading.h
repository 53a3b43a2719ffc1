/* reading.h: one question while it is being understood. Inside nlidb/.
 *
 * Rules look at the mentions one after the other. Each rule claims the mentions that it explains
 * and adds a part to the plan. At the end, names in the asking phrases that no rule claimed are
 * selected. */
#ifndef TEQL_NLIDB_READING_H
#define TEQL_NLIDB_READING_H

#include "link/adjective.h"
#include "link/mention.h"
#include "nlidb/join_graph.h"
#include "nlidb/plan.h"
#include "nlidb/rule.h"

#define NO_MENTION UINT32_MAX

/* What a mention is, as bits: a trigger, or traits. */
enum trait {
    TRAIT_AFTER_TRIGGERS = N_TRIGGERS - 1,
#define TRAIT(id, name) TRAIT_##id,
#include "nlidb/trait.def"
#undef TRAIT
    N_TRAITS
};
#define TRIGGER(id, name) static const uint64_t SAID_##id = UINT64_C(1) << TRIGGER_##id;
#include "nlidb/trigger.def"
#undef TRIGGER
#define TRAIT(id, name) static const uint64_t SAID_##id = UINT64_C(1) << TRAIT_##id;
#include "nlidb/trait.def"
#undef TRAIT

/* A mention and what became of it. */
struct said {
    struct mention mention;
    uint32_t table;  /* that a NAME means, or SCHEMA_NONE */
    uint32_t column; /* that a NAME means, or SCHEMA_STAR */
    bool claimed;    /* a rule has explained it */
    bool head;       /* it stands where the question says what it asks for … */
    uint32_t ask;    /* … in the asking phrase of this number */
};

struct reading {
    const struct schema *schema;
    const struct lexicon *lexicon;
    const struct link_index *link;
    const struct join_graph *graph;
    const struct rule_list *rules;
    struct arena *arena;
    struct words words;
    struct said *items;
    uint32_t count;
    struct plan *plan;
    uint32_t main;         /* the table that the question is about; SCHEMA_NONE while unknown */
    uint32_t counted;      /* the table whose rows are counted to order or choose groups */
    uint32_t group_column; /* the column after "each" … */
    uint32_t group_table;  /* … or the table */
    enum first_order {
        ORDER_NONE,
        ORDER_ASCENDING,
        ORDER_DESCENDING
    } first_order;         /* "highest first", without a column */
    uint32_t other_column; /* of another table, combined with the selected one by … */
    enum set_operation other_set;
    struct plan *asked; /* what an earlier sentence asked for, while a later one is read */
};

/* The rules, in the order in which they are used (keyword.c). */
void read_regions(struct reading *r);
void read_names(struct reading *r);
void read_shared_column(struct reading *r);
void read_ordering(struct reading *r);
void read_superlatives(struct reading *r);
void read_averages(struct reading *r);
void read_dates(struct reading *r);
void read_numbers(struct reading *r);
void read_flags(struct reading *r);
void read_values(struct reading *r);
void read_average_conditions(struct reading *r);
void read_grouping(struct reading *r);
void read_absence(struct reading *r);
void read_presence(struct reading *r);
void read_selection(struct reading *r);
void read_completion(struct reading *r);
void read_sets(struct reading *r);

/* What mention `i` is; 0 for NO_MENTION. */
uint64_t said(const struct reading *r, uint32_t i);

/* Is it one of these? */
static inline bool said_is(const struct reading *r, uint32_t i, uint64_t traits)
{
    return (said(r, i) & traits) != 0;
}

/* Is one of the mentions from `start` to `end`, not included, one of these? */
bool said_within(const struct reading *r, uint32_t start, uint32_t end, uint64_t traits);

/* The first mention from `start` on that is all of `all` and nothing of `none`; or NO_MENTION. */
uint32_t find_said(const struct reading *r, uint32_t start, uint64_t all, uint64_t none);

/* The nearest mention after `i` that is one of these, at most `steps` away (fillers left out), with
 * none that is one of `stops` between them; before `i` if `steps` is negative. Or NO_MENTION. */
uint32_t find_near(const struct reading *r, uint32_t i, int steps, uint64_t traits, uint64_t stops);

/* The first after `i` that has none of these traits. */
uint32_t skip_after(const struct reading *r, uint32_t i, uint64_t traits);

/* A rule explains the mention. Nothing for NO_MENTION. */
void claim(struct reading *r, uint32_t i);

/* Add a condition on the column, and claim `at`, where the question says it. */
void add_where(struct reading *r, uint32_t at, uint32_t column, enum comparison op,
               struct str value);
void add_where_query(struct reading *r, uint32_t at, uint32_t column, enum comparison op,
                     struct plan *query);

/* The aggregate that a trigger asks for, or AGGREGATE_NONE. */
enum aggregate said_aggregate(const struct reading *r, uint32_t i);

/* Is it a trigger that compares? */
bool said_comparison(const struct reading *r, uint32_t i, enum comparison *op);

/* Is the mention one word, whose lemma is in `list`: "from in"? */
bool is_word(const struct reading *r, uint32_t i, const char *list);

/* Is it the first word of the mention? In small letters. */
bool begins_with_word(const struct reading *r, uint32_t i, const char *word);

/* Claim an aggregate that is said of nothing, "in total", "on average"; or AGGREGATE_NONE. */
enum aggregate take_lone_aggregate(struct reading *r);

/* The nearest mention after or before `i` that is not filler, or NO_MENTION. NO_MENTION for
 * NO_MENTION. */
uint32_t said_after(const struct reading *r, uint32_t i);
uint32_t said_before(const struct reading *r, uint32_t i);

/* The table of a column. */
static inline uint32_t table_of(const struct reading *r, uint32_t column)
{
    return r->schema->columns[column].table;
}

/* The table of what NAME `i` means. */
uint32_t said_owner(const struct reading *r, uint32_t i);

/* The month that mention `i` names, as two digits; or ptr NULL. */
struct str said_month(const struct reading *r, uint32_t i);

/* The nearest table named before `i`, else after it, else the main one. */
uint32_t nearby_table(const struct reading *r, uint32_t i);

/* What the adjective at `i` compares in `table`; SCHEMA_STAR if it is not one, or `table` not a
 * table.
 */
struct adjective_sense said_sense(const struct reading *r, uint32_t i, uint32_t table);

/* Does every row of the main table refer to one of `table`, or the other way round? */
bool main_refers_to(const struct reading *r, uint32_t table);
bool refers_to_main(const struct reading *r, uint32_t table);

/* The table's column of years or dates, by its name or its rows, or SCHEMA_STAR. */
uint32_t table_time(const struct reading *r, uint32_t table);

/* The number that a table is about: "score" of "jury score", or its only one; or SCHEMA_STAR. */
uint32_t table_measure(const struct reading *r, uint32_t table);

/* A text with quotes, and a number, in SQL. */
struct str sql_text(struct arena *a, struct str text);
struct str sql_number(struct arena *a, double number);

/* Source text of a mention. */
struct str said_text(const struct reading *r, uint32_t i);

#endif
