/* builtin_tables.c: finding a built-in table by name. */
#include "sql/builtin_tables.h"

#define T(name, columns, hidden) {STR_INIT(#name), columns, hidden},
static const struct sql_builtin_table TABLES[] = {
#include "sql/builtin_tables.def"
};
#undef T

enum { N_TABLES = COUNT_OF(TABLES) };

const struct sql_builtin_table *sql_builtin_tables(uint32_t *count)
{
    *count = N_TABLES;
    return TABLES;
}

const struct sql_builtin_table *sql_builtin_table_find(struct str name)
{
    uint32_t low = 0, high = N_TABLES;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        int order = str_cmp_nocase(TABLES[middle].name, name);
        if (order == 0)
            return &TABLES[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* Append the words of `list` to the `n` names there are. */
static uint32_t split(const char *list, struct str *names, uint32_t n)
{
    struct str rest = str_from(list);
    while (rest.len > 0 && n < SQL_BUILTIN_MAX_COLUMNS)
        names[n++] = str_split(&rest, ' ');
    return n;
}

uint32_t sql_builtin_table_columns(const struct sql_builtin_table *t,
                                   struct str names[SQL_BUILTIN_MAX_COLUMNS], uint32_t *visible)
{
    *visible = split(t->columns, names, 0);
    return split(t->hidden, names, *visible);
}
