package app

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/askomop/askomop/omop/info"
)

func TestADatabaseIsDescribedOnceForEachStateOfItsFile(t *testing.T) {
	home := t.TempDir()
	file := smallDemo(t)
	describe := func() *info.Info {
		t.Helper()
		a, err := New(Settings{DB: file, Home: home}, Host{})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		db, err := a.database(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		d, err := a.build.described(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	first := describe()
	files, err := filepath.Glob(filepath.Join(home, "index", "described-*.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("kept in %v, %v", files, err)
	}
	if again := describe(); !reflect.DeepEqual(again, first) || again.Persons == 0 {
		t.Errorf("kept %+v, described %+v", again, first)
	}
	// What is kept is what is told, without asking the database.
	if err := os.WriteFile(files[0], []byte(`{"cdm_version": "5.4", "persons": 7}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if kept := describe(); kept.Persons != 7 {
		t.Errorf("described again: %+v", kept)
	}
	if err := os.WriteFile(files[0], []byte(`{"cdm_ver`), 0o600); err != nil {
		t.Fatal(err)
	}
	if mended := describe(); !reflect.DeepEqual(mended, first) {
		t.Errorf("a damaged description was taken: %+v", mended)
	}
}
