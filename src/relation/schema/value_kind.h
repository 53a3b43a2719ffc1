/* value_kind.h: what kind of values a column has, by its name and type. */
#ifndef TEQL_RELATION_SCHEMA_VALUE_KIND_H
#define TEQL_RELATION_SCHEMA_VALUE_KIND_H

#include "lexicon/inflection.h"
#include "relation/relation.h"

enum value_kind {
    VALUES_PLAIN,    /* names, categories, texts: a table of them makes sense */
    VALUES_FLAG,     /* yes or no: is_male */
    VALUES_NUMBERED, /* one of a series: line_1 */
    VALUES_CODE,     /* an id or a code, which stands for something else already */
    VALUES_MEASURE   /* a count or a measure: any number but years, grades and the like */
};

/* By data/column_kinds.tsv; without a lexicon only flags and numbered columns are known. */
enum value_kind value_kind_of(struct arena *a, const struct relation_seed *s, uint32_t column);

/* Are they names of what the column is called: the Airline of an airline, but no address or time?
 */
bool values_have_names(struct arena *a, const struct relation_seed *s, uint32_t column);

#endif
