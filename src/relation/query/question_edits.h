/* question_edits.h: a question and its query changed together, words and a place of the query.
 *
 * SQL-comparison and SQL-sort-order share it. Both look for the words of data/phrases.tsv that say
 * an operator or a direction of the query, and put other words of the same line there. */
#ifndef TEQL_RELATION_QUERY_QUESTION_EDITS_H
#define TEQL_RELATION_QUERY_QUESTION_EDITS_H

#include "link/pattern/pattern_match.h"
#include "migration/edit_places.h"
#include "relation/relation.h"

struct question_edit {
    struct str question, change;
    struct query_edit edit;
    struct case_condition condition;
};

struct question_edits {
    struct question_edit *items;
    uint32_t count;
};

/* Forms of phrases that stand before what is counted. */
#define COUNTING_FORMS "object_plural bare_plural plural number bare_number"

/* A phrase of the question. */
struct found_words {
    const struct line_phrase *phrase;
    struct pattern_match match;
};

/* A place of the query, and the words of the question that may say it. */
struct found_place {
    const struct edit_place *place;
    struct found_words *found; /* none of them within another */
    uint32_t n_found;
    bool doubtful; /* words were found, but perhaps none of them belongs to it */
};

/* What is searched. */
struct edit_search {
    struct arena *arena;
    const struct relation_seed *seed;
    struct question_reading reading; /* the words of the whole question, and no more */
    const bool *names;               /* by word: it is a name of the schema */
    struct edit_places places;       /* of the query */
    struct question_edits *out;
};

/* What a relation does: `find` the words for a place, then `change` those that surely say it. False
 * if it counted a refusal itself. */
struct place_change {
    enum edit_kind what; /* of the places */
    struct found_place (*find)(struct edit_search *s, const struct edit_place *place);
    bool (*change)(struct edit_search *s, const struct edit_place *place,
                   const struct found_words *found);
};

/* The count() of such relations; counts refusals. */
uint64_t question_edits_find(struct arena *a, const struct relation_seed *s,
                             const struct place_change *c, const void **plan);

/* The phrases of the question that ask for one of these (bits by enum ask), and that `fits`. The
 * subject must live as long as they do. */
struct found_place find_phrases(const struct edit_search *s, const struct edit_place *place,
                                const struct pattern_subject *subject, uint32_t asks,
                                bool (*fits)(const struct found_words *found));

/* Add the question with each phrase of the line that asks for the keyword, and that `fits` (or
 * NULL), in place of that found, and the query with `to` in the place. */
void question_edits_add(struct edit_search *s, const struct edit_place *place,
                        const struct found_words *found, enum query_keyword keyword, struct str to,
                        bool (*fits)(const struct found_words *found, struct str words));

/* The make() of relations whose plan is a struct question_edits. */
bool question_edits_make(struct arena *a, const struct relation_seed *s, const void *plan,
                         uint64_t i, struct test_case *out);

#endif
