/* version.h: which teql this is. */
#ifndef TEQL_BASE_VERSION_H
#define TEQL_BASE_VERSION_H

#define TEQL_VERSION "0.1.0"

#endif
