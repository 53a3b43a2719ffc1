/* suite_sources.c: differences in words. */
#include "suite/suite_sources.h"

#include <stddef.h>

#define FIELD(name) offsetof(struct suite_sources, name)

static const struct {
    size_t field;
    const char *words;
} SOURCES[] = {
    {FIELD(databases), "before the databases changed"},
    {FIELD(questions), "from other questions"},
    {FIELD(words), "with other word lists"},
    {FIELD(options), "with other options"},
    {FIELD(version), "by another version of teql"},
};

static struct str source_at(const struct suite_sources *s, size_t field)
{
    return *(const struct str *)(const void *)((const char *)s + field);
}

const char *suite_sources_differ(struct arena *a, const struct suite_sources *made,
                                 const struct suite_sources *now)
{
    struct str all = STR("");
    for (size_t i = 0; i < COUNT_OF(SOURCES); i++) {
        struct str then = source_at(made, SOURCES[i].field);
        if (!then.ptr)
            return "of other input, or with other options";
        if (!str_eq(then, source_at(now, SOURCES[i].field)))
            all =
                arena_printf(a, "%.*s%s%s", STR_ARG(all), all.len ? " and " : "", SOURCES[i].words);
    }
    return all.len ? all.ptr : "with other options"; /* another part of the same */
}
