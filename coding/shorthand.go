package coding

import (
	_ "embed"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:generate go test . -run ^TestTheTableOfShorthandIsCurrent$ -update

var (
	// shorthandTSV is what people edit.
	//
	//go:embed shorthand.tsv
	shorthandTSV string
	// shorthandTable is the same, ready to be looked up in; writeTable makes it.
	//
	//go:embed shorthand.table
	shorthandTable string
)

// rewriting is one thing that some words of a mention can be read as.
type rewriting struct {
	to   string  // normalised; empty where the words are taken away
	cost float64 // how far it is from what is written
	kind string  // of the row, as shorthand.tsv has it
}

// Costs of rewritings. A reading's cost is the sum over its words: the readings
// nearest to what is written come first, and only they can be answers.
const (
	costDrop   = 0.01
	costSame   = 0.02
	costShort  = 0.03
	costDose   = 0.03
	costEnding = 0.04
	costForm   = 0.05 // an adjective for its noun, or the other way round
	costWider  = 0.06
	costNear   = 0.12 // words of which names choose one for what mentions call by another: only to find candidates
	costPast   = 0.06
	costGuess  = 0.15 // a word cut short or misspelt, by the words of the vocabulary
	costOwn    = 0.05 // a word that has a long form, and that the vocabulary writes short as well
	costKept   = 0.25 // a word that has a long form, and that the vocabulary does not know
)

// longestPhrase is how many words a row's wording can have.
const longestPhrase = 6

// entityDomains are the domain_ids that entities have.
var entityDomains = []string{"Condition", "Drug", "Procedure", "Measurement", "Observation", "Device", "Visit"}

// everyDomain stands for all of them.
const everyDomain = "*"

// rewritingsOf are what normalised words can be read as in a domain_id, by shorthand.tsv. The table, sorted by its words, is searched
// where it lies, so that a process which codes one mention does not read all of it.
func rewritingsOf(words, domain string) []rewriting {
	if read := editedShorthand(); read != nil {
		return read[domain][words]
	}
	if !slices.Contains(entityDomains, domain) {
		return nil
	}
	_, rows, _ := strings.Cut(shorthandTable, "\n")
	for line := range strings.Lines(rows[rowsBefore(rows, words):]) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if row[0] != words {
			break
		}
		if row[1] == everyDomain || slices.Contains(strings.Split(row[1], ";"), domain) {
			return parseRewritings(row[2:])
		}
	}
	return nil
}

// rowsBefore is where the first row begins whose words are not before the wanted ones.
func rowsBefore(rows, words string) int {
	from, to := 0, len(rows)
	for from < to {
		middle := (from + to) / 2
		begin := strings.LastIndexByte(rows[:middle], '\n') + 1
		row, _, _ := strings.Cut(rows[begin:], "\n")
		if is, _, _ := strings.Cut(row, "\t"); is < words {
			from = begin + len(row) + 1
		} else {
			to = begin
		}
	}
	return from
}

// editedShorthand holds the rewritings by domain_id and words where shorthand.tsv was edited after the table was made, so that an edit counts
// at once; nil where the table holds.
var editedShorthand = sync.OnceValue(func() map[string]shorthand {
	if strings.HasPrefix(shorthandTable, tableTitle(shorthandTSV)) {
		return nil
	}
	return readDomains(shorthandTSV)
})

// tableTitle is the first line of the table that is made of a shorthand.tsv.
func tableTitle(tsv string) string {
	return fmt.Sprintf("# Made from shorthand.tsv by: go generate ./coding; its checksum: %08x\n", crc32.ChecksumIEEE([]byte(tsv)))
}

// writeTable writes what was read as a table: words, domains and three columns for each rewriting, kind, cost and what is
// read. Domains in which the words can be read as the same share a row.
func writeTable(tsv string, read map[string]shorthand) string {
	rows := map[[2]string][]string{} // words and what follows the domains: domains
	for _, domain := range entityDomains {
		for words, list := range read[domain] {
			columns := ""
			for _, r := range list {
				columns += "\t" + r.kind + "\t" + strconv.FormatFloat(r.cost, 'g', -1, 64) + "\t" + r.to
			}
			rows[[2]string{words, columns}] = append(rows[[2]string{words, columns}], domain)
		}
	}
	lines := make([]string, 0, len(rows))
	for row, domains := range rows {
		in := everyDomain
		if len(domains) < len(entityDomains) {
			in = strings.Join(domains, ";")
		}
		lines = append(lines, row[0]+"\t"+in+row[1]+"\n")
	}
	slices.Sort(lines)
	return tableTitle(tsv) + strings.Join(lines, "")
}

func parseRewritings(columns []string) []rewriting {
	list := make([]rewriting, 0, len(columns)/3)
	for r := range slices.Chunk(columns, 3) {
		cost, err := strconv.ParseFloat(r[1], 64)
		if err != nil {
			panic("coding: shorthand.table: " + err.Error()) // a mistake of the build
		}
		list = append(list, rewriting{kind: r[0], cost: cost, to: r[2]})
	}
	return list
}
