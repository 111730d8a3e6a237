package coding

import (
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/vocab"
)

// Molecular pathology words a variant by the notation of the Human Genome Variation Society, "KDM6A c.3151G>T" or
// "PTCH1 p.Gly1163Val"; OMOP Genomic names it in words.
var (
	variantOf   = lazyregexp.New(`^(?:NM_[\d.]+\()?([A-Z][A-Za-z0-9-]*)\)?(?:\s+gene)?[\s:,]+(?:(chr[0-9XY]{1,2})[\s:]+)?\(?([cgp]\.)?\(?([^\s()]+)\)?(?:\s+(?:mutation|variant|measurement))?$`)
	substituted = lazyregexp.New(`^([-+\d]+)([ACGT])>([ACGT])$`)
	changed     = lazyregexp.New(`^([-+\d]+?)(?:_([-+\d]+))?(delins|del|dup|ins)([ACGT]*)$`)
	inProtein   = lazyregexp.New(`^(` + acid + `)(\d+)(` + acid + `|\*)(fs)?(?:(?:\*|Ter|X)(\d+|\?))?$`)
)

// acid is an amino acid in a variant, by three letters or one.
const acid = `Ala|Arg|Asn|Asp|Cys|Gln|Glu|Gly|His|Ile|Leu|Lys|Met|Phe|Pro|Ser|Thr|Trp|Tyr|Val|Ter|[A-Z]`

// variantReading is the name that OMOP Genomic has for a variant, normalised; empty where the text is none.
func variantReading(text string) string {
	m := variantOf.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return ""
	}
	gene, chromosome, level, change := m[1], m[2], m[3], m[4]
	where, what := gene+" transcript", changeOfBases(change)
	switch {
	case level == "g." && chromosome != "" || level == "" && chromosome != "" && what != "":
		where = gene + " on GRCh38 " + chromosome
	case level == "p." || level == "" && what == "":
		where, what = gene+" protein", changeOfProtein(change)
	}
	if what == "" {
		return ""
	}
	return vocab.Normalize(where + " " + what + " measurement")
}

// changeOfBases words a change of a transcript or of the genome; empty where it is none.
func changeOfBases(change string) string {
	if m := substituted.FindStringSubmatch(change); m != nil {
		return "Substitution in position " + m[1] + " of " + m[2] + " replaced by " + m[3]
	}
	m := changed.FindStringSubmatch(change)
	if m == nil {
		return ""
	}
	at := m[1]
	if m[2] != "" {
		at += " to " + m[2]
	}
	switch m[3] {
	case "del":
		return "Deletion in position " + at
	case "dup":
		return "Duplication of position " + at
	case "ins":
		return "Insertion in position " + at + " of " + m[4]
	}
	return "Deletion in position " + at + " and Insertion of " + m[4]
}

// changeOfProtein words a change of a protein; empty where it is none.
func changeOfProtein(change string) string {
	m := inProtein.FindStringSubmatch(change)
	if m == nil {
		return ""
	}
	from, position, to, shift, length := oneLetter(m[1]), m[2], oneLetter(m[3]), m[4] != "", m[5]
	switch {
	case !shift && length != "":
		return ""
	case !shift && (to == "*" || to == "X"):
		return "Substitution in position " + position + " of " + from + " replaced by an early stop codon"
	case !shift:
		return "Substitution in position " + position + " of " + from + " replaced by " + to
	case length == "" || length == "?":
		length = "an uncertain number of"
	}
	return "Frameshift substitution in position " + position + " of " + from + " replaced by " + to +
		" followed by a new reading frame extending for " + length + " amino acids"
}

// oneLetter is the letter of an amino acid.
func oneLetter(acid string) string {
	if at := strings.Index("AlaArgAsnAspCysGlnGluGlyHisIleLeuLysMetPheProSerThrTrpTyrValTer", acid); len(acid) == 3 && at >= 0 {
		return "ARNDCQEGHILKMFPSTWYV*"[at/3 : at/3+1]
	}
	return acid
}
