package pipeline

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/rag/read"
)

// Nobody is told to check the spelling of a word that the reader knows.
func TestAKnownWordIsNotSaidToBeMisspelt(t *testing.T) {
	for _, tc := range []struct {
		unread read.Span
		spelt  bool
	}{{read.Span{Text: "percentage", Known: true}, false}, {read.Span{Text: "zorblatt"}, true}} {
		if hint := unreadHint(tc.unread); strings.Contains(hint, "spelling") != tc.spelt {
			t.Errorf("%+v: %s", tc.unread, hint)
		}
	}
}
