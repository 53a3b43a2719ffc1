/* page.h: texts of the manual page and the completion that are part of the program. */
#ifndef TEQL_CLI_PAGE_H
#define TEQL_CLI_PAGE_H

#include "base/str.h"

/* The text of that name, which must be one that is embedded (src/CMakeLists.txt). */
struct str page_text(const char *name);

#endif
