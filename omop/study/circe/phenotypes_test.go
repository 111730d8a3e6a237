package circe

import (
	"archive/zip"
	"io"
	"testing"

	"github.com/askomop/askomop/omop/study/compile"
)

func TestTry(t *testing.T) {
	z, err := zip.OpenReader("/work/shared/data/phenotypes_atlas_sample.zip")
	if err != nil {
		t.Skip()
	}
	ok := 0
	for _, f := range z.File {
		r, _ := f.Open()
		data, _ := io.ReadAll(r)
		if len(data) == 0 {
			continue
		}
		d, err := Read(data)
		if err != nil {
			t.Logf("%s: %v", f.Name, err)
			continue
		}
		if _, err := compile.CompileMembers(&d.Cohort, compile.Options{}); err != nil {
			t.Logf("%s: %v", f.Name, err)
			continue
		}
		ok++
	}
	t.Log(ok)
}
