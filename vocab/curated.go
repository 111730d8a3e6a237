package vocab

import (
	"cmp"
	_ "embed"
	"hash/crc32"
	"slices"
	"strings"
)

//go:embed terms.tsv
var termsTSV string

//go:embed classes.tsv
var classesTSV string

// Class is a class of drugs by its ingredients, or a group of tests that measure one thing.
type Class struct {
	Domain  string   // domain_id
	Names   []string // as written, the first is shown
	Members []string // names of concepts: ingredients, tests
	Note    string   // where the line is drawn; may be empty
}

// Classes returns the classes that classes.tsv knows.
func Classes() []Class {
	var classes []Class
	for line := range strings.Lines(classesTSV) {
		fields := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(fields) < 3 || strings.HasPrefix(line, "#") {
			continue
		}
		c := Class{Domain: fields[0], Names: strings.Split(fields[1], ";"), Members: strings.Split(fields[2], ";")}
		if len(fields) > 3 {
			c.Note = fields[3]
		}
		classes = append(classes, c)
	}
	return classes
}

// curatedTerm is one row of terms.tsv.
type curatedTerm struct {
	kind      TermKind
	ambiguous bool
	domain    string
	targets   []string // names to look for, the first that the vocabulary holds is meant
	wordings  []string
}

// curatedTerms parses terms.tsv; rows of an unknown kind are left out, which a test forbids.
func curatedTerms() []curatedTerm {
	var rows []curatedTerm
	for line := range strings.Lines(termsTSV) {
		fields := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(fields) != 4 || strings.HasPrefix(line, "#") {
			continue
		}
		row := curatedTerm{domain: fields[1], targets: strings.Split(fields[2], "|"), wordings: strings.Split(fields[3], ";")}
		switch fields[0] {
		case "name":
			row.kind = KindSynonym
		case "abbreviation":
			row.kind = KindAbbreviation
		case "lay":
			row.kind = KindLay
		case "brand":
			row.kind = KindBrand
		case "ambiguous":
			row.kind, row.ambiguous = KindAbbreviation, true
		default:
			continue
		}
		rows = append(rows, row)
	}
	return rows
}

// curatedSum changes with the data files that shape an index.
func curatedSum() uint32 {
	sum := crc32.ChecksumIEEE([]byte(termsTSV))
	sum = crc32.Update(sum, crc32.IEEETable, []byte(classesTSV))
	return crc32.Update(sum, crc32.IEEETable, []byte(normalizeTSV))
}

// addCurated adds the wordings of terms.tsv to the concepts that this
// vocabulary holds, and marks abbreviations that can mean something else. The
// terms are sorted before and unsorted after.
func (b *builder) addCurated(rows []curatedTerm) {
	meant := map[string][]uint32{} // an abbreviation's text: the concepts it is said to mean
	ambiguous := map[string]bool{}
	var added []builtTerm
	for _, row := range rows {
		var concepts []uint32
		kind, listed := row.kind, ""
		if !row.ambiguous {
			var by builtTerm
			if concepts, by = b.resolve(row); by.kind == KindProduct && kind != KindBrand {
				kind, listed = KindProduct, by.display // the products list what the wording means
			}
		}
		for _, wording := range row.wordings {
			text := Normalize(wording)
			if row.ambiguous {
				ambiguous[text] = true
				continue
			}
			if row.kind == KindBrand && slices.ContainsFunc(b.textTerms(text), func(t builtTerm) bool { return t.kind == KindBrand }) {
				continue // the vocabulary has the brand's own products
			}
			if row.kind == KindAbbreviation {
				meant[text] = append(meant[text], concepts...)
			}
			for _, c := range concepts {
				added = append(added, builtTerm{text: text, display: cmp.Or(listed, strings.TrimSpace(wording)), concept: c, kind: kind})
			}
		}
	}
	for i := range b.terms {
		t := &b.terms[i]
		if t.kind != KindAbbreviation {
			continue
		}
		concepts, curated := meant[t.text]
		t.ambiguous = ambiguous[t.text] || len(t.text) <= 2 || curated && !slices.Contains(concepts, t.concept)
	}
	b.terms = append(b.terms, added...)
}

// classTerms are the names of the classes as terms of the members that
// this vocabulary holds. The terms of b are sorted.
func (b *builder) classTerms() []builtTerm {
	var added []builtTerm
	for _, class := range Classes() {
		for _, member := range class.Members {
			concepts, _ := b.resolve(curatedTerm{domain: class.Domain, targets: []string{member}})
			for _, concept := range concepts {
				for _, name := range class.Names {
					added = append(added, builtTerm{text: Normalize(name), display: name, concept: concept, kind: KindClass})
				}
			}
		}
	}
	return added
}

// resolve finds the concepts of a row's first target that this vocabulary
// holds, and one of the terms that it was found by: by name, else by synonym, else the products that list it.
func (b *builder) resolve(row curatedTerm) ([]uint32, builtTerm) {
	for _, kind := range []TermKind{KindName, KindSynonym, KindProduct} {
		for _, target := range row.targets {
			var found []uint32
			var first builtTerm
			for _, t := range b.textTerms(Normalize(target)) {
				if t.kind == kind && b.stands(t.concept, row.domain) {
					found, first = append(found, t.concept), t
				}
			}
			if len(found) > 0 {
				return b.bestStanding(found), first
			}
		}
	}
	return nil, builtTerm{}
}

// bestStanding keeps the valid standard concepts, where there are any.
func (b *builder) bestStanding(concepts []uint32) []uint32 {
	var best []uint32
	for _, c := range concepts {
		if b.rank(c) == 0 {
			best = append(best, c)
		}
	}
	if len(best) > 0 {
		return best
	}
	return concepts
}

// stands reports whether a concept is a valid standard concept of the domain, or one that may map to such.
func (b *builder) stands(concept uint32, domain string) bool {
	c := b.concepts[concept]
	return c.Domain == domain && c.Standard != "C" && c.Class != "Brand Name" && c.Class != "Dose Form"
}
