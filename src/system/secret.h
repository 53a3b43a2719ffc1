/* secret.h: keys that must not come out again, in any form.
 *
 * Servers put keys into error messages, and models repeat what they read. On the way a key is
 * escaped for JSON, an address or a page, perhaps twice, or encoded. So all that a server says goes
 * through secret_blot, decoded and before anything is cut from it. */
#ifndef TEQL_SYSTEM_SECRET_H
#define TEQL_SYSTEM_SECRET_H

#include "base/arena.h"

#include <stdint.h>

/* A shorter key is a placeholder ("none", "EMPTY") and may well be a word of the reply: it is
 * blotted out only where it is as it was sent, after "Bearer " or the name of its header. */
enum { SECRET_MIN_BYTES = 8 };

/* Upper and lower case are the same, except in base64. */
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

/* Add a key. `before` is the text before it in a request: "Bearer ". Its forms live in `a`. */
void secret_add(struct secret *s, struct str before, struct str key, struct arena *a);

/* Does a parameter of an address, a header or a variable of the environment with this name usually
 * hold a key? */
bool secret_is_named(struct str name);

/* `text` with '*' for each byte of a key, wherever it is, in these forms:
 *
 * - plain
 * - in hexadecimal, perhaps with colons or dashes between bytes
 * - in base64, in either alphabet, also as a part of what was encoded
 *
 * Hexadecimal and base64 may have white space anywhere. In all forms any character may be written
 * as \x, \uXXXX, %XX or an HTML entity, several times over. A copy in `a` if there is anything to
 * hide. A NULL ptr stays one. */
struct str secret_blot(const struct secret *s, struct str text, struct arena *a);

#endif
