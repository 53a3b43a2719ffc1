/* equivalent_search.h: what the searches for other forms of a column share. */
#ifndef TEQL_RELATION_SCHEMA_EQUIVALENT_SEARCH_H
#define TEQL_RELATION_SCHEMA_EQUIVALENT_SEARCH_H

#include "relation/schema/equivalent.h"

struct equivalent_search {
    struct arena *arena;
    const struct equivalent_scope *scope;
    uint32_t column;
    struct name_words words;              /* of its name */
    const struct column_content *content; /* all its values, at least two */
    struct equivalent_list found;
};

/* Fields of a rule of equivalent_parts, after its words and their place. */
enum { PARTS_OWNER = 2, PARTS_SORTS, PARTS_SHOWN, PARTS_FORM, PARTS_NEW };

/* Words of a column's name, from `start` to `end`, not included. */
struct words_place {
    uint32_t start, end;
};

/* Goes through the rows of a list whose words are in the name, the longest words only. */
struct rule_walk {
    struct equivalent_search *search;
    const struct lexicon_table *list;
    bool has_place;
    uint32_t next, longest;
    const struct str *row; /* fields of the current one */
    struct words_place at; /* where its words are */
};

/* The first field of a row has the words; with `has_place` the second has their place: "first",
 * "last" or "any"; else they are the last. "*" stands for the whole name, and counts as shorter
 * than any word. */
struct rule_walk rules_begin(struct equivalent_search *s, const char *list, bool has_place);
bool rules_next(struct rule_walk *w);

/* Is the owner of the words at `at` of this kind? The owner is the noun before them, or else the
 * table's. "living" stands for persons and animals, "any" for everything. */
bool owner_is(const struct equivalent_search *s, struct words_place at, struct str kind);

/* The noun of the column's table. */
struct str search_table_noun(const struct equivalent_search *s);

/* The column's name with `words` in place of those at `at`; "-" leaves them out. ptr NULL if
 * nothing is left. */
struct str search_name(const struct equivalent_search *s, struct words_place at, struct str words);

/* The pattern with @ and # filled in, without double blanks. */
struct str fill_in(struct arena *a, struct str pattern, struct str label, struct str before);

/* The n-th value as a literal of column_mapping.h. */
struct str value_literal(const struct equivalent_search *s, uint32_t n);

/* A text as such a literal. */
struct str text_literal(struct arena *a, struct str text);

/* A new column, natural name and source included; `mapping` is copied. */
struct migration_column new_column(const struct equivalent_search *s, struct str name,
                                   enum schema_type type, const struct column_mapping *mapping);

/* Add the form to those found, if its names are new to the schema and need no quotes. `w` is at the
 * rule that it follows. */
void search_found(struct rule_walk *w, const struct replacement *r);

/* The searches, in the order of Table 11 of the paper. Each adds what it finds; if the rows do not
 * fit a rule, it sets `found.why`. */
void find_parts(struct equivalent_search *s);
void find_digits(struct equivalent_search *s);
void find_texts(struct equivalent_search *s);
void find_flags(struct equivalent_search *s);
void find_numbers(struct equivalent_search *s);

/* The number of the value that means yes by words.tsv (yes-word); NAME_NONE if the two values are
 * not yes and no. `word`: only values that are words. */
uint32_t true_value(const struct equivalent_search *s, bool word);

#endif
