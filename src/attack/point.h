/* point.h: a seed after a number of changes, as relations see it.
 *
 * A *change* is a variant of a relation. Changes of the question come before those of the schema:
 * the two do not hinder each other, so nothing is lost by that order, and the question is always
 * read over the seed's own schema and rows. Schema changes are composed into one migration
 * (migration/migration.h), so proof, asking and scoring see a case like any other. */
#ifndef TEQL_ATTACK_POINT_H
#define TEQL_ATTACK_POINT_H

#include "base/option_kind.h"
#include "link/book_shelf.h"
#include "link/word_domains.h"
#include "relation/draw.h"
#include "rewording/reading.h"
#include "store/content.h"
#include "verify/proof.h"

enum attack_rank { ATTACK_RANK_BY_DELETION, ATTACK_RANK_NOT };

/* How the search goes, as the user says it. To be filled over attack_options_default. */
struct attack_options {
#define OPTION OPTION_FIELD
#include "attack/attack_option.def"
};

extern const struct attack_options attack_options_default;

/* Are words ranked, by the answer to the question without them? */
bool attack_options_rank(const struct attack_options *o);

/* How points are made and searched; shared by all workers. */
struct attack_rules {
    struct attack_options options;
    const struct relation *const *relations;
    uint32_t n_relations;
    uint64_t random_seed;
    const struct lexicon *lexicon;
    const struct knowledge *knowledge;
    const struct reword_rules *rewording;
    const struct word_domains *domains; /* NULL for unknown */
};

/* What a worker has of its own. */
struct attack_worker {
    const struct attack_rules *rules;
    struct prover *prover;
    struct content_reader *contents;
    struct book_shelf *books;
    struct arena scratch; /* of the seed at work */
    struct content_source content;
    bool reads;         /* questions are to be read: changes of them are looked for */
    enum status status; /* E_HOST where the machine failed: then what was made is void */
    struct err err;
};

struct attack_change {
    uint32_t relation; /* place in the rules */
    uint64_t number;   /* of the variant, where it was found first */
    struct str text;   /* what changed, as the relation tells it: by that it is found again */
    bool schema;       /* it changes the schema; else the question */
};

/* A place of the search: what was changed, and the question that came of it. */
struct attack_state {
    const struct attack_change *changes; /* those of the question first */
    uint32_t n_changes;
    struct str question;
};

/* Is one of its changes of this relation? */
bool attack_state_has(const struct attack_state *state, uint32_t relation);

struct attack_point {
    struct seed seed;                  /* with the question, query and schema that came of it */
    const struct migration *migration; /* from the schema before all changes; NULL: it stays */
    enum claim claim;                  /* SAME, or MAPPED */
    struct relation_seed view;
};

/* The point at which nothing was changed. False where its query cannot be read. */
bool attack_point_begin(struct attack_worker *w, const struct seed *seed, struct attack_point *out);

/* The point of a state of `origin`'s, made anew from its changes of the schema. False where one of
 * them is not to be had. */
bool attack_point_at(struct attack_worker *w, const struct attack_point *origin,
                     const struct attack_state *state, struct attack_point *out);

/* The state with exactly these changes, each found again by what it says. False where one of them
 * cannot be made without others that are not there, or the question would speak of something else.
 * In `a`. */
bool attack_state_of(struct attack_worker *w, struct arena *a, const struct attack_point *origin,
                     const struct attack_change *changes, uint32_t n, struct attack_state *out);

/* One change after another: is variant `c` of a relation good at point `p`, where those of the
 * question come first and the answer must stay? */
bool attack_fits(const struct attack_point *p, const struct test_case *c);

/* Does the question still speak of what the first one spoke of? Asked where it was changed more
 * than once, since each change was checked against the one before only. */
bool attack_faithful(struct attack_worker *w, const struct attack_point *origin,
                     struct str question);

/* The case of a point, but for its id, change and proof. */
struct test_case attack_case_of(const struct attack_point *origin, const struct attack_point *p);

/* Prove it; false where that fails, or the machine did. */
bool attack_prove(struct attack_worker *w, const struct attack_point *origin, struct test_case *c);

#endif
