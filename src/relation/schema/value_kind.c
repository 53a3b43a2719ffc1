/* value_kind.c: columns by the words of their names. */
#include "relation/schema/value_kind.h"

#include "lexicon/name_style.h"

/* The kinds of column_kinds.tsv, as a set: words of several may be in one name. */
enum { TELLS_FLAG = 1, TELLS_CODE = 2, TELLS_MEASURE = 4, TELLS_CLASS = 8, TELLS_TEXT = 16 };

static unsigned kind_named(struct str name)
{
    static const struct {
        struct str name;
        unsigned kind;
    } KINDS[] = {{STR_INIT("flag"), TELLS_FLAG},
                 {STR_INIT("code"), TELLS_CODE},
                 {STR_INIT("measure"), TELLS_MEASURE},
                 {STR_INIT("class"), TELLS_CLASS},
                 {STR_INIT("text"), TELLS_TEXT}};
    for (size_t i = 0; i < COUNT_OF(KINDS); i++)
        if (str_eq(KINDS[i].name, name))
            return KINDS[i].kind;
    return 0;
}

/* Does word `i` stand where the list wants it: "first", "last", or anywhere? */
static bool stands_at(const struct name_words *w, uint32_t i, struct str place)
{
    return (i == 0 || !str_eq(place, STR("first"))) &&
           (i + 1 == w->count || !str_eq(place, STR("last")));
}

/* The kinds of which the name has a word. */
static unsigned kinds_of_words(const struct lexicon *l, const struct name_words *w)
{
    unsigned kinds = 0;
    const struct lexicon_table *t = l ? lexicon_table(l, STR("column_kinds")) : NULL;
    for (uint32_t row = 0; t && row < t->n_rows; row++) {
        const struct str *fields = t->rows[row].fields;
        for (uint32_t i = 0; i < w->count; i++)
            if (str_eq(w->items[i].text, fields[0]) && stands_at(w, i, fields[1]))
                kinds |= kind_named(fields[2]);
    }
    return kinds;
}

/* A number behind a word tells that there are others: line_1, apt_feature_2. */
static bool is_numbered(const struct name_words *w)
{
    for (uint32_t i = 1; i < w->count; i++)
        if (ascii_digit(w->items[i].text.ptr[0]))
            return true;
    return false;
}

static bool is_boolean(const struct schema *s, uint32_t column)
{
    struct str type = s->declared ? s->declared[column].type : STR("");
    return s->columns[column].type == SCHEMA_BOOLEAN ||
           (type.len >= 4 && str_eq_nocase(str_slice(type, 0, 4), STR("bool")));
}

enum value_kind value_kind_of(struct arena *a, const struct relation_seed *s, uint32_t column)
{
    const struct schema_column *c = &s->schema->columns[column];
    struct name_words w = name_split(a, c->name);
    unsigned kinds = kinds_of_words(s->lexicon, &w);
    if (is_boolean(s->schema, column) || kinds & TELLS_FLAG)
        return VALUES_FLAG;
    if (is_numbered(&w))
        return VALUES_NUMBERED;
    if (kinds & TELLS_CODE)
        return VALUES_CODE;
    bool number = c->type == SCHEMA_NUMBER && s->lexicon;
    return !(kinds & TELLS_CLASS) && (number || kinds & TELLS_MEASURE) ? VALUES_MEASURE
                                                                       : VALUES_PLAIN;
}

bool values_have_names(struct arena *a, const struct relation_seed *s, uint32_t column)
{
    const struct schema_column *c = &s->schema->columns[column];
    struct name_words w = name_split(a, c->name);
    return c->type == SCHEMA_TEXT && !(kinds_of_words(s->lexicon, &w) & TELLS_TEXT);
}
