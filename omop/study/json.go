package study

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// Parse reads a question's JSON. It refuses fields that a question does not have, and what Validate refuses.
func Parse(data []byte) (*Question, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var q Question
	if err := d.Decode(&q); err != nil {
		return nil, fmt.Errorf("read the study question: %w", err)
	}
	if d.More() {
		return nil, fmt.Errorf("read the study question: something follows it")
	}
	if err := q.Validate(); err != nil {
		return nil, err
	}
	return &q, nil
}

// Equal reports whether two questions are the same value: what their JSON says is the same.
func (q *Question) Equal(other *Question) bool {
	a, errA := json.Marshal(q)
	b, errB := json.Marshal(other)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

// Clone returns a copy that shares nothing with the question.
func (q *Question) Clone() *Question {
	c := deepCopy(reflect.ValueOf(q)).Interface().(*Question)
	return c
}

func deepCopy(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		c := reflect.New(v.Type().Elem())
		c.Elem().Set(deepCopy(v.Elem()))
		return c
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			c.Index(i).Set(deepCopy(v.Index(i)))
		}
		return c
	case reflect.Struct:
		c := reflect.New(v.Type()).Elem()
		for i := range v.NumField() {
			c.Field(i).Set(deepCopy(v.Field(i)))
		}
		return c
	}
	return v
}
