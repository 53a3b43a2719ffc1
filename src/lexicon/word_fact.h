/* word_fact.h: what words.tsv says of words.
 *
 * The file has a line for each word and sense, with its facts. Here each fact is an index: callers
 * ask for one fact of one word. Case is ignored. Read-only once loaded; all texts are those of the
 * lexicon. */
#ifndef TEQL_LEXICON_WORD_FACT_H
#define TEQL_LEXICON_WORD_FACT_H

#include "lexicon/lexicon.h"

enum fact_id {
#define WORD_FACT(id, ...) FACT_##id,
#include "lexicon/word_fact.def"
#undef WORD_FACT
    N_WORD_FACTS
};

/* The name of a fact, and what it says. */
struct str word_fact_name(enum fact_id fact);
const char *word_fact_text(enum fact_id fact);

/* A fact of one line: "plural children". */
struct word_fact {
    enum fact_id id;
    const struct str *values;
    uint32_t n_values;
    const struct word_line *line;
    const struct word_fact *next; /* the same fact of the word's next line, or NULL */
};

/* A line of the file. */
struct word_line {
    struct str word;
    struct str sense; /* "-" if the line is about the word in general */
    struct word_fact *facts;
    uint32_t n_facts;
    const char *path; /* where the line is */
    uint32_t number;
    bool part;                    /* made of lines of old lists, each with one fact (old_list.h) */
    const struct word_line *next; /* of the same word, or NULL */
};

struct fact_list {
    const struct word_fact *const *items;
    uint32_t count;
};

/* The first line of a word, or NULL. */
const struct word_line *word_line_of(const struct lexicon *l, struct str word);

/* The fact of a word, in the first of its lines that has it; or NULL. */
const struct word_fact *fact_of(const struct lexicon *l, enum fact_id id, struct str word);

/* Its first value; ptr NULL if the word does not have the fact. */
struct str fact_value(const struct lexicon *l, enum fact_id id, struct str word);

/* Has the fact this value, in whatever case? */
bool fact_says(const struct word_fact *f, struct str value);

/* Has the fact of the word, in any of its lines, this value? */
bool fact_is(const struct lexicon *l, enum fact_id id, struct str word, struct str value);

/* The first line whose fact has the value, or NULL. */
const struct word_fact *fact_with(const struct lexicon *l, enum fact_id id, struct str value);

/* Another fact of the same line, or NULL. */
const struct word_fact *fact_beside(const struct word_fact *f, enum fact_id id);

/* A fact of all words, in the order of the file. */
struct fact_list facts_all(const struct lexicon *l, enum fact_id id);

/* Make l->words of the rows of words.tsv and of old lists; lexicon_load does. */
MUST_USE enum status word_facts_index(struct lexicon *l, struct err *e);

#endif
