package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/jedib0t/go-pretty/v6/table"
)

// result is all measurements; times are in seconds or milliseconds as named, memory and sizes in bytes.
type result struct {
	Settings settings        `json:"settings"`
	Load     loadResult      `json:"load"`
	Index    indexResult     `json:"index"`
	Names    namesResult     `json:"names"`
	Start    startResult     `json:"start"`
	Vectors  vectorsResult   `json:"vectors"`
	Postgres *postgresResult `json:"postgres,omitempty"`
	Ratios   []ratio         `json:"ratios"`
}

type loadResult struct {
	Plain       []float64 `json:"plain_s"`
	Askomop     []float64 `json:"askomop_s"`
	PlainMemory int64     `json:"plain_memory"`
	Memory      int64     `json:"memory"`
}

type indexResult struct {
	File     string  `json:"file"`
	Database int64   `json:"database_bytes"`
	Bytes    int64   `json:"bytes"`
	Names    int     `json:"names"`
	Seconds  float64 `json:"seconds"`
	Memory   int64   `json:"memory"` // of the process that loads and indexes
}

type namesResult struct {
	Queries     []string  `json:"queries"` // the first
	AllSearch   []float64 `json:"all_ms"`
	AllCPU      []float64 `json:"all_cpu_ms"`
	Search      []float64 `json:"conditions_ms"`
	CPU         []float64 `json:"conditions_cpu_ms"`
	Beside      []float64 `json:"beside_scans_ms"`
	Jaccard     []float64 `json:"jaccard_scan_ms"`
	Levenshtein []float64 `json:"levenshtein_scan_ms"`
	Memory      int64     `json:"memory"` // of the process, with the parts of the index that it touched
}

type startResult struct {
	Version processTimes `json:"version"`
	Search  processTimes `json:"search"` // of all domains, each by its own shorthand
	Domain  processTimes `json:"domain"` // of conditions
}

type processTimes struct {
	Clock []float64 `json:"clock_ms"`
	CPU   []float64 `json:"cpu_ms"`
}

type vectorsResult struct {
	WriteSeconds float64   `json:"write_s"`
	OpenMS       float64   `json:"open_ms"`
	Bytes        int64     `json:"bytes"`
	Search       []float64 `json:"search_ms"`
	Exact        []float64 `json:"exact_ms"`
	Plain        []float64 `json:"plain_loop_ms"`
	Recall       float64   `json:"recall_50"`
	Memory       int64     `json:"memory"`
}

type postgresResult struct {
	CopySeconds  float64   `json:"copy_s"`
	BuildSeconds float64   `json:"build_s"`
	Exact        []float64 `json:"exact_ms"`
	HNSW         []float64 `json:"hnsw_ms"`
	Recall       float64   `json:"recall_50"`
}

// ratio is a number with the bar that it must hold.
type ratio struct {
	What  string  `json:"what"`
	Value float64 `json:"value"`
	Bar   float64 `json:"bar"`
	Least bool    `json:"least"` // the bar is the least that is wanted, not the most
}

func (r ratio) holds() bool { return r.Least && r.Value >= r.Bar || !r.Least && r.Value <= r.Bar }

// median and share return 0 for no values.
func median(x []float64) float64 { return share(x, 0.5) }

func share(x []float64, p float64) float64 {
	if len(x) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(x))
	return s[min(int(p*float64(len(s))), len(s)-1)]
}

// judge compares what was measured in turn.
func (r *result) judge() {
	n := r.Names
	r.Ratios = []ratio{
		{"loading / plain CREATE TABLE AS", median(r.Load.Askomop) / median(r.Load.Plain), 1.5, false},
		{"memory of loading and indexing, GB", float64(r.Index.Memory) / 1e9, 4, false},
		{"scan by DuckDB / search of names, medians", min(median(n.Jaccard), median(n.Levenshtein)) / median(n.Beside),
			50, true},
		{"p99 / median of searches of names", share(n.AllSearch, 0.99) / median(n.AllSearch), 5, false},
		{"p99 / median of searches of names in a domain", share(n.Search, 0.99) / median(n.Search), 5, false},
		{"process that searches all domains once / --version",
			median(r.Start.Search.Clock) / median(r.Start.Version.Clock), 3, false},
		{"process that searches a domain once / --version",
			median(r.Start.Domain.Clock) / median(r.Start.Version.Clock), 3, false},
		{"recall@50 of vectors against comparing all", r.Vectors.Recall, 0.99, true},
		{"comparing all vectors, float32 with SIMD / search", median(r.Vectors.Exact) / median(r.Vectors.Search), 2,
			true},
	}
	if p := r.Postgres; p != nil {
		r.Ratios = append(r.Ratios, ratio{"pgvector exact / search of vectors",
			median(p.Exact) / median(r.Vectors.Search), 2, true})
	}
}

// print writes the measurements and whether the bars hold; where one does not, it is an error.
func (r *result) print(out io.Writer) error {
	r.judge()
	w := table.NewWriter()
	w.SetStyle(table.StyleLight)
	w.AppendHeader(table.Row{"measured", "median", "p99 or most", "memory"})
	row := func(what string, format string, values []float64, memory int64) {
		held := ""
		if memory > 0 {
			held = megabytes(memory)
		}
		w.AppendRow(table.Row{what, fmt.Sprintf(format, median(values)), fmt.Sprintf(format, share(values, 0.99)),
			held})
	}
	row("plain CREATE TABLE AS", "%.1f s", r.Load.Plain, r.Load.PlainMemory)
	row("vocab load, without index", "%.1f s", r.Load.Askomop, r.Load.Memory)
	row("index of names", "%.1f s", []float64{r.Index.Seconds}, r.Index.Memory)
	row("search of names", "%.2f ms", r.Names.AllSearch, r.Names.Memory)
	row("  processor time of it", "%.2f ms", r.Names.AllCPU, 0)
	row("search of standard conditions", "%.2f ms", r.Names.Search, 0)
	row("  processor time of it", "%.2f ms", r.Names.CPU, 0)
	row("search of names, beside the scans", "%.2f ms", r.Names.Beside, 0)
	row("DuckDB scan, jaccard", "%.0f ms", r.Names.Jaccard, 0)
	row("DuckDB scan, levenshtein", "%.0f ms", r.Names.Levenshtein, 0)
	row("askomop --version", "%.1f ms", r.Start.Version.Clock, 0)
	row("  processor time of it", "%.1f ms", r.Start.Version.CPU, 0)
	row("askomop vocab search --domain condition", "%.1f ms", r.Start.Domain.Clock, 0)
	row("  processor time of it", "%.1f ms", r.Start.Domain.CPU, 0)
	row("askomop vocab search, all domains", "%.1f ms", r.Start.Search.Clock, 0)
	row("  processor time of it", "%.1f ms", r.Start.Search.CPU, 0)
	row("search of vectors", "%.2f ms", r.Vectors.Search, r.Vectors.Memory)
	row("all vectors, float32 with SIMD", "%.2f ms", r.Vectors.Exact, 0)
	row("all vectors, plain loop on one core", "%.2f ms", r.Vectors.Plain, 0)
	if p := r.Postgres; p != nil {
		row("pgvector, exact", "%.1f ms", p.Exact, 0)
		row(fmt.Sprintf("pgvector, HNSW (recall@50 %.3f, built in %.0f s)", p.Recall, p.BuildSeconds), "%.1f ms",
			p.HNSW, 0)
	}
	fmt.Fprintln(out, w.Render())
	fmt.Fprintf(out, "%d names; index %s, database %s; vectors %s, written in %.1f s, opened in %.2f ms\n",
		r.Index.Names, megabytes(r.Index.Bytes), megabytes(r.Index.Database),
		megabytes(r.Vectors.Bytes), r.Vectors.WriteSeconds, r.Vectors.OpenMS)
	failed := 0
	bars := table.NewWriter()
	bars.SetStyle(table.StyleLight)
	bars.AppendHeader(table.Row{"ratio", "is", "must be", ""})
	for _, x := range r.Ratios {
		sign, verdict := "≤", "holds"
		if x.Least {
			sign = "≥"
		}
		if !x.holds() {
			verdict = "missed"
			failed++
		}
		bars.AppendRow(table.Row{x.What, fmt.Sprintf("%.3g", x.Value), fmt.Sprintf("%s %g", sign, x.Bar), verdict})
	}
	if _, err := fmt.Fprintln(out, bars.Render()); err != nil || failed == 0 {
		return err
	}
	return errors.New("bars are missed")
}

func megabytes(n int64) string { return fmt.Sprintf("%.0f MB", float64(n)/1e6) }
