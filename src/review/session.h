/* session.h: a suite under review: the cases that were chosen, the one that is looked at, and the
 * decisions. Only one session at a time may decide about a suite. Every decision is on disk when
 * the call returns. */
#ifndef TEQL_REVIEW_SESSION_H
#define TEQL_REVIEW_SESSION_H

#include "report/table.h"
#include "suite/reviews.h"

/* Which cases are reviewed. */
struct review_choice {
    const char *relation; /* id; NULL: all */
    uint32_t sample;      /* draw this many of them at random; 0: all */
    uint32_t random_seed;
};

struct review_session {
    struct arena arena;
    struct suite suite; /* as it was made */
    struct reviews reviews;
    const char *path; /* of reviews.jsonl, if it is written */
    int log;          /* this file, which is locked; -1 if it is not written */
    struct buf line;  /* of it */
    uint32_t *chosen,
        *view; /* places of cases, in the order of the suite; the view has some of them */
    uint32_t n_chosen, n_view;
    uint32_t at;         /* place in the view */
    struct str relation; /* that the view is narrowed to, as the suite has it; or empty */
    struct str sought;   /* last */
};

/* Open the suite in `dir`, for decisions if it `writes`: then a last line of reviews.jsonl that was
 * cut short is removed. Begins with the first case that is not decided. E_USAGE if there is no case
 * of the relation, E_INPUT if there are no cases, E_IO if somebody else reviews the suite. On
 * failure there is nothing to close. */
MUST_USE enum status session_open(struct review_session *s, const char *dir,
                                  const struct review_choice *choice, bool writes, struct err *e);
void session_close(struct review_session *s);

/* The case that is looked at: its place in the suite. */
uint32_t session_place(const struct review_session *s);

/* Go on by `steps`, or back if negative; stops at the ends. False if it was at the end. */
bool session_move(struct review_session *s, int steps);

/* Go to the case of that id, in capitals or not. False if the view does not have it. */
bool session_go(struct review_session *s, struct str id);

/* Go to the next case, or on from the first, whose id or questions have that text; capitals of
 * ASCII are as small letters. False if there is no such case. */
bool session_search(struct review_session *s, struct str text);

/* Narrow the view to a relation; an empty id shows all. It stays at the case if the view has it, or
 * goes to the first. False if there is no case of the relation: then nothing changes. */
bool session_filter(struct review_session *s, struct str relation);

/* The relations of the chosen cases, as many as a message has room for. In `a`. */
struct str session_relations(const struct review_session *s, struct arena *a);

/* Decide about the case that is looked at. `question` is for REVIEW_EDIT; if it is the original
 * one, the case is kept. A decision that is there already is not written again. On failure nothing
 * is decided. */
MUST_USE enum status session_decide(struct review_session *s, enum review_decision decision,
                                    struct str question, struct err *e);

/* Take back the last decision, also of an earlier session. *place is the case, which is looked at
 * if the view has it; NAME_NONE if there is nothing to take back. */
MUST_USE enum status session_undo(struct review_session *s, uint32_t *place, struct err *e);

/* The question as it would be asked now. */
struct str session_question(const struct review_session *s, uint32_t place);

/* A row for each relation of the chosen cases, in the order of the suite, and one for all if there
 * are several: cases, decisions, and the share of dropped ones among those decided. Of a `sample`
 * that was drawn at random, also the interval in which the share of the whole suite lies. In `a`.
 */
struct table review_summary(struct arena *a, const struct review_session *s, bool sample);

#endif
