package check

// The headings under which rules are documented.
const (
	groupStatement = "Statement"
	groupKeys      = "Keys and joins"
	groupConcepts  = "Concepts"
	groupCounting  = "Counting"
	groupTime      = "Time"
	groupValues    = "Values"
	groupQuestion  = "The question and the names"
)
