package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"
)

// growth is how a query's time and memory grow with the number of people: as people to the power of Exponent, between
// the smallest and the largest size. 1 is linear.
type growth struct {
	ID       string  `json:"id"`
	Exponent float64 `json:"exponent"`
	Memory   float64 `json:"memory_exponent"`
	MS       float64 `json:"ms"` // at the largest size
	Reason   string  `json:"reason"`
}

func growthOf(sizes []size) []growth {
	if len(sizes) < 2 {
		return nil
	}
	first, last := sizes[0], sizes[len(sizes)-1]
	var out []growth
	times := math.Log(float64(last.People) / float64(first.People))
	for i, q := range last.Queries {
		was := first.Queries[i]
		out = append(out, growth{q.ID, math.Log(q.MS/was.MS) / times,
			math.Log(max(q.Memory, 1)/max(was.Memory, 1)) / times, q.MS, q.Reason})
	}
	slices.SortFunc(out, func(a, b growth) int { return int(math.Copysign(1, b.Exponent-a.Exponent)) })
	return out
}

const (
	worst         = 10 // how many of the slowest are printed
	farAboveFloor = 10 // what takes longer than so many times its floor is printed with the reason
)

func printSize(w io.Writer, s size) {
	var ms, memory, toFloor, toPlain []float64
	for _, q := range s.Queries {
		ms, memory = append(ms, q.MS), append(memory, q.Memory)
		if q.Floor > 0 {
			toFloor = append(toFloor, q.MS/q.Floor)
		}
		if q.Plain > 0 {
			toPlain = append(toPlain, q.Plain/q.MS)
		}
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	defer t.Flush()
	fmt.Fprintf(t, "\n%d people, %.0f MB, %d queries\tmedian\t10 %%\t90 %%\tworst\n", s.People, float64(s.Bytes)/1e6,
		len(s.Queries))
	fmt.Fprintf(t, "milliseconds\t%.1f\t%.1f\t%.1f\t%.1f\n", middle(ms), quantile(ms, 0.1), quantile(ms, 0.9),
		quantile(ms, 1))
	fmt.Fprintf(t, "megabytes allocated\t%.0f\t%.0f\t%.0f\t%.0f\n", middle(memory), quantile(memory, 0.1),
		quantile(memory, 0.9), quantile(memory, 1))
	fmt.Fprintf(t, "times the bare scan of its columns\t%.2f\t%.2f\t%.2f\t%.2f\n", middle(toFloor),
		quantile(toFloor, 0.1), quantile(toFloor, 0.9), quantile(toFloor, 1))
	if len(toPlain) > 0 {
		fmt.Fprintf(t, "times faster than loaded plainly\t%.2f\t%.2f\t%.2f\t%.2f\n", middle(toPlain),
			quantile(toPlain, 0.1), quantile(toPlain, 0.9), quantile(toPlain, 0))
	}
	slowest := slices.Clone(s.Queries)
	slices.SortFunc(slowest, func(a, b query) int { return int(math.Copysign(1, b.MS-a.MS)) })
	for _, q := range slowest[:min(worst, len(slowest))] {
		fmt.Fprintf(t, "  %s\t%.1f ms\t%.1f × floor\t%s\t\n", q.ID, q.MS, q.MS/q.Floor, q.Reason)
	}
	fmt.Fprintf(t, "more than %d times their floor\n", farAboveFloor)
	for _, q := range s.Queries {
		if q.Floor > 0 && q.MS > farAboveFloor*q.Floor {
			fmt.Fprintf(t, "  %s\t%.1f ms\t%.1f × floor\t%s\t\n", q.ID, q.MS, q.MS/q.Floor, q.Reason)
		}
	}
}

func printGrowth(w io.Writer, g []growth) {
	if len(g) == 0 {
		return
	}
	var exponents, memory []float64
	for _, q := range g {
		exponents, memory = append(exponents, q.Exponent), append(memory, q.Memory)
	}
	fmt.Fprintf(w, "\ngrowth: time as people to the power of %.2f in the median, %.2f at 90 %%; memory %.2f and %.2f; above linear:\n",
		middle(exponents), quantile(exponents, 0.9), middle(memory), quantile(memory, 0.9))
	for _, q := range g {
		if q.Exponent > 1.05 || q.Memory > 1.05 {
			fmt.Fprintf(w, "  %-60s time %.2f  memory %.2f  (%.1f ms; %s)\n", q.ID, q.Exponent, q.Memory, q.MS,
				q.Reason)
		}
	}
}
