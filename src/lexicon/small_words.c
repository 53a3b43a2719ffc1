/* small_words.c: the classes of words.tsv. */
#include "lexicon/small_words.h"

#include "lexicon/word_fact.h"

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
    struct fact_list all = facts_all(l, FACT_CLASS);
    name_map_init(&l->small_words, &l->arena, all.count);
    for (uint32_t i = 0; i < all.count; i++)
        for (uint32_t j = 0; j < all.items[i]->n_values; j++) {
            struct str word = all.items[i]->line->word;
            name_map_put(&l->small_words, &l->arena, word,
                         word_classes(l, word) | class_bit(all.items[i]->values[j]));
        }
}
