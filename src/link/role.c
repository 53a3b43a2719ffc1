/* role.c: guessing the purpose of a column by its name, type and keys. */
#include "link/role.h"

static bool word_at(struct str text, size_t at, struct str word)
{
    return text.len - at >= word.len && str_eq_nocase(str_slice(text, at, at + word.len), word) &&
           (at == 0 || !ascii_letter(text.ptr[at - 1])) &&
           (at + word.len == text.len || !ascii_letter(text.ptr[at + word.len]));
}

static bool text_has_word(struct str text, struct str word)
{
    for (size_t i = 0; i + word.len <= text.len; i++)
        if (word_at(text, i, word))
            return true;
    return false;
}

static bool ends_in_word(struct str text, struct str word)
{
    return text.len >= word.len && word_at(text, text.len - word.len, word);
}

bool role_has_word(const struct schema *s, uint32_t column, struct str word)
{
    return text_has_word(s->columns[column].natural, word) ||
           text_has_word(s->columns[column].name, word);
}

bool role_is_key(const struct schema *s, uint32_t column)
{
    const struct schema_column *c = &s->columns[column];
    if (c->primary || ends_in_word(c->natural, STR("id")))
        return true;
    for (uint32_t i = 0; i < s->n_foreign_keys; i++)
        if (s->foreign_keys[i].from == column)
            return true;
    return false;
}

/* Words that name a row, the surest first; a name of just the word is surer. */
static int naming_score(const struct schema *s, uint32_t table, uint32_t column)
{
    static const struct str words[] = {STR_INIT("name"), STR_INIT("title"), STR_INIT("label")};
    const struct schema_column *c = &s->columns[column];
    for (int i = 0; i < 3; i++) {
        if (str_eq_nocase(c->natural, words[i]))
            return 20 - i;
        if (ends_in_word(c->natural, words[i]) && !text_has_word(c->natural, STR("last")))
            return 15 - i + (str_starts(c->natural, s->tables[table].natural) ? 1 : 0);
    }
    if (str_eq_nocase(c->natural, s->tables[table].natural))
        return 14;
    if (c->type == SCHEMA_TEXT && !role_is_key(s, column))
        return 5;
    return c->primary ? 3 : 1;
}

uint32_t role_name(const struct schema *s, uint32_t table)
{
    const struct schema_table *t = &s->tables[table];
    uint32_t best = SCHEMA_STAR;
    int best_score = 0;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        int score = naming_score(s, table, t->columns[i]);
        if (score > best_score) {
            best_score = score;
            best = t->columns[i];
        }
    }
    return best;
}

uint32_t role_key(const struct schema *s, uint32_t table)
{
    const struct schema_table *t = &s->tables[table];
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (s->columns[t->columns[i]].primary)
            return t->columns[i];
    for (uint32_t i = 0; i < s->n_foreign_keys; i++)
        if (s->columns[s->foreign_keys[i].to].table == table)
            return s->foreign_keys[i].to;
    return role_name(s, table);
}

bool role_is_measure(const struct schema *s, uint32_t column)
{
    enum schema_type type = s->columns[column].type;
    return (type == SCHEMA_NUMBER || type == SCHEMA_TIME) && !role_is_key(s, column);
}

uint32_t role_time(const struct schema *s, uint32_t table)
{
    static const struct str words[] = {STR_INIT("year"), STR_INIT("date"), STR_INIT("founded"),
                                       STR_INIT("time")};
    const struct schema_table *t = &s->tables[table];
    for (size_t w = 0; w < COUNT_OF(words); w++)
        for (uint32_t i = 0; i < t->n_columns; i++)
            if (role_has_word(s, t->columns[i], words[w]))
                return t->columns[i];
    return SCHEMA_STAR;
}
