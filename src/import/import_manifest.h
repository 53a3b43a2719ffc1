/* import_manifest.h: manifest.json of an imported suite. Private to import.c. */
#ifndef TEQL_IMPORT_IMPORT_MANIFEST_H
#define TEQL_IMPORT_IMPORT_MANIFEST_H

#include "base/json_writer.h"
#include "import/import.h"

/* Where the databases are, from the root; NULL for nowhere. */
struct import_databases {
    const char *originals, *more;
};

void import_manifest_put(struct json_writer *w, const struct import_job *job,
                         const struct import_databases *at, const struct imported *made);

#endif
