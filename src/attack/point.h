/* point.h: a seed after some changes, as relations see it.
 *
 * A *change* is a variant of a relation. Changes of the question come before those of the schema:
 * they do not depend on each other, and so the question is always read over the seed's own schema
 * and rows. Schema changes are composed into one migration (migration/migration.h), so proof,
 * asking and scoring see an ordinary case. */
#ifndef TEQL_ATTACK_POINT_H
#define TEQL_ATTACK_POINT_H

#include "base/option_kind.h"
#include "link/book_shelf.h"
#include "link/reading.h"
#include "link/word_domains.h"
#include "relation/draw.h"
#include "store/content.h"
#include "verify/proof.h"

enum attack_rank { ATTACK_RANK_BY_MEANING, ATTACK_RANK_BY_DELETION, ATTACK_RANK_NOT };

/* How the search goes, as the user says it. Begin with attack_options_default. */
struct attack_options {
#define OPTION OPTION_FIELD
#include "attack/attack_option.def"
};

extern const struct attack_options attack_options_default;

/* How words are ranked: not at all if the order is random. */
enum attack_rank attack_options_rank(const struct attack_options *o);

/* How points are made and searched. All workers share it. */
struct attack_rules {
    struct attack_options options;
    const struct relation *const *relations;
    uint32_t n_relations;
    uint64_t random_seed;
    enum strength strength;
    const struct lexicon *lexicon;
    const struct knowledge *knowledge;
    const struct reword_rules *rewording;
    const struct phrase_list *phrases;
    const struct word_domains *domains; /* or NULL */
};

struct attack_change {
    uint32_t relation; /* place in the rules */
    uint64_t number;   /* of the variant, where it was found first */
    struct str text;   /* what changed, in the relation's words: the variant is found again by it */
    bool schema;       /* it changes the schema; else the question */
};

/* A place of the search: what was changed, and the question that came of it. */
struct attack_state {
    const struct attack_change *changes; /* those of the question first */
    uint32_t n_changes;
    struct str question;
};

struct attack_point {
    struct seed seed;                  /* with the changed question, query and schema */
    const struct migration *migration; /* from the seed's schema; or NULL */
    enum claim claim;                  /* SAME, or MAPPED */
    struct relation_seed view;
};

/* What a worker has of its own. */
struct attack_worker {
    const struct attack_rules *rules;
    struct prover *prover;
    struct content_reader *contents;
    struct book_shelf books;
    struct arena scratch;       /* of the seed at work */
    struct attack_point origin; /* the seed at work, before all changes */
    struct content_source content;
    bool reads;         /* read questions, to look for changes of them */
    enum status status; /* E_HOST if the machine failed: then what was made is void */
    struct err err;
};

/* Begin with a seed: set w->origin. False if its query cannot be read. */
bool attack_point_begin(struct attack_worker *w, const struct seed *seed);

/* The point of a state, made again from its changes of the schema. False if one of them cannot be
 * made. */
bool attack_point_at(struct attack_worker *w, const struct attack_state *state,
                     struct attack_point *out);

/* The state with exactly these changes, each found again by its text. False if one of them needs
 * changes that are not there, or if the question would no longer mean the same. In `a`. */
bool attack_state_of(struct attack_worker *w, struct arena *a, const struct attack_change *changes,
                     uint32_t n, struct attack_state *out);

/* The number of changes of the question: the first of all. */
uint32_t attack_state_worded(const struct attack_state *state);

/* Is one of the changes of this relation? */
bool attack_state_has(const struct attack_state *state, uint32_t relation);

/* Can variant `c` of a relation be the next change at point `p`? Changes of the question come
 * first, and the answer must stay. */
bool attack_fits(const struct attack_point *p, const struct test_case *c);

/* Does the question still ask what the seed's own asks? Each change was only compared with the one
 * before, so this is for questions with more than one. */
bool attack_faithful(struct attack_worker *w, struct str question);

/* The case of a point, but for its id, change and proof. */
struct test_case attack_case_of(const struct attack_worker *w, const struct attack_point *p);

/* Prove a case, or the seed itself if `c` is NULL. False if the machine failed. */
bool attack_prove(struct attack_worker *w, const struct test_case *c, struct proof *out);

#endif
