/* classifier.h: in which of the nine ways a question was reworded (Dr.Spider §3.2).
 *
 * The words that indicate each part of the query are compared between the two questions. The
 * differences are signs; each is a sign of one kind. */
#ifndef TEQL_REWORDING_CLASSIFIER_H
#define TEQL_REWORDING_CLASSIFIER_H

#include "link/indicators.h"
#include "record/tally.h"

enum sign_type {
#define SIGN(id, kind, weight, name) SIGN_##id,
#include "rewording/sign.def"
#undef SIGN
    N_SIGN_TYPES
};

struct reword_sign {
    enum sign_type type;
    const struct query_part *part;
    struct str from, to; /* words of the two questions; may be empty */
};

struct reword_verdict {
    enum reword_kind top;
    bool kinds[N_REWORD_KINDS]; /* all that apply: MULTITYPE with two of the others or more, OTHERS
                                   with none */
    struct reword_sign *signs;
    uint32_t n_signs;
};

/* `parts` are those of the query that both questions ask. In `a`. Thread-safe. */
struct reword_verdict reword_classify(struct arena *a, const struct indicator_book *b,
                                      const struct query_parts *parts, struct str before,
                                      struct str after);

/* The kind that a sign is of, and the sign in words. */
enum reword_kind sign_kind(enum sign_type t);
struct str sign_name(enum sign_type t);

#endif
