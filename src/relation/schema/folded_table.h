/* folded_table.h: what the columns of a table are called once they stand in another one. */
#ifndef TEQL_RELATION_SCHEMA_FOLDED_TABLE_H
#define TEQL_RELATION_SCHEMA_FOLDED_TABLE_H

#include "lexicon/inflection.h"
#include "relation/migration.h"
#include "relation/relation.h"
#include "relation/schema/built_name.h"

struct folded_table {
    const struct schema *schema;
    uint32_t table;
    struct name_words noun;       /* what a row of it is, in the singular: car maker … */
    struct name_words natural;    /* … and as people say it */
    struct inflection inflection; /* that its words are compared by */
};

/* In `a`. Words are compared by `inflection`, which need not know WordNet. */
struct folded_table folded_table_of(struct arena *a, const struct relation_seed *s,
                                    struct inflection inflection, uint32_t table);

/* The column's name with the noun before it, as the schema writes names: Stadium_Location. No word
 * is there twice: what the name begins with is not put before it (Car_Maker for Maker), and a name
 * that has the noun says already whose it is (Pet_Age, disposition_of_ship). */
struct migration_fold_name folded_name(struct arena *a, const struct folded_table *f,
                                       const struct name_habits *habits, uint32_t column);

/* What the column says of the thing, in words and without the noun: "location" of a stadium, "age"
 * for "pet age". The noun itself where there is nothing else. */
struct name_words folded_attribute(struct arena *a, const struct folded_table *f, uint32_t column);

#endif
