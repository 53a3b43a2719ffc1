/* paraphrases.h: other wordings of a seed's question that a language model gave, by kind. */
#ifndef TEQL_REWORDING_PARAPHRASES_H
#define TEQL_REWORDING_PARAPHRASES_H

#include "rewording/classifier.h"

struct paraphrase_list {
    const struct str *items;
    const struct str *explanations; /* the model's, to each; may be empty */
    uint32_t count;
};

struct paraphrases {
    struct str model; /* who gave them */
    struct paraphrase_list kinds[N_REWORD_KINDS];
};

#endif
