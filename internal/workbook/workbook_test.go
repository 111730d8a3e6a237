package workbook_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/askomop/askomop/internal/workbook"
)

const (
	bytesMost = 64 << 20
	cellsMost = 1 << 20
)

// dice are cells of all kinds, texts that the format or XML has to escape among them.
func dice(r *rand.Rand) any {
	texts := []string{"", "asthma", " two  spaces ", "a\nb\tc", "<&>\"'", "äöü 漢字 😀", "=1+1", "TRUE", "007", "]]>"}
	switch r.IntN(4) {
	case 0:
		return nil
	case 1:
		return r.IntN(1e6) - 5e5
	case 2:
		return float64(r.IntN(1e6)) / 64
	}
	return texts[r.IntN(len(texts))]
}

func shown(rows [][]any) [][]string {
	var all [][]string
	for _, row := range rows {
		var cells []string
		for _, v := range row {
			if v == nil {
				v = ""
			}
			cells = append(cells, fmt.Sprint(v))
		}
		all = append(all, cells)
	}
	return trim(all)
}

// trim takes away what is empty at the ends, which readers may leave out.
func trim(rows [][]string) [][]string {
	all := [][]string{}
	for _, row := range rows {
		for len(row) > 0 && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		all = append(all, append([]string{}, row...))
	}
	for len(all) > 0 && len(all[len(all)-1]) == 0 {
		all = all[:len(all)-1]
	}
	return all
}

func TestEachReadsWhatTheOtherWrote(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 60 {
		sheets := []workbook.Sheet{{Name: "one"}, {Name: "a & b <c>"}}
		for i := range sheets {
			for range r.IntN(6) {
				row := make([]any, r.IntN(40))
				for k := range row {
					row[k] = dice(r)
				}
				sheets[i].Rows = append(sheets[i].Rows, row)
			}
		}
		var ours, theirs bytes.Buffer
		if err := workbook.Write(&ours, sheets); err != nil {
			t.Fatal(err)
		}
		book := excelize.NewFile()
		for _, s := range sheets {
			if _, err := book.NewSheet(s.Name); err != nil {
				t.Fatal(err)
			}
			for i, row := range s.Rows {
				if err := book.SetSheetRow(s.Name, fmt.Sprintf("A%d", i+1), &row); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := book.Write(&theirs); err != nil {
			t.Fatal(err)
		}
		for _, s := range sheets {
			want := shown(s.Rows)
			for who, data := range map[string][]byte{"ours": ours.Bytes(), "excelize": theirs.Bytes()} {
				b, err := workbook.Open(data, bytesMost)
				if err != nil {
					t.Fatal(err)
				}
				rows, err := b.Rows(s.Name, cellsMost)
				if got := trim(rows); err != nil || !reflect.DeepEqual(got, want) {
					t.Fatalf("%d: written by %s: %q %v\nwant %q", n, who, got, err, want)
				}
			}
			f, err := excelize.OpenReader(bytes.NewReader(ours.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			rows, err := f.GetRows(s.Name)
			if got := trim(rows); err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%d: excelize reads of ours: %q %v\nwant %q", n, got, err, want)
			}
		}
	}
}

// excelize writes a text that looks like an escape as it is, and so as something else; it reads ours as it was.
func TestTextThatLooksLikeAnEscape(t *testing.T) {
	want := [][]string{{"_x0041_", "_x005F_x0041_", "a_xZ_", "_x0041"}}
	var b bytes.Buffer
	if err := workbook.Write(&b, []workbook.Sheet{{Name: "S", Rows: [][]any{{want[0][0], want[0][1], want[0][2], want[0][3]}}}}); err != nil {
		t.Fatal(err)
	}
	book, err := workbook.Open(b.Bytes(), bytesMost)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := book.Rows("S", cellsMost); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read %q %v, want %q", got, err, want)
	}
	f, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := f.GetRows("S"); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("excelize reads %q %v, want %q", got, err, want)
	}
}

// pack is a workbook of parts, with those that every one has.
func pack(t *testing.T, parts map[string]string) []byte {
	t.Helper()
	all := map[string]string{
		"_rels/.rels":     `<Relationships><Relationship Id="r1" Type="x/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml": `<workbook xmlns:r="x"><sheets><sheet name="S" r:id="a"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets/s.xml"/>
			<Relationship Id="b" Type="x/sharedStrings" Target="/xl/strings.xml"/></Relationships>`,
		"xl/strings.xml": `<sst><si><t>plain</t></si><si><r><t>in </t></r><r><t xml:space="preserve">two</t></r><rPh sb="0"><t>spoken</t></rPh></si></sst>`,
	}
	for name, text := range parts {
		all[name] = text
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range all {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func sheet(cells string) map[string]string {
	return map[string]string{"xl/worksheets/s.xml": "<worksheet><sheetData>" + cells + "</sheetData></worksheet>"}
}

func TestEveryKindOfCell(t *testing.T) {
	b, err := workbook.Open(pack(t, sheet(`<row r="2"><c r="B2" t="s"><v>1</v></c><c t="s"><v>0</v></c><c r="F2" t="b"><v>1</v></c></row>
		<row><c t="str"><f>A1</f><v>made_x000A_here</v></c><c t="e"><v>#N/A</v></c><c><v>1.5E3</v></c><c t="inlineStr"><is><t>x</t></is></c></row>`)), bytesMost)
	if err != nil {
		t.Fatal(err)
	}
	got, err := b.Rows("S", cellsMost)
	want := [][]string{nil, {"", "in two", "plain", "", "", "TRUE"}, {"made\nhere", "#N/A", "1.5E3", "x"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%q %v, want %q", got, err, want)
	}
	if names := b.Sheets(); !reflect.DeepEqual(names, []string{"S"}) {
		t.Errorf("sheets %q", names)
	}
}

func TestHostileWorkbooksAreRefused(t *testing.T) {
	big := strings.Repeat(" ", 1<<20)
	for name, c := range map[string]struct {
		data []byte
		says string
	}{
		"no zip":                {[]byte("PK\x03\x04"), "no workbook"},
		"an old one":            {[]byte("\xd0\xcf\x11\xe0\xa1\xb1"), "save it as .xlsx"},
		"a bomb":                {pack(t, map[string]string{"xl/x": strings.Repeat(big, 3)}), "unpacks to more"},
		"no such text":          {pack(t, sheet(`<row><c t="s"><v>2</v></c></row>`)), "text that is not there"},
		"a row far below":       {pack(t, sheet(`<row r="1048576"><c><v>1</v></c></row>`)), "more than 1000 cells"},
		"a row beyond":          {pack(t, sheet(`<row r="99999999"/>`)), "the number"},
		"a row back":            {pack(t, sheet(`<row r="2"/><row r="1"/>`)), "the number"},
		"a column beyond":       {pack(t, sheet(`<row><c r="XFE1"/></row>`)), "no sheet has one"},
		"a column far away":     {pack(t, sheet(`<row><c r="AAAAAAAAAAAAAAAAAAAAAAA1"/></row>`)), "no sheet has one"},
		"no column":             {pack(t, sheet(`<row><c r="1"/></row>`)), "no sheet has one"},
		"a sheet that is away":  {pack(t, nil), "is missing"},
		"half a sheet":          {pack(t, map[string]string{"xl/worksheets/s.xml": "<worksheet><row>"}), "unexpected EOF"},
		"a part outside of it":  {pack(t, map[string]string{"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="a" Type="x/worksheet" Target="../../../../etc/passwd"/></Relationships>`}), "is missing"},
		"entities of entities":  {pack(t, sheet(`<row><c><v>&lol;</v></c></row>`)), "entity"},
		"nothing but a content": {pack(t, map[string]string{"_rels/.rels": "<Relationships/>"}), "is missing"},
	} {
		t.Run(name, func(t *testing.T) {
			b, err := workbook.Open(c.data, 2<<20)
			if err == nil {
				_, err = b.Rows("S", 1000)
			}
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, want an error that says %q", err, c.says)
			}
		})
	}
}

func FuzzRows(f *testing.F) {
	f.Add(`<row r="2"><c r="B2" t="s"><v>1</v></c></row>`)
	f.Add(`<row><c t="inlineStr"><is><t>_x0041_</t></is></c></row>`)
	f.Fuzz(func(t *testing.T, cells string) {
		b, err := workbook.Open(pack(t, sheet(cells)), bytesMost)
		if err != nil {
			return
		}
		rows, err := b.Rows("S", 1000)
		n := 0
		for _, row := range rows {
			n += len(row)
		}
		if err == nil && n > 1000 {
			t.Errorf("%d cells", n)
		}
	})
}
