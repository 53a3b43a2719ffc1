/* json_place.h: where things stand in JSON text, which its parser has forgotten. */
#ifndef TEQL_BASE_JSON_PLACE_H
#define TEQL_BASE_JSON_PLACE_H

#include "base/str.h"

#include <stdint.h>

/* A walk through the elements of the array that `text` holds. */
struct json_place {
    struct str text;
    size_t at, depth;
    uint32_t line;
};

struct json_place json_place_in(struct str text);

/* The line, from 1, on which the next element that is an object or an array begins; 0 after the
 * last. */
uint32_t json_place_next(struct json_place *p);

#endif
