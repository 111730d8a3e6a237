// Package ragtest has what tests of rag's floors share.
package ragtest

import (
	"context"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/vocab"
)

// Names are terms of a vocabulary: a normalised name and its domain.
type Names map[string]string

// Lookup finds a concept that is called so.
func (n Names) Lookup(normalised string) []vocab.Hit {
	domain, ok := n[normalised]
	if !ok {
		return nil
	}
	return []vocab.Hit{{Concept: vocab.Concept{ID: 1, Name: normalised, Domain: domain, Standard: "S"}, Score: 1}}
}

// Clinic is a vocabulary of everyday names.
var Clinic = func() Names {
	n := Names{}
	for domain, names := range map[string][]string{
		"Condition":   {"asthma", "gout", "stroke", "type 2 diabetes", "heart failure", "pneumonia"},
		"Drug":        {"aspirin", "metformin", "warfarin", "albuterol"},
		"Procedure":   {"appendectomy", "colonoscopy", "knee replacement"},
		"Measurement": {"hba1c", "creatinine"},
		"Visit":       {"inpatient visit", "emergency room visit"},
	} {
		for _, name := range names {
			n[vocab.Normalize(name)] = domain
		}
	}
	return n
}()

// Scripted is a Model that Answers in turn and remembers what it was asked.
type Scripted struct {
	Answers []string
	Err     error
	Asked   []llm.Request
}

func (s *Scripted) Name() string { return "script:test" }

func (s *Scripted) Generate(_ context.Context, req llm.Request) (llm.Response, error) {
	s.Asked = append(s.Asked, req)
	if s.Err != nil {
		return llm.Response{}, s.Err
	}
	answer := s.Answers[0]
	s.Answers = s.Answers[1:]
	return llm.Accept(s.Name(), req, llm.Response{Text: answer})
}

// Unchecked is a Model whose answers nobody held to the schema.
type Unchecked struct{ Answer string }

func (u *Unchecked) Name() string { return "script:test" }

func (u *Unchecked) Generate(context.Context, llm.Request) (llm.Response, error) {
	return llm.Response{Text: u.Answer}, nil
}
