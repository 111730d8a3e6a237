package rag

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"
)

func TestScratch(t *testing.T) {
	pairs, err := ReadPairs(os.DirFS("../evaldata"), "pairs")
	if err != nil {
		t.Error(err)
	}
	unk := map[string]int{}
	keys := map[string][]string{}
	bad := 0
	for _, p := range pairs {
		ph, err := distinct(p.SQL)
		if err != nil {
			t.Error(p.ID, err)
		}
		for i, w := range p.Wordings() {
			m, _, ok := readWording(w, ph)
			sk := skeletonOf(m)
			if !ok {
				bad++
				fmt.Printf("BAD %s/%d %q\n   %v unknown %v entities %v\n", p.ID, i, w, sk.key(), m.Reading.Unknown, m.Entities)
				for _, u := range m.Reading.Unknown {
					unk[strings.ToLower(u)]++
				}
				continue
			}
			var fs []string
			for _, f := range sk.filters {
				fs = append(fs, string(f.Kind))
			}
			sort.Strings(fs)
			k := sk.key() + " {" + strings.Join(fs, ",") + "}"
			if x := keys[k]; len(x) == 0 || x[len(x)-1] != p.ID {
				keys[k] = append(x, p.ID)
			}
		}
	}
	for k, ids := range keys {
		if len(ids) > 1 {
			fmt.Println("DUP", k, ids)
		}
	}
	fmt.Println(len(pairs), bad, unk)
	if os.Getenv("KEYS") != "" {
		var ks []string
		for k, ids := range keys {
			ks = append(ks, k+"   <- "+ids[0])
		}
		sort.Strings(ks)
		fmt.Println(strings.Join(ks, "\n"))
	}
}
