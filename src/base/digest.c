/* digest.c: SHA-256 (FIPS 180-4). */
#include "base/digest.h"

#include "base/eight_bytes.h"

/* Fractional parts of the square roots of the first eight primes. */
static const uint32_t START[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

/* Fractional parts of the cube roots of the first sixty-four primes. */
static const uint32_t ROUND[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate_bits(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

static void expand_block(const unsigned char block[64], uint32_t w[64])
{
    for (size_t i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (size_t i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotate_bits(a, 7) ^ rotate_bits(a, 18) ^ a >> 3) + w[i - 7] +
               (rotate_bits(b, 17) ^ rotate_bits(b, 19) ^ b >> 10);
    }
}

/* One round. It moves the eight words by one place: the caller names them by their new places. */
static void mix_word(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f,
                     uint32_t g, uint32_t *h, uint32_t w)
{
    uint32_t choice = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
    uint32_t t = *h + (rotate_bits(e, 6) ^ rotate_bits(e, 11) ^ rotate_bits(e, 25)) + choice + w;
    *d += t;
    *h = t + (rotate_bits(a, 2) ^ rotate_bits(a, 13) ^ rotate_bits(a, 22)) + majority;
}

static void mix_block(struct digester *d)
{
    uint32_t w[64], s[8];
    expand_block(d->block, w);
    memcpy(s, d->state, sizeof s);
    for (size_t i = 0; i < 64; i += 8) { /* after eight rounds the words are where they were */
        mix_word(s[0], s[1], s[2], &s[3], s[4], s[5], s[6], &s[7], ROUND[i] + w[i]);
        mix_word(s[7], s[0], s[1], &s[2], s[3], s[4], s[5], &s[6], ROUND[i + 1] + w[i + 1]);
        mix_word(s[6], s[7], s[0], &s[1], s[2], s[3], s[4], &s[5], ROUND[i + 2] + w[i + 2]);
        mix_word(s[5], s[6], s[7], &s[0], s[1], s[2], s[3], &s[4], ROUND[i + 3] + w[i + 3]);
        mix_word(s[4], s[5], s[6], &s[7], s[0], s[1], s[2], &s[3], ROUND[i + 4] + w[i + 4]);
        mix_word(s[3], s[4], s[5], &s[6], s[7], s[0], s[1], &s[2], ROUND[i + 5] + w[i + 5]);
        mix_word(s[2], s[3], s[4], &s[5], s[6], s[7], s[0], &s[1], ROUND[i + 6] + w[i + 6]);
        mix_word(s[1], s[2], s[3], &s[4], s[5], s[6], s[7], &s[0], ROUND[i + 7] + w[i + 7]);
    }
    for (size_t i = 0; i < 8; i++)
        d->state[i] += s[i];
}

static void add_bytes(struct digester *d, const void *bytes, size_t len)
{
    const unsigned char *from = bytes;
    while (len > 0) {
        size_t at = d->length % 64, n = 64 - at < len ? 64 - at : len;
        memcpy(d->block + at, from, n);
        d->length += n;
        from += n;
        len -= n;
        if (d->length % 64 == 0)
            mix_block(d);
    }
}

/* `n` as eight bytes, the highest first. */
static void put_number(uint64_t n, unsigned char out[8])
{
    for (size_t i = 0; i < 8; i++)
        out[i] = (unsigned char)(n >> (56 - 8 * i));
}

void digest_begin(struct digester *d)
{
    *d = (struct digester){.length = 0};
    memcpy(d->state, START, sizeof START);
}

void digest_add_length(struct digester *d, uint64_t len)
{
    unsigned char length[8];
    put_number(len, length);
    add_bytes(d, length, sizeof length);
}

void digest_add_piece(struct digester *d, struct str piece)
{
    add_bytes(d, piece.ptr, piece.len);
}

void digest_add(struct digester *d, struct str text)
{
    digest_add_length(d, text.len);
    digest_add_piece(d, text);
}

void digest_add_number(struct digester *d, uint64_t n)
{
    char bytes[8];
    put_eight_bytes(bytes, n);
    digest_add(d, (struct str){bytes, sizeof bytes});
}

/* Afterwards `d->state` is the whole SHA-256 of what was added. */
static void finish_digest(struct digester *d)
{
    static const unsigned char END = 0x80, ZERO = 0;
    unsigned char bits[8];
    put_number(d->length * 8, bits);
    add_bytes(d, &END, 1);
    while (d->length % 64 != 56)
        add_bytes(d, &ZERO, 1);
    add_bytes(d, bits, sizeof bits);
}

static void put_state(const struct digester *d, unsigned char *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (unsigned char)(d->state[i / 4] >> (24 - 8 * (i % 4)));
}

struct digest digest_end(struct digester *d)
{
    struct digest out;
    finish_digest(d);
    put_state(d, out.bytes, DIGEST_BYTES);
    return out;
}

void digest_sha256(struct str text, unsigned char out[SHA256_BYTES])
{
    struct digester d;
    digest_begin(&d);
    add_bytes(&d, text.ptr, text.len);
    finish_digest(&d);
    put_state(&d, out, SHA256_BYTES);
}

struct digest digest_of(struct str text)
{
    struct digester d;
    digest_begin(&d);
    add_bytes(&d, text.ptr, text.len);
    return digest_end(&d);
}

static const char HEX[] = "0123456789abcdef";

void digest_hex(struct digest d, char out[DIGEST_HEX + 1])
{
    for (size_t i = 0; i < DIGEST_BYTES; i++) {
        out[2 * i] = HEX[d.bytes[i] >> 4];
        out[2 * i + 1] = HEX[d.bytes[i] & 15];
    }
    out[DIGEST_HEX] = '\0';
}

bool digest_from_hex(struct str hex, struct digest *out)
{
    if (hex.len != DIGEST_HEX)
        return false;
    *out = (struct digest){{0}};
    for (size_t i = 0; i < DIGEST_HEX; i++) {
        const char *digit = memchr(HEX, hex.ptr[i], 16);
        if (!digit)
            return false;
        out->bytes[i / 2] = (unsigned char)(out->bytes[i / 2] << 4 | (digit - HEX));
    }
    return true;
}
