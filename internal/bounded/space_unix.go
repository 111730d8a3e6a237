//go:build linux || darwin

package bounded

import "syscall"

// FreeSpace is the free space on the disk of a folder, in bytes.
func FreeSpace(dir string) (free int64, known bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
