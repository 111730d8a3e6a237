//go:build !linux

package duckdb

// Without Linux's means a worker's memory is bounded by DuckDB's own limit only; time and Ctrl-C end it everywhere.

func boundAddressSpace(int64) {}

func residentBytes(int) int64 { return 0 }
