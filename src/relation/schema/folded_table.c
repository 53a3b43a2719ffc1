/* folded_table.c: the noun of a table put before the names of its columns. */
#include "relation/schema/folded_table.h"

#include "lexicon/kinds.h"
#include "lexicon/question_text.h"

static struct name_words noun_of(struct arena *a, const struct inflection *in, struct str name)
{
    return name_split(a, table_noun(a, in, name_in_words(a, name)));
}

/* The first column of the table that begins with `word`; SCHEMA_STAR where none does. */
static uint32_t column_with_word(struct arena *a, const struct schema *s, uint32_t table,
                                 const struct inflection *in, struct str word)
{
    const struct schema_table *t = &s->tables[table];
    for (uint32_t i = 0; i < t->n_columns; i++) {
        struct name_words w = name_split(a, s->columns[t->columns[i]].name);
        if (w.count > 0 && noun_same(a, in, w.items[0].text, word))
            return t->columns[i];
    }
    return SCHEMA_STAR;
}

/* As one of the tables writes the noun's first word before others, or else as the folded one writes
 * its columns: so one word does not stand there in two cases. */
static struct name_style case_of_noun(struct arena *a, const struct folded_table *f, uint32_t into)
{
    const uint32_t tables[] = {f->table, into};
    struct str first = f->owner.words.count ? f->owner.words.items[0].text : STR("");
    for (size_t i = 0; i < 2; i++) {
        uint32_t c = column_with_word(a, f->schema, tables[i], &f->inflection, first);
        if (c != SCHEMA_STAR)
            return name_style_of(a, f->schema->columns[c].name);
    }
    return name_style_of_table(a, &f->habits, f->schema, f->table);
}

struct folded_table folded_table_of(struct arena *a, const struct relation_seed *s,
                                    struct inflection inflection, uint32_t table, uint32_t into)
{
    const struct inflection *best = s->knowledge ? &s->knowledge->inflection : &inflection;
    const struct schema_table *t = &s->schema->tables[table];
    struct folded_table f = {.schema = s->schema,
                             .table = table,
                             .noun = noun_of(a, best, t->name),
                             .natural = noun_of(a, best, t->natural),
                             .owner = owner_noun_of(a, s, best, table, t->name),
                             .spoken = owner_noun_of(a, s, best, table, t->natural),
                             .habits = name_habits_of(a, s),
                             .inflection = inflection};
    f.style = case_of_noun(a, &f, into);
    return f;
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

static bool refers_elsewhere(const struct folded_table *f, uint32_t column)
{
    for (uint32_t i = 0; i < f->schema->n_foreign_keys; i++)
        if (f->schema->foreign_keys[i].from == column)
            return true;
    return false;
}

/* Do all words from `at` on only say that it is a key? */
static bool only_key_words(const struct name_words *w, uint32_t at)
{
    static const struct str KEYS[] = {STR_INIT("id"), STR_INIT("code"),   STR_INIT("key"),
                                      STR_INIT("no"), STR_INIT("number"), STR_INIT("num")};
    for (; at < w->count; at++) {
        bool key = false;
        for (size_t i = 0; i < COUNT_OF(KEYS); i++)
            key |= str_eq(w->items[at].text, KEYS[i]);
        if (!key)
            return false;
    }
    return true;
}

/* Would words of the noun, before the last ones of it, turn the key of another thing into that of
 * the folded one? */
static bool becomes_own_key(const struct owner_place *p, const struct name_words *name, bool other)
{
    return p->shared > 0 && only_key_words(name, p->at + p->shared) &&
           (other || str_eq(name->items[name->count - 1].text, STR("id")));
}

/* The column's name, which stays as it is but for a capital where only that separates. */
static struct str name_with_owner(struct arena *a, const struct folded_table *f,
                                  const struct name_words *name, const struct owner_place *p)
{
    struct name_style style = f->style, own = name_style_of(a, name->name);
    uint32_t next = p->at + p->instead;
    size_t at = p->at ? name->items[p->at].start : 0, end = next ? name->items[next].start : 0;
    struct str rest = str_slice(name->name, end, name->name.len);
    style.separator = name->count > 1 && own.separator ? own.separator : f->habits.style.separator;
    if (p->at > 0)
        style = (struct name_style){own.separator, own.rest, own.rest};
    if (!style.separator) {
        style.rest = NAME_TITLE;
        rest = sentence_capital(a, rest);
    }
    char separator[2] = {style.separator, '\0'};
    return arena_printf(a, "%.*s%.*s%s%.*s", STR_ARG(str_slice(name->name, 0, at)),
                        STR_ARG(owner_written(a, &p->before, style)), separator, STR_ARG(rest));
}

/* The noun may stand within the name; then it goes to the front, as it does in the others. */
static void put_owner_first(struct arena *a, const struct folded_table *f,
                            struct migration_fold_name *out)
{
    struct name_words words = name_split(a, out->name);
    struct str first = owner_first(a, &f->inflection, &f->owner, &words);
    if (first.len == 0)
        return;
    out->name = name_join(a, name_style_of(a, out->name), first);
    out->natural = name_in_words(a, out->name);
}

/* "StuID" does not show that it is the student's, but "student id" does: so words of either are
 * there. */
bool folded_name(struct arena *a, const struct folded_table *f, uint32_t column,
                 struct migration_fold_name *out)
{
    const struct schema_column *c = &f->schema->columns[column];
    const struct inflection *in = &f->inflection;
    struct name_words name = name_split(a, c->name), natural = name_split(a, c->natural);
    struct name_words known =
        name_split(a, arena_printf(a, "%.*s %.*s", STR_ARG(c->name), STR_ARG(c->natural)));
    bool other = refers_elsewhere(f, column);
    struct owner_place place = owner_place_in(a, in, &f->owner, &name, &known, other);
    struct owner_place spoken = owner_place_in(a, in, &f->spoken, &natural, &known, other);
    *out = (struct migration_fold_name){c->name, c->natural};
    if (place.before.count == 0 || spoken.before.count == 0) {
        put_owner_first(a, f, out);
        return true;
    }
    if (becomes_own_key(&place, &name, other) || name.count == 0 || place.torn ||
        (f->owner.joined && place.before.count < f->owner.words.count))
        return false;
    out->name = out->natural = name_with_owner(a, f, &name, &place);
    if (!str_eq(c->natural, c->name)) /* something better is known */
        out->natural = name_in_words(a, owner_phrase(a, &spoken, &natural));
    put_owner_first(a, f, out);
    return true;
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
