package picture

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func v(n float64) Point { return Point{Value: n, Shown: true} }

func within(n, low, high float64) Point {
	return Point{Value: n, Low: low, High: high, Shown: true, Between: true}
}

var hiddenPoint = Point{Hidden: true}

// samples are a picture of each kind, hidden values in each.
func samples() map[string]*Picture {
	return map[string]*Picture{
		"trend": {Kind: Trend, Title: "The incidence rate of heart failure per 1000 person-years, by year and sex", What: "rate by year and sex", Unit: "rate per 1000 person-years",
			Labels: []string{"2006", "2007", "2008", "2009", "2010", "2011", "2012"}, Series: []Series{
				{Name: "Female", Points: []Point{within(12, 8, 16), within(14, 10, 18), hiddenPoint, within(20, 16, 25), within(22, 17, 28), within(25, 20, 31), within(21, 15, 27)}},
				{Name: "Male", Points: []Point{within(22, 18, 26), within(24, 20, 29), within(27, 22, 33), within(30, 24, 36), {}, within(33, 26, 41), within(35, 28, 44)}}}},
		"curve": {Kind: Curve, Title: "The Kaplan-Meier survival of people with a first ever diagnosis of heart failure", What: "survival by days", Unit: "percent",
			Labels: []string{"180", "365", "545", "730", "910", "1095"}, Days: []float64{180, 365, 545, 730, 910, 1095}, Series: []Series{
				{Name: "Female", Points: []Point{within(97, 95, 98), within(95, 93, 97), hiddenPoint, within(91, 88, 93), within(89, 85, 92), within(86, 82, 90)}, AtRisk: []Point{v(520), v(441), hiddenPoint, v(310), v(220), v(101)}},
				{Name: "Male", Points: []Point{within(96, 94, 97), within(94, 91, 96), within(92, 89, 94), within(89, 86, 92), within(86, 82, 89), within(84, 80, 88)}, AtRisk: []Point{v(480), v(401), v(350), v(290), v(180), v(80)}}}},
		"pyramid": {Kind: Pyramid, Title: "The number of people with hypertension, by sex and age group", What: "patients by age group and sex", Unit: "patients",
			Labels: []string{"0-17", "18-44", "45-64", "65-74", "75-84", "85 and older"}, Series: []Series{
				{Name: "Female", Points: []Point{hiddenPoint, v(39), v(185), v(886), v(476), v(296)}}, {Name: "Male", Points: []Point{hiddenPoint, v(39), v(138), v(666), v(370), v(213)}}}},
		"bars": {Kind: Bars, Title: "The 6 most common drugs", What: "patients by drug", Unit: "patients",
			Labels: []string{"clopidogrel 75 MG Oral Tablet", "hydrochlorothiazide 25 MG Oral Tablet", "200 ACTUAT albuterol 0.09 MG/ACTUAT Metered Dose Inhaler", "Größe ≥ 5 – naïve", "a < b & c"},
			Series: []Series{{Points: []Point{within(904, 850, 950), v(582), v(495), hiddenPoint, {}}}}},
		"flow": {Kind: Flow, Title: "The attrition of women with a diagnosis of type 2 diabetes who had an exposure to metformin", What: "people left after each step", Unit: "patients",
			Labels: []string{"people in the database", "with a first ever diagnosis of type 2 diabetes", "who were female", "who had an exposure to metformin from 0 to 90 days after the first diagnosis of type 2 diabetes and no exposure to insulin before"},
			Series: []Series{{Points: []Point{v(5000), v(1390), hiddenPoint, v(455)}, Lost: []Point{{}, v(3610), hiddenPoint, hiddenPoint}}}},
		"paths": {Kind: Paths, Title: "Treatment pathways after type 2 diabetes", What: "pathways", Unit: "patients",
			Routes: [][]string{{"metformin", "glipizide", "insulin glargine"}, {"metformin", "insulin glargine"}, {"metformin"}, {"glipizide", "metformin"}, {"glipizide"}, {"insulin glargine"}},
			Labels: []string{"a", "b", "c", "d", "e", "f"}, Series: []Series{{Points: []Point{v(40), v(80), v(220), v(60), v(90), hiddenPoint}}}},
	}
}

// TestPicturesAreDrawn writes each sample in each format; with ASKOMOP_PICTURES they are kept to be looked at.
func TestPicturesAreDrawn(t *testing.T) {
	folder := os.Getenv("ASKOMOP_PICTURES")
	if folder == "" {
		folder = t.TempDir()
	}
	for name, p := range samples() {
		for _, format := range Formats {
			f, err := os.Create(filepath.Join(folder, name+"."+format))
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Write(f, format); err != nil {
				t.Errorf("%s.%s: %v", name, format, err)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("%s:\n%s", name, p.Text(80))
	}
}

// wide is how broad a box is, of its path "M10 20L30 20L30 40L10 40Z".
func wide(t *testing.T, path string) float64 {
	t.Helper()
	path, _, _ = strings.Cut(path, `"`)
	corners := strings.FieldsFunc(path, func(r rune) bool { return r == 'M' || r == 'L' || r == 'Z' })
	x := make([]float64, 2)
	for i := range x {
		text, _, _ := strings.Cut(corners[i], " ")
		var err error
		if x[i], err = strconv.ParseFloat(text, 64); err != nil {
			t.Fatal(err)
		}
	}
	return x[1] - x[0]
}
