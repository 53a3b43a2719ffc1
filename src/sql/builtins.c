/* builtins.c: two tables, searched by name. */
#include "sql/builtins.h"

#define ANY SQL_MAX_ARGUMENTS
#define F(name, kind, least, most)                                                                 \
    {STR_INIT(#name), SQL_FUNCTION_##kind, (uint8_t)(least), (uint8_t)(most)},
static const struct sql_function FUNCTIONS[] = {
#include "sql/functions.def"
};
#undef F

#define T(name, columns, hidden) {STR_INIT(#name), columns, hidden},
static const struct sql_builtin_table TABLES[] = {
#include "sql/builtin_tables.def"
};
#undef T

enum { N_FUNCTIONS = COUNT_OF(FUNCTIONS), N_TABLES = COUNT_OF(TABLES) };

/* The first of `n` entries that is not before `name`. Entries are `size` bytes and begin with their
 * name. */
static uint32_t lower_bound(const void *entries, uint32_t n, size_t size, struct str name)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        const void *entry = (const char *)entries + middle * size;
        if (str_cmp_nocase(*(const struct str *)entry, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct sql_function *sql_functions(uint32_t *count)
{
    *count = N_FUNCTIONS;
    return FUNCTIONS;
}

const struct sql_function *sql_function_find(struct str name, uint32_t n, bool *known)
{
    uint32_t i = lower_bound(FUNCTIONS, N_FUNCTIONS, sizeof *FUNCTIONS, name);
    *known = i < N_FUNCTIONS && str_eq_nocase(FUNCTIONS[i].name, name);
    for (; i < N_FUNCTIONS && str_eq_nocase(FUNCTIONS[i].name, name); i++)
        if (n >= FUNCTIONS[i].least && n <= FUNCTIONS[i].most)
            return &FUNCTIONS[i];
    return NULL;
}

const struct sql_builtin_table *sql_builtin_tables(uint32_t *count)
{
    *count = N_TABLES;
    return TABLES;
}

const struct sql_builtin_table *sql_builtin_table_find(struct str name)
{
    uint32_t i = lower_bound(TABLES, N_TABLES, sizeof *TABLES, name);
    return i < N_TABLES && str_eq_nocase(TABLES[i].name, name) ? &TABLES[i] : NULL;
}

/* Append the words of `list` to the first `n` names. */
static uint32_t split_names(const char *list, struct str *names, uint32_t n)
{
    struct str rest = str_from(list);
    while (rest.len > 0 && n < SQL_BUILTIN_MAX_COLUMNS)
        names[n++] = str_split(&rest, ' ');
    return n;
}

uint32_t sql_builtin_table_columns(const struct sql_builtin_table *t,
                                   struct str names[SQL_BUILTIN_MAX_COLUMNS], uint32_t *visible)
{
    *visible = split_names(t->columns, names, 0);
    return split_names(t->hidden, names, *visible);
}
