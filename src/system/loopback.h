/* loopback.h: does an address lead to this machine itself? */
#ifndef TEQL_SYSTEM_LOOPBACK_H
#define TEQL_SYSTEM_LOOPBACK_H

#include "base/str.h"

/* Is it a name or a number of loopback: localhost, 127.0.0.1, [::1] … ? A name that merely leads
 * there is none: who says where names lead is not asked. */
bool host_is_loopback(struct str host);

#endif
