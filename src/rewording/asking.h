/* asking.h: the words that a question or command begins with. Inside rewording/. */
#ifndef TEQL_REWORDING_ASKING_H
#define TEQL_REWORDING_ASKING_H

#include "link/words.h"

/* The end of "what are the", "please show me all" … from word `at` on; `at` where nothing is asked
 * for. */
uint32_t asking_end(const struct words *w, uint32_t at);

#endif
