/* pattern.h: words of a question, and what may stand in their place, as lines that a person can
 * write.
 *
 * Lists have lines "where, from, to…". The words of `from` may be replaced by those of any `to` if
 * the conditions hold:
 *
 *     count    the number of {things}    how many {things} there are
 *
 * A word of `from` stands for itself, in any case; "a|b" for either, "(a|b)" for either or nothing.
 * The same "a|b" in `to` is the one that was found. "^" is where a sentence begins, "$" where it
 * ends, its mark included, and "/" where it ends, without its mark. Slots are in braces (slot.def);
 * a digit after the name tells two of a kind apart. In `to`, {thing} and {things} give the noun in
 * that number, {is}, {has}, … agree with the first noun or {list} (agreement.def), and {most},
 * {more}, … are adjectives for the column and what the query does with it (adjective_form.def);
 * {number+1} and {number-1} are the whole numbers beside {number}. "a" before a slot becomes "an"
 * where it must. docs/reference/patterns.md has it all, with examples. */
#ifndef TEQL_LINK_PATTERN_H
#define TEQL_LINK_PATTERN_H

#include "lexicon/lexicon.h"
#include "link/query_parts.h"

enum { PATTERN_SLOTS_MAX = 8, PATTERN_ITEMS_MAX = 40 };

enum slot_type {
#define SLOT(id, name, match) SLOT_##id,
#include "link/pattern/slot.def"
#undef SLOT
    N_SLOT_TYPES
};

enum agreement {
#define AGREEMENT(id, singular, plural) AGREE_##id,
#include "link/pattern/agreement.def"
#undef AGREEMENT
    N_AGREEMENTS
};

enum adjective_form {
#define ADJECTIVE_FORM(id, name) ADJECTIVE_##id,
#include "link/pattern/adjective_form.def"
#undef ADJECTIVE_FORM
    N_ADJECTIVE_FORMS
};

enum condition_type {
#define CONDITION(id, name, words, test) CONDITION_##id,
#include "link/pattern/condition.def"
#undef CONDITION
    CONDITION_KEYWORD
};

enum pattern_item_type {
    ITEM_WORD,
    ITEM_FOUND, /* one of several words, of `to`: that which was found */
    ITEM_SLOT,
    ITEM_BEGIN,
    ITEM_END,
    ITEM_BEFORE_END,
    ITEM_AGREEMENT,
    ITEM_ADJECTIVE,
    ITEM_NEXT
};

struct pattern_item {
    enum pattern_item_type type;
    bool optional;
    struct str *words; /* of a WORD: what it may be; of a slot, which it is: {keyword=gt|lt} */
    uint32_t n_words;
    enum slot_type slot;
    uint32_t number; /* of the slot among those of `from`; of a FOUND, of its item */
    enum agreement agreement;
    enum adjective_form adjective;
    int step; /* of a NEXT number: 1 or -1 */
};

struct pattern_text {
    struct pattern_item *items;
    uint32_t count;
};

struct pattern_condition {
    enum condition_type type;
    bool negated;
    uint32_t keywords; /* of KEYWORD: bits by enum query_keyword */
    struct str *words; /* of the others */
    uint32_t n_words;
};

struct pattern {
    struct pattern_condition *conditions;
    uint32_t n_conditions;
    struct pattern_text from;
    struct pattern_text *to;
    uint32_t n_to;
    struct {
        enum slot_type type;
        char digit; /* '\0' for none */
    } slots[PATTERN_SLOTS_MAX];
    uint32_t n_slots;
};

/* The texts of a line that a pattern is made of: parts of it, or constants that are well formed. */
struct pattern_fields {
    struct str where, from;
    const struct str *to;
    uint32_t n_to;
    bool refined; /* slots may be optional, and say which they are: ({keyword=gt|lt}) */
};

/* E_INPUT for the mistake `what` in `text`, which is a part of the line. A line of an old list has
 * no columns. */
enum status pattern_error(struct err *e, const struct lexicon_row *row, const char *what,
                          struct str text);

/* Read a pattern. In `a`; the line must outlive it. Errors name line and column. */
MUST_USE enum status pattern_read_fields(struct arena *a, const struct lexicon_row *row,
                                         const struct pattern_fields *fields, struct pattern *out,
                                         struct err *e);

/* Read the line "where, from, to…". In `a`; the line must outlive it. Errors name line and column,
 * in bytes. */
MUST_USE enum status pattern_read(struct arena *a, const struct lexicon_row *row,
                                  struct pattern *out, struct err *e);

#endif
