/* ask.h: putting the questions of a suite to a system.
 *
 * Answers arrive in any order and wait in a temporary file. When all are there, they are handed on
 * in the order of the suite. A run that ends early leaves its cache, and, if the system failed,
 * what it had answered. */
#ifndef TEQL_ASKING_ASK_H
#define TEQL_ASKING_ASK_H

#include "asking/ask_session.h"
#include "record/provenance.h"
#include "suite/suite_survey.h"
#include "system/ask_settings.h"

/* What is to be asked, and of whom. */
struct ask_job {
    struct suite *suite;        /* all of it; or, with `files`, only its head */
    struct suite_survey *files; /* the suite is read from these, batch by batch; NULL: in memory */
    const struct part *part;    /* which part of a suite it is, or NULL for the whole */
    const char *system;         /* the spec */
    const struct ask_settings *settings;
    const char *cache; /* file of known answers, to which new ones are added; or NULL */
    struct ask_session
        *session;       /* for callers that ask several suites; NULL to open one for this */
    bool cases_only;    /* the seeds were asked before */
    bool answered;      /* in the session, so that failures of all questions do not end it */
    bool anew;          /* ask known questions as well, and keep nothing: does the system answer? */
    bool takes_outages; /* questions that a server left without an answer are not a failure */
    uint32_t batch_cases; /* how many cases of files are in memory at a time; 0 for the usual */
};

/* What came of it. */
struct ask_outcome {
    uint64_t asked, known, errors; /* put to the system; found in the cache; without SQL */
    char error[200];               /* of the errors, the message of the first question */
    uint32_t error_number;         /* and the number of that question */
    uint64_t cut_off;              /* with the SQL of a reply that was cut off after it */
    uint64_t cut_short;            /* of the errors: cut off before a whole query was there */
    uint64_t missing;              /* not asked, since the system failed before … */
    bool paused;                   /* … or the user allowed no more */
    struct answer_tokens tokens;   /* of all that were asked … */
    double ms;                     /* … added up */
};

/* Can the system be asked? Finds what can be found without asking. Call it before anything that
 * takes time. */
MUST_USE enum status ask_check(const char *system, const struct ask_settings *settings,
                               struct err *e);

/* The answers of a system to a suite. */
struct asking;

/* Ask all seeds and cases, or the cases only, that the cache does not know. The job must outlive
 * the answers.
 *
 * E_SYSTEM if the system fails as a whole, or if a server left questions without an answer, unless
 * the job takes outages or brings a session; E_PAUSED if the user allows no more requests. If
 * anything was answered until then, `*out` has it. On any other failure `*out` is NULL. */
MUST_USE enum status ask_suite(const struct ask_job *job, const struct listener *listener,
                               struct asking **out, struct err *e);
void asking_free(struct asking *a);

const struct ask_outcome *asking_outcome(const struct asking *a);

/* Who was asked, and how: all but the date and the digest of the answers. Lives as long as `a`. */
struct provenance asking_provenance(struct asking *a);

/* Call `take` with one answer after another, as a line of predictions (predictions.h) without its
 * newline, in the order of the suite: seeds, then cases, then both again for each repeat. Questions
 * that were not asked are left out. A line is good during the call. The first failure ends it. */
typedef enum status ask_take(void *ctx, struct str line, struct err *e);
MUST_USE enum status asking_lines(struct asking *a, ask_take *take, void *ctx, struct err *e);

/* Write the answers to `path` as predictions, and a file beside it about the system (about.h). */
MUST_USE enum status asking_write(struct asking *a, const char *path, struct err *e);

#endif
