package worded

import (
	"strings"
	"testing"
)

// The results that sentences are attacked with. Labels are as a database gives them.
var (
	oneCount = Result{
		Question: "How many patients older than 60 with type 2 diabetes took metformin within 90 days?", Columns: []string{"patients"},
		Rows: [][]string{{"446"}}, Period: "2008 to 2010", Counted: []string{`condition "type 2 diabetes": Type 2 diabetes mellitus`},
	}
	bigCount  = Result{Question: "How many?", Columns: []string{"patients"}, Rows: [][]string{{"1,234"}}}
	records   = Result{Question: "How many prescriptions?", Columns: []string{"prescriptions"}, Rows: [][]string{{"90"}}}
	fewPeople = Result{Question: "How many?", Columns: []string{"patients"}, Rows: [][]string{{"<5"}}}
	percent   = Result{Question: "What share?", Columns: []string{"percent", "patients"}, Rows: [][]string{{"27.74", "457"}}}
	change    = Result{Question: "What is the mean change?", Columns: []string{"mean_change"}, Rows: [][]string{{"-5.2"}}}
	byYear    = Result{Question: "How many each year?", Columns: []string{"year", "patients"}, Period: "2008 to 2010",
		Rows: [][]string{{"2008", "45"}, {"2009", "50"}, {"2010", "60"}}}
	bySex    = Result{Question: "How many by sex?", Columns: []string{"sex", "patients"}, Rows: [][]string{{"FEMALE", "120"}, {"MALE", "80"}}}
	byYearOf = Result{Question: "By year and sex?", Columns: []string{"year", "sex", "patients"},
		Rows: [][]string{{"2008", "FEMALE", "12"}, {"2008", "MALE", "13"}, {"2009", "FEMALE", "14"}}}
	drugs = Result{Question: "Which drugs?", Columns: []string{"drug", "patients"},
		Rows: [][]string{{"aspirin 81 MG Oral Tablet", "12"}, {"celecoxib", "30"}}}
	empty = Result{Question: "Which?", Columns: []string{"drug"}}
)

func TestSentencesWithNumbersThatAreNotThere(t *testing.T) {
	for _, tt := range []struct {
		sentence string
		result   Result
	}{
		// spelled out
		{"446 patients, that is four hundred and forty-six in all.", oneCount},
		{"446 patients, one in five of all.", oneCount},
		{"446 patients, a fifth of those treated.", oneCount},
		{"446 patients, one single patient among them died.", oneCount},
		{"446 patients, tenfold the number before.", oneCount},
		{"446 patients, a couple more than before.", oneCount},
		{"446 patients, the vast majority women.", oneCount},
		{"446 patients, twentyone of them women.", oneCount},
		{"446 patients, XII patients of them women.", oneCount},
		{"446 patients were women, and nobody died.", oneCount},
		{"446 patients, no deaths among them.", oneCount},
		// other scripts and signs
		{"446 patients, of whom ١٢ were women.", oneCount},
		{"446 patients, of whom １２ were women.", oneCount},
		{"446 patients, of whom 十二 were women.", oneCount},
		{"446 patients, ½ of them women.", oneCount},
		{"446 patients, ⅻ of them women.", oneCount},
		{"446 patients, 𝟏𝟐 of them women.", oneCount},
		{"446² patients.", oneCount},
		// separators
		{"446 000 patients.", oneCount},
		{"446,000 patients.", oneCount},
		{"4\u202f460 patients, 446 of them women.", oneCount},
		{"446.5 patients.", oneCount},
		{"44,6 patients; 446.", oneCount},
		{"4-4-7 patients, or 446.", oneCount},
		{"446k patients.", oneCount},
		{"1.234 patients.", bigCount},
		{"12'34 patients, or 1,234.", bigCount},
		// ranges and bounds
		{"446 to 500 patients.", oneCount},
		{"More than 446 patients.", oneCount},
		{"At least 446 patients.", oneCount},
		{"Up to 446 patients.", oneCount},
		{"Nearly 446 patients.", oneCount},
		{"Fewer than 446 patients.", oneCount},
		{"≥ 446 patients.", oneCount},
		{"-446 patients.", oneCount},
		{"Minus 446 patients.", oneCount},
		{"More than 5 patients.", fewPeople},
		{"5 patients.", fewPeople},
		{"At most 5 patients, fewer than 5.", fewPeople},
		{"No patients at all, fewer than 5.", fewPeople},
		{"Fewer than 5, namely four patients.", fewPeople},
		{"The mean change was 5.2.", change},
		// units
		{"446 % of patients.", oneCount},
		{"446 percent of patients.", oneCount},
		{"446 years.", oneCount},
		{"446 visits.", oneCount},
		{"446 deaths.", oneCount},
		{"90 patients.", records},
		{"27.74 patients of 457 patients.", percent},
		{"27.74 % of 457 %.", percent},
		{"0.2774 of them, 457 patients.", percent},
		// numbers of the question in another sense
		{"446 patients older than 90.", oneCount},
		{"446 patients within 90 years.", oneCount},
		{"446 patients within 60 days.", oneCount},
		{"446 of 2010 patients.", oneCount},
		{"446 patients, 60 of them women.", oneCount},
		{"446 patients with type 60 diabetes.", oneCount},
		// dates
		{"446 patients by 31 December 2010.", oneCount},
		{"446 patients by 12/31/2010.", oneCount},
		{"446 patients since 2009.", oneCount},
		{"446 patients on 2010-01-31.", oneCount},
		{"446 patients in the 1990s.", oneCount},
		// other groups' numbers
		{"In 2008 there were 50 patients and in 2009 there were 45.", byYear},
		{"50 in 2008, 60 in 2009 and 45 in 2010.", byYear},
		{"There were 60 patients in 2008.", byYear},
		{"2008 patients had 45 records.", byYear},
		{"120 men and 80 women.", bySex},
		{"Women: 80; men: 120.", bySex},
		{"In 2009, 13 women.", byYearOf},
		{"81 patients took aspirin 81 MG Oral Tablet.", drugs},
		{"12 patients took celecoxib and 30 took aspirin 81 MG Oral Tablet.", drugs},
		{"7 patients match.", empty},
	} {
		if err := checkNumbers(tt.sentence, tt.result); err == nil {
			t.Errorf("%q of %v is let pass", tt.sentence, tt.result.Rows)
		}
	}
}

func TestSentencesWithTheResultsNumbers(t *testing.T) {
	for _, tt := range []struct {
		sentence string
		result   Result
	}{
		{"Between 2008 and 2010, 446 patients older than 60 with type 2 diabetes took metformin within 90 days.", oneCount},
		{"In total, 446 patients over 60 with type 2 diabetes did, in records from 2008 to 2010.", oneCount},
		{"446 patients with a diagnosis of type 2 diabetes, one of the commonest diseases, did.", Result{
			Question: oneCount.Question, Columns: oneCount.Columns, Rows: oneCount.Rows, Assumptions: []string{"one of the codes is enough"}}},
		{"1 234 patients.", bigCount},
		{"1,234 patients.", bigCount},
		{"90 prescriptions.", records},
		{"There were 90 of them.", records},
		{"1,234 women.", bigCount},
		{"Fewer than 5 patients.", fewPeople},
		{"Less than 5 people match.", fewPeople},
		{"27.74 % of patients, that is 457 patients.", percent},
		{"27.7 per cent, or 457 people.", percent},
		{"The mean change was -5.2.", change},
		{"The mean change was −5.2.", change},
		{"It changed by minus 5.2 on average.", change},
		{"There were 45 patients in 2008, 50 in 2009 and 60 in 2010.", byYear},
		{"In 2008, 45 patients; in 2009, 50; in 2010, 60.", byYear},
		{"The number rose from 45 in 2008 to 60 in 2010, in records from 2008 to 2010.", byYear},
		{"2008, 2009 and 2010 had 45, 50 and 60 patients, respectively.", byYear},
		{"The largest number is 60.", byYear},
		{"120 women and 80 men.", bySex},
		{"Of the women there were 120, of the men 80.", bySex},
		{"In 2008 there were 12 women and 13 men.", byYearOf},
		{"Celecoxib (30 patients) and aspirin 81 MG Oral Tablet (12 patients).", drugs},
		{"No patients match.", empty},
		{"None of the drugs matches.", empty},
		{"The first diagnosis counts; 446 patients had an MI.", oneCount},
	} {
		if err := checkNumbers(tt.sentence, tt.result); err != nil {
			t.Errorf("%q of %v: %v", tt.sentence, tt.result.Rows, err)
		}
	}
}

func TestNumbersOfASentenceStandInTheResult(t *testing.T) {
	one := Result{
		Question: "How many patients older than 60 with type 2 diabetes took metformin within 90 days of diagnosis?",
		Columns:  []string{"patients"}, Rows: [][]string{{"1,234"}}, Period: "2008 to 2010",
		Counted: []string{`condition "type 2 diabetes": Type 2 diabetes mellitus`}, Assumptions: []string{"any exposure in the first 30 days counts"},
	}
	share := Result{Question: "What percentage?", Columns: []string{"percent", "patients"}, Rows: [][]string{{"27.74", "457"}}}
	many := Result{Question: "How many each year?", Columns: []string{"year", "patients"}, Rows: [][]string{{"2008", "45"}, {"2009", "<5"}, {"2010", "hidden"}}}
	named := Result{Question: "Which drugs?", Columns: []string{"drug", "patients"}, Rows: [][]string{{"aspirin 81 MG Oral Tablet", "12"}}}
	for _, tt := range []struct {
		name, sentence string
		finding        Result
		wrong          string // what the error names; "" for a sentence that may be shown
	}{
		{"as it stands", "1,234 patients older than 60 with type 2 diabetes took metformin within 90 days, between 2008 and 2010.", one, ""},
		{"without the comma", "There were 1234 such patients.", one, ""},
		{"the assumption", "1,234 patients; any exposure in the first 30 days counts.", one, ""},
		{"another number", "1,235 patients did.", one, "1235"},
		{"the result and another", "1,234 of 5,000 patients did.", one, "5000"},
		{"a share of its own making", "1,234 patients, or 12.3 %, did.", one, "12.3"},
		{"a limit of the question as a count", "1,234 patients did, of whom 90 patients died.", one, "90"},
		{"a year as a count", "1,234 patients, 2008 women among them.", one, "2008"},
		{"without the result", "Patients older than 60 were counted.", one, "result itself"},
		{"in words", "Twelve hundred patients did, 1,234 in all.", one, "twelve"},
		{"doubled", "1,234 patients did, twice as many as expected.", one, "twice"},
		{"glued to letters", "1,234 patients (24pp more).", one, "24pp"},
		{"a date", "1,234 patients by 2010-12-31.", one, "2010-12-31"},
		{"rounded to a decimal", "27.7 % (457 patients).", share, ""},
		{"rounded to none", "28 % (457 patients).", share, "28"},
		{"rounded wrong", "27.8 % (457 patients).", share, "27.8"},
		{"the second alone", "457 patients did.", share, "result itself"},
		{"a hidden count", "45 in 2008 and fewer than 5 in 2009.", many, ""},
		{"a hidden count made exact", "45 in 2008 and 5 in 2009.", many, "5"},
		{"a guess at a hidden count", "45 in 2008 and 3 in 2009.", many, "3"},
		{"a number in a name", "aspirin 81 MG Oral Tablet, with 12 patients.", named, ""},
		{"no number at all", "Nothing matches.", Result{Columns: []string{"year"}}, ""},
		{"a number of nothing", "7 patients match.", Result{Columns: []string{"year"}}, "7"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := checkNumbers(tt.sentence, tt.finding)
			if (err == nil) != (tt.wrong == "") || err != nil && !strings.Contains(err.Error(), tt.wrong) {
				t.Errorf("got %v, want an error about %q", err, tt.wrong)
			}
		})
	}
}
