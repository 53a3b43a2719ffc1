/* reading.h: one question while it is being understood; private to nlidb/.
 *
 * Rules look at the mentions one after the other. Each rule claims the mentions that it explains
 * and adds a part to the plan. Names that are still unclaimed at the end, where the question says
 * what it asks for, are selected. */
#ifndef TEQL_NLIDB_READING_H
#define TEQL_NLIDB_READING_H

#include "link/mention.h"
#include "nlidb/join_graph.h"
#include "nlidb/plan.h"

#define NO_MENTION UINT32_MAX

/* A mention and what became of it. */
struct said {
    struct mention mention;
    uint32_t table;  /* the table that a NAME means; SCHEMA_NONE where it means a column */
    uint32_t column; /* the column that it means; SCHEMA_STAR where it means a table */
    bool claimed;    /* some rule has explained it */
    bool head;       /* it stands where the question says what it asks for … */
    uint32_t ask;    /* … in the asking phrase of this number */
};

struct reading {
    const struct schema *schema;
    const struct lexicon *lexicon;
    const struct link_index *link;
    const struct join_graph *graph;
    struct arena *arena;
    struct words words;
    struct said *items;
    uint32_t count;
    struct plan *plan;
    uint32_t main;         /* the table that the question is about; SCHEMA_NONE while unknown */
    uint32_t counted;      /* the table whose rows are counted to order or choose groups */
    uint32_t group_column; /* what "each" stands before: a column … */
    uint32_t group_table;  /* … or a table */
    enum first_order {
        ORDER_NONE,
        ORDER_ASCENDING,
        ORDER_DESCENDING
    } first_order;         /* "highest first", without a word of what */
    uint32_t other_column; /* of another table, to be combined with the selected one by … */
    enum set_operation other_set;
    struct plan *asked; /* what an earlier sentence asked for, while a later one is read */
    bool by_count;      /* groups are chosen or ordered by their count */
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
void read_selection(struct reading *r);
void read_completion(struct reading *r);
void read_sets(struct reading *r);

/* Walking over mentions. */
bool said_trigger(const struct reading *r, uint32_t i, enum trigger t);
bool said_table(const struct reading *r, uint32_t i);  /* a NAME that means a table */
bool said_column(const struct reading *r, uint32_t i); /* a NAME that means a column */
bool said_sentence_end(const struct reading *r, uint32_t i);
bool said_comma(const struct reading *r, uint32_t i);

/* The aggregate that a trigger asks for; AGGREGATE_NONE where it asks for none. */
enum aggregate said_aggregate(const struct reading *r, uint32_t i);

/* Is it a trigger that compares? */
bool said_comparison(const struct reading *r, uint32_t i, enum comparison *op);

/* Is the mention this one word (its lemma)? */
bool is_word(const struct reading *r, uint32_t i, struct str word);

/* An aggregate said without anything to take it of, "in total", "on average"; it is claimed. */
enum aggregate take_lone_aggregate(struct reading *r);

/* The nearest mention after or before `i` that is not filler; NO_MENTION where there is none, and
 * for NO_MENTION itself. What asks about a mention says no for NO_MENTION, too. */
uint32_t said_after(const struct reading *r, uint32_t i);
uint32_t said_before(const struct reading *r, uint32_t i);

/* The table of what NAME `i` means. */
uint32_t said_owner(const struct reading *r, uint32_t i);

/* The nearest table spoken of before `i`, else after it, else the main one. */
uint32_t nearby_table(const struct reading *r, uint32_t i);

/* The table's column of years or dates, by its name or its rows; SCHEMA_STAR where it has none. */
uint32_t table_time(const struct reading *r, uint32_t table);

/* The number that a table is about: "score" of "jury score", or its only one; SCHEMA_STAR where
 * there is none. */
uint32_t table_measure(const struct reading *r, uint32_t table);

/* Is one of these triggers between two mentions, both not included? */
bool trigger_between(const struct reading *r, uint32_t from, uint32_t to, enum trigger t);

/* SQL of a text with quotes; of a number. */
struct str sql_text(struct arena *a, struct str text);
struct str sql_number(struct arena *a, double number);

/* Source text of a mention. */
struct str said_text(const struct reading *r, uint32_t i);

#endif
