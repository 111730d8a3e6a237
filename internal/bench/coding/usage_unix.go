//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakMemory is the most memory that a process held, in bytes.
func peakMemory(p *os.ProcessState) int64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return inBytes(u.Maxrss)
	}
	return 0
}

// ownMemory is the most memory that this process held.
func ownMemory() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return inBytes(u.Maxrss)
}

func inBytes[T int32 | int64](maxrss T) int64 {
	if runtime.GOOS == "darwin" {
		return int64(maxrss)
	}
	return int64(maxrss) * 1024
}

// cpuTime is what this process has used of the processors so far, in milliseconds.
func cpuTime() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e6
}
