/* question_edits.h: questions that change together with their query, in one place each. */
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

struct found_places {
    struct found_place *items;
    uint32_t count;
};

/* Add `found` to those of the place. Of two that share a token the longer stays, or the earlier one
 * if they are equally long. */
void found_place_add(struct arena *a, struct found_place *t, const struct found_words *found);

/* The words of place `i`; or NULL, and a refusal counted, if there are none, or if there is doubt
 * which words and which place belong together. */
const struct found_words *found_place_words(const struct relation_seed *s,
                                            const struct found_places *places, uint32_t i);

/* Find the phrase everywhere in the question, and add those places that `fits`, which may be NULL.
 * `r` has the words of the whole question. */
void find_phrase(struct arena *a, struct found_place *t, const struct question_reading *r,
                 const struct pattern_subject *subject, const struct line_phrase *phrase,
                 bool (*fits)(const struct pattern_subject *s, const struct found_words *found));

/* Add the question with phrase `k` of the line in place of that found, and the query with `to` in
 * the place. */
void question_edits_add(struct arena *a, const struct relation_seed *s,
                        struct question_edits *edits, const struct edit_place *place,
                        const struct found_words *found, uint32_t k, struct str to);

/* The make() of relations whose plan is a struct question_edits. */
bool question_edits_make(struct arena *a, const struct relation_seed *s, const void *plan,
                         uint64_t i, struct test_case *out);

#endif
