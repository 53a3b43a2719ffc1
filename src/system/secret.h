/* secret.h: keys that must not come out again, in whatever form they are repeated.
 *
 * Servers put keys into error messages, and models say what they are told. Between the two a key is
 * escaped for JSON, an address or a page, perhaps twice, or encoded. So all that a server says goes
 * through secret_blot, decoded and before anything is cut from it. */
#ifndef TEQL_SYSTEM_SECRET_H
#define TEQL_SYSTEM_SECRET_H

#include "base/arena.h"

#include <stdint.h>

/* A shorter key is a placeholder ("none", "EMPTY") and may well be a word of the reply: it is
 * blotted out only where it stands as it was sent, behind "Bearer " or the name of its header. */
enum { SECRET_MIN_BYTES = 8 };

/* Letters are the same in either case but in base64. */
enum secret_coding { SECRET_PLAIN, SECRET_HEX, SECRET_BASE64 };

struct secret_form {
    struct str text;
    enum secret_coding coding;
};

/* Zeroed, it holds no key. */
struct secret {
    struct secret_form *forms;
    uint32_t count;
};

/* One key more. `before` is what it is sent behind: "Bearer ". What is made of it lives in `a`. */
void secret_add(struct secret *s, struct str before, struct str key, struct arena *a);

/* Does what has this name mostly hold a key: a parameter of an address, a header, a
 * variable of the environment? */
bool secret_is_named(struct str name);

/* `text` with '*' for each byte of a key, wherever and however it stands:
 *
 * - plain
 * - in hexadecimal, perhaps with colons or dashes between bytes
 * - in base64, in either alphabet, also as a part of what was encoded
 *
 * Hexadecimal and base64 may have white space anywhere. In all of them any character may be written
 * as \x, \uXXXX, %XX or an HTML entity, several times over. A copy in `a` where there is anything
 * to hide. A NULL ptr stays one. */
struct str secret_blot(const struct secret *s, struct str text, struct arena *a);

#endif
