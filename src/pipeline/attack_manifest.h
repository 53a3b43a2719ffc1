/* attack_manifest.h: how worst cases were searched for, and what came of it. Private to attack.c.
 */
#ifndef TEQL_PIPELINE_ATTACK_MANIFEST_H
#define TEQL_PIPELINE_ATTACK_MANIFEST_H

#include "base/json_writer.h"
#include "pipeline/attack.h"

struct attack_manifest {
    const struct test_order *order;
    const struct attack_settings *options;
    const struct attack_result *result;
    const struct dataset *dataset;
    const struct lexicon *lexicon;
    struct str settings; /* of the system, as its answers have them: model, prompt, defence … */
    const char *originals, *more; /* databases; NULL for nowhere */
    uint64_t cases;
};

/* Write manifest.json. */
void attack_manifest_put(struct json_writer *w, const struct attack_manifest *m);

#endif
