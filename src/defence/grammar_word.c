/* grammar_word.c: some classes of data/function_words.tsv. */
#include "defence/grammar_word.h"

#include "lexicon/question_text.h"

bool is_grammar_word(const struct lexicon *l, struct str word)
{
    static const unsigned CLASSES = WORD_DETERMINER | WORD_DISTRIBUTIVE | WORD_QUANTIFIER |
                                    WORD_PREPOSITION | WORD_RELATIVE | WORD_AUXILIARY | WORD_MODAL |
                                    WORD_PRONOUN | WORD_INTERROGATIVE | WORD_CONJUNCTION;
    uint32_t classes = name_map_get(&l->small_words, word);
    return classes != NAME_NONE && (classes & CLASSES) != 0;
}
