/* folded_table.c: the noun of a table put before the names of its columns. */
#include "relation/schema/folded_table.h"

#include "lexicon/kinds.h"

static struct name_words noun_of(struct arena *a, const struct inflection *in, struct str name)
{
    return name_split(a, table_noun(a, in, name_in_words(a, name)));
}

struct folded_table folded_table_of(struct arena *a, const struct relation_seed *s,
                                    struct inflection inflection, uint32_t table)
{
    const struct inflection *best = s->knowledge ? &s->knowledge->inflection : &inflection;
    const struct schema_table *t = &s->schema->tables[table];
    return (struct folded_table){.schema = s->schema,
                                 .table = table,
                                 .noun = noun_of(a, best, t->name),
                                 .natural = noun_of(a, best, t->natural),
                                 .inflection = inflection};
}

/* Are words `i` and on of `name` those of the noun from `from` on, to its end? */
static bool noun_at(struct arena *a, const struct inflection *in, const struct name_words *noun,
                    uint32_t from, const struct name_words *name, uint32_t i)
{
    if (i + noun->count - from > name->count)
        return false;
    for (uint32_t k = from; k < noun->count; k++)
        if (!noun_same(a, in, noun->items[k].text, name->items[i + k - from].text))
            return false;
    return true;
}

/* Words of a name that are the noun's. */
struct shared_words {
    uint32_t at, count;
};

/* The whole noun wherever it stands; else as many of its last words as the name begins with. */
static struct shared_words shared_with(struct arena *a, const struct inflection *in,
                                       const struct name_words *noun, const struct name_words *name)
{
    for (uint32_t i = 0; i < name->count; i++)
        if (noun_at(a, in, noun, 0, name, i))
            return (struct shared_words){i, noun->count};
    for (uint32_t from = 1; from < noun->count; from++)
        if (noun_at(a, in, noun, from, name, 0))
            return (struct shared_words){0, noun->count - from};
    return (struct shared_words){0, 0};
}

/* The words of the noun that are to come before the name. */
static struct str missing_words(struct arena *a, const struct inflection *in,
                                const struct name_words *noun, struct str name)
{
    struct name_words words = name_split(a, name);
    uint32_t missing = noun->count - shared_with(a, in, noun, &words).count;
    return missing ? str_slice(noun->name, 0, noun->items[missing - 1].end) : STR("");
}

/* "StuID" does not show that it is the student's, but "student id" does: so one of the two is
 * enough. */
struct migration_fold_name folded_name(struct arena *a, const struct folded_table *f,
                                       const struct name_habits *habits, uint32_t column)
{
    const struct schema_column *c = &f->schema->columns[column];
    struct str before_name = missing_words(a, &f->inflection, &f->noun, c->name);
    struct str before_natural = missing_words(a, &f->inflection, &f->natural, c->natural);
    if (before_name.len == 0 || before_natural.len == 0)
        return (struct migration_fold_name){c->name, c->natural};
    struct str name = name_with_prefix(a, habits, c->name, before_name);
    if (str_eq(c->natural, c->name)) /* nothing better is known */
        return (struct migration_fold_name){name, name};
    return (struct migration_fold_name){
        name, arena_printf(a, "%.*s %.*s", STR_ARG(before_natural), STR_ARG(c->natural))};
}

struct name_words folded_attribute(struct arena *a, const struct folded_table *f, uint32_t column)
{
    struct name_words words = name_split(a, f->schema->columns[column].natural);
    struct shared_words shared = shared_with(a, &f->inflection, &f->natural, &words);
    if (shared.count == words.count)
        return words;
    uint32_t rest = shared.at + shared.count;
    memmove(&words.items[shared.at], &words.items[rest],
            (words.count - rest) * sizeof *words.items);
    words.count -= shared.count;
    return words;
}
