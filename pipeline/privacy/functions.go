package privacy

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop/sqltree"
)

// functionKind says what a function does with the values that it is given.
type functionKind uint8

const (
	unknownFunction functionKind = iota
	scalar
	rowMaking // several rows of one
	counting
	summing
	averaging
	extreme
	listing
	opaque
	windowing
	outside
)

//go:embed functions.txt
var functionsText string

// functionKinds reads functions.txt.
var functionKinds = sync.OnceValue(func() map[string]functionKind {
	titles := map[string]functionKind{"scalar": scalar, "rows": rowMaking, "counting": counting, "summing": summing,
		"averaging": averaging, "extreme": extreme, "listing": listing, "opaque": opaque, "windows": windowing,
		"outside": outside}
	kinds := map[string]functionKind{}
	var kind functionKind
	for line := range strings.Lines(functionsText) {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			title, _, _ = strings.Cut(strings.TrimSpace(title), ":")
			kind = titles[title]
			continue
		}
		if !strings.HasPrefix(line, "# ") {
			for _, name := range strings.Fields(line) {
				kinds[name] = kind
			}
		}
	}
	return kinds
})

func kindOf(name string) functionKind { return functionKinds()[strings.ToLower(name)] }

// isMean reports whether a function is the arithmetic mean.
func isMean(name string) bool {
	return strings.EqualFold(name, "avg") || strings.EqualFold(name, "mean")
}

func isAggregate(name string) bool {
	switch kindOf(name) {
	case counting, summing, averaging, extreme, listing, opaque:
		return true
	}
	return false
}

// argument is what an aggregate is made of, nil for COUNT(*).
func argument(f *sqltree.Func) sqltree.Expr {
	switch {
	case f.WithinGroup():
		return f.OrderBy[0].Expr
	case f.Star || len(f.Args) == 0:
		return nil
	}
	return f.Args[0]
}

// givesEach reports whether an aggregate that lists puts out something of each record, or counts them: how many
// people have what can be read off the list.
func givesEach(f *sqltree.Func) bool {
	switch strings.ToLower(f.Name) {
	case "list", "array_agg", "string_agg", "group_concat", "listagg", "json_group_array":
		return !f.Distinct
	}
	return !givesOne(f)
}

// givesOne reports whether an aggregate that lists gives one of the values.
func givesOne(f *sqltree.Func) bool {
	switch strings.ToLower(f.Name) {
	case "first", "last", "any_value", "arbitrary":
		return true
	}
	return strings.HasPrefix(f.Name, "arg") || strings.HasSuffix(f.Name, "_by")
}
