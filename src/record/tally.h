/* tally.h: counts of questions, candidates and cases, by what became of them.
 *
 * Tallies of seeds add up to those of a suite, and those of shards to those of the whole. Manifests
 * have them under the names of the reasons (manifest.h). */
#ifndef TEQL_RECORD_TALLY_H
#define TEQL_RECORD_TALLY_H

#include "record/overlap.h"

/* How trying to prove a case can end (verify/proof.h). */
enum proof_outcome {
#define PROOF(id, name) PROOF_##id,
#include "record/proof_outcome.def"
#undef PROOF
    PROOF_OUTCOMES /* how many there are */
};

/* Why a relation makes no case of a candidate (relation/refusal.h). */
enum refusal {
#define REFUSAL(id, name) REFUSED_##id,
#include "record/refusal.def"
#undef REFUSAL
    REFUSALS
};

/* In which way a question is reworded (rewording/classifier.h). */
enum reword_kind {
#define REWORD_KIND(id, name) REWORD_##id,
#include "record/reword_kind.def"
#undef REWORD_KIND
    N_REWORD_KINDS
};

/* Why a candidate becomes no paraphrase (model/paraphrase_task.h). */
enum paraphrase_drop {
#define PARAPHRASE_DROP(id, name) DROP_##id,
#include "record/paraphrase_drop.def"
#undef PARAPHRASE_DROP
    N_PARAPHRASE_DROPS
};

/* Short names in lower case. */
const char *proof_outcome_name(enum proof_outcome o);
const char *refusal_name(enum refusal r);
struct str reword_kind_name(enum reword_kind k);         /* "keyword-synonym", … */
struct str paraphrase_drop_name(enum paraphrase_drop d); /* "unreadable", … */

/* For records: an array with a count for each. That of FAILED_PROOFS has none for PROOF_PROVED. */
extern const struct counts_of FAILED_PROOFS, REFUSAL_COUNTS;
extern const struct name_list REWORD_KIND_NAMES;

/* Counts by reason. */
struct refusal_tally {
    uint64_t counts[REFUSALS];
};

/* Why it was not found out whether an answer depends on how rows are stored. */
enum untried {
    UNTRIED_NONE, /* it was found out */
    UNTRIED_LARGE,
    UNTRIED_SLOW,
    UNTRIED_NOT_COPIED,
    N_UNTRIED
};

/* What one relation made of one or more seeds. */
struct relation_tally {
    uint64_t applicable;          /* seeds that it drew cases from */
    uint64_t generated, proved;   /* cases */
    uint64_t on_empty;            /* of the proved, those whose answers have no rows */
    uint64_t chance_untried;      /* of the proved, those of which nobody knows whether the answer
                                     depends on chance */
    uint64_t untried[N_UNTRIED];  /* these, by the reason */
    struct refusal_tally refused; /* candidates that became no case */
    uint64_t rejected[PROOF_OUTCOMES]; /* cases without proof, by outcome */
    struct overlap overlap;            /* of the cases that are kept */
};

void relation_tally_add(struct relation_tally *to, const struct relation_tally *from);

/* What a language model said when asked for paraphrases of one kind. */
struct paraphrase_tally {
    uint64_t seeds;                       /* questions that were to be reworded */
    uint64_t candidates;                  /* replies to requests for paraphrases */
    uint64_t dropped[N_PARAPHRASE_DROPS]; /* of the candidates */
    uint64_t kept;
    uint64_t refused; /* requests that the server would not answer */
};

extern const struct record PARAPHRASE_TALLY_RECORD; /* set if there are seeds */

void paraphrase_tally_add(struct paraphrase_tally *to, const struct paraphrase_tally *from);

/* What a language model said when asked for synonyms: words that it was asked about, candidates for
 * them, and replies without a list, or requests that the server refused. What becomes of a
 * candidate is counted where it is used. */
struct synonym_counts {
    uint64_t words, candidates, unreadable;
};

#endif
