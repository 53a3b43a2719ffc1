/* manifest.h: what a suite was made of, and what came of it. */
#ifndef TEQL_MAKING_MANIFEST_H
#define TEQL_MAKING_MANIFEST_H

#include "base/json_writer.h"
#include "making/make_suite.h"

/* Write manifest.json. */
void manifest_put(struct json_writer *w, const struct suite_job *job, const struct made_suite *m);

/* The key in the manifest of the suite at `path`; ptr NULL where there is no suite. Lives in `a`.
 */
struct str manifest_key_at(struct arena *a, const char *path);

/* What it was made of; zeroed where there is no suite, or an older one. */
struct suite_sources manifest_sources_at(struct arena *a, const char *path);

/* Which part of its suite it is; of nothing where it is the whole, or where there is no suite. */
struct part manifest_part_at(struct arena *a, const char *path);

/* Is there a suite at `path` that an attack made (attack.h)? */
bool manifest_is_attack(const char *path);

/* How the suite at `path` was made and reviewed, as a JSON object for reports; ptr NULL where its
 * manifest makes no sense. Lives in `a`. */
MUST_USE enum status manifest_options_at(struct arena *a, const char *path,
                                         const struct reviewed *reviewed, struct str *out,
                                         struct err *e);

#endif
