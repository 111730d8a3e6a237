package privacy

import (
	"go/ast"
	goparser "go/parser"
	"go/token"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/sqltree"
)

// TestEveryKindOfNodeIsJudged holds for each type of which sqltree's trees consist that a statement with it is in the
// language or refused as said here, so that a new one is decided on.
func TestEveryKindOfNodeIsJudged(t *testing.T) {
	db := newParser(t)
	const refused, shown = true, false
	count := func(where string) string { return "SELECT COUNT(*) FROM person p WHERE " + where }
	tests := map[string]struct {
		sql     string
		refused bool
	}{
		"Column":      {count("year_of_birth > 1950"), shown},
		"Constant":    {count("TRUE"), shown},
		"Func":        {count("ABS(year_of_birth) > 5"), shown},
		"Named":       {count("struct_pack(a := year_of_birth) IS NULL"), refused},
		"Compare":     {count("year_of_birth = 1950"), shown},
		"And":         {count("year_of_birth > 1950 AND year_of_birth < 1960"), shown},
		"Or":          {count("year_of_birth > 1950 OR year_of_birth < 1940"), shown},
		"Not":         {count("NOT (year_of_birth > 1950 AND year_of_birth < 1960)"), shown},
		"In":          {count("gender_concept_id IN (8507, 8532)"), shown},
		"InQuery":     {count("person_id IN (SELECT person_id FROM death)"), shown},
		"Exists":      {count("EXISTS (SELECT 1 FROM death d WHERE d.person_id = p.person_id)"), shown},
		"Quantified":  {count("year_of_birth > ALL (SELECT year_of_birth FROM person)"), refused},
		"Subquery":    {count("gender_concept_id = (SELECT MIN(concept_id) FROM concept)"), shown},
		"IsNull":      {count("birth_datetime IS NULL"), shown},
		"IsTruth":     {count("(year_of_birth > 1950) IS TRUE"), shown},
		"Between":     {count("year_of_birth BETWEEN 1950 AND 1960"), shown},
		"Like":        {count("gender_source_value LIKE 'a%'"), shown},
		"Case":        {count("CASE WHEN year_of_birth > 1950 THEN TRUE END"), shown},
		"Cast":        {count("CAST(year_of_birth AS VARCHAR) = '1950'"), shown},
		"Interval":    {count("birth_datetime > DATE '1950-01-01' + INTERVAL 3 DAY"), shown},
		"Extract":     {count("EXTRACT(MONTH FROM birth_datetime) = 5"), shown},
		"Window":      {"SELECT gender_concept_id, SUM(COUNT(*)) OVER () FROM person GROUP BY 1", shown},
		"Star":        {"SELECT COUNT(COLUMNS(*)) FROM person", refused},
		"Collate":     {count("person_source_value COLLATE NOCASE = 'a'"), refused},
		"Lambda":      {count("list_filter([year_of_birth], lambda x: x > 1950) IS NULL"), refused},
		"Subscript":   {count("([year_of_birth])[1] > 1950"), refused},
		"Field":       {count("(struct_pack(a := year_of_birth)).a > 1950"), refused},
		"Position":    {"SELECT COUNT(#1) FROM person", refused},
		"Placeholder": {count("gender_concept_id IN ([condition@gout])"), shown},
		"Select":      {"SELECT COUNT(*) FROM person", shown},
		"SetOp":       {"SELECT COUNT(*) FROM person UNION ALL SELECT COUNT(*) FROM death", shown},
		"Values":      {"SELECT COUNT(*) FROM person JOIN (VALUES (8507)) v(g) ON g = gender_concept_id", shown},
		"BaseTable":   {"SELECT COUNT(*) FROM person", shown},
		"Subselect":   {"SELECT COUNT(*) FROM (SELECT * FROM person) x", shown},
		"TableFunc":   {"SELECT COUNT(*) FROM person, generate_series(1, 3)", shown},
		"Join":        {"SELECT COUNT(*) FROM person JOIN death USING (person_id)", shown},
		"Other":       {"SELECT COUNT(*) FROM person USING SAMPLE 3 ROWS", refused},
	}
	kinds := kindsOfNodes(t)
	if len(kinds) != len(tests) {
		t.Errorf("%d kinds of nodes: %v; %d statements", len(kinds), kinds, len(tests))
	}
	for _, kind := range kinds {
		test, ok := tests[kind]
		if !ok {
			t.Errorf("%s has no statement", kind)
			continue
		}
		s := db.parse(t, test.sql)
		if !holdsIn(s, func(n sqltree.Node) bool { return reflect.TypeOf(n).Elem().Name() == kind }) {
			t.Errorf("%s\nholds no %s", test.sql, kind)
		}
		if why := Read(s, 5).RowLevel(); (why != "") != test.refused {
			t.Errorf("%s: %s\nis refused by %q", kind, test.sql, why)
		}
	}
}

// kindsOfNodes are the types of sqltree that are expressions, queries or tables.
func kindsOfNodes(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, name := range []string{"expr.go", "query.go"} {
		file, err := goparser.ParseFile(token.NewFileSet(), "../../omop/sqltree/"+name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || !slices.Contains([]string{"isExpr", "isQuery", "isTable"}, f.Name.Name) {
				continue
			}
			out = append(out, f.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestFunctionsThatAreNotListedAreRefused holds for each function of the engine that SQL with it is refused, in an
// expression and as a table, unless it is in the language.
func TestFunctionsThatAreNotListedAreRefused(t *testing.T) {
	db := newParser(t)
	rows, err := db.db.QueryContext(t.Context(), "SELECT DISTINCT lower(function_name) FROM duckdb_functions()")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	names := map[string]bool{}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names[name] = true
	}
	if len(names) < 500 {
		t.Fatalf("the engine has %d functions only", len(names))
	}
	named := func(sql, name string) string {
		s := db.parse(t, sql)
		sqltree.Walk(s, func(n sqltree.Node) bool {
			if f, ok := n.(*sqltree.Func); ok && f.Name == "abs" {
				f.Name = name
			}
			return true
		})
		return Read(s, 5).RowLevel()
	}
	for name := range names {
		k := kindOf(name)
		if why := named("SELECT COUNT(*) FROM person WHERE abs(year_of_birth) > 3", name); why == "" &&
			(k == unknownFunction || k == outside || k == opaque) {
			t.Errorf("%s is not refused in an expression", name)
		}
		if why := named("SELECT COUNT(*) FROM person, abs(3)", name); why == "" && name != "range" && name != "generate_series" {
			t.Errorf("%s is not refused as a table", name)
		}
	}
}

// TestStatementsThatLeaveTheLanguageAreRefused holds that no name hides a construct.
func TestStatementsThatLeaveTheLanguageAreRefused(t *testing.T) {
	db := newParser(t)
	for _, sql := range []string{
		"SELECT SKEWNESS(year_of_birth) FROM person WHERE EXISTS (WITH person AS (SELECT 1 AS x) SELECT 1 FROM person)",
		"WITH a AS (SELECT SKEWNESS(year_of_birth) AS s FROM person), person AS (SELECT 1 AS x) SELECT s FROM a, person",
		"SELECT KURTOSIS(person.year_of_birth) FROM main.person, (WITH person AS (SELECT 1 AS x) SELECT x FROM person) t",
		"WITH concept AS (SELECT COUNT(*) AS n FROM death) SELECT COUNT(*) FROM person GROUP BY (SELECT n FROM concept)",
		"SELECT COUNT(*) FROM person GROUP BY ALL HAVING LIST(year_of_birth) IS NOT NULL",
		"SELECT gender_concept_id, race_concept_id, year_of_birth, month_of_birth, day_of_birth, ethnicity_concept_id, COUNT(*) FROM person GROUP BY ALL",
		"SELECT x.lower(gender_source_value), COUNT(*) FROM person GROUP BY 1",
		"SELECT gender_concept_id, COUNT(*)::JSON FROM person GROUP BY 1",
		"SELECT gender_concept_id, SUM(COUNT(*)) OVER (ORDER BY 1 ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) FROM person GROUP BY 1",
		"SELECT race_concept_id, SUM(COUNT(*)) OVER (ORDER BY 1 ROWS BETWEEN (CASE WHEN race_concept_id = 8515 THEN 1 ELSE 0 END) PRECEDING AND CURRENT ROW) FROM person GROUP BY 1",
		"SELECT COUNT(*) FROM person, information_schema.columns",
		"SELECT LIST(year_of_birth) FROM person",
		"SELECT HISTOGRAM(year_of_birth) FROM person",
	} {
		if why := Read(db.parse(t, sql), 5).RowLevel(); !strings.Contains(why, "is not shown of people's data") {
			t.Errorf("%s\nis refused by %q", sql, why)
		}
	}
}
