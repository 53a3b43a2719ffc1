/* row.h: what is done with rows of floats. */
#ifndef TEQL_LEXICON_VECTORS_ROW_H
#define TEQL_LEXICON_VECTORS_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Rows are a multiple of 16 floats or 64 bytes: a cache line, and the widest register there is.
 * Zeros fill them up. */
enum { ROW_LANES = 16, ROW_ALIGNMENT = 64 };

static inline uint32_t row_stride(uint32_t dims)
{
    return (dims + ROW_LANES - 1) / ROW_LANES * ROW_LANES;
}

/* The product of two rows: for those of length 1 the cosine of their angle. `n` must be a multiple
 * of ROW_LANES. The sums are made in one fixed order, whatever the compiler makes of it. */
float row_dot(const float *a, const float *b, size_t n);

/* Give a row the length 1. False if all its numbers are 0. */
bool row_unit(float *row, uint32_t dims);

#endif
