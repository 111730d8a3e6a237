package coding

import (
	"reflect"
	"testing"

	"github.com/askomop/askomop/internal/tsv"
)

// TestEveryListOfWordsIsReadAndHasASource holds that no row of words.tsv is passed over and no list is asked for that
// the file lacks.
func TestEveryListOfWordsIsReadAndHasASource(t *testing.T) {
	inFile := map[string]bool{}
	for n, fields := range tsv.Rows(wordsTSV) {
		if len(fields) != 4 || fields[1] == "" || fields[3] == "" {
			t.Errorf("line %d is no list, words, meaning and source: %q", n, fields)
			continue
		}
		inFile[fields[0]] = true
	}
	read := reflect.ValueOf(*listed())
	for i := range read.NumField() {
		if read.Field(i).Len() == 0 {
			t.Errorf("%s is empty", read.Type().Field(i).Name)
		}
	}
	if read.NumField() != len(inFile) {
		t.Errorf("%d lists are read, the file has %d", read.NumField(), len(inFile))
	}
}
