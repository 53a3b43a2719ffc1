/* speech.c: from names to nouns. */
#include "grammar/speech.h"

#include "base/buf.h"
#include "lexicon/kinds.h"
#include "lexicon/name_style.h"

/* The word in full where it is a short form that everybody reads alike; else itself. */
static struct str in_full(const struct knowledge *k, struct str word)
{
    uint32_t row = word_index_find(&k->abbreviations, word);
    if (row == NAME_NONE || k->abbreviations.next[row] != NAME_NONE ||
        !str_eq(word_index_field(&k->abbreviations, row, 2), STR("yes")))
        return word;
    return word_index_field(&k->abbreviations, row, 1);
}

/* All words of a name in full, small letters, blanks between. */
static struct str say_name(struct arena *a, const struct knowledge *k, struct str natural)
{
    struct name_words words = name_split(a, natural);
    struct buf b = {0};
    for (uint32_t i = 0; i < words.count; i++) {
        buf_put(&b, i ? STR(" ") : STR(""));
        buf_put(&b, in_full(k, words.items[i].text));
    }
    struct str out = arena_str(a, buf_str(&b));
    buf_release(&b);
    return out.len > 0 ? out : natural;
}

static struct spoken_name spoken(struct arena *a, const struct knowledge *k, struct str one)
{
    size_t at = str_after_last(one, ' ');
    const struct str many[] = {str_slice(one, 0, at),
                               noun_plural(a, &k->inflection, str_slice(one, at, one.len))};
    return (struct spoken_name){one, arena_concat(a, many, 2)};
}

void speech_learn(struct arena *a, const struct knowledge *k, struct grammar_world *w)
{
    const struct schema *s = w->schema;
    struct spoken_name *tables = ARENA_ARRAY(a, struct spoken_name, s->n_tables + 1);
    struct spoken_name *columns = ARENA_ARRAY(a, struct spoken_name, s->n_columns + 1);
    for (uint32_t t = 0; t < s->n_tables; t++)
        tables[t] =
            spoken(a, k, table_noun(a, &k->inflection, say_name(a, k, s->tables[t].natural)));
    for (uint32_t c = SCHEMA_STAR + 1; c < s->n_columns; c++)
        columns[c] = spoken(a, k, say_name(a, k, s->columns[c].natural));
    w->tables = tables;
    w->columns = columns;
}
