package commands

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
)

// The formats of findings, beside JSON.
const (
	formatText   = "text"
	formatSARIF  = "sarif"
	formatGitHub = "github"
)

// findings prints what was found, file after file.
func (p *printer) findings(all []checked) error {
	switch p.format {
	case formatJSON:
		return p.json(findingsDocument(all))
	case formatSARIF:
		return p.json(sarifLog(all))
	case formatGitHub:
		return p.lines(all, githubLine)
	default:
		return p.lines(all, textLine)
	}
}

func (p *printer) lines(all []checked, line func(name string, f omop.Finding) string) error {
	var b strings.Builder
	for _, s := range all {
		for _, f := range s.findings {
			b.WriteString(line(s.source.name, f))
		}
	}
	return p.flush(&b)
}

// textLine is file:line:column: severity rule: message, and what to do on a line of its own.
func textLine(name string, f omop.Finding) string {
	place := name
	if f.Line > 0 {
		place = fmt.Sprintf("%s:%d:%d", name, f.Line, f.Column)
	}
	out := fmt.Sprintf("%s: %s %s: %s\n", place, f.Severity, f.Rule, f.Message)
	if instead := insteadOf(f.Rule); instead != "" {
		out += "    " + instead + "\n"
	}
	return out
}

// insteadOf is the advice of a rule.
func insteadOf(rule string) string {
	for _, r := range check.Rules() {
		if r.ID == rule {
			return r.Instead
		}
	}
	return ""
}

// jsonFileFinding is a finding with its file, for `check --json`.
type jsonFileFinding struct {
	File string `json:"file"`
	app.Finding
	Instead string `json:"instead,omitempty"`
}

func findingsDocument(all []checked) []jsonFileFinding {
	out := []jsonFileFinding{}
	for _, s := range all {
		for _, f := range app.Findings(s.findings) {
			out = append(out, jsonFileFinding{s.source.name, f, insteadOf(f.Rule)})
		}
	}
	return out
}

// githubLine is a command of GitHub's workflows that annotates the file.
func githubLine(name string, f omop.Finding) string {
	command := "warning"
	switch f.Severity {
	case omop.SeverityError:
		command = "error"
	case omop.SeverityInfo:
		command = "notice"
	}
	properties := "file=" + githubProperty(slashed(name))
	if f.Line > 0 {
		properties += fmt.Sprintf(",line=%d,col=%d", f.Line, f.Column)
	}
	text := f.Message
	if instead := insteadOf(f.Rule); instead != "" {
		text += "\n" + instead
	}
	return fmt.Sprintf(
		"::%s %s,title=%s::%s\n", command, properties,
		githubProperty("askomop "+f.Rule),
		githubData(text),
	)
}

func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func githubProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubData(s))
}
