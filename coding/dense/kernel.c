#include "kernel.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define HAS_AVX2 __builtin_cpu_supports("avx2")
#define FOR_AVX2 __attribute__((target("avx2")))
#endif

// GCC makes a version of these loops for each kind of processor, and the loader takes the best that the machine
// has. Elsewhere the compiler vectorises for what every machine of the platform has.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__GLIBC__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("arch=skylake-avx512", "avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

#ifdef FOR_AVX2
// Compilers widen int8 numbers before they multiply them. AVX2 multiplies them as they are where one of the two has no
// sign, so the sign goes over to the other. Two products of at most 128 * 127 fit into the 16 bits that they are added up in.
FOR_AVX2 static inline __m256i products(__m256i row, __m256i query) {
	__m256i pairs = _mm256_maddubs_epi16(_mm256_abs_epi8(row), _mm256_sign_epi8(query, row));
	return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}

// AHEAD is how many bytes before their use rows are asked for: memory is slower than the products, and what the processor asks
// for by itself ends with each page.
enum { AHEAD = 4096 };

FOR_AVX2 static void scores_avx2(const int8_t *restrict rows, const float *restrict scales, const int8_t *restrict query, float *restrict scores, size_t n, size_t stride) {
	for (size_t r = 0; r < n; r++) {
		const __m256i *row = (const __m256i *)(rows + r * stride), *asked = (const __m256i *)query;
		__m256i even = _mm256_setzero_si256(), odd = even;
		size_t i = 0, lanes = stride / sizeof(__m256i);
		for (; i + 2 <= lanes; i += 2) {
			_mm_prefetch((const char *)(row + i) + AHEAD, _MM_HINT_T0);
			even = _mm256_add_epi32(even, products(_mm256_loadu_si256(row + i), _mm256_loadu_si256(asked + i)));
			odd = _mm256_add_epi32(odd, products(_mm256_loadu_si256(row + i + 1), _mm256_loadu_si256(asked + i + 1)));
		}
		if (i < lanes) {
			even = _mm256_add_epi32(even, products(_mm256_loadu_si256(row + i), _mm256_loadu_si256(asked + i)));
		}
		__m256i eight = _mm256_add_epi32(even, odd);
		__m128i four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
		__m128i two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
		__m128i one = _mm_add_epi32(two, _mm_shuffle_epi32(two, 0xb1));
		scores[r] = (float)_mm_cvtsi128_si32(one) * scales[r];
	}
}
#endif

static void scores_anywhere(const int8_t *restrict rows, const float *restrict scales, const int8_t *restrict query, float *restrict scores, size_t n, size_t stride) {
	for (size_t r = 0; r < n; r++) {
		const int8_t *row = rows + r * stride;
		int32_t sum = 0;
		for (size_t i = 0; i < stride; i++) {
			sum += (int16_t)row[i] * (int16_t)query[i];
		}
		scores[r] = (float)sum * scales[r];
	}
}

void askomop_dense_scores(const int8_t *rows, const float *scales, const int8_t *query, float *scores, size_t n, size_t stride) {
#ifdef FOR_AVX2
	if (HAS_AVX2) {
		scores_avx2(rows, scales, query, scores, n, stride);
		return;
	}
#endif
	scores_anywhere(rows, scales, query, scores, n, stride);
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
