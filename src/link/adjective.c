/* adjective.c: finding the column that an adjective compares by. */
#include "link/adjective.h"

#include "link/role.h"

enum { DIRECTION, COMPARATIVES, SUPERLATIVES, FIRST_ATTRIBUTE }; /* fields */

static const double ADJECTIVE_WEIGHT = 0.95;

static const struct lexicon_table *adjective_list(const struct lexicon *l)
{
    return lexicon_table(l, STR("adjectives"));
}

/* The next of the words separated by '|', from *at; false at the end. */
static bool next_form(struct str forms, size_t *at, struct str *out)
{
    if (*at >= forms.len)
        return false;
    size_t end = str_find(forms, STR("|"), *at);
    *out = str_slice(forms, *at, end);
    *at = end + 1;
    return true;
}

static bool forms_have(struct str forms, struct str form)
{
    struct str one;
    for (size_t at = 0; next_form(forms, &at, &one);)
        if (str_eq(one, form))
            return true;
    return false;
}

static void add_forms(struct phrase_book *b, struct arena *a, const struct lemmatizer *z,
                      struct str forms, struct phrase p)
{
    struct str form;
    for (size_t at = 0; next_form(forms, &at, &form);)
        phrase_book_add(b, a, lemmas_of(a, z, form), p);
}

void adjectives_add(struct phrase_book *b, struct arena *a, const struct lemmatizer *z)
{
    const struct lexicon_table *list = adjective_list(z->lexicon);
    for (uint32_t i = list->n_rows; i-- > 0;) {
        struct phrase p = {.kind = PHRASE_COMPARATIVE, .target = i, .weight = ADJECTIVE_WEIGHT};
        add_forms(b, a, z, list->rows[i].fields[COMPARATIVES], p);
        p.kind = PHRASE_SUPERLATIVE;
        add_forms(b, a, z, list->rows[i].fields[SUPERLATIVES], p);
    }
}

static bool ends_in_words(struct str name, struct str words)
{
    return name.len > words.len && str_ends(name, words) &&
           name.ptr[name.len - words.len - 1] == ' ';
}

/* How well the column's name says `attribute`: 3 in full, 2 at its end, 1 somewhere, else 0. */
static int attribute_score(const struct schema *s, uint32_t column, struct str attribute)
{
    struct str name = s->columns[column].natural;
    struct str whole = name;
    if (name.len > 0 && ascii_lower(name.ptr[name.len - 1]) == 's')
        whole.len--; /* "hours" has the attribute "hour" */
    if (str_eq_nocase(name, attribute) || str_eq_nocase(whole, attribute))
        return 3;
    if (ends_in_words(whole, attribute) || ends_in_words(name, attribute))
        return 2;
    return role_has_word(s, column, attribute) ? 1 : 0;
}

static uint32_t find_attribute(const struct schema *s, uint32_t table, struct str attribute)
{
    const struct schema_table *t = &s->tables[table];
    uint32_t best = SCHEMA_STAR;
    int best_score = 0;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        int score = attribute_score(s, t->columns[i], attribute);
        if (score > best_score) {
            best_score = score;
            best = t->columns[i];
        }
    }
    return best;
}

static uint32_t find_row_attribute(const struct schema *s, uint32_t table,
                                   const struct lexicon_row *row)
{
    uint32_t column = SCHEMA_STAR;
    for (uint32_t i = FIRST_ATTRIBUTE; column == SCHEMA_STAR && i < row->n_fields; i++)
        column = find_attribute(s, table, row->fields[i]);
    return column;
}

bool adjective_is_high(const struct lexicon *l, uint32_t row)
{
    return str_eq(adjective_list(l)->rows[row].fields[DIRECTION], STR("high"));
}

bool adjective_is_temporal(const struct lexicon *l, uint32_t row)
{
    const struct lexicon_row *line = &adjective_list(l)->rows[row];
    for (uint32_t i = FIRST_ATTRIBUTE; i < line->n_fields; i++)
        if (str_eq(line->fields[i], STR("date")))
            return true;
    return false;
}

/* Does line `other` have one of the forms of line `row`? */
static bool shares_form(const struct lexicon_table *list, uint32_t row, uint32_t other,
                        uint32_t field)
{
    struct str form;
    for (size_t at = 0; next_form(list->rows[row].fields[field], &at, &form);)
        if (forms_have(list->rows[other].fields[field], form))
            return true;
    return false;
}

struct adjective_sense adjective_in(const struct lexicon *l, const struct schema *s, uint32_t row,
                                    bool superlative, uint32_t table)
{
    const struct lexicon_table *list = adjective_list(l);
    uint32_t field = superlative ? SUPERLATIVES : COMPARATIVES;
    struct adjective_sense sense = {SCHEMA_STAR, adjective_is_high(l, row)};
    for (uint32_t i = row; i < list->n_rows; i++) {
        if (!shares_form(list, row, i, field))
            continue;
        uint32_t column = find_row_attribute(s, table, &list->rows[i]);
        if (column != SCHEMA_STAR)
            return (struct adjective_sense){column, adjective_is_high(l, i)};
    }
    return sense;
}

static bool row_has_attribute(const struct schema *s, const struct lexicon_row *row,
                              uint32_t column)
{
    for (uint32_t i = FIRST_ATTRIBUTE; i < row->n_fields; i++)
        if (attribute_score(s, column, row->fields[i]) > 0)
            return true;
    return false;
}

bool adjective_is_high_for(const struct lexicon *l, const struct schema *s, uint32_t row,
                           uint32_t column)
{
    const struct lexicon_table *list = adjective_list(l);
    for (uint32_t i = row; i < list->n_rows; i++)
        if (shares_form(list, row, i, SUPERLATIVES) && row_has_attribute(s, &list->rows[i], column))
            return adjective_is_high(l, i);
    return adjective_is_high(l, row);
}

/* The list may have "older" as "older than". */
static bool row_has_form(const struct lexicon_row *row, struct str adjective)
{
    struct str form;
    if (forms_have(row->fields[SUPERLATIVES], adjective))
        return true;
    for (size_t at = 0; next_form(row->fields[COMPARATIVES], &at, &form);)
        if (str_eq(form, adjective) ||
            (str_ends(form, STR(" than")) &&
             str_eq(str_slice(form, 0, form.len - strlen(" than")), adjective)))
            return true;
    return false;
}

/* Only the first line counts whose attributes the table has. */
bool adjective_is_clear(const struct lexicon *l, const struct schema *s, struct str adjective,
                        uint32_t column)
{
    const struct lexicon_table *list = adjective_list(l);
    uint32_t table = s->columns[column].table, found = SCHEMA_STAR;
    for (uint32_t i = 0; i < list->n_rows && found == SCHEMA_STAR; i++) {
        const struct lexicon_row *row = &list->rows[i];
        for (uint32_t k = FIRST_ATTRIBUTE; row_has_form(row, adjective) && k < row->n_fields; k++) {
            uint32_t other = find_attribute(s, table, row->fields[k]);
            if (other != SCHEMA_STAR && other != column)
                return false;
            found = other != SCHEMA_STAR ? other : found;
        }
    }
    return true;
}
