/* small_words.c: the classes of data/function_words.tsv. */
#include "lexicon/small_words.h"

#define WORD_CLASS(id, name) name,
static const char *const class_names[] = {
#include "lexicon/word_class.def"
};
#undef WORD_CLASS

bool is_one_of(struct str text, const char *words)
{
    for (struct str rest = str_from(words); rest.ptr;)
        if (str_eq_nocase(text, str_split(&rest, ' ')))
            return true;
    return false;
}

static unsigned class_bit(struct str name)
{
    for (unsigned c = 0; c < COUNT_OF(class_names); c++)
        if (str_eq(name, str_from(class_names[c])))
            return 1u << c;
    return 0;
}

unsigned word_classes(const struct lexicon *l, struct str word)
{
    uint32_t classes = name_map_get(&l->small_words, word);
    return classes == NAME_NONE ? 0 : classes;
}

void small_words_index(struct lexicon *l)
{
    const struct lexicon_table *words = lexicon_table(l, STR("function_words"));
    name_map_init(&l->small_words, &l->arena, words->n_rows);
    for (uint32_t i = 0; i < words->n_rows; i++)
        for (uint32_t j = 1; j < words->rows[i].n_fields; j++) {
            struct str word = words->rows[i].fields[j];
            name_map_put(&l->small_words, &l->arena, word,
                         word_classes(l, word) | class_bit(words->rows[i].fields[0]));
        }
}
