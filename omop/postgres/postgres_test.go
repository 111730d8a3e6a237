package postgres

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop/enginetest"
)

func server(t testing.TB) string {
	return needs.Env(t, "ASKOMOP_TEST_POSTGRES", "a PostgreSQL (.ci/postgres makes one and prints its URL)")
}

// at is the server's address with the schemas behind it.
func at(url, schemas string) string {
	if strings.Contains(url, "?") {
		return url + "&" + schemas
	}
	return url + "?" + schemas
}

func TestContract(t *testing.T) {
	url := server(t)
	enginetest.FillPostgres(t, url, "askomop_contract", enginetest.Fixture(t))
	e, err := Open(t.Context(), at(url, "cdm=askomop_contract"), Options{TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	enginetest.Run(t, e)
}

func TestAVocabularyOfTheHomeFolderIsLent(t *testing.T) {
	url := enginetest.NewDatabase(t, server(t), "askomop_lent_names")
	file, home := enginetest.Fixture(t), enginetest.HomeVocabulary(t)
	enginetest.FillPostgres(t, url, "cdm", file, enginetest.Vocabulary...)
	e, err := Open(t.Context(), at(url, "cdm=cdm"), Options{TempDir: t.TempDir(), Vocabulary: home})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	enginetest.RunLent(t, e, true)
}

// TestNamesInCapitalsAreRefusedWithTheWayOut holds that a CDM whose names were made in quotes is not called an absent one.
func TestNamesInCapitalsAreRefusedWithTheWayOut(t *testing.T) {
	for name, ddl := range map[string]string{
		"tables": `CREATE SCHEMA "CDM"; CREATE TABLE "CDM"."PERSON" ("PERSON_ID" bigint)`, "columns": `CREATE SCHEMA cdm; CREATE TABLE cdm.person ("PERSON_ID" bigint)`,
	} {
		t.Run(name, func(t *testing.T) {
			url := enginetest.NewDatabase(t, server(t), "askomop_capitals")
			conn, err := pgx.Connect(t.Context(), url)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := conn.Exec(t.Context(), ddl); err != nil {
				t.Fatal(err)
			}
			if err := conn.Close(t.Context()); err != nil {
				t.Fatal(err)
			}
			_, err = Open(t.Context(), url, Options{TempDir: t.TempDir()})
			if err == nil || !strings.Contains(err.Error(), "in capitals") || !strings.Contains(err.Error(), "CREATE VIEW cdm.person") {
				t.Errorf("%v", err)
			}
		})
	}
}
