package commands

import (
	"bufio"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
)

// shrink gives memory back that a waiting process has no use for: freed memory, and the
// pages of the program's own file. DuckDB is some 60 MB of program, of which a query touches most and a
// waiting runner nothing; the system reads it again, from its cache, when it is needed. Only mappings are let go
// of which no page was ever written: those are in the file word for word.
func shrink() {
	debug.FreeOSMemory()
	self, err := os.Executable()
	if err != nil {
		return
	}
	maps, err := os.Open("/proc/self/smaps")
	if err != nil {
		return
	}
	defer maps.Close()
	for _, m := range cleanMappings(bufio.NewScanner(maps), self) {
		// at worst the pages stay
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, m.start, m.end-m.start, syscall.MADV_DONTNEED)
	}
}

type mapping struct{ start, end uintptr }

// cleanMappings are the read-only mappings of a file without a written page, as smaps tells them.
func cleanMappings(lines *bufio.Scanner, file string) []mapping {
	var out []mapping
	var m mapping
	wanted, clean := false, 0
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		switch {
		case len(f) >= 5 && !strings.HasSuffix(f[0], ":"):
			from, to, _ := strings.Cut(f[0], "-")
			start, err1 := strconv.ParseUint(from, 16, 64)
			end, err2 := strconv.ParseUint(to, 16, 64)
			m = mapping{uintptr(start), uintptr(end)}
			wanted = err1 == nil && err2 == nil && len(f) == 6 && f[5] == file && strings.HasPrefix(f[1], "r-") &&
				strings.HasSuffix(f[1], "p")
			clean = 0
		case wanted && len(f) == 3 && (f[0] == "Private_Dirty:" || f[0] == "Anonymous:") && f[1] == "0":
			if clean++; clean == 2 {
				out = append(out, m)
			}
		}
	}
	return out
}
