package read_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// codedNames are names with ids, and codes of which they are.
type codedNames struct {
	names
	of    map[string]vocab.Concept // by name
	codes map[string]int64         // by system and code
}

func (c codedNames) Lookup(normalised string) []vocab.Hit {
	if is, ok := c.of[normalised]; ok {
		return []vocab.Hit{{Concept: is}}
	}
	return c.names.Lookup(normalised)
}

func (c codedNames) ByCode(system, code string) ([]vocab.Concept, error) {
	if id, ok := c.codes[system+" "+code]; ok {
		return []vocab.Concept{{ID: id}}, nil
	}
	return nil, errors.New("no such code")
}

func (c codedNames) MapsTo(int64) []vocab.Concept { return nil }

func codes(t *testing.T) *read.Reader {
	class := func(id int64) vocab.Concept { return vocab.Concept{ID: id, Domain: "Drug", Vocabulary: "ATC"} }
	return read.New(codedNames{readerNames(t), map[string]vocab.Concept{
		vocab.Normalize("opioids"):              class(1),
		vocab.Normalize("beta blocking agents"): class(2),
		vocab.Normalize("asthma"):               {ID: 3, Domain: "Condition"},
	}, map[string]int64{"ATC n02a": 1, "ATC N02A": 1, "ATC c07": 2, "ATC C07": 2, "ICD10CM J45": 3}})
}

// The code beside a name is what is meant, where it is of the same thing; the name of the system alone says nothing.
func TestCodesAndTheirSystemsBesideNames(t *testing.T) {
	r := codes(t)
	for question, want := range map[string]string{
		"How many people took opioids (ATC N02A)?":                       "Among all people, the number who had an exposure to ATC code N02A",
		"How many women had asthma (ICD-10-CM J45) in 2009?":             "Among women, the number who had a diagnosis of ICD10CM code J45 in 2009",
		"How many people took ATC C07 beta blocking agents?":             "Among all people, the number who had an exposure to ATC code C07",
		"How many people took drugs of the ATC class C07?":               "Among all people, the number who had an exposure to ATC code C07",
		"How many people took any drug of the ATC group opioids?":        "Among all people, the number who had an exposure to opioids",
		"How many people had an exposure in ATC beta blocking agents?":   "Among all people, the number who had an exposure to beta blocking agents",
		"How many people received any opioids in the ATC group opioids?": "Among all people, the number who had an exposure to opioids",
		"How many people with a stroke took no opioids by ATC?":          "Among people with a diagnosis of stroke, the number who had no exposure to opioids",

		"How many people took opioids (ATC C07)?":                             "", // the code of another class
		"How many people had asthma (ICD-10-CM I50)?":                         "",
		"How many people took ATC N02A beta blocking agents?":                 "",
		"How many people took opioids in the ATC group beta blocking agents?": "",
		"How many people took warfarin by ATC?":                               "", // which is no class
		"How many people took at least two different drugs of ATC class C07?": "", // these are counted
	} {
		readBack(t, r, question, want)
	}
}

// Names may have articles inside, share a word that is said once, or begin with a word of the grammar.
func TestNamesAsPeopleSayThem(t *testing.T) {
	n := readerNames(t)
	for domain, of := range map[string][]string{
		"condition":   {"second degree burn", "third degree burn", "penicillin allergy"},
		"observation": {"drug allergy", "smoking status"},
		"device":      {"walking frame", "oxygen cylinder", "oxygen concentrator"},
		"procedure":   {"insertion of intrauterine device", "manipulation of joint of knee"},
		"drug":        {"insulin", "insulin glargine", "insulin detemir", "regular insulin", "penicillin G", "penicillin V"},
	} {
		for _, name := range of {
			n[vocab.Normalize(name)] = append(slices.Clone(n[vocab.Normalize(name)]), domain)
		}
	}
	r := read.New(n)
	for question, want := range map[string]string{
		"How many women under 40 had an insertion of an intrauterine device?":                 "Among women, the number who had an insertion of an intrauterine device at age under 40",
		"How many men have a drug allergy?":                                                   "Among men, the number who had a record of drug allergy",
		"How many people have an observation of drug allergy in 2009?":                        "Among all people, the number who had a record of drug allergy in 2009",
		`How many people had the device record "Walking frame"?`:                              "Among all people, the number who had a record of Walking frame",
		`How many people used a frame (device record "Walking frame")?`:                       "Among all people, the number who had a record of Walking frame",
		"How many women had second or third degree burns?":                                    "Among women, the number who had a diagnosis of second degree burns or third degree burns",
		"How many people had second degree or third degree burns in 2009?":                    "Among all people, the number who had a diagnosis of second degree burns or third degree burns in 2009",
		"How many people took penicillin G or V?":                                             "Among all people, the number who had an exposure to penicillin G or penicillin V",
		"How many people took insulin glargine, detemir or warfarin?":                         "Among all people, the number who had an exposure to insulin glargine, insulin detemir or warfarin",
		"How many women took insulin (glargine, detemir or regular)?":                         "Among women, the number who had an exposure to insulin glargine, insulin detemir or regular insulin",
		"How many people had surgery on the knee joint (manipulation of joint of knee)?":      "Among all people, the number who had a manipulation of joint of knee",
		"How many women used home oxygen equipment (oxygen cylinder or oxygen concentrator)?": "Among women, the number who had a record of oxygen cylinder or oxygen concentrator",
		"How many people had a second fill of warfarin?":                                      "Among all people, the number who had a second exposure to warfarin",

		"How many people have a warfarin allergy?":                      "", // there is none
		`How many people had the device record "drug allergy"?`:         "", // which is an observation
		"How many people took insulin (glargine or aspirinol)?":         "",
		"How many people took warfarin or detemir?":                     "",
		"How many people had second or third strokes?":                  "",
		"How many people had an insertion of an intrauterine catheter?": "",
	} {
		readBack(t, r, question, want)
	}
}
