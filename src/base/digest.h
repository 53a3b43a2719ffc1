/* digest.h: 128 bits that stand for a text: the first half of its SHA-256.
 *
 * For keys that outlive the process, where two texts with the same key would mix up their answers;
 * hash.h is for tables in memory. Safe on any thread. */
#ifndef TEQL_BASE_DIGEST_H
#define TEQL_BASE_DIGEST_H

#include "base/str.h"

#include <stdint.h>

enum { DIGEST_BYTES = 16, DIGEST_HEX = 2 * DIGEST_BYTES, SHA256_BYTES = 32 };

struct digest {
    unsigned char bytes[DIGEST_BYTES];
};

/* A digest in the making. Where a text ends matters: ("a", "bc") is not ("ab", "c"). */
struct digester {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    unsigned char block[64];
};

void digest_begin(struct digester *d);
void digest_add(struct digester *d, struct str text);
struct digest digest_end(struct digester *d);

/* Add a number, as eight bytes, the lowest first. */
void digest_add_number(struct digester *d, uint64_t n);

/* Add a text in pieces: its length first, then all of it. */
void digest_add_length(struct digester *d, uint64_t len);
void digest_add_piece(struct digester *d, struct str piece);

/* The digest of the bytes of `text` alone: plain SHA-256, cut. */
struct digest digest_of(struct str text);

/* All of the SHA-256 of `text`, for callers whose readers expect it. */
void digest_sha256(struct str text, unsigned char out[SHA256_BYTES]);

/* Lower case, with a NUL. */
void digest_hex(struct digest d, char out[DIGEST_HEX + 1]);

/* False if `hex` is not the text of a digest. */
bool digest_from_hex(struct str hex, struct digest *out);

static inline bool digest_eq(struct digest a, struct digest b)
{
    return memcmp(a.bytes, b.bytes, DIGEST_BYTES) == 0;
}

#endif
