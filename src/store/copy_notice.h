/* copy_notice.h: reporting what copies of databases lack. */
#ifndef TEQL_STORE_COPY_NOTICE_H
#define TEQL_STORE_COPY_NOTICE_H

#include "base/listener.h"
#include "store/copy_losses.h"

/* One notice about all losses, or none if there are none. */
void copy_notice_tell(const struct copy_losses *losses, const struct listener *l);

#endif
