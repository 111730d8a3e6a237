package vocab

import (
	"slices"
	"testing"
)

func TestParseProductReadsRxNormNames(t *testing.T) {
	for _, tt := range []struct {
		name        string
		ingredients []string
		brand       string
	}{
		{"Aspirin 81 MG Oral Tablet", []string{"Aspirin"}, ""},
		{"Acetaminophen 325 MG / Oxycodone Hydrochloride 5 MG Oral Tablet", []string{"Acetaminophen", "Oxycodone Hydrochloride"}, ""},
		{"24 HR metformin hydrochloride 500 MG Extended Release Oral Tablet", []string{"metformin hydrochloride"}, ""},
		{"NDA020800 0.3 ML Epinephrine 1 MG/ML Auto-Injector", []string{"Epinephrine"}, ""},
		{"celecoxib 200 MG Oral Capsule [Celebrex]", []string{"celecoxib"}, "Celebrex"},
		{"Diazepam 5 MG [Valium]", []string{"Diazepam"}, "Valium"},
		{"60 ACTUAT Fluticasone propionate 0.25 MG/ACTUAT / salmeterol 0.05 MG/ACTUAT Dry Powder Inhaler", []string{"Fluticasone propionate", "salmeterol"}, ""},
		{"{28 (Norethindrone 0.35 MG Oral Tablet) } Pack [Camila 28 Day]", []string{"Norethindrone"}, "Camila"},
		{"{21 (Ethinyl Estradiol 0.03 MG / Levonorgestrel 0.15 MG Oral Tablet) / 7 (Inert Ingredients 1 MG Oral Tablet) } Pack [Levora 0.15/30 28 Day]",
			[]string{"Ethinyl Estradiol", "Levonorgestrel"}, "Levora"},
		{"1 ML heparin sodium, porcine 5000 UNT/ML Injection", []string{"heparin sodium, porcine"}, ""},
		{"Vitamin B 12 5 MG/ML Injectable Solution", []string{"Vitamin B 12"}, ""},
		{"Amlodipine / Hydrochlorothiazide / Olmesartan medoxomil Oral Tablet [Tribenzor 40/5/12.5]",
			[]string{"Amlodipine", "Hydrochlorothiazide", "Olmesartan medoxomil"}, "Tribenzor"},
		{"acetaminophen Oral Tablet [Tylenol]", []string{"acetaminophen"}, "Tylenol"},
		{"aspirin", nil, ""},
		{"Sodium Chloride", nil, ""},
	} {
		p := ParseProduct(tt.name)
		if !slices.Equal(p.Ingredients, tt.ingredients) || p.Brand != tt.brand {
			t.Errorf("ParseProduct(%q) = %q, brand %q", tt.name, p.Ingredients, p.Brand)
		}
	}
}

func TestBaseIngredientDropsSaltsButNotTheSubstance(t *testing.T) {
	for ingredient, want := range map[string]string{
		"Verapamil hydrochloride": "Verapamil", "heparin sodium, porcine": "heparin", "naproxen sodium": "naproxen",
		"Sodium Chloride": "Sodium Chloride", "ferrous sulfate": "ferrous sulfate", "ferrous sulfate anhydrous": "ferrous sulfate",
		"cyclosporine, modified": "cyclosporine", "hydrocortisone sodium succinate": "hydrocortisone", "vasopressin (USP)": "vasopressin",
		"isosorbide dinitrate": "isosorbide dinitrate", "potassium chloride": "potassium chloride", "aspirin": "aspirin",
		"Olmesartan medoxomil": "Olmesartan", "NITROFURANTOIN, MACROCRYSTALS": "NITROFURANTOIN", "insulin human": "insulin human",
		"magnesium sulfate": "magnesium sulfate", "ethinyl estradiol": "ethinyl estradiol",
	} {
		if got := BaseIngredient(ingredient); got != want {
			t.Errorf("BaseIngredient(%q) = %q, want %q", ingredient, got, want)
		}
	}
}

func FuzzParseProduct(f *testing.F) {
	f.Add("{28 (Norethindrone 0.35 MG Oral Tablet) } Pack [Camila 28 Day]")
	f.Add("[]")
	f.Fuzz(func(t *testing.T, name string) {
		for _, ingredient := range ParseProduct(name).Ingredients {
			if ingredient == "" {
				t.Errorf("ParseProduct(%q) lists an empty ingredient", name)
			}
			BaseIngredient(ingredient)
		}
	})
}

func TestRearrangedNames(t *testing.T) {
	for name, want := range map[string][]string{
		"fracture of ankle":                 {"ankle fracture"},
		"closed fracture of hip":            {"hip closed fracture", "closed hip fracture"},
		"allergy to peanut":                 {"peanut allergy"},
		"anemia due to loss of blood":       nil,
		"fracture of vertebra with injury":  nil,
		"disorder of bone of hand":          nil,
		"sinusitis":                         nil,
		"removal of foreign body from nose": nil,
	} {
		if got := rearranged(name); !slices.Equal(got, want) {
			t.Errorf("rearranged(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestAbbreviationsOfSynonyms(t *testing.T) {
	for _, tt := range []struct{ wording, short, long string }{
		{"CVA - Cerebrovascular accident", "CVA", "Cerebrovascular accident"},
		{"RhA - Rheumatoid arthritis", "RhA", "Rheumatoid arthritis"},
		{"IUCD -Removal of intrauterine contraceptive device", "IUCD", "Removal of intrauterine contraceptive device"},
		{"X-ray of chest", "", ""},
		{"Post-traumatic stress disorder", "", ""},
		{"Removal - partial", "", ""},
	} {
		short, long, _ := splitAbbreviation(tt.wording)
		if short != tt.short || long != tt.long {
			t.Errorf("splitAbbreviation(%q) = %q, %q", tt.wording, short, long)
		}
	}
	for _, tt := range []struct {
		short, long string
		want        bool
	}{
		{"CVA", "Cerebrovascular accident", true}, {"OA", "Osteoarthritis", true}, {"MTBI", "Mild traumatic brain injury", true},
		{"GI", "Gastrointestinal bleed", false}, {"GIT", "Gastrointestinal tract haemorrhage", false}, {"GIH", "Gastrointestinal haemorrhage", true},
		{"IUD", "Removal of intrauterine device", false}, {"IM", "Intramuscular injection", false}, {"IMI", "Intramuscular injection", true},
		{"AAA", "Abdominal aortic aneurysm", true}, {"CXR", "Chest X-ray", true},
	} {
		if got := abbreviates(tt.short, tt.long); got != tt.want {
			t.Errorf("abbreviates(%q, %q) = %v", tt.short, tt.long, got)
		}
	}
	if long, short, ok := splitBracketed("Red blood cell (RBC) count"); !ok || long != "Red blood cell count" || short != "RBC count" {
		t.Errorf("splitBracketed = %q, %q, %v", long, short, ok)
	}
}
