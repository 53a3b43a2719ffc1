/* merge_manifest.h: the manifest of a part, whoever made the suite. Private to merge. */
#ifndef TEQL_MERGE_MERGE_MANIFEST_H
#define TEQL_MERGE_MERGE_MANIFEST_H

#include "attacking/attack_manifest_text.h"
#include "making/manifest_text.h"

struct part_manifest {
    struct part part;
    uint64_t seeds, cases;
    bool exports; /* there are Spider's files */
    bool of_attack;
    struct manifest made;         /* by `teql generate`, unless … */
    struct attack_manifest worst; /* … it is of an attack */
};

/* Read the file. E_SYNTAX or E_INPUT, with the file, where it is no manifest. Lives in `a`. */
MUST_USE enum status part_manifest_read(struct arena *a, const char *path,
                                        struct part_manifest *out, struct err *e);

/* Write the manifest of the whole, of which the files are the parts. */
MUST_USE enum status part_manifests_join(const char *const *paths, uint32_t n, const char *out,
                                         struct err *e);

#endif
