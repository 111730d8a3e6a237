package conceptset

// Diff is what one list of concepts has gained and lost against another.
type Diff struct{ Gained, Lost []int64 }

// Compare returns how the later ids differ from the earlier, in their order.
func Compare(earlier, later []int64) Diff {
	in := func(ids []int64) map[int64]bool {
		set := map[int64]bool{}
		for _, id := range ids {
			set[id] = true
		}
		return set
	}
	before, after := in(earlier), in(later)
	var d Diff
	for _, id := range later {
		if !before[id] {
			d.Gained = append(d.Gained, id)
		}
	}
	for _, id := range earlier {
		if !after[id] {
			d.Lost = append(d.Lost, id)
		}
	}
	return d
}
