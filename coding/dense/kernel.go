package dense

// #cgo CFLAGS: -O3
// #include "kernel.h"
import "C"

import "unsafe"

// scores writes the inner product of each row of int8 numbers, as long as the query, times the row's scale; there are
// as many rows as scores.
func scores(rows []int8, scales []float32, query []int8, into []float32) {
	if len(into) == 0 {
		return
	}
	_, _ = rows[len(into)*len(query)-1], scales[len(into)-1] // what C reads
	C.askomop_dense_scores((*C.int8_t)(unsafe.Pointer(&rows[0])), (*C.float)(unsafe.Pointer(&scales[0])),
		(*C.int8_t)(unsafe.Pointer(&query[0])), (*C.float)(unsafe.Pointer(&into[0])), C.size_t(len(into)),
		C.size_t(len(query)))
}

// exact writes the inner product of each row of floats, as long as the query; there are as many rows as scores.
func exact(rows, query, into []float32) {
	if len(into) == 0 {
		return
	}
	_ = rows[len(into)*len(query)-1] // what C reads
	C.askomop_dense_exact((*C.float)(unsafe.Pointer(&rows[0])), (*C.float)(unsafe.Pointer(&query[0])),
		(*C.float)(unsafe.Pointer(&into[0])), C.size_t(len(into)), C.size_t(len(query)))
}
