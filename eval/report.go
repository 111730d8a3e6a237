package eval

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Report is what a run's outcomes say. It is what --json prints, and what the
// terminal and the HTML report are made from.
type Report struct {
	Run       string          `json:"run"`
	Tolerance float64         `json:"tolerance"`
	Cases     int             `json:"cases"`   // of the plan
	Planned   int             `json:"planned"` // cases × settings
	Done      int             `json:"done"`
	Unscored  []Unscored      `json:"unscored,omitempty"`
	LeftOut   []LeftOut       `json:"left_out,omitempty"` // of the set that the cases come from
	Metrics   []MetricText    `json:"metrics"`
	Settings  []SettingReport `json:"settings"`

	Judged map[string][]Judged `json:"-"` // by label
}

// MetricText defines a score.
type MetricText struct {
	Name  string `json:"name"`
	About string `json:"about"`
	Unit  string `json:"unit,omitempty"`
}

// Unscored is a reference without a result, or one that an answer may not be compared with; its cases count nowhere.
type Unscored struct {
	Reference string `json:"reference"`
	Problem   string `json:"problem"`
}

// SettingReport is the scores of one setting. A score over no cases is left out of its map.
type SettingReport struct {
	Label       string                   `json:"label"`
	Name        string                   `json:"name"` // the label without the model
	Model       string                   `json:"model"`
	Cases       int                      `json:"cases"` // that were scored
	Scores      map[string]Stat          `json:"scores"`
	Groups      map[string][]GroupReport `json:"groups"` // by dimension
	Abstention  []RiskPoint              `json:"abstention"`
	Calibrated  *Calibrated              `json:"calibrated,omitempty"` // what eval calibrate would keep; nil where there are too few answers
	Spent       Spent                    `json:"spent"`
	Misses      []Miss                   `json:"misses"`                // the cases that are not right, by id
	Adjudicated *Adjudicated             `json:"adjudicated,omitempty"` // where a person's verdicts are at hand
}

// Miss is a case that is not right.
type Miss struct {
	Case     string `json:"case"`
	Question string `json:"question"`
	End      string `json:"end"` // wrong, refused, failed or not scored
	Why      string `json:"why"`
	SQLRight bool   `json:"sql_right,omitempty"` // coded as the reference is, its SQL gives the reference's result
	Rules    string `json:"rules,omitempty"`     // by which the answer is accepted
	Person   string `json:"person,omitempty"`    // a person's verdict on the answer
}

func missesOf(all []Judged) []Miss {
	out := []Miss{}
	for _, j := range all {
		if !right(j) {
			out = append(out, Miss{j.Case.ID, j.Case.Question, j.End(), j.Why(), j.SQLRight,
				strings.Join(j.Rules, "; "), j.Verdict.Person})
		}
	}
	return out
}

// Spent is what all cases of a setting took together.
type Spent struct {
	Calls            int     `json:"calls"`
	PromptTokens     int     `json:"prompt_tokens"`
	CompletionTokens int     `json:"completion_tokens"`
	Money            float64 `json:"money"`
	Currency         string  `json:"currency,omitempty"` // empty where no price is known
	Seconds          float64 `json:"seconds"`            // of all questions, one after the other
}

func spentOn(all []Judged) Spent {
	var s Spent
	for _, j := range all {
		o := j.Outcome
		s.Calls, s.PromptTokens, s.CompletionTokens = s.Calls+o.Calls, s.PromptTokens+o.PromptTokens,
			s.CompletionTokens+o.CompletionTokens
		s.Money, s.Seconds = s.Money+o.Money, s.Seconds+o.Seconds
		s.Currency = cmp.Or(o.Currency, s.Currency)
	}
	return s
}

// GroupReport is the scores of a part of the cases.
type GroupReport struct {
	Group  string          `json:"group"`
	Scores map[string]Stat `json:"scores"`
}

// RiskPoint says what answering only from a confidence on would do.
type RiskPoint struct {
	Confidence float64 `json:"confidence"` // answers below it are withheld
	Coverage   float64 `json:"coverage"`   // of all cases, those answered; in [0, 1]
	Risk       float64 `json:"risk"`       // of those answered, the wrong ones; in [0, 1]
	Answers    int     `json:"answers"`    // that are given
}

// groupMetrics are the scores that are told for every group.
var groupMetrics = []string{"accuracy", "wrong", "withheld", "EX", "refused", "RS(10)"}

// seed of the intervals: the same outcomes give the same report.
const seed = 20240613

// NewReport scores a record. Nothing is run or asked.
func NewReport(r *Record, tolerance float64) *Report {
	rep := &Report{Run: r.Name, Tolerance: tolerance, Cases: len(r.Plan.Cases),
		Planned: len(r.Plan.Cases) * len(r.Plan.Settings), LeftOut: r.Plan.LeftOut, Judged: map[string][]Judged{}}
	for _, j := range Judge(r, tolerance) {
		rep.Judged[j.Outcome.Setting] = append(rep.Judged[j.Outcome.Setting], j)
		rep.Done++
	}
	for id, ref := range r.References {
		if ref.Problem != "" {
			rep.Unscored = append(rep.Unscored, Unscored{id, "it gives no result: " + ref.Problem})
		}
	}
	for _, all := range rep.Judged {
		for _, j := range all {
			u := Unscored{j.Case.referenceID(), untold}
			if j.Unscored == untold && !slices.Contains(rep.Unscored, u) {
				rep.Unscored = append(rep.Unscored, u)
			}
		}
	}
	slices.SortFunc(rep.Unscored, func(a, b Unscored) int { return cmp.Compare(a.Reference, b.Reference) })
	for _, m := range metrics(len(r.Plan.Cases)) {
		rep.Metrics = append(rep.Metrics, MetricText{m.name, m.about, m.unit})
	}
	for i, label := range r.Plan.Settings {
		if all := rep.Judged[label]; len(all) > 0 {
			slices.SortFunc(all, func(a, b Judged) int { return cmp.Compare(a.Case.ID, b.Case.ID) })
			rep.Settings = append(rep.Settings, newSettingReport(label, r.Plan.Models[i], all))
		}
	}
	return rep
}

func newSettingReport(label, model string, all []Judged) SettingReport {
	scored := slices.DeleteFunc(slices.Clone(all), func(j Judged) bool { return j.Unscored != "" })
	ms := metrics(len(scored))
	s := SettingReport{Label: label, Name: strings.Replace(label, ", "+model, "", 1), Model: model, Cases: len(scored),
		Scores: stats(ms, scored), Groups: map[string][]GroupReport{}, Abstention: riskCoverage(scored),
		Spent: spentOn(all), Misses: missesOf(all)}
	if c, err := Calibrate(scored); err == nil {
		s.Calibrated = c
	}
	few := slices.DeleteFunc(slices.Clone(ms), func(m metric) bool { return !slices.Contains(groupMetrics, m.name) })
	for _, d := range Dimensions {
		s.Groups[d] = groupReports(few, scored, d)
	}
	return s
}

func groupReports(ms []metric, all []Judged, dimension string) []GroupReport {
	parts := map[string][]Judged{}
	for _, j := range all {
		if g := j.group(dimension); g != "" {
			parts[g] = append(parts[g], j)
		}
	}
	out := []GroupReport{}
	for g, part := range parts {
		out = append(out, GroupReport{g, stats(ms, part)})
	}
	slices.SortFunc(out, func(a, b GroupReport) int { return groupOrder(a.Group, b.Group) })
	return out
}

// stats computes the metrics over cases, clustered by pair.
func stats(ms []metric, all []Judged) map[string]Stat {
	out := map[string]Stat{}
	for _, m := range ms {
		index := map[string]int{}
		var clusters [][]float64
		n := 0
		for _, j := range all {
			adds := m.adds(j)
			if adds == nil {
				continue
			}
			n++
			at, known := index[j.cluster()]
			if !known {
				at = len(clusters)
				index[j.cluster()] = at
				clusters = append(clusters, make([]float64, len(adds)))
			}
			accumulate(clusters[at], adds)
		}
		if n > 0 {
			if value, low, high := Bootstrap(clusters, m.score, seed); !math.IsNaN(value) {
				if m.unit == "%" && low == high {
					low, high = ofAll(value, len(clusters))
				}
				out[m.name] = Stat{value, low, high, n}
			}
		}
	}
	return out
}

// riskCoverage is the curve of withholding answers: one point for every confidence at
// which the answers given change, from the most confident on. A wrong answer and an answer to what has to be refused
// are both a risk.
//
// Source: El-Yaniv and Wiener (2010), On the foundations of noise-free selective classification.
func riskCoverage(all []Judged) []RiskPoint {
	return riskOver(all, Judged.Confidence)
}

// riskOver is the curve over a confidence.
func riskOver(all []Judged, confidence func(Judged) float64) []RiskPoint {
	given := slices.DeleteFunc(slices.Clone(all), func(j Judged) bool { return !answered(j) })
	slices.SortStableFunc(given, func(a, b Judged) int { return cmp.Compare(confidence(b), confidence(a)) })
	out := []RiskPoint{}
	bad := 0
	for i, j := range given {
		bad += int(truth(wrong(j)))
		if i+1 < len(given) && confidence(given[i+1]) == confidence(j) {
			continue
		}
		out = append(out, RiskPoint{confidence(j), ratio(float64(i+1), float64(len(all))),
			ratio(float64(bad), float64(i+1)), i + 1})
	}
	return out
}

// Curve is the curve of risk and coverage that can be chosen from: by the calibrated probability where there is one,
// else by the similarity of the nearest example.
func (s SettingReport) Curve() []RiskPoint {
	if s.Calibrated != nil {
		return s.Calibrated.Curve
	}
	return s.Abstention
}

// Misses are the cases of a setting that are not right, by id.
func (r *Report) Misses(label string) []Judged {
	return slices.DeleteFunc(slices.Clone(r.Judged[label]), right)
}
