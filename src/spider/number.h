/* number.h: which words are numbers to the official parser.
 *
 * It asks Python: float() and int() accept signs, underscores between digits, exponents, inf and
 * nan.
 */
#ifndef TEQL_SPIDER_NUMBER_H
#define TEQL_SPIDER_NUMBER_H

#include "base/str.h"

#include <stdint.h>

/* Is the lower-case `word` a number to float()? */
bool spider_float(struct str word, double *out);

/* Is it one to int()? Beyond 64 bits the nearest bound is given. */
bool spider_int(struct str word, int64_t *out);

#endif
