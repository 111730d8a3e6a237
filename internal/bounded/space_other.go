//go:build !linux && !darwin

package bounded

// FreeSpace is not known here.
func FreeSpace(string) (free int64, known bool) { return 0, false }
