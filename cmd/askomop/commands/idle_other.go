//go:build !linux

package commands

import "runtime/debug"

// shrink gives memory back that a waiting process has no use for.
func shrink() { debug.FreeOSMemory() }
