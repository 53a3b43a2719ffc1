/* quoted_name.h: names of tables and columns in SQL that is made for reading. */
#ifndef TEQL_SYSTEM_QUOTED_NAME_H
#define TEQL_SYSTEM_QUOTED_NAME_H

#include "base/buf.h"

/* In double quotes. */
void quoted_name_put(struct buf *out, struct str name);

/* As it is where it is a plain word; else in double quotes. Key words count as plain: they are rare
 * as names, and many readers of SQL take quotes for text. */
void quoted_name_put_if_needed(struct buf *out, struct str name);

#endif
