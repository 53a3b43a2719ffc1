/* tally.c: names of reasons, and sums. */
#include "record/tally.h"

#include <stddef.h>

static const char *const PROOFS[] = {
#define PROOF(id, name) name,
#include "record/proof_outcome.def"
#undef PROOF
};

static const char *const REFUSAL_TEXTS[] = {
#define REFUSAL(id, name) name,
#include "record/refusal.def"
#undef REFUSAL
};

static const char *const KINDS[] = {
#define REWORD_KIND(id, name) name,
#include "record/reword_kind.def"
#undef REWORD_KIND
};

static const char *const DROPS[] = {
#define PARAPHRASE_DROP(id, name) name,
#include "record/paraphrase_drop.def"
#undef PARAPHRASE_DROP
};

const char *proof_outcome_name(enum proof_outcome o)
{
    return PROOFS[o];
}

const char *refusal_name(enum refusal r)
{
    return REFUSAL_TEXTS[r];
}

struct str reword_kind_name(enum reword_kind k)
{
    return str_from(KINDS[k]);
}

struct str paraphrase_drop_name(enum paraphrase_drop d)
{
    return str_from(DROPS[d]);
}

_Static_assert(PROOF_PROVED == 0, "the others follow");
static const struct name_list FAILURE_NAMES = {PROOFS + 1, PROOF_OUTCOMES - 1};
static const struct name_list REFUSAL_NAMES = NAMES_OF(REFUSAL_TEXTS);
static const struct name_list DROP_NAMES = NAMES_OF(DROPS);
const struct name_list REWORD_KIND_NAMES = NAMES_OF(KINDS);

const struct counts_of FAILED_PROOFS = {&FAILURE_NAMES, &FORM_COUNT, NULL, sizeof(uint64_t)};
const struct counts_of REFUSAL_COUNTS = {&REFUSAL_NAMES, &FORM_COUNT, NULL, sizeof(uint64_t)};
static const struct counts_of DROP_COUNTS = {&DROP_NAMES, &FORM_COUNT, NULL, sizeof(uint64_t)};

void relation_tally_add(struct relation_tally *to, const struct relation_tally *from)
{
    to->applicable += from->applicable;
    to->generated += from->generated;
    to->proved += from->proved;
    to->on_empty += from->on_empty;
    to->chance_untried += from->chance_untried;
    for (int i = 0; i < N_UNTRIED; i++)
        to->untried[i] += from->untried[i];
    for (int i = 0; i < PROOF_OUTCOMES; i++)
        to->rejected[i] += from->rejected[i];
    for (int i = 0; i < REFUSALS; i++)
        to->refused.counts[i] += from->refused.counts[i];
    overlap_add(&to->overlap, &from->overlap);
}

#define FIELD(name) offsetof(struct paraphrase_tally, name)

static const struct member PARAPHRASE_MEMBERS[] = {
    {"seeds", &FORM_COUNT, FIELD(seeds), MEMBER_NEEDED, NULL},
    {"candidates", &FORM_COUNT, FIELD(candidates), MEMBER_NEEDED, NULL},
    {"dropped", &FORM_COUNTS, FIELD(dropped), MEMBER_NEEDED, &DROP_COUNTS},
    {"kept", &FORM_COUNT, FIELD(kept), MEMBER_NEEDED, NULL},
    {"refused_requests", &FORM_COUNT, FIELD(refused), MEMBER_NEEDED, NULL},
};

const struct record PARAPHRASE_TALLY_RECORD = RECORD_OF(PARAPHRASE_MEMBERS);

void paraphrase_tally_add(struct paraphrase_tally *to, const struct paraphrase_tally *from)
{
    (void)record_add(&PARAPHRASE_TALLY_RECORD, to, from); /* two tallies have the same counts */
}
