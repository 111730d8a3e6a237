package study

import "encoding/json"

// String is the question's JSON.
func (q *Question) String() string {
	text, err := json.Marshal(q)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
