/* noun_phrase.h: as much grammar as changing a prefix needs.
 *
 * There is no parser: each function answers a narrow question from the small words, and says
 * "unsure" or no if they do not decide. A relation then makes no variant, which is better than one
 * that people would not say. */
#ifndef TEQL_LEXICON_NOUN_PHRASE_H
#define TEQL_LEXICON_NOUN_PHRASE_H

#include "link/words.h"

enum grammatical_number { NUMBER_UNSURE, NUMBER_SINGULAR, NUMBER_PLURAL };

/* Is an ordinary noun with these classes (enum word_class) one thing or many, by its spelling? */
enum grammatical_number word_number(struct str word, unsigned classes);

/* Does the word end in -ed, as participles do? "Speed" is not one. */
bool is_past(struct str word);

struct noun_phrase {
    uint32_t core_end; /* first token after the head noun: a preposition, a relative, … */
    enum grammatical_number number;
    bool determined;   /* no article can stand before it: the names, Kyle's grade */
    bool distributive; /* no "what is" can: each name, Kyle */
    bool measured;     /* one measure of them all: the average age, the number of singers */
    bool of_many;      /* one word for what several things have each: the name of all singers */
};

/* Does the first sentence from token `start` on look like a noun phrase and nothing more: the names
 * of all singers …? */
bool noun_phrase_read(const struct words *q, uint32_t start, struct noun_phrase *out);

/* Is the noun at token `i` a plural? */
enum grammatical_number noun_number(const struct words *q, uint32_t i);

/* Is it surely one, or a name that looks like one: the Beatles? */
bool token_is_plural(const struct words *q, uint32_t i);

/* Does the word look gradable, as "recently" and "expensive" do? */
bool word_is_gradable(struct str word);

/* Does the sentence end in a preposition that belongs to its question word: "what is Kyle
 * interested in"? A relative clause may end so. */
bool has_stranded_preposition(const struct words *q, uint32_t start);

/* Is there a second question from `start` on: "…, and how old are they"? */
bool has_second_question(const struct words *q, uint32_t start);

/* Is there a second command: "…, and sort by age"? */
bool has_second_command(const struct words *q, uint32_t start);

/* Does the core that ends before `end` belong to a plural: the name of all singers, the weight of
 * cars? */
bool is_of_many(const struct words *q, uint32_t end);

/* Does a small word stand twice, as in "give me the the names"? Then no variant would be one that
 * somebody says. */
bool doubles_word(const struct words *q);

/* First token from `start` on that ends the core of a noun phrase, or the end of the sentence. */
uint32_t core_end(const struct words *q, uint32_t start);

#endif
