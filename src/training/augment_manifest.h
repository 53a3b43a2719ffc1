/* augment_manifest.h: how a training set was made, and what came of it. Private to augment.c. */
#ifndef TEQL_TRAINING_AUGMENT_MANIFEST_H
#define TEQL_TRAINING_AUGMENT_MANIFEST_H

#include "base/json_writer.h"
#include "training/augment.h"

/* Write manifest.json. */
void augment_manifest_put(struct json_writer *w, const struct augment_job *job,
                          const struct augmented *made);

#endif
