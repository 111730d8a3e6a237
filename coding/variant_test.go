package coding_test

import (
	"slices"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

// TestVariantsAreReadByTheirNotation: real concepts of OMOP Genomic by what molecular pathology calls them.
func TestVariantsAreReadByTheirNotation(t *testing.T) {
	variant := func(id int64, name string) vocab.Concept {
		return vocab.Concept{ID: id, Name: name, Domain: "Measurement", Vocabulary: "OMOP Genomic", Class: "Variant", Standard: "S", Code: name}
	}
	rules := coding.NewRules(vocabtest.Tables{Concepts: []vocab.Concept{
		variant(19498318, "PTCH1 protein: Substitution in position 1163 of G replaced by V measurement"),
		variant(19535070, "APC protein: Substitution in position 658 of E replaced by an early stop codon measurement"),
		variant(19597840, "APC protein: Frameshift substitution in position 772 of T replaced by I followed by a new reading frame extending for 5 amino acids measurement"),
		variant(19558124, "CDH1 protein: Frameshift substitution in position 110 of F replaced by V followed by a new reading frame extending for an uncertain number of amino acids measurement"),
		variant(19545556, "KDM6A transcript: Substitution in position 3151 of G replaced by T measurement"),
		variant(19591245, "MEN1 transcript: Deletion in position 1431 to 1440 measurement"),
		variant(36741227, "CHEK2 on GRCh38 chr22: Deletion in position 28734445 measurement"),
	}}.Open(t), coding.Options{Lenient: true})
	for text, want := range map[string]int64{
		"PTCH1 G1163V": 19498318, "PTCH1 p.Gly1163Val": 19498318, "PTCH1 p.(Gly1163Val)": 19498318,
		"APC E658*": 19535070, "APC p.Glu658Ter": 19535070, "APC E658X": 19535070,
		"APC T772Ifs*5": 19597840, "CDH1 F110Vfs": 19558124, "CDH1 p.Phe110ValfsTer?": 19558124,
		"KDM6A c.3151G>T": 19545556, "KDM6A:c.3151G>T": 19545556, "MEN1 c.1431_1440del": 19591245,
		"CHEK2 chr22:g.28734445del": 36741227,
		"PTCH1 G1163A":              0, "PTCH1 A1163V": 0, "KDM6A c.3151G>A": 0, "MEN1 c.1431del": 0, "APC T772Ifs": 0, "CHEK2 g.28734445del": 0,
	} {
		set, err := rules.Code(t.Context(), coding.Entity{Domain: "measurement", Text: text})
		switch {
		case want == 0:
			abstention(t, err)
		case err != nil || !slices.ContainsFunc(set.Concepts, func(m coding.Member) bool { return m.ID == want }):
			t.Errorf("%s: %v, %v; want %d", text, set.Concepts, err, want)
		}
	}
}
