/* schema_drawing.h: schemas and their variants for the page to draw.
 *
 * There may be thousands of variants, so each is written as its difference from the original: an
 * unchanged table is the number of the old one. */
#ifndef TEQL_REPORT_HTML_SCHEMA_DRAWING_H
#define TEQL_REPORT_HTML_SCHEMA_DRAWING_H

#include "base/json_writer.h"
#include "migration/migration.h"

/* {"tables":[[name,[[id,name,type,primary],…]],…],"keys":[[from id,to id],…]} */
void schema_drawing_json(struct json_writer *w, const struct schema *s);

/* {"from":origin,"tables":[old number | [name,base,[[old id or -1,name,type,primary],…]],…],
 * "gone":[[from id,to id],…],"came":[["table.column","table.column"],…]}: `origin` is the page's
 * number of the old schema, base the number of the old table that the rows come from; gone and came
 * are foreign keys. */
void variant_drawing_json(struct json_writer *w, const struct migration *m, uint32_t origin);

#endif
