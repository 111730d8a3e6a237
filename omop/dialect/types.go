package dialect

import (
	"slices"
	"strconv"
	"strings"
)

// typeNames are types under names that DuckDB does not know, or means otherwise.
var typeNames = map[string]string{
	"NUMBER": "DECIMAL(38, 0)", "INT64": "BIGINT", "FLOAT64": "DOUBLE", "FLOAT": "DOUBLE", "FLOAT8": "DOUBLE",
	"STRING":     "VARCHAR",
	"BIGNUMERIC": "DECIMAL(38, 9)", "BYTES": "BLOB", "TEXT": "VARCHAR", "NTEXT": "VARCHAR", "CHARACTER": "VARCHAR",
	"TIMESTAMP_NTZ": "TIMESTAMP", "TIMESTAMP_LTZ": "TIMESTAMP", "TIMESTAMPNTZ": "TIMESTAMP", "DATETIME": "TIMESTAMP",
	"DATETIME2":     "TIMESTAMP",
	"SMALLDATETIME": "TIMESTAMP", "DATETIMEOFFSET": "TIMESTAMPTZ", "TIMESTAMP_TZ": "TIMESTAMPTZ",
	"MONEY": "DECIMAL(19, 4)",
	"CHAR":  "VARCHAR", "NCHAR": "VARCHAR", "NVARCHAR": "VARCHAR", "VARCHAR": "VARCHAR", "BIT": "BOOLEAN",
	"INT": "INTEGER",
}

// decimals are the types that DECIMAL and NUMERIC stand for where no digits are written.
var decimals = map[Dialect]string{Snowflake: "DECIMAL(38, 0)", BigQuery: "DECIMAL(38, 9)", SQLServer: "DECIMAL(18, 0)",
	Postgres: "DOUBLE"}

// typeName is a type as DuckDB writes it, and the length that it cuts text to, or 0.
func (t *translator) typeName(nodes []node) (string, int) {
	nodes = trim(nodes)
	if len(nodes) == 0 || nodes[0].kind != word && nodes[0].kind != quoted {
		return t.render(nodes), 0
	}
	name := strings.ToUpper(strings.Trim(nodes[0].text, `"`))
	bounds := ""
	if rest := trim(nodes[1:]); len(rest) > 0 && rest[0].kind == paren {
		bounds = t.render(rest[0].body)
	} else if len(rest) > 0 {
		return t.render(nodes), 0 // DOUBLE PRECISION, TIMESTAMP WITH TIME ZONE
	}
	isText := slices.Contains([]string{"CHAR", "NCHAR", "VARCHAR", "NVARCHAR", "STRING", "CHARACTER", "TEXT"}, name)
	switch {
	case isText:
		n, _ := strconv.Atoi(strings.TrimSpace(bounds))
		return "VARCHAR", n
	case slices.Contains([]string{"NUMBER", "NUMERIC", "DECIMAL", "BIGNUMERIC"}, name) && bounds != "":
		return "DECIMAL(" + bounds + ")", 0
	case name == "NUMERIC" || name == "DECIMAL":
		if d, ok := decimals[t.from]; ok {
			return d, 0
		}
	case typeNames[name] != "":
		return typeNames[name], 0
	}
	return t.render(nodes), 0
}

// cast writes a cast, cut to the type's length where the dialect cuts.
func (t *translator) cast(function, x string, typ []node) string {
	name, length := t.typeName(typ)
	s := function + "(" + x + " AS " + name + ")"
	if length > 0 && t.is(SQLServer, Postgres) {
		return "LEFT(" + s + ", " + strconv.Itoa(length) + ")"
	}
	return s
}

func isInteger(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

func times(n string, factor int) string {
	i, err := strconv.Atoi(n)
	if err != nil {
		return n
	}
	return strconv.Itoa(i * factor)
}

// trim drops white space and comments from both ends.
func trim(nodes []node) []node {
	for len(nodes) > 0 && nodes[0].kind == blank {
		nodes = nodes[1:]
	}
	for len(nodes) > 0 && nodes[len(nodes)-1].kind == blank {
		nodes = nodes[:len(nodes)-1]
	}
	return nodes
}
