/* made_manifest.h: manifest.json of a suite that was made of a dataset. Private to make_suite.c. */
#ifndef TEQL_MAKING_MADE_MANIFEST_H
#define TEQL_MAKING_MADE_MANIFEST_H

#include "base/json_writer.h"
#include "making/make_suite.h"

void made_manifest_put(struct json_writer *w, const struct suite_job *job,
                       const struct made_suite *m);

#endif
