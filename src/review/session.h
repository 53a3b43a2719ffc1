/* session.h: a suite under review: which cases are looked at, which of them is, and what is decided
 * about it. Every decision is on disk when the call returns. */
#ifndef TEQL_REVIEW_SESSION_H
#define TEQL_REVIEW_SESSION_H

#include "review/review_log.h"

/* Which cases are reviewed. */
struct review_choice {
    const char *relation; /* id; NULL: all */
    uint32_t sample;      /* so many of them, drawn at random; 0: all */
    uint32_t random_seed;
};

struct review_session {
    struct arena arena;
    struct suite suite; /* as it was made */
    struct reviews reviews;
    struct review_log log;
    bool writes;             /* the log is open */
    uint32_t *chosen, *view; /* places of cases, in the order of the suite; the view is a part */
    uint32_t n_chosen, n_view;
    uint32_t at;         /* place in the view */
    struct str relation; /* that the view is narrowed to, as the suite has it; empty: to none */
    struct str sought;   /* last */
};

/* Open the suite in `dir`, for decisions too where it `writes`. E_USAGE where it has no case of the
 * relation, E_INPUT where it has none at all. It begins with the first case about which nothing is
 * decided. On failure there is nothing to close. */
MUST_USE enum status session_open(struct review_session *s, const char *dir,
                                  const struct review_choice *choice, bool writes, struct err *e);
void session_close(struct review_session *s);

/* The case that is looked at: its place in the suite. */
uint32_t session_place(const struct review_session *s);

/* Go on by `steps`, back where negative; stops at the ends. False where it was at the end. */
bool session_move(struct review_session *s, int steps);

/* Go to the case of that id (capitals count for nothing). False where the view does not have it. */
bool session_go(struct review_session *s, struct str id);

/* Go to the next case, the first behind the last, whose id or questions have that text (capitals of
 * ASCII count for nothing). False where there is none. */
bool session_search(struct review_session *s, struct str text);

/* Narrow the view to a relation, or to none with an empty id. It stays at the case where it still
 * has it, or goes to the first. False where there is no case of it: nothing changes. */
bool session_filter(struct review_session *s, struct str relation);

/* The relations that it can be narrowed to, as many as a message has room for. In `a`. */
struct str session_relations(const struct review_session *s, struct arena *a);

/* Decide about the case that is looked at. `question` is that of REVIEW_EDIT; one that is as it was
 * made is kept. What was decided already is not written again. On failure nothing is decided. */
MUST_USE enum status session_decide(struct review_session *s, enum review_decision decision,
                                    struct str question, struct err *e);

/* Take back the last decision, also of an earlier session. *place is the case, or that of no case
 * where there is nothing to take back: NAME_NONE. It is looked at where the view has it. */
MUST_USE enum status session_undo(struct review_session *s, uint32_t *place, struct err *e);

/* The question as it would be asked now. */
struct str session_question(const struct review_session *s, uint32_t place);

#endif
