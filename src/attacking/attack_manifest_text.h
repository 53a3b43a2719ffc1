/* attack_manifest_text.h: manifest.json of an attack as values: written, read, and those of parts
 * added up. */
#ifndef TEQL_ATTACKING_ATTACK_MANIFEST_TEXT_H
#define TEQL_ATTACKING_ATTACK_MANIFEST_TEXT_H

#include "record/part.h"

/* The first members of the object. */
struct attack_manifest_head {
    uint32_t version;
    struct str key; /* of all that the whole attack depends on: its parts have the same */
    uint32_t random_seed;
    uint64_t limit; /* seeds, where they are not all of the data; 0 where they are, and in parts */
    uint32_t sample_rows; /* of each table of the databases; 0: all */
    struct part part;
    uint64_t drawn_of; /* questions of the data; only parts say so, since they have no limit */
    bool proof, proved_on_rows;
    struct str databases, more_databases; /* the originals; empty where there are none */
    uint64_t seeds;
};

/* How it was searched, and what came of it. What is a uint64_t is counted, and adds up; all else
 * is the same in all parts. */
struct attack_manifest_search {
    struct str system;
    uint64_t budget, questions;
    uint32_t steps, candidates, beam;
    uint32_t block; /* 0 where there is one block */
    bool random, ranked, right_only;
    uint64_t broken, held, unfinished, untried, unanswered, wrong, faulty_gold, unchangeable;
    uint64_t blocks_given_up;
};

/* A relation, and the questions that it was needed for to break the system. */
struct attack_manifest_relation {
    struct str id;
    uint64_t broken;
};

struct attack_manifest {
    struct attack_manifest_head head;
    struct attack_manifest_search search;
    uint64_t *by_changes; /* of the broken ones, by how many changes, from 1 */
    uint32_t n_changes;
    struct attack_manifest_relation *relations;
    uint32_t n_relations;
    uint64_t cases, on_empty; /* of the cases, those whose answers have no rows */
};

/* Write it as a line. */
void attack_manifest_write(struct json_writer *w, const struct attack_manifest *m);

/* Read it. E_SYNTAX or E_INPUT where it is none that teql attack wrote. What is read lives in `a`
 * or is a view of `text`. */
MUST_USE enum status attack_manifest_read(struct arena *a, struct str text,
                                          struct attack_manifest *out, struct err *e);

/* Add the counts of another part of the same attack. False where it counts other things. */
bool attack_manifest_add(struct attack_manifest *to, const struct attack_manifest *from);

/* All parts were added: it is the whole. */
void attack_manifest_settle(struct attack_manifest *m);

#endif
