/* merge_manifest.h: the manifest of a part, whoever made the suite. Private to merge. */
#ifndef TEQL_MERGE_MERGE_MANIFEST_H
#define TEQL_MERGE_MERGE_MANIFEST_H

#include "record/manifest.h"

/* Read the file. E_SYNTAX or E_INPUT, with the file, if it is not a manifest. Lives in `a`. */
MUST_USE enum status part_manifest_read(struct arena *a, const char *path, struct manifest *out,
                                        struct err *e);

/* Write the manifest of the whole, of which the files are the parts. */
MUST_USE enum status part_manifests_join(const char *const *paths, uint32_t n, const char *out,
                                         struct err *e);

#endif
