/* noun_number.h: is a word of a question one thing or many, as far as its form shows it? */
#ifndef TEQL_LEXICON_NOUN_NUMBER_H
#define TEQL_LEXICON_NOUN_NUMBER_H

#include "base/str.h"

enum grammatical_number { NUMBER_UNSURE, NUMBER_SINGULAR, NUMBER_PLURAL };

/* Of an ordinary noun with these classes (enum word_class). */
enum grammatical_number word_number(struct str word, unsigned classes);

/* Does it have an apostrophe? */
bool is_possessive(struct str word);

/* Does the word end in -ed, as participles do? "Speed" is none. */
bool is_past(struct str word);

#endif
