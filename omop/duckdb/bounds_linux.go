package duckdb

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// boundAddressSpace bounds what this process can map: the last wall, should nobody watch. What the program maps itself,
// and the files that it reads, come on top of the memory that queries may have.
func boundAddressSpace(memory int64) {
	limit := uint64(memory) + 6<<30
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: limit, Max: limit}) // a smaller hard limit stays
}

// residentBytes is the memory that a process holds, 0 where it cannot be told.
func residentBytes(pid int) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(data)
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(string(fields[1]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}
