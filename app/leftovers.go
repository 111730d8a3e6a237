package app

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// leftovers are the names, below the home folder, of files and folders that are being
// written. Each takes its real name when it is whole, so that one of them is never read.
var leftovers = []string{
	"index/*.tmp*", "vocabulary/.vocabulary-*", "demo/.demo-*", "demo/*.making", "index/.vec-*", "*/.new-*",
	"*/*/.new-*", "*/.saving-*", "*/*/.saving-*", ".doctor-*",
}

// stillWritten is how long something half-written may lie untouched before it is taken for left.
const stillWritten = 24 * time.Hour

// removeLeftovers removes what processes that were killed have left half-written in
// the home folder, and names it. What can't be removed stays: it is in nobody's way.
func removeLeftovers(home string, now time.Time) []string {
	var removed []string
	for _, pattern := range leftovers {
		found, err := fs.Glob(os.DirFS(home), pattern)
		if err != nil {
			continue
		}
		for _, name := range found {
			path := filepath.Join(home, filepath.FromSlash(name))
			if now.Sub(lastChange(path)) > stillWritten && os.RemoveAll(path) == nil {
				removed = append(removed, path)
			}
		}
	}
	return removed
}

// lastChange is when a file, or anything in a folder, was last written.
func lastChange(path string) time.Time {
	var last time.Time
	err := filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
		return err
	})
	if err != nil {
		return time.Now() // somebody is at it
	}
	return last
}
