/* script_json.h: JSON as the text of an HTML script element.
 *
 * A script element ends at the first "</script", and "<!--" changes how it is parsed. In JSON these
 * characters occur only in strings, where each can be written as an escape. */
#ifndef TEQL_REPORT_HTML_SCRIPT_JSON_H
#define TEQL_REPORT_HTML_SCRIPT_JSON_H

#include "base/file.h"

/* Write `json` with <, >, & and U+2028, U+2029 (line ends to JavaScript) as \u escapes. */
MUST_USE enum status script_json_write(struct out_file *f, struct str json, struct err *e);

#endif
