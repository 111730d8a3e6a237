package duckdb

import "database/sql"

// DB is the pool of locked-down connections, for tests that try its locks.
func (e *Engine) DB() *sql.DB { return e.db }
