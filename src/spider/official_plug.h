/* official_plug.h: the test-suite script's --plug_value: gold literals in a prediction's places.
 *
 * The script finds literals by text, not by grammar, so odd things happen: a column called x1 is a
 * place for a literal, T1.x in a literal loses a space. All of it is reproduced, because it decides
 * which queries are run. Prepared texts are in the arena; nothing is shared between threads. */
#ifndef TEQL_SPIDER_OFFICIAL_PLUG_H
#define TEQL_SPIDER_OFFICIAL_PLUG_H

#include "spider/treebank.h"

/* The ways to put the gold's literals into the places of the prediction's literals. */
struct official_plug {
    struct word_list tokens; /* the prediction in lower case; ptr NULL in a place for a literal */
    struct word_list values; /* distinct literals of the gold, in order of first occurrence */
    size_t n_slots;          /* places among the tokens */
    uint32_t *choice;        /* per place the index of its value, for the next candidate */
    bool natural_given;      /* the first candidate was given */
    bool exhausted;
};

enum official_plug_status { PLUG_READY, PLUG_BLANK_GOLD, PLUG_BLANK_PREDICTION };

/* Prepare the candidates of one pair. The script fails on a text without tokens, or with semicolons
 * only. */
enum official_plug_status official_plug_init(struct official_plug *p, struct arena *a,
                                             struct str gold, struct str prediction);

/* The next candidate, or false at the end. First the one that has the gold's literals in their
 * order, then all others, each once. */
bool official_plug_next(struct official_plug *p, struct arena *a, struct str *out);

#endif
