//go:build linux || darwin

package load

import "syscall"

// freeSpace is what is free on the disk of a folder, in bytes.
func freeSpace(dir string) (free int64, known bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
