package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// Rule is one rule of SQL over OMOP.
type Rule struct {
	ID       string
	Group    string // the heading under which it is documented
	Severity omop.Severity
	// Generated is the severity in SQL that a program wrote, where it differs.
	Generated omop.Severity
	Summary   string // what is wrong, in a sentence
	Instead   string // what to do instead
	Wrong     string // a statement that breaks it
	Right     string // the same question, asked rightly
	// Vocabulary tells that the rule looks concepts up; without a vocabulary it is silent.
	Vocabulary bool

	check func(*pass)
}

// pass is the run of one rule over one statement.
type pass struct {
	*statement
	ctx      context.Context
	opt      *Options
	rule     *Rule
	findings []omop.Finding
	err      error // of the vocabulary or the database
}

// maxFindings bounds what one rule says about one statement.
const maxFindings = 50

// report adds a finding at the place of n, with the rule's severity.
func (p *pass) report(n sqltree.Node, format string, args ...any) {
	p.reportAs(p.severity(), n, format, args...)
}

// reportAs adds a finding with a severity of its own, where a case is milder or graver than the rule.
func (p *pass) reportAs(severity omop.Severity, n sqltree.Node, format string, args ...any) {
	f := omop.Finding{Rule: p.rule.ID, Severity: severity, Message: fmt.Sprintf(format, args...)}
	f.Line, f.Column = sqltree.LineColumn(p.Tree.Text, place(n))
	known := slices.ContainsFunc(p.findings, func(o omop.Finding) bool {
		o.Fix = nil
		return o == f
	})
	if len(p.findings) < maxFindings && !known {
		p.findings = append(p.findings, f)
	}
}

func (p *pass) severity() omop.Severity {
	if p.opt.Generated && p.rule.Generated != "" {
		return p.rule.Generated
	}
	return p.rule.Severity
}

// atLeastWarning is the rule's severity where it is graver than a warning, else a warning.
func (p *pass) atLeastWarning() omop.Severity {
	if p.severity() == omop.SeverityError {
		return omop.SeverityError
	}
	return omop.SeverityWarning
}

// place returns the first byte offset within n that the parser knows, or -1.
func place(n sqltree.Node) int {
	at := -1
	if n == nil {
		return at
	}
	sqltree.Walk(n, func(x sqltree.Node) bool {
		if at < 0 {
			at = x.Pos()
		}
		return at < 0
	})
	return at
}
