package privacy

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const (
	scoreFlags  = 3
	scorePeople = 6
	scoreMin    = 3
)

// TestMeansOfScoresTellOfNobody makes every group of six people with three flags and asks for the mean of a score of
// them. All groups of the same mean are put together: what is the same in them is what the mean tells, and must not be
// that one or two people have a flag, lack it, or have a certain score. Of flags it must not be so among the groups
// alone whose mean is shown, so that being shown tells nothing of them either.
func TestMeansOfScoresTellOfNobody(t *testing.T) {
	worlds := everyGroup(1<<scoreFlags, scorePeople)
	for _, c := range []struct {
		score   string
		weights [scoreFlags]int
		least   int // that are shown
	}{
		{"a + b + c", [scoreFlags]int{1, 1, 1}, len(worlds) / 2},
		{"2 * (a + b + c)", [scoreFlags]int{2, 2, 2}, len(worlds) / 2},
		{"a + b + 3 * c", [scoreFlags]int{1, 1, 3}, len(worlds) / 8},
	} {
		t.Run(c.score, func(t *testing.T) {
			alike, shown := map[int][]int{}, map[int][]int{} // by the sum
			n := 0
			for i, mean := range meansOfWorlds(t, worlds, c.score) {
				sum := 0
				for _, pattern := range worlds[i] {
					sum += scoreOf(pattern, c.weights)
				}
				if alike[sum] = append(alike[sum], i); inSight(mean) && sum > 0 {
					shown[sum] = append(shown[sum], i)
					n++
				}
			}
			if t.Logf("%d of %d means are shown", n, len(worlds)); n < c.least {
				t.Errorf("only %d of %d means are shown", n, len(worlds))
			}
			for sum := range shown {
				for f := range scoreFlags {
					have := func(pattern int) bool { return pattern>>f&1 == 1 }
					checkTold(t, worlds, shown[sum], fmt.Sprintf("the sum %d, that flag %d is had", sum, f), have)
					checkTold(t, worlds, shown[sum], fmt.Sprintf("the sum %d, that flag %d is lacked", sum, f), func(p int) bool { return !have(p) })
				}
				for score := range 10 {
					has := func(pattern int) bool { return scoreOf(pattern, c.weights) == score }
					checkTold(t, worlds, alike[sum], fmt.Sprintf("the sum %d, that a score of %d is had", sum, score), has)
				}
			}
		})
	}
}

// checkTold fails where in each of some groups a few people have something.
func checkTold(t *testing.T, worlds [][]int, of []int, what string, has func(pattern int) bool) {
	t.Helper()
	for _, w := range of {
		n := 0
		for _, pattern := range worlds[w] {
			if has(pattern) {
				n++
			}
		}
		if n == 0 || n >= scoreMin {
			return
		}
	}
	t.Errorf("%s tells by few people, as in %v", what, worlds[of[0]])
}

func scoreOf(pattern int, weights [scoreFlags]int) int {
	score := 0
	for f, weight := range weights {
		score += pattern >> f & 1 * weight
	}
	return score
}

// everyGroup is every way in which so many people can each have one of some patterns, whoever has which.
func everyGroup(patterns, people int) [][]int {
	if people == 0 {
		return [][]int{nil}
	}
	var out [][]int
	for _, rest := range everyGroup(patterns, people-1) {
		last := 0
		if len(rest) > 0 {
			last = rest[len(rest)-1]
		}
		for p := last; p < patterns; p++ {
			out = append(out, append(slices.Clone(rest), p))
		}
	}
	return out
}

// meansOfWorlds are the means of a score of the flags a, b and c, as they are shown, by world.
func meansOfWorlds(t *testing.T, worlds [][]int, score string) []any {
	t.Helper()
	db := newParser(t).db
	var rows []string
	for w, patterns := range worlds {
		for i, p := range patterns {
			rows = append(rows, fmt.Sprintf("(%d, %d, %d)", w*scorePeople+i, w, p))
		}
	}
	for _, s := range []string{
		"CREATE TABLE person AS SELECT * FROM (VALUES " + strings.Join(rows, ", ") + ") t(person_id, care_site_id, gender_concept_id)",
		"CREATE TABLE condition_occurrence AS SELECT person_id, f AS condition_concept_id FROM person, range(3) r(f) WHERE gender_concept_id >> f & 1 = 1",
	} {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	flags := make([]string, scoreFlags)
	for f := range flags {
		flags[f] = fmt.Sprintf("MAX(CASE WHEN condition_concept_id = %d THEN 1 ELSE 0 END) AS %c", f, 'a'+f)
	}
	query := "WITH had AS (SELECT person_id, " + strings.Join(flags, ", ") + " FROM condition_occurrence GROUP BY person_id), scored AS (SELECT person_id, " + score +
		" AS score FROM had) SELECT p.care_site_id AS world, AVG(COALESCE(s.score, 0)) AS mean, COUNT(*) AS people FROM person p LEFT JOIN scored s ON s.person_id = p.person_id GROUP BY 1 ORDER BY 1"
	table, _, _ := hideAt(t, db, query, scoreMin)
	var out []any
	for _, row := range table.Rows {
		out = append(out, row[1])
	}
	return out
}
