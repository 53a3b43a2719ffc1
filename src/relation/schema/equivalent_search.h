/* equivalent_search.h: what the searches for other forms of a column share. */
#ifndef TEQL_RELATION_SCHEMA_EQUIVALENT_SEARCH_H
#define TEQL_RELATION_SCHEMA_EQUIVALENT_SEARCH_H

#include "relation/schema/equivalent.h"

struct equivalent_search {
    struct arena *arena;
    const struct equivalent_scope *scope;
    uint32_t column;
    struct name_words words;              /* of its name */
    const struct column_content *content; /* all its values, two at least */
    struct equivalent_list found;
};

/* Words of a column's name, from `start` to `end`, not included. */
struct words_place {
    uint32_t start, end;
};

/* Goes through the rows of a list whose words the name has, the longest words only. */
struct rule_walk {
    struct equivalent_search *search;
    const struct lexicon_table *list;
    bool has_place;
    uint32_t next, longest;
    const struct str *row; /* fields of the current one */
    struct words_place at; /* where its words stand */
};

/* The first field of the list has the words; the second, where `has_place`, their place: "first",
 * "last" or "any". Without one, they are the last. "*" stands for the whole name, and is shorter
 * than any word. */
struct rule_walk rules_begin(struct equivalent_search *s, const char *list, bool has_place);
bool rules_next(struct rule_walk *w);

/* Is what the words at `at` tell about an owner of this kind: the noun before them, or else the
 * table's? "living" stands for persons and animals, "any" for everything. */
bool owner_is(const struct equivalent_search *s, struct words_place at, struct str kind);

/* The noun of the column's table. */
struct str search_table_noun(const struct equivalent_search *s);

/* The column's name with `words` in the place of others; "-" leaves them out. ptr NULL where
 * nothing is left. */
struct str search_name(const struct equivalent_search *s, struct words_place at, struct str words);

/* The pattern with @ and # filled in, and no blank too many. */
struct str fill_in(struct arena *a, struct str pattern, struct str label, struct str before);

/* The n-th value as a literal of column_mapping.h. */
struct str value_literal(const struct equivalent_search *s, uint32_t n);

/* A text as such a literal. */
struct str text_literal(struct arena *a, struct str text);

/* A new column, natural name and source included; `mapping` is copied. */
struct migration_column new_column(const struct equivalent_search *s, struct str name,
                                   enum schema_type type, const struct column_mapping *mapping);

/* Add the form to those found, where its names are new to the schema and need no quotes. `w` is at
 * the rule that it follows. */
void search_found(struct rule_walk *w, const struct replacement *r);

/* The searches, in the order of Table 11 of the paper. Each adds what it finds, and says why where
 * a rule was there and the rows did not fit. */
void find_parts(struct equivalent_search *s);
void find_texts(struct equivalent_search *s);
void find_flags(struct equivalent_search *s);
void find_numbers(struct equivalent_search *s);

/* The number of the value in data/truth_values.tsv that says yes; NAME_NONE where the two values
 * are no yes and no. `word`: only those that are words. */
uint32_t true_value(const struct equivalent_search *s, bool word);

#endif
