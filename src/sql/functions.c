/* functions.c: finding a built-in function by name and number of arguments. */
#include "sql/functions.h"

#define ANY SQL_MAX_ARGUMENTS
#define F(name, kind, least, most)                                                                 \
    {STR_INIT(#name), SQL_FUNCTION_##kind, (uint8_t)(least), (uint8_t)(most)},
static const struct sql_function FUNCTIONS[] = {
#include "sql/functions.def"
};
#undef F

enum { N_FUNCTIONS = COUNT_OF(FUNCTIONS) };

const struct sql_function *sql_functions(uint32_t *count)
{
    *count = N_FUNCTIONS;
    return FUNCTIONS;
}

/* First entry that is not before `name`. */
static uint32_t lower_bound(struct str name)
{
    uint32_t low = 0, high = N_FUNCTIONS;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (str_cmp_nocase(FUNCTIONS[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct sql_function *sql_function_find(struct str name, uint32_t n, bool *known)
{
    uint32_t i = lower_bound(name);
    *known = i < N_FUNCTIONS && str_eq_nocase(FUNCTIONS[i].name, name);
    for (; i < N_FUNCTIONS && str_eq_nocase(FUNCTIONS[i].name, name); i++)
        if (n >= FUNCTIONS[i].least && n <= FUNCTIONS[i].most)
            return &FUNCTIONS[i];
    return NULL;
}
