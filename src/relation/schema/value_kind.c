/* value_kind.c: columns by the words of their names. */
#include "relation/schema/value_kind.h"

#include "lexicon/name_style.h"

static bool has_word_at(const struct name_words *w, struct str word, struct str place)
{
    bool first = str_eq(place, STR("first")), last = str_eq(place, STR("last"));
    for (uint32_t i = 0; i < w->count; i++)
        if ((!first || i == 0) && (!last || i + 1 == w->count) && str_eq(w->items[i].text, word))
            return true;
    return false;
}

/* Has the name a word of this kind? */
static bool has_kind(const struct lexicon *l, const struct name_words *w, struct str kind)
{
    if (!l)
        return false;
    const struct lexicon_table *t = lexicon_table(l, STR("column_kinds"));
    for (uint32_t i = 0; i < t->n_rows; i++) {
        const struct str *row = t->rows[i].fields;
        if (str_eq(row[2], kind) && has_word_at(w, row[0], row[1]))
            return true;
    }
    return false;
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
    if (is_boolean(s->schema, column) || has_kind(s->lexicon, &w, STR("flag")))
        return VALUES_FLAG;
    if (is_numbered(&w))
        return VALUES_NUMBERED;
    if (has_kind(s->lexicon, &w, STR("code")))
        return VALUES_CODE;
    bool classes = has_kind(s->lexicon, &w, STR("class"));
    bool number = c->type == SCHEMA_NUMBER && s->lexicon;
    return !classes && (number || has_kind(s->lexicon, &w, STR("measure"))) ? VALUES_MEASURE
                                                                            : VALUES_PLAIN;
}

bool values_have_names(struct arena *a, const struct relation_seed *s, uint32_t column)
{
    const struct schema_column *c = &s->schema->columns[column];
    struct name_words w = name_split(a, c->name);
    return c->type == SCHEMA_TEXT && !has_kind(s->lexicon, &w, STR("text"));
}
