package read_test

import (
	"testing"

	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// looselyNamed knows one more disease, though not by a name of its own: all that its word is the head of.
type looselyNamed struct {
	names
	word string
}

func (n looselyNamed) Loose(text string) []vocab.Hit {
	if text != n.word {
		return nil
	}
	return []vocab.Hit{{Concept: vocab.Concept{Domain: "condition", Standard: "S"}}}
}

func (n looselyNamed) HasWord(word string) bool { return word == n.word }

func (n looselyNamed) Slips(string) []string { return nil }

// "The fracture" of people with a hip fracture is that one, also where the vocabulary knows fractures of all kinds.
func TestTheHeadOfANameIsThatThing(t *testing.T) {
	n := readerNames(t)
	n[vocab.Normalize("knee luxation")] = []string{"condition"}
	n[vocab.Normalize("luxation of the knee")] = []string{"condition"}
	const taken = "the number who had an exposure to warfarin after "
	saysBack(t, read.New(looselyNamed{n, "luxation"}), map[string]string{
		"How many people with a knee luxation took warfarin after the luxation?":         "Among people with a first ever diagnosis of knee luxation, " + taken + "it",
		"How many people with a knee luxation took warfarin after their first luxation?": "Among people with a first ever diagnosis of knee luxation, " + taken + "it",
		"How many people with a luxation of the knee took warfarin after the luxation?":  "Among people with a first ever diagnosis of luxation of the knee, " + taken + "it",
		"How many people with asthma took warfarin after a luxation?":                    "Among people with a first ever diagnosis of luxation who had a diagnosis of asthma, " + taken + "the diagnosis of luxation",
	})
}
