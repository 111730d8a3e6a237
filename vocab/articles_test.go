package vocab_test

import (
	"testing"

	"github.com/askomop/askomop/vocab"
)

func TestArticlesAreNoPartOfAName(t *testing.T) {
	for said, want := range map[string]string{
		"insertion of an intrauterine device":   "insertion of intrauterine device",
		"fracture of the neck of the femur":     "fracture of neck of femur",
		"removal of a foreign body from an eye": "removal of foreign body from eye",
		"infection by hepatitis A virus":        "infection by hepatitis A virus",
		"vitamin a deficiency":                  "vitamin a deficiency",
		"infection with A streptococcus":        "infection with A streptococcus",
	} {
		if got := vocab.WithoutArticles(said); got != want {
			t.Errorf("%s: %q", said, got)
		}
	}
}
