/* role.h: the purpose of columns: to name a row, to identify it, to calculate with. */
#ifndef TEQL_LINK_ROLE_H
#define TEQL_LINK_ROLE_H

#include "schema/schema.h"

/* The column by which people know a row: its name or title, else its first text, else its key.
 * SCHEMA_STAR for a table without columns. */
uint32_t role_name(const struct schema *s, uint32_t table);

/* The column that identifies a row: its primary key, else what foreign keys refer to, else its
 * name. */
uint32_t role_key(const struct schema *s, uint32_t table);

/* Is it, by type and name, a number or time to calculate and compare with? */
bool role_is_measure(const struct schema *s, uint32_t column);

/* Is it a key, or does it refer to one? */
bool role_is_key(const struct schema *s, uint32_t column);

/* A column of years or dates; or SCHEMA_STAR. */
uint32_t role_time(const struct schema *s, uint32_t table);

/* Does its name have the word (ASCII, small letters) as a whole word? */
bool role_has_word(const struct schema *s, uint32_t column, struct str word);

#endif
