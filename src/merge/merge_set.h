/* merge_set.h: the parts of one thing, and how each kind of thing is joined. Private to merge.
 *
 * A kind is a file or a folder. A folder is joined file by file, as its table of files says. */
#ifndef TEQL_MERGE_MERGE_SET_H
#define TEQL_MERGE_MERGE_SET_H

#include "base/digest.h"
#include "base/file.h"
#include "base/out_folder.h"
#include "merge/merge.h"
#include "record/manifest.h"
#include "record/provenance.h"

/* The seeds that a part has. */
struct seed_span {
    uint64_t count;
    uint32_t first, last; /* their numbers, if `numbered` */
    bool numbered;        /* there are seeds, and the part has their numbers */
};

/* Add the next one. */
void seed_span_add(struct seed_span *s, uint32_t number);

struct merge_part {
    const char *path; /* NULL for a file that its folder lacks */
    struct part part; /* of what, and which; 1/1 if it is whole or does not say */
    struct seed_span seeds;
    struct merge_part *files; /* of a folder: one for each row of its table */

    /* What is in it, by kind. */
    uint64_t cases;                  /* of suites and scores */
    struct digest ids;               /* of all seeds and cases, by merge_ids_end; likewise */
    struct str answers;              /* a digest, of predictions and scores; empty if unknown */
    const struct manifest *manifest; /* of manifests */
    const struct provenance *about;  /* of predictions */
    bool copies;                     /* of suites and their tables.json: databases were copied */
    uint64_t *ends;                  /* of predictions: where their sections end … */
    uint32_t n_sections;             /* … of which there are this many */
};

/* The numbers of the seeds and the ids of the cases of a part, each in their order. They are filled
 * into the part: its seeds, its cases, and a digest of both. */
struct merge_ids {
    struct merge_part *part;
    struct digester seeds, cases;
};

struct merge_ids merge_ids_begin(struct merge_part *part);
void merge_ids_seed(struct merge_ids *x, uint32_t number);
void merge_ids_case(struct merge_ids *x, struct str id);
void merge_ids_end(struct merge_ids *x);

struct merge_set {
    const struct merge_kind *kind;
    struct arena arena;
    struct merge_part *parts; /* once they are checked, by number */
    uint32_t count;
};

/* Where the whole is written. */
struct merge_out {
    const struct merge_job *job; /* of the user */
    const char *path;
    struct out_folder *folder; /* that the whole is a file of, or NULL */
    struct out_file *file;     /* open, for `write` */
};

struct merge_file {
    const char *name; /* in the folder */
    const struct merge_kind *kind;
    bool optional; /* parts may lack it; the whole has it if a part has */
};

/* What can be merged. */
struct merge_kind {
    const char *name;
    bool anonymous; /* its parts do not say which they are, and any of them can be joined */

    /* Fill in what is known of the part at `path`. E_INPUT or E_SYNTAX if it was not written to its
     * end. Text lives in `a`. NULL for a file that is looked at with its folder. */
    enum status (*look)(struct arena *a, const char *path, struct merge_part *out, struct err *e);

    /* Do parts that are each whole fit together? NULL if there is nothing else to check. */
    enum status (*agree)(const struct merge_set *set, struct err *e);

    /* Of a file: write the whole; and, once it is in place, the file beside it, or NULL. */
    enum status (*write)(struct merge_set *set, const struct merge_out *out, struct err *e);
    enum status (*describe)(const struct merge_set *set, const char *path, struct err *e);

    /* Of a folder: its files. */
    const struct merge_file *files;
    uint32_t n_files;
};

extern const struct merge_kind MERGE_TEST, MERGE_SUITE, MERGE_MANIFEST, MERGE_PREDICTIONS,
    MERGE_SCORES, MERGE_ANSWERS;

/* Look at one part, and check that it has as many seeds as it says. `path` must stay. */
MUST_USE enum status merge_part_look(const struct merge_kind *kind, struct arena *a,
                                     const char *path, struct merge_part *out, struct err *e);

/* A set has room for `n` parts. Add one that is there; check that all belong together, whatever is
 * missing, and put them in order. Release the arena in any case. */
void merge_set_begin(struct merge_set *s, const struct merge_kind *kind, uint32_t n);
MUST_USE enum status merge_set_add(struct merge_set *s, const char *path, struct err *e);
MUST_USE enum status merge_set_check(struct merge_set *s, struct err *e);

/* The numbers that are not there, of parts in order: "3,7-9". In the arena of the set. */
struct str merge_set_missing(struct merge_set *s);

/* The same, and that none is missing. */
MUST_USE enum status merge_set_check_all(struct merge_set *s, struct err *e);

/* Check all, and join them. */
MUST_USE enum status merge_set_join(struct merge_set *s, const struct merge_out *o, struct err *e);

/* Say that an error is about `path`, unless it names a file. Returns `status`. */
enum status merge_in_file(enum status status, const char *path, struct err *e);

/* The path of a file in a folder, in `a`. */
const char *merge_file_in(struct arena *a, const char *folder, const char *name);

/* Call `take` with each line of the file at `path`, and at its end with one whose ptr is NULL. An
 * error that names no file is about the line. */
typedef enum status merge_take(void *ctx, const struct line_reader *lines, struct str line,
                               struct arena *scratch, struct err *e);
MUST_USE enum status merge_each_line(const char *path, merge_take *take, void *ctx, struct err *e);

/* A kind's `write`: lines as they are, section by section if parts have sections. */
enum status merge_lines(struct merge_set *set, const struct merge_out *o, struct err *e);

#endif
