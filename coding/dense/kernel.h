#ifndef ASKOMOP_DENSE_KERNEL_H
#define ASKOMOP_DENSE_KERNEL_H

#include <stddef.h>
#include <stdint.h>

// askomop_dense_scores writes, for each of n rows of stride int8 numbers, its inner product with the query times
// the row's scale.
void askomop_dense_scores(const int8_t *rows, const float *scales, const int8_t *query, float *scores, size_t n, size_t stride);

// askomop_dense_exact writes, for each of n rows of dim floats, its inner product with the query.
void askomop_dense_exact(const float *rows, const float *query, float *scores, size_t n, size_t dim);

#endif
