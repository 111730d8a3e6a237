package commands

import (
	"net/url"
	"path/filepath"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
)

// The types of this file are the parts of SARIF 2.1.0 (OASIS) that findings need.

type sarifDocument struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool       sarifTool     `json:"tool"`
	Artifacts  []sarifFile   `json:"artifacts"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID            string          `json:"id"`
	Short         sarifText       `json:"shortDescription"`
	Help          *sarifHelp      `json:"help,omitempty"`
	Configuration sarifLevel      `json:"defaultConfiguration"`
	Properties    *sarifRuleProps `json:"properties,omitempty"`
}

type sarifHelp struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown"`
}

type sarifRuleProps struct {
	Tags []string `json:"tags"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

type sarifFile struct {
	Location sarifURI `json:"location"`
}

type sarifURI struct {
	URI string `json:"uri"`
}

type sarifResult struct {
	RuleID    string          `json:"ruleId"`
	RuleIndex int             `json:"ruleIndex"`
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
}

type sarifPhysical struct {
	Artifact sarifURI     `json:"artifactLocation"`
	Region   *sarifRegion `json:"region,omitempty"` // none where the place is not known
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
}

const sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"

// sarifLog is the log of one run over files.
func sarifLog(all []checked) sarifDocument {
	rules, index := sarifRules()
	run := sarifRun{
		Tool:      sarifTool{sarifDriver{Name: "askomop", Version: version(), Rules: rules}},
		Artifacts: []sarifFile{}, ColumnKind: "unicodeCodePoints", Results: []sarifResult{},
	}
	for _, s := range all {
		at := sarifURI{fileURI(s.source.name)}
		run.Artifacts = append(run.Artifacts, sarifFile{at})
		for _, f := range s.findings {
			place := sarifPhysical{Artifact: at}
			if f.Line > 0 {
				place.Region = &sarifRegion{f.Line, f.Column}
			}
			run.Results = append(run.Results, sarifResult{
				RuleID: f.Rule, RuleIndex: index[f.Rule], Level: sarifSeverity(f.Severity),
				Message: sarifText{f.Message}, Locations: []sarifLocation{{place}},
			})
		}
	}
	return sarifDocument{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}}
}

// sarifRules lists the rules, and at which index each stands.
func sarifRules() ([]sarifRule, map[string]int) {
	list := []sarifRule{
		{ID: check.ParseRule, Short: sarifText{"The text can't be read as SQL."}, Configuration: sarifLevel{"error"}},
		{
			ID:            check.SkippedRule,
			Short:         sarifText{"A statement of a script holds no SELECT."},
			Configuration: sarifLevel{"note"},
		},
		{
			ID:            check.IgnoreRule,
			Short:         sarifText{"A comment that accepts findings names no rule or gives no reason."},
			Configuration: sarifLevel{"warning"},
		},
	}
	for _, r := range check.Rules() {
		list = append(list, sarifRule{
			ID: r.ID, Short: sarifText{r.Summary}, Configuration: sarifLevel{sarifSeverity(r.Severity)},
			Help: &sarifHelp{
				Text:     r.Instead,
				Markdown: r.Instead + "\n\n```sql\n-- wrong\n" + r.Wrong + "\n\n-- right\n" + r.Right + "\n```\n",
			},
			Properties: &sarifRuleProps{Tags: []string{r.Group}},
		})
	}
	index := map[string]int{}
	for i, r := range list {
		index[r.ID] = i
	}
	return list, index
}

func sarifSeverity(s omop.Severity) string {
	if s == omop.SeverityInfo {
		return "note"
	}
	return string(s)
}

// fileURI is a file's path as a URI reference: relative paths stay relative.
func fileURI(name string) string {
	if name == "-" {
		return "stdin"
	}
	u := url.URL{Path: slashed(name)}
	if filepath.IsAbs(name) {
		u.Scheme = "file"
		if !strings.HasPrefix(u.Path, "/") { // a drive of Windows
			u.Path = "/" + u.Path
		}
	}
	return u.String()
}

// slashed is a path with slashes, without a leading "./".
func slashed(name string) string {
	if name == "-" {
		return "stdin"
	}
	return filepath.ToSlash(filepath.Clean(name))
}
