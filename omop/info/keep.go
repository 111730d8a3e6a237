package info

import (
	"encoding/json"
	"fmt"
)

// kept is an Info with what is not told of it, and what Hide goes by.
type kept struct {
	*Info
	People map[string]int64 `json:"people_of_tables"`
	Counts []int64          `json:"counts_of_findings"`
}

// Keep writes an Info that was not hidden, for Kept to read. It is for the program's own files alone.
func (i *Info) Keep() ([]byte, error) {
	k := kept{Info: i, People: map[string]int64{}}
	for _, t := range i.Tables {
		k.People[t.Name] = t.People
	}
	for _, f := range i.Findings {
		k.Counts = append(k.Counts, f.count)
	}
	return json.Marshal(k)
}

// Kept reads what Keep wrote.
func Kept(text []byte) (*Info, error) {
	k := kept{Info: &Info{}}
	if err := json.Unmarshal(text, &k); err != nil {
		return nil, fmt.Errorf("read the kept description of a database: %w", err)
	}
	if k.Version == "" || len(k.Counts) != len(k.Findings) {
		return nil, fmt.Errorf("read the kept description of a database: parts of it are missing")
	}
	for n := range k.Tables {
		k.Tables[n].People = k.People[k.Tables[n].Name]
	}
	for n, count := range k.Counts {
		k.Findings[n].count = count
	}
	return k.Info, nil
}
