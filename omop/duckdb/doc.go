// Package duckdb runs questions' SQL on a CDM in a DuckDB file: one SELECT at a
// time, read-only, within limits of time, memory and size.
//
// Three walls stand between a statement and the rest of the machine. The database
// is opened read-only, with external access off and its settings locked. The
// statement must be one SELECT by DuckDB's own parser, over tables that the database
// has and functions of an allow-list; the list is functions.txt. And what runs is
// bounded: rows by a LIMIT of its own, time and memory by DuckDB and by a process of its own
// (worker.go), which is watched and ended from outside (workers.go, bounds_linux.go).
package duckdb
