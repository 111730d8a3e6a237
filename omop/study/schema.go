package study

import (
	"reflect"
	"slices"
	"strings"
)

// Schema is the JSON Schema (draft 2020-12) of a question's JSON. Every type is a definition of its own, since criteria
// hold events and events criteria. What Schema accepts may still be refused by Validate, which looks at fields
// together.
func Schema() map[string]any {
	defs := map[string]any{}
	root := schemaOf(reflect.TypeFor[Question](), defs)
	return map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"title":   "A study question over the OMOP Common Data Model",
		"type":    "object", "$ref": root["$ref"], "$defs": defs,
	}
}

// enums are the values of the types that have few.
var enums = map[reflect.Type][]string{
	reflect.TypeFor[Kind]():        names(kinds),
	reflect.TypeFor[Domain]():      names(domains),
	reflect.TypeFor[Which]():       names(choices),
	reflect.TypeFor[StratumKind](): names(groupings),
	reflect.TypeFor[Place]():       names([]Place{Distance, During, Covering, Overlapping, SameVisit, SameYear}),
	reflect.TypeFor[Distinct]():    names([]Distinct{ByRecord, ByDay, ByConcept, ByIngredient, ByVisit}),
	reflect.TypeFor[Bounds]():      names(observed),
	reflect.TypeFor[AgeAt]():       names([]AgeAt{Attained, AtStart}),
	reflect.TypeFor[OpenEnd]():     names([]OpenEnd{SameDay, NextDay}),
	reflect.TypeFor[Unit](): names([]Unit{Persons, Records, Concepts, Ingredients, SourceValues, Providers,
		Stays}),
	reflect.TypeFor[Stat]():            names(allStats()),
	reflect.TypeFor[StratumOf]():       names([]StratumOf{"", OfIndex, OfOutcome, OfDeath}),
	reflect.TypeFor[Risk]():            names([]Risk{Point, PeriodPrevalence, Lifetime}),
	reflect.TypeFor[CodedAttribute]():  names(codedAttributes),
	reflect.TypeFor[WordedAttribute](): names(wordedAttributes),
	reflect.TypeFor[NumberAttribute](): names(numberAttributes),
	reflect.TypeFor[Length]():          names([]Length{Weeks, Months, Years}),
	reflect.TypeFor[Quantity](): names(append([]Quantity{AgeYears, BirthYear, Value, Duration, DaysSupply, Amount,
		Refills, Paid, PaidByPatient, PaidByPayer, Charged, PatientShare, DaysTo, Occurrences, Distincts, Total,
		ObservedDays, FollowUpDays, PriorDays, Gap, PDC, DaysCovered, Score, ValueChange}, drugQuantities...)),
}

func names[T ~string](values []T) []string {
	var out []string
	for _, v := range values {
		out = append(out, string(v))
	}
	return out
}

func schemaOf(t reflect.Type, defs map[string]any) map[string]any {
	if values, ok := enums[t]; ok {
		return map[string]any{"type": "string", "enum": values}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem(), defs)
	case reflect.Slice:
		return map[string]any{"type": "array", "items": schemaOf(t.Elem(), defs)}
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Int, reflect.Int64:
		return map[string]any{"type": "integer"}
	}
	ref := map[string]any{"$ref": "#/$defs/" + t.Name()}
	if _, known := defs[t.Name()]; known {
		return ref
	}
	properties, required := map[string]any{}, []string{}
	object := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	defs[t.Name()] = object
	for i := range t.NumField() {
		name, rest, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		properties[name] = schemaOf(t.Field(i).Type, defs)
		if !slices.Contains(strings.Split(rest, ","), "omitempty") {
			required = append(required, name)
		}
	}
	object["required"] = required
	return ref
}
