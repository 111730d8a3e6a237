//go:build unix

package commands

import "syscall"

// keepToOwner lets nobody but their owner read the files that are written, also by libraries: they hold results, names
// of diseases that were asked for, and people's records.
func keepToOwner() { syscall.Umask(0o077) }
