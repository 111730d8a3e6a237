package app

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
)

// WithIntervals is a run's table with the intervals of each estimate in a column of their own, to its right.
func WithIntervals(r *pipeline.Run) *omop.Table {
	out := &omop.Table{Columns: slices.Clone(r.Table.Columns), Truncated: r.Table.Truncated}
	for _, row := range r.Table.Rows {
		out.Rows = append(out.Rows, slices.Clone(row))
	}
	for _, column := range slices.Backward(estimates(r)) {
		name := ""
		cells := make([]any, len(out.Rows))
		for _, i := range r.Intervals {
			if i.Column == column {
				name, cells[i.Row] = i.Percent()+" CI", i.Text()
			}
		}
		out.Columns = slices.Insert(out.Columns, column+1, omop.Column{Name: name, Type: "VARCHAR"})
		for k := range out.Rows {
			out.Rows[k] = slices.Insert(out.Rows[k], column+1, cells[k])
		}
	}
	return out
}

// WithEnds is a run's table with the ends of its intervals in columns behind the others, for programs.
func WithEnds(r *pipeline.Run) *omop.Table {
	out := &omop.Table{Columns: slices.Clone(r.Table.Columns), Truncated: r.Table.Truncated}
	for _, row := range r.Table.Rows {
		out.Rows = append(out.Rows, slices.Clone(row))
	}
	for _, column := range estimates(r) {
		name := r.Table.Columns[column].Name
		out.Columns = append(out.Columns, omop.Column{Name: name + "_ci_low", Type: "DOUBLE"},
			omop.Column{Name: name + "_ci_high", Type: "DOUBLE"})
		for k := range out.Rows {
			ends := []any{nil, nil}
			for _, i := range r.Intervals {
				if i.Column == column && i.Row == k {
					ends = []any{i.Low, i.High}
				}
			}
			out.Rows[k] = append(out.Rows[k], ends...)
		}
	}
	return out
}

// estimates are the columns that have intervals, in order.
func estimates(r *pipeline.Run) []int {
	var columns []int
	for _, i := range r.Intervals {
		if !slices.Contains(columns, i.Column) {
			columns = append(columns, i.Column)
		}
	}
	slices.Sort(columns)
	return columns
}
