/* augment_manifest.c: writing manifest.json of a training set. */
#include "training/augment_manifest.h"

#include "base/record.h"
#include "base/version.h"
#include "relation/relation.h"

#include <stddef.h>

struct training_head {
    struct str teql;
    uint64_t input; /* digest of the dataset */
    uint32_t scheme, format;
    uint32_t random_seed, max_per_seed, max_changes;
    double min_fluency_ratio;
    bool proved_on_rows;
    struct str rates, holdout, fold;
};

static const char *const SCHEMES[] = {"random", "stratified", "adaptive", "adversarial"};
static const char *const FORMATS[] = {"spider", "chat", "pairs"};
static const struct name_list SCHEME_NAMES = NAMES_OF(SCHEMES);
static const struct name_list FORMAT_NAMES = NAMES_OF(FORMATS);

#define FIELD(name) offsetof(struct training_head, name)
#define MADE(name)  offsetof(struct augmented, name)
#define TALLY(name) offsetof(struct sample_tally, name)

static const struct member HEAD_MEMBERS[] = {
    {"teql", &FORM_TEXT, FIELD(teql), MEMBER_ALWAYS, NULL},
    {"input", &FORM_HEX, FIELD(input), MEMBER_ALWAYS, NULL},
    {"scheme", &FORM_NAME, FIELD(scheme), MEMBER_ALWAYS, &SCHEME_NAMES},
    {"format", &FORM_NAME, FIELD(format), MEMBER_ALWAYS, &FORMAT_NAMES},
    {"random_seed", &FORM_U32, FIELD(random_seed), MEMBER_ALWAYS, NULL},
    {"max_per_seed", &FORM_U32, FIELD(max_per_seed), MEMBER_ALWAYS, NULL},
    {"max_changes", &FORM_U32, FIELD(max_changes), MEMBER_ALWAYS, NULL},
    {"min_fluency_ratio", &FORM_NUMBER, FIELD(min_fluency_ratio), MEMBER_WHERE_SET, NULL},
    {"proved_on_rows", &FORM_FLAG, FIELD(proved_on_rows), MEMBER_WHERE_SET, NULL},
    {"rates", &FORM_TEXT, FIELD(rates), MEMBER_WHERE_SET, NULL},
    {"holdout", &FORM_TEXT, FIELD(holdout), MEMBER_WHERE_SET, NULL},
    {"fold", &FORM_TEXT, FIELD(fold), MEMBER_WHERE_SET, NULL},
};

static const struct member MADE_MEMBERS[] = {
    {"seeds", &FORM_U64, MADE(seeds), MEMBER_ALWAYS, NULL},
    {"size", &FORM_U64, MADE(size), MEMBER_ALWAYS, NULL},
    {"originals", &FORM_U64, MADE(originals), MEMBER_ALWAYS, NULL},
    {"cases", &FORM_U64, MADE(cases), MEMBER_ALWAYS, NULL},
    {"proved_on_empty", &FORM_U64, MADE(on_empty), MEMBER_WHERE_SET, NULL},
    {"gold_faults", &FORM_U32, MADE(faults.count), MEMBER_ALWAYS, NULL},
    {"outside_grammar", &FORM_U32, MADE(untold.count), MEMBER_WHERE_SET, NULL},
    {"without_gold", &FORM_U32, MADE(without_gold.count), MEMBER_WHERE_SET, NULL},
    {"left_out", &FORM_U32, MADE(left_out.count), MEMBER_WHERE_SET, NULL},
    {"held_out", &FORM_U64, MADE(held_out), MEMBER_WHERE_SET, NULL},
    {"held_out_cases", &FORM_U64, MADE(held_out_cases), MEMBER_WHERE_SET, NULL},
};

static const struct member TALLY_MEMBERS[] = {
    {"candidates", &FORM_U64, TALLY(candidates), MEMBER_ALWAYS, NULL},
    {"quota", &FORM_U64, TALLY(quota), MEMBER_ALWAYS, NULL},
    {"drawn", &FORM_U64, TALLY(drawn), MEMBER_ALWAYS, NULL},
    {"filled", &FORM_U64, TALLY(filled), MEMBER_ALWAYS, NULL},
    {"tried", &FORM_U64, TALLY(tried), MEMBER_ALWAYS, NULL},
    {"good", &FORM_U64, TALLY(outcomes[SAMPLE_GOOD]), MEMBER_ALWAYS, NULL},
    {"rejected", &FORM_U64, TALLY(outcomes[SAMPLE_REJECTED]), MEMBER_ALWAYS, NULL},
    {"less_fluent", &FORM_U64, TALLY(outcomes[SAMPLE_NOT_FLUENT]), MEMBER_WHERE_SET, NULL},
    {"tested", &FORM_U64, TALLY(outcomes[SAMPLE_TESTED]), MEMBER_WHERE_SET, NULL},
};

static const struct record HEAD_RECORD = RECORD_OF(HEAD_MEMBERS);
static const struct record MADE_RECORD = RECORD_OF(MADE_MEMBERS);
static const struct record TALLY_RECORD = RECORD_OF(TALLY_MEMBERS);

static void put_tests(struct json_writer *w, const struct tested_seeds *t)
{
    json_key(w, STR("not_trained_on"));
    json_array_open(w);
    for (uint32_t i = 0; i < t->n_sets; i++)
        json_put_str(w, t->sets[i]);
    json_array_close(w);
}

/* By relation; of worst cases, by the attack that found them. */
static void put_tallies(struct json_writer *w, const struct augment_job *job,
                        const struct augmented *made)
{
    bool attacked = job->options->scheme == AUGMENT_ADVERSARIAL;
    json_key(w, attacked ? STR("attacked") : STR("relations"));
    json_object_open(w);
    for (uint32_t i = 0; i < made->n_tallies; i++) {
        json_key(w, str_from(attacked ? job->attacked[i] : made->relations.items[i]->id));
        record_put(w, &TALLY_RECORD, &made->tallies[i]);
    }
    json_object_close(w);
}

void augment_manifest_put(struct json_writer *w, const struct augment_job *job,
                          const struct augmented *made)
{
    const struct augment_options *o = job->options;
    const struct training_head head = {.teql = str_from(TEQL_VERSION),
                                       .input = dataset_digest(job->dataset),
                                       .scheme = (uint32_t)o->scheme,
                                       .format = (uint32_t)o->format,
                                       .random_seed = o->suite.random_seed,
                                       .max_per_seed = o->suite.max_per_seed,
                                       .max_changes = o->suite.relation.max_changes,
                                       .min_fluency_ratio = o->suite.min_fluency_ratio,
                                       .proved_on_rows = o->suite.proved_on_rows,
                                       .rates = str_from(o->rates),
                                       .holdout = str_from(o->holdout),
                                       .fold = str_from(o->fold)};
    json_object_open(w);
    record_put_members(w, &HEAD_RECORD, &head);
    record_put_members(w, &MADE_RECORD, made);
    put_tests(w, job->tests);
    put_tallies(w, job, made);
    json_object_close(w);
    json_line_end(w);
}
