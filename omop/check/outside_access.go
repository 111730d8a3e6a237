package check

import (
	"path"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
)

func outsideAccess() Rule {
	return Rule{
		ID: "outside-access", Group: groupStatement, Severity: omop.SeverityError,
		Summary: "The statement reads files, the network or the engine's settings.",
		Instead: "Read the tables of the CDM only; load other data into the database first.",
		Wrong:   `SELECT COUNT(*) AS patients FROM read_csv('patients.csv')`,
		Right:   `SELECT COUNT(*) AS patients FROM person`,
		check: func(p *pass) {
			for _, f := range p.Calls {
				if !f.Operator && reachesOut(f.Name) {
					p.report(f, "%s reaches outside of the CDM's tables", f.Name)
				}
			}
			for _, l := range p.Lost {
				if isPath(l.Name) {
					p.report(l, "%q is a file or an address, not a table", l.Name)
				}
			}
		},
	}
}

// reachesOut reports whether a function reads or changes anything but its arguments.
func reachesOut(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{
		"read_*", "parquet_*", "sniff_csv", "glob", "*_scan", "query", "query_table", "json_execute_serialized_sql",
		"getenv", "getvariable", "current_setting", "duckdb_*", "pragma_*", "pg_read_*", "pg_ls_*", "pg_sleep*", "lo_*",
		"dblink*", "which_secret", "enable_logging", "disable_logging", "write_log", "nextval", "currval", "setval",
		"sleep_ms", "checkpoint", "force_checkpoint",
	}, func(pattern string) bool {
		ok, err := path.Match(pattern, name)
		return err == nil && ok
	})
}

// isPath reports whether the engine could take a table's name for a file or an address.
func isPath(name string) bool { return strings.ContainsAny(name, `./\:*?[]{}~`) }
