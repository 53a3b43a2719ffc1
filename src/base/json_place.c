/* json_place.c: counting lines up to the next element. */
#include "base/json_place.h"

struct json_place json_place_in(struct str text)
{
    return (struct json_place){text, 0, 0, 1};
}

/* Past the string that begins at p->at. */
static void skip_string(struct json_place *p)
{
    for (p->at++; p->at < p->text.len && p->text.ptr[p->at] != '"'; p->at++)
        p->at += p->text.ptr[p->at] == '\\';
}

uint32_t json_place_next(struct json_place *p)
{
    for (; p->at < p->text.len; p->at++) {
        char c = p->text.ptr[p->at];
        if (c == '"') {
            skip_string(p);
        } else if (c == '\n') {
            p->line++;
        } else if (c == '}' || c == ']') {
            p->depth--;
        } else if ((c == '{' || c == '[') && p->depth++ == 1) {
            p->at++;
            return p->line;
        }
    }
    return 0;
}
