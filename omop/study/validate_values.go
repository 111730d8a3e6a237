package study

import (
	"fmt"
	"reflect"
	"slices"
)

// oneOf rejects a word that is none of those of its type, or empty. The place "same visit" in place of "same_visit"
// would say nothing, and the number would be another one.
func oneOf[T ~string](v *validator, at string, word T) {
	if known := enums[reflect.TypeFor[T]()]; word != "" && !slices.Contains(known, string(word)) {
		v.reject(at, fmt.Sprintf("%q is not one of %q", word, known))
	}
}

// notNegative rejects a number of days or the like below 0.
func (v *validator) notNegative(at string, n int) {
	if n < 0 {
		v.reject(at, "is negative")
	}
}
