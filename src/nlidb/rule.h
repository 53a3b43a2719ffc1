/* rule.h: lines that say what words of a question ask for (data/keyword/rules.tsv).
 *
 * A rule is a pattern (link/pattern) over mentions instead of words. What its slots stand for are
 * traits: {column=measure|!head} has all of them, {keyword=gt|lt} any. docs/reference/keyword.md
 * has the whole. */
#ifndef TEQL_NLIDB_RULE_H
#define TEQL_NLIDB_RULE_H

#include "link/pattern/pattern.h"
#include "link/phrase_book.h"

struct reading;

/* Phrases that ask for a part of a query. */
enum trigger {
#define TRIGGER(id, name) TRIGGER_##id,
#include "nlidb/trigger.def"
#undef TRIGGER
    N_TRIGGERS
};

/* Add the phrases of data/keyword/question_triggers.tsv; lines of unknown triggers are ignored. */
void triggers_add(struct phrase_book *b, struct arena *a, const struct lemmatizer *z);

/* What a mention must be to stand for an item. */
struct rule_item {
    uint64_t any, all, none; /* of these traits; `any` 0 for a word of the pattern */
    uint32_t gap;            /* of a {gap}: at most this many mentions */
};

struct rule {
    struct str step; /* what reads it: "numbers" */
    struct pattern pattern;
    struct rule_item *items; /* as many as pattern.from has */
};

/* Read-only once loaded, any thread. */
struct rule_list {
    struct rule *items; /* in the order of the list */
    uint32_t count;
};

/* In `a`; `l` must outlive it. Errors name file, line and column. */
MUST_USE enum status rule_list_load(struct rule_list *list, struct arena *a,
                                    const struct lexicon *l, struct err *e);

/* Mentions that stand for one slot: "more than 20" for {number}. */
struct slot_span {
    enum slot_type slot;
    uint32_t at, from, end; /* the number, the first mention, the one after the last */
    uint64_t traits;
};

/* A search for rules, and what it found last. */
struct rule_match {
    const struct reading *reading;
    const char *step;
    uint32_t anchor, reach;
    const struct slot_span *span;
    uint32_t next_rule;
    void *context; /* of the reader */
    const struct rule *rule;
    uint32_t at[PATTERN_ITEMS_MAX]; /* by item, a mention; NO_MENTION if it is absent */
};

/* Look for rules of the step in which mention `anchor` stands for a slot. They may begin up to
 * `reach` mentions before it. `span`: how the anchor is read; NULL: as one mention. */
struct rule_match rule_search(const struct reading *r, const char *step, uint32_t anchor,
                              uint32_t reach, const struct slot_span *span);

/* The next rule that stands there; in the order of the list, and the nearest first. */
bool rule_next(struct rule_match *m);

/* Of what the rule is for: is word `n` this one? And the mention of the slot `n`; NO_MENTION if it
 * is not a slot, or absent. */
bool rule_says(const struct rule_match *m, uint32_t n, const char *word);
uint32_t rule_slot(const struct rule_match *m, uint32_t n);

/* The first column of `table` whose name has the word `n` of what the rule is for, or the next one
 * …; or SCHEMA_STAR. */
uint32_t rule_column(const struct rule_match *m, uint32_t n, uint32_t table);

/* What a rule adds to the plan; false if it does not fit after all. */
typedef bool rule_reader(struct reading *r, const struct rule_match *m);

/* Use the first rule found that fits (NULL: any), and claim what stands for its words and slots,
 * but not those that it keeps: {column=kept}. */
bool rule_apply(struct reading *r, struct rule_match *m, rule_reader *read);

/* Do so for all mentions with one of these traits that no rule has explained yet. */
void read_by_rules(struct reading *r, const char *step, uint64_t anchors, uint32_t reach,
                   rule_reader *read);

#endif
