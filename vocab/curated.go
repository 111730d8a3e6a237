package vocab

import (
	_ "embed"
	"hash/crc32"
	"strings"

	"github.com/askomop/askomop/internal/tsv"
)

//go:embed terms.tsv
var termsTSV string

//go:embed brands.tsv
var brandsTSV string

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
	for _, fields := range tsv.Rows(classesTSV) {
		if len(fields) < 3 {
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

// curatedTerm is one row of terms.tsv or brands.tsv.
type curatedTerm struct {
	kind      TermKind
	ambiguous bool
	domain    string
	targets   []string // names to look for, the first that the vocabulary holds is meant
	wordings  []string
}

// curatedTerms parses terms.tsv, then brands.tsv; rows of an unknown kind or without a source are left out, which a
// test forbids.
func curatedTerms() []curatedTerm {
	var rows []curatedTerm
	for _, fields := range tsv.Rows(termsTSV) {
		if len(fields) != 5 || fields[4] == "" {
			continue
		}
		row := curatedTerm{domain: fields[1], targets: strings.Split(fields[2], "|"),
			wordings: strings.Split(fields[3], ";")}
		switch fields[0] {
		case "name":
			row.kind = KindSynonym
		case "abbreviation":
			row.kind = KindAbbreviation
		case "lay":
			row.kind = KindLay
		case "ambiguous":
			row.kind, row.ambiguous = KindAbbreviation, true
		default:
			continue
		}
		rows = append(rows, row)
	}
	for _, fields := range tsv.Rows(brandsTSV) {
		if len(fields) == 3 && fields[2] != "" {
			rows = append(rows, curatedTerm{kind: KindBrand, domain: "Drug", targets: strings.Split(fields[0], "|"),
				wordings: strings.Split(fields[1], ";")})
		}
	}
	return rows
}

// curatedSum changes with the data files that shape an index.
func curatedSum() uint32 {
	sum := crc32.ChecksumIEEE([]byte(termsTSV))
	sum = crc32.Update(sum, crc32.IEEETable, []byte(brandsTSV))
	sum = crc32.Update(sum, crc32.IEEETable, []byte(classesTSV))
	sum = crc32.Update(sum, crc32.IEEETable, []byte(saltsTSV))
	return crc32.Update(sum, crc32.IEEETable, []byte(normalizeTSV))
}
