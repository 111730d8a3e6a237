package eval

import "slices"

// ModelTable is the settings of a report by the models that they were asked of.
type ModelTable struct {
	Models []string
	Rows   []ModelRow
}

// ModelRow is one setting under every model of its table; nil under those that it was not asked of.
type ModelRow struct {
	Setting string
	Cells   []*SettingReport
}

// Models lays a report out as settings × models; nil where there are no two models to compare.
func Models(rep *Report) *ModelTable {
	t := &ModelTable{}
	for i := range rep.Settings {
		s := &rep.Settings[i]
		if s.Model != noModel && !slices.Contains(t.Models, s.Model) {
			t.Models = append(t.Models, s.Model)
		}
	}
	if len(t.Models) < 2 {
		return nil
	}
	if slices.ContainsFunc(rep.Settings, func(s SettingReport) bool { return s.Model == noModel }) {
		t.Models = append([]string{noModel}, t.Models...)
	}
	for i := range rep.Settings {
		s := &rep.Settings[i]
		at := slices.IndexFunc(t.Rows, func(r ModelRow) bool { return r.Setting == s.Name })
		if at < 0 {
			at = len(t.Rows)
			t.Rows = append(t.Rows, ModelRow{s.Name, make([]*SettingReport, len(t.Models))})
		}
		t.Rows[at].Cells[slices.Index(t.Models, s.Model)] = s
	}
	return t
}
