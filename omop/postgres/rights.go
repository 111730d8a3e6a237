package postgres

import (
	"context"
	"fmt"
	"strings"
)

// Rights is what the role that asks could do to the CDM. What askomop sends only reads, whatever the role may do; a
// role that can do no more is a second wall.
type Rights struct {
	Role      string
	Superuser bool
	Owns      []string // tables
	Writes    []string // tables whose rows it may change
	Creates   []string // schemas in which it may make tables
}

// Plain reports whether the role can do nothing but read.
func (r Rights) Plain() bool {
	return !r.Superuser && len(r.Owns)+len(r.Writes)+len(r.Creates) == 0
}

// String says what is too much.
func (r Rights) String() string {
	var says []string
	if r.Superuser {
		says = append(says, "is a superuser")
	}
	say := func(what string, names []string) {
		const most = 3
		if n := len(names); n > most {
			names = append(names[:most:most], fmt.Sprintf("and %d more", n-most))
		}
		if len(names) > 0 {
			says = append(says, what+" "+strings.Join(names, ", "))
		}
	}
	say("owns", r.Owns)
	say("may change the rows of", r.Writes)
	say("may make tables in", r.Creates)
	if len(says) == 0 {
		return "role " + r.Role + " reads only and owns nothing"
	}
	return "role " + r.Role + " " + strings.Join(says, "; ")
}

// Advice is how to make a role that can only read.
func (r Rights) Advice() string {
	return "CREATE ROLE askomop LOGIN PASSWORD '…'; GRANT USAGE ON SCHEMA cdm TO askomop; GRANT SELECT ON ALL TABLES IN SCHEMA cdm TO askomop; then --db postgres://askomop@…"
}

// Rights looks what the role may do in the schemas of the CDM.
func (e *Engine) Rights(ctx context.Context) (Rights, error) {
	var r Rights
	err := e.pool.QueryRow(ctx, `SELECT current_user::text, (SELECT rolsuper FROM pg_roles WHERE rolname = current_user),
		(SELECT COALESCE(array_agg(c.relname::text ORDER BY 1) FILTER (WHERE pg_has_role(c.relowner, 'USAGE')), '{}') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
			WHERE n.nspname = ANY (current_schemas(false)) AND c.relkind IN ('r', 'p', 'v', 'm', 'f')),
		(SELECT COALESCE(array_agg(c.relname::text ORDER BY 1) FILTER (WHERE has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')), '{}') FROM pg_class c
			JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ANY (current_schemas(false)) AND c.relkind IN ('r', 'p', 'v', 'f')),
		(SELECT COALESCE(array_agg(n.nspname::text ORDER BY 1), '{}') FROM pg_namespace n
			WHERE n.nspname = ANY (current_schemas(false)) AND has_schema_privilege(n.oid, 'CREATE'))`).Scan(&r.Role, &r.Superuser, &r.Owns, &r.Writes, &r.Creates)
	if err != nil {
		return r, fmt.Errorf("look at the role's rights: %w", explainConnect(err))
	}
	if r.Superuser { // who may do anything: the lists would name every table
		r.Owns, r.Writes, r.Creates = nil, nil, nil
	}
	return r, nil
}
