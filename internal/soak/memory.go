package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// mayGrow is how much more memory may be held after a soak, of any length, than before it: caches and the allocator's
// reserve.
const mayGrow = 200 << 20

// steady is how long memory has to stay as it is to be called settled, and settling how long that is waited for.
const (
	steady   = time.Second
	settling = 20 * time.Second
)

// settle waits until nothing runs and the memory of this process and its workers shrinks no more, and returns it.
func (s *soaking) settle() int64 {
	least, since := int64(-1), time.Now()
	for end := time.Now().Add(settling); time.Now().Before(end); time.Sleep(steady / 10) {
		debug.FreeOSMemory()
		held := heldBytes()
		switch {
		case s.inUse() > 0:
			since = time.Now()
		case least < 0 || held < least-least/50:
			least, since = held, time.Now()
		case time.Since(since) > steady:
			return held
		}
	}
	return heldBytes()
}

// inUse is how many connections to the database are in use.
func (s *soaking) inUse() int {
	_, n := s.engine.Connections()
	return n
}

// heldBytes is the memory of this process and of the processes that it has started.
func heldBytes() int64 {
	sum := residentBytes(os.Getpid())
	for _, pid := range children() {
		sum += residentBytes(pid)
	}
	return sum
}

// children are the processes that this one has started and that have not ended; none where the system does not say.
func children() []int {
	lists, err := filepath.Glob("/proc/self/task/*/children") // each thread has its own
	if err != nil {
		return nil
	}
	var pids []int
	for _, list := range lists {
		data, err := os.ReadFile(list)
		if err != nil {
			continue // the thread has ended
		}
		for field := range strings.FieldsSeq(string(data)) {
			if pid, err := strconv.Atoi(field); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// residentBytes is the memory that the system has given a process; 0 where it does not say.
func residentBytes(pid int) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data))
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}
