package load

import (
	"fmt"
	"path/filepath"
	"slices"
)

// databaseShare is about how large a database is beside the text that it is made of: a third, with what is sorted.
const databaseShare = 3

// checkSpace looks, before anything is unpacked, whether the source fits beside the target: the largest tables that are
// unpacked at once, and the database that is made.
func (l *loader) checkSpace() error {
	var packed []int64
	var total int64
	for _, m := range l.src.members {
		total += m.size
		if m.path == "" {
			packed = append(packed, m.size)
		}
	}
	slices.Sort(packed)
	need := total / databaseShare
	for _, size := range packed[max(0, len(packed)-workers()):] {
		need += size
	}
	free, known := l.freeSpace(filepath.Dir(l.dst.file))
	if !known || need <= free {
		return nil
	}
	return fmt.Errorf("it takes about %s on the disk of %s, where %s are free: free some, or name a target on another disk",
		inUnits(need), l.dst.file, inUnits(free))
}

func inUnits(bytes int64) string {
	if bytes >= 1e9 {
		return fmt.Sprintf("%.1f GB", float64(bytes)/1e9)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}
