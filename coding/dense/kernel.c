#include "kernel.h"

// GCC makes a version of these loops for each kind of processor, and the loader takes the best that the machine
// has. Elsewhere the compiler vectorises for what every machine of the platform has.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__GLIBC__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("arch=skylake-avx512", "avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

FOR_EACH_PROCESSOR
void askomop_dense_scores(const int8_t *restrict rows, const float *restrict scales, const int8_t *restrict query, float *restrict scores, size_t n, size_t stride) {
	for (size_t r = 0; r < n; r++) {
		const int8_t *row = rows + r * stride;
		int32_t sum = 0;
		for (size_t i = 0; i < stride; i++) {
			sum += (int16_t)row[i] * (int16_t)query[i];
		}
		scores[r] = (float)sum * scales[r];
	}
}

// Sixteen sums side by side: floats may not be added in another order than is written.
enum { LANES = 16 };

FOR_EACH_PROCESSOR
void askomop_dense_exact(const float *restrict rows, const float *restrict query, float *restrict scores, size_t n, size_t dim) {
	for (size_t r = 0; r < n; r++) {
		const float *row = rows + r * dim;
		float sums[LANES] = {0};
		size_t i = 0;
		for (; i + LANES <= dim; i += LANES) {
			for (size_t j = 0; j < LANES; j++) {
				sums[j] += row[i + j] * query[i + j];
			}
		}
		float sum = 0;
		for (; i < dim; i++) {
			sum += row[i] * query[i];
		}
		for (size_t j = 0; j < LANES; j++) {
			sum += sums[j];
		}
		scores[r] = sum;
	}
}
