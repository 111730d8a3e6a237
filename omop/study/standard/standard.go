// Package standard has populations that rates are standardised to: how many people of each age group, as files with
// their source.
package standard

import (
	"embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/*.csv
var files embed.FS

// Names are the populations that are kept here.
var Names = []string{"who", "europe"}

// AgeGroup is an age group in whole years, both ends in it, and how much of the population lies in it. To is below 0
// where it is open.
type AgeGroup struct {
	From   int     `json:"from"`
	To     int     `json:"to"`
	Weight float64 `json:"weight"`
}

var kept = sync.OnceValue(func() map[string][]AgeGroup {
	all := map[string][]AgeGroup{}
	for _, name := range Names {
		f, err := files.Open("data/" + name + ".csv")
		if err != nil {
			panic(err) // it is part of the program
		}
		if all[name], err = Parse(f); err != nil {
			panic(fmt.Sprintf("standard population %s: %v", name, err))
		}
	}
	return all
})

// Named returns a population that is kept here.
func Named(name string) ([]AgeGroup, bool) {
	groups, ok := kept()[name]
	return slices.Clone(groups), ok
}

// Read reads a population from a file.
func Read(path string) ([]AgeGroup, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read the standard population: %w", err)
	}
	defer f.Close()
	groups, err := Parse(f)
	if err != nil {
		return nil, fmt.Errorf("read the standard population %s: %w", path, err)
	}
	return groups, nil
}

// mostBytes is how long a file may be.
const mostBytes = 1 << 20

// Parse reads CSV with the columns age_from, age_to and weight; lines that begin with # are comments. The groups follow
// each other without a gap, and the last may be open.
func Parse(r io.Reader) ([]AgeGroup, error) {
	rows := csv.NewReader(io.LimitReader(r, mostBytes))
	rows.Comment = '#'
	all, err := rows.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(all) < 2 || strings.Join(all[0], ",") != "age_from,age_to,weight" {
		return nil, errors.New("its first line has to be age_from,age_to,weight, with a line below for each age group")
	}
	var groups []AgeGroup
	for i, row := range all[1:] {
		g, err := parseGroup(row)
		if err != nil {
			return nil, fmt.Errorf("age group %d: %w", i+1, err)
		}
		if i > 0 && groups[i-1].To+1 != g.From {
			return nil, fmt.Errorf("age group %d begins with %d; the one before ends with %d", i+1, g.From,
				groups[i-1].To)
		}
		groups = append(groups, g)
	}
	return groups, nil
}

func parseGroup(row []string) (AgeGroup, error) {
	g := AgeGroup{To: -1}
	var err error
	if g.From, err = strconv.Atoi(row[0]); err != nil || g.From < 0 {
		return g, fmt.Errorf("%q is no age", row[0])
	}
	if row[1] != "" {
		if g.To, err = strconv.Atoi(row[1]); err != nil || g.To < g.From {
			return g, fmt.Errorf("%q is no age from %d on", row[1], g.From)
		}
	}
	if g.Weight, err = strconv.ParseFloat(row[2], 64); err != nil || !(g.Weight > 0) || g.Weight > 1e12 {
		return g, fmt.Errorf("%q is no weight above 0", row[2])
	}
	return g, nil
}
