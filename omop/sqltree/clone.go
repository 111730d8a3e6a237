package sqltree

import (
	"bytes"
	"reflect"
)

// Clone returns a deep copy of n; no change of the copy is seen in n.
func Clone[N Node](n N) N {
	return cloneValue(reflect.ValueOf(&n).Elem()).Interface().(N)
}

func cloneValue(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return v
		}
		inner := cloneValue(v.Elem())
		if v.Kind() == reflect.Interface {
			out := reflect.New(v.Type()).Elem()
			out.Set(inner)
			return out
		}
		out := reflect.New(v.Type().Elem())
		out.Elem().Set(inner)
		return out
	case reflect.Struct:
		out := reflect.New(v.Type()).Elem()
		out.Set(v)
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.Field(i).Set(cloneValue(v.Field(i)))
			}
		}
		return out
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(cloneValue(v.Index(i)))
		}
		return out
	}
	return v
}

// Equal reports whether two nodes are the same but for their places. Names are
// compared without regard to case, as DuckDB does; string constants are not.
func Equal(a, b Node) bool { return equalValue(reflect.ValueOf(a), reflect.ValueOf(b), "") }

var locType = reflect.TypeFor[Loc]()

func equalValue(a, b reflect.Value, field string) bool {
	if a.IsValid() != b.IsValid() {
		return false
	}
	if !a.IsValid() {
		return true
	}
	if a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		return equalValue(a.Elem(), b.Elem(), field)
	case reflect.Struct:
		return equalStruct(a, b)
	case reflect.Slice:
		if raw, ok := a.Interface().([]byte); ok {
			return bytes.Equal(raw, b.Bytes())
		}
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !equalValue(a.Index(i), b.Index(i), field) {
				return false
			}
		}
		return true
	case reflect.String:
		if field == "Text" {
			return a.String() == b.String()
		}
		return bytes.EqualFold([]byte(a.String()), []byte(b.String()))
	}
	return a.Equal(b)
}

// equalStruct compares the exported fields, but for the place, a placeholder's end and what a constant was made from.
func equalStruct(a, b reflect.Value) bool {
	t := a.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Type == locType || !f.IsExported() || f.Name == "End" && f.Type.Kind() == reflect.Int {
			continue
		}
		if t == reflect.TypeFor[Statement]() && f.Name == "Text" || t == reflect.TypeFor[Constant]() && f.Name == "From" {
			continue
		}
		if !equalValue(a.Field(i), b.Field(i), f.Name) {
			return false
		}
	}
	return true
}
