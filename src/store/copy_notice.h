/* copy_notice.h: telling what copies of databases do not keep. */
#ifndef TEQL_STORE_COPY_NOTICE_H
#define TEQL_STORE_COPY_NOTICE_H

#include "base/listener.h"
#include "store/copy_losses.h"

/* One notice for all that was lost; none where nothing was. */
void copy_notice_tell(const struct copy_losses *losses, const struct listener *l);

#endif
