/* builtin_first_table.c: answer every question with all rows of the first table.
 *
 * Right only by accident, and the same whatever is done to the question: what a system gains over
 * it is understanding. */
#include "system/builtin.h"

static bool is_plain(struct str name)
{
    for (size_t i = 0; i < name.len; i++) {
        char c = ascii_lower(name.ptr[i]);
        if (!(c >= 'a' && c <= 'z') && c != '_' && !(i > 0 && ascii_digit(c)))
            return false;
    }
    return name.len > 0;
}

static struct str quoted(struct arena *a, struct str name)
{
    char *text = arena_alloc(a, 2 * name.len + 2);
    size_t n = 0;
    text[n++] = '"';
    for (size_t i = 0; i < name.len; i++) {
        if (name.ptr[i] == '"')
            text[n++] = '"';
        text[n++] = name.ptr[i];
    }
    text[n++] = '"';
    return (struct str){text, n};
}

struct str builtin_first_table(const struct ask_request *r, struct database *d, struct arena *a)
{
    (void)d;
    if (r->schema->n_tables == 0)
        return (struct str){NULL, 0};
    struct str name = r->schema->tables[0].name;
    return arena_printf(a, "SELECT * FROM %.*s", STR_ARG(is_plain(name) ? name : quoted(a, name)));
}
