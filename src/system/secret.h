/* secret.h: a key that must not come out again, in whatever form it is repeated.
 *
 * Servers put keys into error messages, and models say what they are told. Between the two a key is
 * escaped for JSON, an address or a page, perhaps twice, or encoded. So all that a server says goes
 * through secret_blot, decoded and before anything is cut from it. */
#ifndef TEQL_SYSTEM_SECRET_H
#define TEQL_SYSTEM_SECRET_H

#include "base/arena.h"

#include <stdint.h>

/* A shorter key is a placeholder ("none", "EMPTY") and may well be a word of the reply: it is
 * blotted out only where it stands as it was sent, behind "Bearer ". */
enum { SECRET_MIN_BYTES = 8, SECRET_MAX_FORMS = 6 };

/* Letters are the same in either case but in base64. */
enum secret_coding { SECRET_PLAIN, SECRET_HEX, SECRET_BASE64 };

struct secret_form {
    struct str text;
    enum secret_coding coding;
};

/* A zeroed struct is no secret. */
struct secret {
    struct secret_form forms[SECRET_MAX_FORMS];
    uint32_t count;
};

/* What is made of `key` lives in `a`. */
void secret_init(struct secret *s, struct str key, struct arena *a);

/* `text` with '*' for each byte of the key, wherever and however it stands:
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
