/* elements.h: which elements of SQL a query has, for figures per element.
 *
 * A statement has an element if it is anywhere in it, in nested queries too. */
#ifndef TEQL_SQL_ELEMENTS_H
#define TEQL_SQL_ELEMENTS_H

#include "base/record.h"
#include "sql/ast.h"

enum sql_element {
#define ELEMENT(id, name) SQL_ELEMENT_##id,
#include "sql/element.def"
#undef ELEMENT
    SQL_N_ELEMENTS
};

/* A set of elements: bit number `e` stands for element `e`. */
typedef uint32_t sql_element_set;

static inline bool sql_element_in(sql_element_set set, enum sql_element e)
{
    return set >> e & 1;
}

/* Never empty. Thread-safe. */
sql_element_set sql_elements(const struct sql_stmt *stmt);

/* For people and files: "GROUP BY", "nested query", … */
struct str sql_element_name(enum sql_element e);
extern const struct name_list SQL_ELEMENT_NAMES;

#endif
