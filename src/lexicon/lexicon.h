/* lexicon.h: words, as tables.
 *
 * The lists are text files under data/, embedded in the program. --lexicon DIR adds to them: the
 * lines of a file of the same name there come before ours. With the line "#replace" in it, ours are
 * not used. What makes cases and what answers them must not share lists, so there are several sets
 * of them. Fields are separated by tabs; a line that begins with '#' is a comment. The line "#:" of
 * a list of ours names its fields, and every line is checked by it, the user's too (lexicon.c). A
 * lexicon is read-only once loaded and may be shared by threads. */
#ifndef TEQL_LEXICON_LEXICON_H
#define TEQL_LEXICON_LEXICON_H

#include "base/arena.h"
#include "base/embedded.h"
#include "base/err.h"
#include "base/hash.h"

/* One line of a list. */
struct lexicon_row {
    const struct str *fields;
    uint32_t n_fields;
    const char *path; /* of its file, for messages */
    uint32_t line;
    const char *text; /* of the line, which the fields are parts of */
    bool part;        /* a line of an old list: a part of what its words have (old_list.h) */
};

struct lexicon_table {
    struct str name; /* of the file, without ".tsv" */
    struct lexicon_row *rows;
    uint32_t n_rows;
};

struct word_facts;
struct synonym_pairs;

struct lexicon {
    struct arena arena;
    struct lexicon_table *tables;
    uint32_t n_tables;
    struct word_facts *words;    /* words.tsv: word_fact.h */
    struct synonym_pairs *pairs; /* synonyms.tsv: synonym_pair.h */
    struct str old_lists;        /* files of the user's that are translated; or ptr NULL */
    struct name_map small_words; /* word → its classes: small_words.h */
};

/* What to say of old_lists: the folder, and its old lists. */
#define OLD_LISTS_NOTICE                                                                           \
    "%s: lists of an earlier version: %.*s; their lines are added to words.tsv, synonyms.tsv and " \
    "phrases.tsv, where such lines belong now (teql help words)"

/* A folder of lists that is part of the program. */
struct lexicon_set {
    const struct embedded_file *files; /* in the order of their names … */
    const uint32_t *n_files; /* … and how many; elsewhere, since teql_embed counts them */
    const char *folder;      /* for messages */
};

extern const struct lexicon_set LEXICON; /* data/: all but builtin:keyword (nlidb/keyword.h) */

/* Load the lists of `set`. `dir` may be NULL. A file there that is not one of the lists is E_INPUT.
 * Errors name file and line. */
MUST_USE enum status lexicon_load(struct lexicon *l, const struct lexicon_set *set, const char *dir,
                                  struct err *e);
void lexicon_release(struct lexicon *l);

/* The list `name`, which must be one of the set that was loaded. Never NULL. */
const struct lexicon_table *lexicon_table(const struct lexicon *l, struct str name);

/* The rows of a list by one field: rows with the same word follow each other by `next`. */
struct word_index {
    const struct lexicon_table *table;
    struct name_map first; /* case is ignored */
    uint32_t *next;        /* by row; NAME_NONE at the end */
};

/* Index the rows of `t`, each of which must have the field `key`. In `a`. */
void word_index_build(struct word_index *index, struct arena *a, const struct lexicon_table *t,
                      uint32_t key);

/* The first row of `word`, or NAME_NONE; the others follow by index->next. */
uint32_t word_index_find(const struct word_index *index, struct str word);

/* Field `i` of a row; empty if it has fewer. */
struct str word_index_field(const struct word_index *index, uint32_t row, uint32_t i);

#endif
