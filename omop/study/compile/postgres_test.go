package compile_test

import (
	"database/sql"
	"math/rand/v2"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/studytest"
)

// PostgreSQL runs the compiled SQL as it is, and has the answers of the evaluator.
func TestPostgreSQLRunsWhatIsCompiled(t *testing.T) {
	url := needs.Env(t, "ASKOMOP_TEST_POSTGRES", "a PostgreSQL (.ci/postgres makes one and prints its URL)")
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	must := func(statement string) {
		t.Helper()
		if _, err := db.Exec(statement); err != nil {
			t.Fatalf("%v\n%s", err, statement)
		}
	}
	must("DROP SCHEMA IF EXISTS study_compile CASCADE; CREATE SCHEMA study_compile; SET search_path TO study_compile")
	defer must("DROP SCHEMA study_compile CASCADE")
	model, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range model.Tables {
		must(strings.ReplaceAll(table.DDL(), "DOUBLE", "NUMERIC"))
	}
	r := rand.New(rand.NewPCG(5, 5))
	world := studytest.NewWorld(r, 30)
	must(strings.Join(world.SQL(), ";\n"))

	for i := range 300 {
		ask, evaluate := studytest.NewQuestion, evaluator((*studytest.World).Evaluate)
		if i%3 == 0 {
			ask, evaluate = studytest.NewQuestionOverTime, (*studytest.World).EvaluateOverTime
		}
		q := ask(rand.New(rand.NewPCG(11, uint64(i))))
		plan, err := compile.Compile(q, compile.Options{})
		if err != nil {
			continue
		}
		if why := disagreement(db, world, q, plan, evaluate); why != "" {
			t.Fatalf("question %d: %s\n%s", i, why, plan.SQL)
		}
	}
	for _, p := range append(pairQuestions(t), newerMeasures...) {
		q, err := study.Parse(p.Question)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := compile.Compile(q, compile.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, template := range []string{plan.SQL, plan.People, plan.Weighed} {
			statement, err := sqltree.Render(template, func(sqltree.Placeholder) (string, error) { return "1503297, 320128", nil })
			if err != nil || template == "" {
				continue
			}
			if _, err := db.Exec(statement); err != nil {
				t.Errorf("%s: %v\n%s", p.ID, err, statement)
			}
		}
	}
}

// newerMeasures are questions whose measures no pair has. What rounds doubles is for the dialect to bring to PostgreSQL.
var newerMeasures = []pairQuestion{
	{"pathways of names", []byte(`{"measure":{"kind":"pathways","event":{"domain":"drug","concepts":[{"text":"warfarin"},{"text":"metformin"}]}},"population":{"entry":` + heartFailure + `}}`)},
	{"pathways of ingredients", []byte(`{"measure":{"kind":"pathways","event":{"domain":"drug"},"lines":2},"population":{"entry":` + heartFailure + `}}`)},
	{"pathways by sex and age", []byte(`{"measure":{"kind":"pathways","event":{"domain":"drug"}},"population":{"entry":` + heartFailure + `},"strata":[{"kind":"sex"},{"kind":"age_group","width":10}]}`)},
	{"restart and switch", []byte(`{"measure":{"kind":"drug_restart","times":[{"days":90}],"events":[{"domain":"drug","concepts":[{"text":"metformin"}]}]},"population":{"entry":` + warfarin + `},"strata":[{"kind":"year"}]}`)},
	{"covered", []byte(`{"measure":{"kind":"patients_covered","times":[{"days":90},{"days":180}]},"population":{"entry":` + warfarin + `},"strata":[{"kind":"sex"}]}`)},
	{"indication", []byte(`{"measure":{"kind":"indication","events":[` + heartFailure + `],"windows":[{"from":-30,"to":0},{"from":-365,"to":0}]},"population":{"entry":` + warfarin + `}}`)},
	{"treatments", []byte(`{"measure":{"kind":"treatments","events":[{"domain":"drug","concepts":[{"text":"warfarin"}]}]},"population":{"entry":` + heartFailure + `},"strata":[{"kind":"sex"}]}`)},
	{"rate of an age", []byte(`{"measure":{"kind":"rate"},"population":{},"outcome":` + stroke + `,"at_risk":{"age":{"min":40,"max":79}},"strata":[{"kind":"year"},{"kind":"sex"}]}`)},
	{"rate for WHO", []byte(`{"measure":{"kind":"rate","standard":"who"},"population":{},"outcome":` + stroke + `,"strata":[{"kind":"month"},{"kind":"sex"}]}`)},
	{"prevalence for Europe", []byte(`{"measure":{"kind":"prevalence","prevalence":"point","standard":"europe"},"population":{},"outcome":` + stroke + `,"strata":[{"kind":"week"}]}`)},
}
