/* folded_table.h: what the columns of a table are called once they stand in another one. */
#ifndef TEQL_RELATION_SCHEMA_FOLDED_TABLE_H
#define TEQL_RELATION_SCHEMA_FOLDED_TABLE_H

#include "lexicon/inflection.h"
#include "migration/migration.h"
#include "relation/relation.h"
#include "relation/schema/built_name.h"
#include "relation/schema/owner_noun.h"

struct folded_table {
    const struct schema *schema;
    uint32_t table;
    struct name_words noun;       /* what a row of it is, in the singular: car maker … */
    struct name_words natural;    /* … and as people say it */
    struct owner_noun owner;      /* the same for the names of its columns … */
    struct owner_noun spoken;     /* … and for those in words */
    struct name_style style;      /* the case of what is put before its columns */
    struct name_habits habits;    /* of the schema */
    struct inflection inflection; /* that its words are compared by */
};

/* Table `table`, to be folded into table `into`. In `a`. Words are compared by `inflection`, which
 * need not know WordNet. */
struct folded_table folded_table_of(struct arena *a, const struct relation_seed *s,
                                    struct inflection inflection, uint32_t table, uint32_t into);

/* The column's name with the noun before it, as the schema writes names: Stadium_Location. No word
 * is there twice: words that the name has are not put before it (Car_Maker for Maker), and a name
 * that has them all gets them to the front (ship_disposition for disposition_of_ship). The case of
 * the noun is the one that either table writes it in. False where such a name would say something
 * else: the course_id of an enrolment course is no enrolment_course_id. */
bool folded_name(struct arena *a, const struct folded_table *f, uint32_t column,
                 struct migration_fold_name *out);

/* What the column says of the thing, in words and without the noun: "location" of a stadium, "age"
 * for "pet age". The noun itself where there is nothing else. */
struct name_words folded_attribute(struct arena *a, const struct folded_table *f, uint32_t column);

#endif
