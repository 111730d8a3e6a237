package coding

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// mostVaccines bounds the vaccines of one set; CVX has some 300, and RxNorm their products.
const mostVaccines = 5000

// vaccines codes vaccines by what they are against: "influenza vaccine" is CVX's and RxNorm's concepts whose names say
// so, "vaccines" all of them. CVX names many by the disease alone ("rabies, intramuscular"), and immune globulins
// beside them. ok is false where the words name no vaccine.
func (s *session) vaccines(ctx context.Context) (set ConceptSet, ok bool, err error) {
	choices := s.vaccinesNamed()
	if len(choices) == 0 {
		return ConceptSet{}, false, nil
	}
	s.note("vaccines are found by the names of CVX and RxNorm; what records have as a procedure is not among them")
	set, err = s.expandDrug(ctx, choices)
	return set, true, err
}

// vaccinesNamed are the vaccines that the text names by what they are against, in its own words or in others.
func (s *session) vaccinesNamed() []choice {
	words := strings.Fields(vocab.Normalize(s.entity.Text))
	if len(words) > 1 && words[len(words)-1] == "toxoid" {
		return s.toxoidsCalled(strings.Join(words, " "))
	}
	if len(words) == 0 || !listed().vaccines.has(words[len(words)-1]) {
		return nil
	}
	for _, r := range s.soundReadings() {
		if found := s.vaccinesAgainst(strings.Fields(r.text)); len(found) > 0 && r.refuse == "" && len(r.wider) == 0 {
			return found
		}
	}
	return nil
}

// toxoidsCalled are the vaccines that CVX calls so before it says how they are made and for whom: "tetanus and
// diphtheria toxoids, adsorbed, for adult use". Those that hold more beside are others.
func (s *session) toxoidsCalled(text string) (choices []choice) {
	filter := vocab.Filter{Domains: []string{s.domain}, Standard: true, Vocabularies: []string{"CVX"}}
	for _, h := range s.vocabulary.WithWords(text, filter, mostVaccines) {
		called, how, _ := strings.Cut(h.Concept.Name, ",")
		more := slices.ContainsFunc(strings.Fields(vocab.Normalize(how)), func(w string) bool {
			return w == "toxoid" || listed().vaccines.has(w)
		})
		if h.Kind == vocab.KindName && vocab.Normalize(called) == text && !more && h.Concept.Invalid == "" {
			choices = append(choices, choice{h.Concept, "vaccine by its name", testScore, rankLay})
		}
	}
	return choices
}

func (s *session) vaccinesAgainst(words []string) (choices []choice) {
	if !listed().vaccines.has(words[len(words)-1]) {
		return nil
	}
	against := slices.DeleteFunc(words[:len(words)-1], fills)
	add := func(c vocab.Concept) {
		known := slices.ContainsFunc(choices, func(o choice) bool { return o.concept.ID == c.ID })
		if !known && c.IsStandard() && c.Invalid == "" && c.Domain == s.domain && (c.Vocabulary == "CVX" || c.Class == "Ingredient") && !givesAntibodies(c.Name) {
			choices = append(choices, choice{c, "vaccine by its name", testScore, rankLay})
		}
	}
	filter := s.ofDomain()
	for _, h := range s.vocabulary.WithWords(strings.Join(append(slices.Clone(against), "vaccine"), " "), filter, mostVaccines) {
		add(h.Concept)
	}
	ofCVX := vocab.Filter{Domains: filter.Domains, Standard: true, Vocabularies: []string{"CVX"}}
	if len(against) > 0 {
		for _, h := range s.vocabulary.WithWords(strings.Join(against, " "), ofCVX, mostVaccines) {
			add(h.Concept)
		}
	} else {
		for n := range s.vocabulary.Names() {
			if n.Domain != s.domain {
				continue
			}
			if c, err := s.vocabulary.Concept(n.Concept); err == nil && c.Vocabulary == "CVX" {
				add(c)
			}
		}
	}
	return choices
}

// givesAntibodies reports whether a name of CVX is of antibodies or of a skin test, and no vaccine.
func givesAntibodies(name string) bool {
	text := vocab.Normalize(name)
	for phrase := range listed().noVaccines {
		if strings.Contains(" "+text+" ", " "+phrase+" ") {
			return true
		}
	}
	return false
}
