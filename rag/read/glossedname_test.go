package read_test

import (
	"testing"

	"github.com/askomop/askomop/rag/read"
)

// The name in brackets is what words outside the vocabulary stand for, and which of a class is meant; of two names that
// are both known it is open.
func TestANameInBracketsIsWhatIsMeant(t *testing.T) {
	n := readerNames(t)
	n["acute bronchitis"] = []string{"condition"}
	r := read.New(n)
	for question, want := range map[string]string{
		"How many women had a leaky ticker (heart failure)?":             "Among women, the number who had a diagnosis of heart failure",
		"How many people took a clot-stopper (warfarin) after a stroke?": "Among people with a first ever diagnosis of stroke, the number who had an exposure to warfarin after it",
		"How many people had bronchitis (acute)?":                        "Among all people, the number who had a diagnosis of acute bronchitis",
		"How many people had bronchitis (acute) in 2009?":                "Among all people, the number who had a diagnosis of acute bronchitis in 2009",
		"How many women with asthma (men) took warfarin?":                "",
		"How many people had heart failure (warfarin)?":                  "",
	} {
		readBack(t, r, question, want)
	}
}
