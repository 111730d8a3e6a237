package read

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// Who writes SQL beside a question gives the concepts that are meant by their ids: "heart failure (316139 or
// descendants)", "inpatient visits (9201)", "women (8532)". The concept is put in the place of the name. Of a kind of
// visit, a sex or a race, which the words name by themselves, an id that is theirs is left out. So are brackets that
// only name the tables and columns that askomop looks at anyway, or how it counts: "(visit_start_date)", "(end minus
// start)".

// with descendants is how the house takes every concept, so it may be said or not.
const withDescendants = `(?:[\s,]*(?:and|or|with|incl\.?|including|plus|\+|/)\s*(?:(?:all|any)\s+(?:of\s+)?)?` +
	`(?:(?:its|their|a|the)\s+)?descendants?(?:\s+(?:concepts?|included))?|[\s,]+descendants?\s+included)?`

var (
	// bracketedID is an id at the beginning of a bracket, with what may follow behind a sign: "316139 or descendants",
	// "concept 316139", "visit_concept_id 9201; by start date".
	bracketedID = lazyregexp.New(`(?i)^\s*(?:(?:omop|standard|snomed|rxnorm|loinc|drug_era|condition_era|visit|drug|condition|` +
		`procedure|observation|measurement|device)[\s,]+)?(?:(?:\w+_)?concept(?:[_\s]+ids?)?|ingredient|id)?\s*[=:#]?\s*(\d{4,12})` + withDescendants +
		`\s*(?:[,;]\s*(.*))?$`)
	// plainID is an id in the sentence itself.
	plainID = lazyregexp.New(`(?i)\b(?:omop\s+)?(?:\w+_)?concept(?:[_\s]+id)?\s*[=:#]?\s*(\d{4,12})\b` + withDescendants)
)

// columnsAnyway are the tables and columns that a reading looks at, whatever is said of them.
const columnsAnyway = `person|person_id|year_of_birth|visit_occurrence|visit_occurrence_id|visit_start_date|` +
	`condition_occurrence|condition_start_date|drug_exposure|drug_exposure_start_date|procedure_occurrence|` +
	`procedure_date|measurement|measurement_date|measurement_id|value_as_number|observation_date|death_date|` +
	`concept_ancestor|(?:condition|drug|procedure|measurement|observation|visit)_concept_id`

var (
	// countedAnyway is one remark in a bracket that says how the house counts.
	countedAnyway = lazyregexp.New(`(?i)^(?:(?:by|from|in|via|using|on|of)\s+)?(?:the\s+)?(?:(?:` + columnsAnyway +
		`)(?:\s+(?:rows?|tables?|records?|dates?))?|(?:start |admission )date|` +
		`(?:event |index )?year minus (?:birth year|year of birth|year_of_birth)|` +
		`then measurement_id|ties (?:broken )?by (?:the )?(?:highest |lowest |largest )?(?:measurement_id|id))$`)
	// lengthAnyway says how the length of a stay, an era or an exposure is counted.
	lengthAnyway = lazyregexp.New(`(?i)\b(?:length|duration|los)\b[^()]*\(end(?: date)? minus start(?: date)?\)`)
	// inTable is a table that is named in the sentence.
	inTable = lazyregexp.New(`(?i)\s+(?:in|of|from) (?:the )?(?:person table|(?:condition_occurrence|drug_exposure|` +
		`procedure_occurrence|visit_occurrence)(?: table)?)\b`)
)

// givenIDs is the question with the concepts that its brackets give by their ids, in the places of their names, and
// without what names tables and columns; nil where there are none.
func (r *Reader) givenIDs(ctx context.Context, text string) (order, *Refusal) {
	if !strings.ContainsAny(text, "0123456789(_") && !inTable.MatchString(text) && !namesSystem.MatchString(text) {
		return nil, nil
	}
	p := newParser(ctx, r, text)
	var o order
	at := 0
	replace := func(from, to int, said string) {
		o = append(o, piece{said: text[at:from], from: at}, piece{said: said, from: from, instead: to - from})
		at = to
	}
	var all []change
	brackets := p.brackets()
	inBracket := func(from, to int) bool {
		return slices.ContainsFunc(brackets, func(b stretch) bool {
			return p.toks[b.from].start < from && to <= p.toks[b.to-1].start
		})
	}
	for _, m := range plainID.FindAllStringSubmatchIndex(text, -1) {
		p.compareBefore(m[0], "concept "+text[m[2]:m[3]])
		p.compareBehind(m[1], "concept "+text[m[2]:m[3]])
		if id := "concept " + text[m[2]:m[3]]; !inBracket(m[0], m[1]) && len(r.lookup(id)) > 0 {
			all = append(all, change{m[0], m[1], id})
		}
	}
	for _, m := range inTable.FindAllStringIndex(text, -1) {
		if !inBracket(m[0], m[1]) {
			all = append(all, change{m[0], m[1], ""})
		}
	}
	for _, b := range brackets {
		if one, ok := p.bracketSays(b); ok {
			all = append(all, one)
		}
	}
	if len(all) == 0 {
		all = p.withCodes(brackets)
	}
	if p.otherID != "" {
		return nil, &Refusal{Contradiction, p.otherID}
	}
	if len(all) == 0 {
		return nil, nil
	}
	slices.SortFunc(all, func(a, b change) int { return a.from - b.from })
	for _, one := range all {
		if one.from >= at {
			replace(one.from, one.to, one.said)
		}
	}
	return append(o, piece{said: text[at:], from: at}), nil
}

// change is a stretch of the question, by its bytes, and what is read in its place.
type change struct {
	from, to int
	said     string
}

// bracketSays is what is read in the place of a bracket, with the name before it where the bracket gives its id.
func (p *parser) bracketSays(b stretch) (change, bool) {
	inside := p.text[p.toks[b.from].end:p.toks[b.to-1].start]
	end := p.toks[b.to-1].end
	if m := bracketedID.FindStringSubmatch(inside); m != nil && b.from > 0 {
		from, said := p.calledByID(b, "concept "+m[1])
		if said == "" {
			return change{}, false
		}
		if m[2] != "" && !saysAnyway(m[2]) {
			said += " (" + m[2] + ")"
		}
		return change{p.toks[from].start, end, said}, true
	}
	if saysAnyway(inside) || lengthAnyway.MatchString(p.text[:end]) && strings.Contains(inside, " minus ") {
		return change{p.toks[b.from].start, end, ""}, true
	}
	return change{}, false
}

// saysAnyway reports whether every remark of a bracket says how the house counts.
func saysAnyway(inside string) bool {
	for _, one := range strings.FieldsFunc(inside, func(c rune) bool { return c == ',' || c == ';' }) {
		if !countedAnyway.MatchString(strings.TrimSpace(one)) {
			return false
		}
	}
	return strings.TrimSpace(inside) != ""
}

// calledByID is where the name begins that stands in front of a bracket with a concept's id, and what is read in the
// place of both; "" where the words name no such thing.
func (p *parser) calledByID(b stretch, id string) (from int, said string) {
	hits := p.r.lookup(id)
	if len(hits) == 0 {
		return 0, ""
	}
	concept := hits[0].Concept
	switch concept.Domain {
	case "Visit", "Gender", "Race", "Ethnicity":
		return p.namedKind(b, newParser(context.Background(), p.r, concept.Name))
	}
	behind := b.from // of the name, in front of "diagnosis", "record", "drug era"
	for from := b.from - 1; from >= max(0, b.from-3) && behind == b.from; from-- {
		if _, n := p.longest(from, "eventnoun"); n == b.from-from {
			behind = from
		}
	}
	domain := strings.ToLower(concept.Domain)
	for _, end := range []int{b.from, behind} {
		for from := max(0, end-9); from < end; from++ {
			for _, c := range p.candidates(from) {
				if c.n == end-from && slices.Contains(c.domains, domain) && !p.splits(from, c) {
					p.compareID(c, concept)
					return from, id + " " + p.wordsFrom(end, b.from)
				}
			}
		}
	}
	first := behind // words that the vocabulary does not have
	for first > max(0, behind-5) && p.mayBeCalled(first-1) && len(p.candidates(first-1)) == 0 {
		first--
	}
	if first == behind {
		return 0, ""
	}
	return first, id + " " + p.wordsFrom(behind, b.from)
}

// wordsFrom is the text of some tokens, which may be none.
func (p *parser) wordsFrom(from, to int) string {
	if from >= to {
		return ""
	}
	return p.textOf(stretch{from, to})
}

// namedKind finds in front of a bracket the words of a kind of visit, a sex or a race, as the concept's own name is
// read too.
func (p *parser) namedKind(b stretch, name *parser) (from int, said string) {
	kind, n := name.longest(0, "visit", "sex", "race", "ethnicity")
	if n != len(name.toks) {
		return 0, ""
	}
	for from := max(0, b.from-6); from < b.from; from++ {
		if own, n := p.longest(from, kind.cat); n == b.from-from && own.value == kind.value {
			return from, p.textOf(stretch{from, b.from})
		}
	}
	return 0, ""
}
