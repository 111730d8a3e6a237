package rag

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// sourceCode recognises a code by the name of its vocabulary: "ICD-10-CM code N18.6", "ICD9CM 250.00".
var sourceCode = lazyregexp.New(`(?i)\b(ICD[- ]?(?:9|10)(?:[- ]?(?:CM|PCS|Proc))?|SNOMED(?:[- ]?CT)?|RxNorm|LOINC|HCPCS|CPT-?4?|NDC|ATC)(?:\s*:\s*|\s+(?:source\s+)?(?:codes?\s+)?)([A-Z]?[0-9][0-9A-Z]*(?:[.-][0-9A-Z]+)*)\b`)

// furtherCode is another code of the same vocabulary: "ICD-10-CM codes I50, I11 or N18".
var furtherCode = lazyregexp.New(`^\s*(?:,|or|and|,\s*or|,\s*and)\s+([A-Z][0-9][0-9A-Z]*(?:\.[0-9A-Z]+)?)\b`)

// codeVocabularies gives the vocabulary_id and the domain of its codes.
var codeVocabularies = map[string]struct{ id, domain string }{
	"icd9": {"ICD9CM", "condition"}, "icd9cm": {"ICD9CM", "condition"}, "icd10": {"ICD10CM", "condition"}, "icd10cm": {"ICD10CM", "condition"},
	"icd9proc": {"ICD9Proc", "procedure"}, "icd10pcs": {"ICD10PCS", "procedure"}, "cpt": {"CPT4", "procedure"}, "cpt4": {"CPT4", "procedure"},
	"hcpcs": {"HCPCS", "procedure"}, "snomed": {"SNOMED", "condition"}, "snomedct": {"SNOMED", "condition"}, "rxnorm": {"RxNorm", "drug"},
	"ndc": {"NDC", "drug"}, "atc": {"ATC", "drug"}, "loinc": {"LOINC", "measurement"},
}

// conceptID recognises a concept by its id: "concept 201826", "concept id 201826".
var conceptID = lazyregexp.New(`(?i)\bconcept(?:\s+id)?\s*[:#]?\s*(\d{2,12})\b`)

// idMentions finds the concepts that a question names by their ids and that the terms know. Their Text is concept:id, as a
// placeholder writes it.
func idMentions(question string, terms Terms) []Mention {
	var found []Mention
	for _, at := range conceptID.FindAllStringSubmatchIndex(question, -1) {
		id := question[at[2]:at[3]]
		hits := terms.Lookup("concept " + id)
		if len(hits) == 0 {
			continue
		}
		domain := strings.ToLower(hits[0].Concept.Domain)
		if slices.Contains(clinical, domain) {
			found = append(found, Mention{Domain: domain, Text: "concept:" + id, Start: at[0], End: at[1]})
		}
	}
	return found
}

// codeMentions finds the source codes that a question names. Their Text is VOCABULARY:code, as a placeholder writes it.
func codeMentions(question string) []Mention {
	if !strings.ContainsAny(question, "0123456789") {
		return nil
	}
	var found []Mention
	for _, at := range sourceCode.FindAllStringSubmatchIndex(question, -1) {
		name := strings.NewReplacer("-", "", " ", "").Replace(strings.ToLower(question[at[2]:at[3]]))
		v, ok := codeVocabularies[name]
		if !ok {
			continue
		}
		mention := func(start, code, end int) {
			found = append(found, Mention{Domain: v.domain, Text: v.id + ":" + strings.ToUpper(question[code:end]), Start: start, End: end})
		}
		mention(at[0], at[4], at[1])
		for end := at[1]; ; {
			next := furtherCode.FindStringSubmatchIndex(question[end:])
			if next == nil {
				break
			}
			mention(end+next[2], end+next[2], end+next[3])
			end += next[3]
		}
	}
	return found
}
