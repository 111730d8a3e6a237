package read_test

import (
	"testing"

	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// A kind of vaccine stands behind the name in RxNorm, and before it in a question.
func TestKindsOfVaccinesStandBeforeTheName(t *testing.T) {
	names := readerNames(t)
	names[vocab.Normalize("rotavirus vaccine, live")] = []string{"Drug"}
	r := read.New(names)
	for question, want := range map[string]string{
		"How many people received the live rotavirus vaccine at least twice on different days?": "Among all people, the number who had " +
			"at least 2 exposures to live rotavirus vaccine on different days",
		"How many people were given both the live rotavirus vaccine and warfarin?": "Among all people, the number who had an exposure to " +
			"live rotavirus vaccine and had an exposure to warfarin",
		"How many people were given the inactivated rotavirus vaccine?": "",
	} {
		readBack(t, r, question, want)
	}
}
