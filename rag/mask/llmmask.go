package mask

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/prompt"
	"github.com/askomop/askomop/vocab"
)

// ClassTerms is what a ModelMasker needs of the vocabulary: names, and what lies below a class.
type ClassTerms interface {
	Terms
	// Descendants returns what lies below the concepts.
	Descendants(ctx context.Context, ids []int64) (vocab.Closure, error)
}

// ModelMasker masks by a model, which names the question's entities. What it
// names must stand in the question, word for word; numbers, ages, dates and the rest are read as the
// Masker reads them. Classes of drugs are spelled out by the vocabulary, not by the model.
type ModelMasker struct {
	model llm.Model
	terms ClassTerms
}

// NewModelMasker returns a masker over a model and a vocabulary.
func NewModelMasker(model llm.Model, terms ClassTerms) *ModelMasker {
	return &ModelMasker{model, terms}
}

// entitySchema is the JSON schema of a ModelMasker's answer.
const entitySchema = `{"type": "object", "properties": {"entities": {"type": "array", "items": {"type": "object",
"properties": {"text": {"type": "string"}, "domain": {"type": "string", "enum": ["condition", "drug", "procedure", "measurement", "observation", "device", "visit"]}},
"required": ["text", "domain"], "additionalProperties": false}}}, "required": ["entities"], "additionalProperties": false}`

// namedEntity is an entity as the model names it.
type namedEntity struct {
	Text   string `json:"text"`
	Domain string `json:"domain"`
}

// Mask finds the entities and constraints of a question. An answer that names
// what is not in the question, or that cannot be read, is an *llm.Error of the kind llm.ErrInvalid: it is never
// replaced by another masker's.
func (k *ModelMasker) Mask(ctx context.Context, question string) (rag.Masked, error) {
	req, err := prompt.Fill("mask.tmpl", "masktask.tmpl", struct{ Question string }{question})
	if err != nil {
		return rag.Masked{}, err
	}
	req.Schema = entitySchema
	resp, err := k.model.Generate(ctx, req)
	if err != nil {
		return rag.Masked{}, fmt.Errorf("finding the question's entities: %w", err)
	}
	var answer struct {
		Entities *[]namedEntity `json:"entities"`
	}
	if err := llm.JSONBlock(resp.Text, &answer); err != nil {
		return rag.Masked{}, fmt.Errorf("finding the question's entities: %w", prompt.Named(err, k.model.Name()))
	}
	if answer.Entities == nil {
		return rag.Masked{}, fmt.Errorf("finding the question's entities: %w",
			prompt.Unusable(k.model.Name(), "it has no list of entities"))
	}
	found, err := k.place(question, *answer.Entities)
	if err != nil {
		return rag.Masked{}, fmt.Errorf("finding the question's entities: %w", err)
	}
	for i, m := range found {
		if m.Domain != "drug" {
			continue
		}
		if found[i].Members, err = k.members(ctx, m.Text); err != nil {
			return rag.Masked{}, fmt.Errorf("spelling out %q: %w", m.Text, err)
		}
	}
	return read(question, found), nil
}

// place finds the words of the question that each named entity stands for. Source
// codes are recognised without the model. Of two entities, one inside the other, the longer counts; a word that the
// question has in its own right, such as "patients", is not an entity.
func (k *ModelMasker) place(question string, entities []namedEntity) ([]rag.Mention, error) {
	ws := split(question)
	found := codeMentions(question, k.terms)
	byLength := slices.SortedStableFunc(slices.Values(entities), func(a, b namedEntity) int {
		return cmp.Compare(len(b.Text), len(a.Text))
	})
	for _, e := range byLength {
		if !slices.Contains(clinical, e.Domain) {
			return nil, prompt.Unusable(k.model.Name(), "%q is none of the domains", e.Domain)
		}
		spans := wordsLike(question, ws, e.Text)
		if len(spans) == 0 {
			return nil, prompt.Unusable(k.model.Name(), "it names %q, which does not stand in the question",
				prompt.Clip(e.Text, 80))
		}
		at, state := freeSpan(ws, spans, found)
		switch {
		case state == spanCut:
			return nil, prompt.Unusable(k.model.Name(), "it names %q, which overlaps another entity", e.Text)
		case state == spanTaken || saysNothingElse(ws[at.first:at.last+1]):
			continue
		}
		start, end := ws[at.first].start, ws[at.last].end
		found = append(found, rag.Mention{Domain: e.Domain, Text: question[start:end], Start: start, End: end})
	}
	slices.SortFunc(found, func(a, b rag.Mention) int { return a.Start - b.Start })
	return found, nil
}

// wordsLike lists the stretches of whole words that read as the text, in any case and with any blanks.
func wordsLike(question string, ws []word, text string) []run {
	fields := strings.Fields(strings.Trim(text, " \t\n.,;:?!\"'()"))
	if len(fields) == 0 {
		return nil
	}
	for i, f := range fields {
		fields[i] = regexp.QuoteMeta(f)
	}
	pattern, err := regexp.Compile("(?i)" + strings.Join(fields, `\s+`))
	if err != nil {
		return nil // no valid text; nothing in the question can be like it
	}
	var runs []run
	for _, at := range pattern.FindAllStringIndex(question, -1) {
		first := slices.IndexFunc(ws, func(w word) bool { return w.end > at[0] })
		if first < 0 {
			continue
		}
		last := first
		for last+1 < len(ws) && ws[last+1].start < at[1] {
			last++
		}
		if ws[first].start >= at[0] && ws[first].start < at[1] && ws[last].end <= at[1] {
			runs = append(runs, run{first, last})
		}
	}
	return runs
}

// spanState says whether a stretch of the question is free for an entity.
type spanState uint8

const (
	spanFree  spanState = iota
	spanTaken           // inside an entity that was placed
	spanCut             // across the edge of one
)

// freeSpan returns the first of the spans that no mention covers, or the state of the best one that is covered.
func freeSpan(ws []word, spans []run, found []rag.Mention) (run, spanState) {
	worst := spanCut
	for _, s := range spans {
		start, end := ws[s.first].start, ws[s.last].end
		state := spanFree
		for _, m := range found {
			switch {
			case end <= m.Start || m.End <= start:
			case m.Start <= start && end <= m.End:
				state = spanTaken
			default:
				state = spanCut
			}
		}
		if state == spanFree {
			return s, spanFree
		}
		worst = min(worst, state)
	}
	return run{}, worst
}

// mostMembers is the number of ingredients beyond which a class is too wide to be spelled out.
const mostMembers = 80

// members spells out a class of drugs: the ingredients below the class in the
// vocabulary's hierarchy, else those that the curated classes name and the vocabulary has. It returns none for a text
// that is not a class.
func (k *ModelMasker) members(ctx context.Context, text string) ([]string, error) {
	var classes []int64
	var names []string
	for _, h := range k.terms.Lookup(vocab.Normalize(text)) {
		switch c := h.Concept; {
		case c.Domain != "Drug" || c.Invalid != "":
		case h.Kind == vocab.KindClass:
			names = appendIngredient(names, c)
		case c.Standard == "C":
			classes = append(classes, c.ID)
		case c.IsStandard() && h.Kind <= vocab.KindAbbreviation:
			return nil, nil // an ingredient or a product of that name
		}
	}
	closure, err := k.terms.Descendants(ctx, classes)
	if err != nil {
		return nil, err
	}
	var below []string
	for _, d := range closure.Descendants {
		below = appendIngredient(below, d.Concept)
	}
	if len(below) > 0 {
		names = below
	}
	if len(names) > mostMembers {
		return nil, nil
	}
	slices.Sort(names)
	return names, nil
}

func appendIngredient(names []string, c vocab.Concept) []string {
	if c.Class != "Ingredient" || !c.IsStandard() || c.Invalid != "" || slices.Contains(names, c.Name) {
		return names
	}
	return append(names, c.Name)
}
