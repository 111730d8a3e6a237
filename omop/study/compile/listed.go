package compile

import (
	"fmt"

	"github.com/askomop/askomop/omop/study"
)

// conceptOf lists the concepts of a record, the most frequent first. Unmapped records (concept 0) are left out.
func conceptOf(w *rows, s *study.Stratum, at string) dimension {
	r := w.record(s, at)
	if r == nil {
		w.c.refuse(at, "there is no record whose concepts could be listed: name an event")
		return dimension{name: "concept", key: "NULL"}
	}
	d := dimension{name: domains[r.domain].name, as: "concept_id", named: true, bySize: true}
	switch s.Level {
	case "":
		d.key = r.col(concept)
	case "ingredient":
		d.key, d.name = r.ingredient(at+".level"), "ingredient"
	case "dose_form":
		drug := r.col(concept)
		f := w.q.addTable("JOIN", "concept_relationship", "cr", func(cr string) []string {
			return []string{cr + ".concept_id_1 = " + drug, cr + ".relationship_id = 'RxNorm has dose form'"}
		})
		w.q.from[len(w.q.from)-1].many = true
		d.key, d.name = f+".concept_id_2", "dose_form"
	case "source_code":
		d.key, d.name = r.col(sourceConcept), "source_concept"
		d.more = []column{{"vocabulary_id", "vocabulary"}, {"concept_code", "code"}}
	case "source_value":
		return dimension{name: "source_value", key: r.col(sourceValue), bySize: true}
	case "plan", "payer":
		if r.domain != study.PayerPlan {
			w.c.refuse(at+".level", "plans and payers are of times of insurance")
		}
		if s.Level == "payer" {
			return dimension{name: "payer", key: r.col(sourceValue), kept: notNull, bySize: true}
		}
		return dimension{name: "plan", key: r.col(planName), kept: notNull, bySize: true}
	default:
		w.c.refuse(at+".level", "%q is not known", s.Level)
	}
	d.kept = notZero
	return d
}

// ingredient is the ingredient of a drug record: the era's own; of an exposure that of its product, of which a product
// of two drugs has two. Of records of named drugs it is one of these: not what a statin is combined with.
func (r *record) ingredient(at string) string {
	drug := r.col(concept)
	switch r.domain {
	case study.DrugEra:
		return drug
	case study.Drug:
	default:
		r.c.refuse(at, "ingredients are those of drug exposures and drug eras")
		return drug
	}
	above := r.q.addTable("JOIN", "concept_ancestor", "ca",
		func(ca string) []string { return []string{ca + ".descendant_concept_id = " + drug} })
	id := above + ".ancestor_concept_id"
	ingredient := r.q.addTable("JOIN", "concept", "i", func(i string) []string {
		return []string{i + ".concept_id = " + id, i + ".concept_class_id = 'Ingredient'", i + ".standard_concept = 'S'"}
	})
	r.q.from[len(r.q.from)-1].many = true
	if len(r.of) > 0 {
		r.q.filter(r.c.oneOf(ingredient+".concept_id", study.Drug, r.of, at))
	}
	return ingredient + ".concept_id"
}

// visitType lists the types of visits.
func visitType(w *rows, s *study.Stratum, at string) dimension {
	r := w.record(s, at)
	d := dimension{name: "visit_type", as: "visit_concept_id", named: true, bySize: true}
	switch {
	case r == nil:
		w.c.refuse(at, "there is no record whose visit could be taken: name an event")
		d.key = "NULL"
	case r.domain == study.Visit:
		d.key = r.col(concept)
	default:
		visit := r.col(visitID)
		v := w.q.addTable("JOIN", "visit_occurrence", "vo",
			func(v string) []string { return []string{v + ".visit_occurrence_id = " + visit} })
		d.key = v + ".visit_concept_id"
	}
	d.kept = notZero
	return d
}

// careSite is the care site of the visit of a record, by its name and its number; "unknown" where none is recorded.
func careSite(w *rows, s *study.Stratum, at string) dimension {
	d := dimension{name: "care_site", key: "NULL", bySize: true}
	r := w.record(s, at)
	if r == nil {
		w.c.refuse(at, "there is no record whose care site could be taken: name an event")
		return d
	}
	var site string
	if r.domain == study.Visit {
		site = r.col(careSiteID)
	} else {
		visit := r.col(visitID)
		site = w.q.addTable("LEFT JOIN", "visit_occurrence", "vo",
			func(v string) []string { return []string{v + ".visit_occurrence_id = " + visit} }) + ".care_site_id"
	}
	cs := w.q.addTable("LEFT JOIN", "care_site", "cs",
		func(cs string) []string { return []string{cs + ".care_site_id = " + site} })
	d.key = fmt.Sprintf("COALESCE(COALESCE(%s.care_site_name, 'care site') || ' (' || CAST(%s AS VARCHAR) || ')', 'unknown')",
		cs, site)
	return d
}

// specialty is the specialty of the provider of a record.
func specialty(w *rows, s *study.Stratum, at string) dimension {
	r := w.record(s, at)
	d := dimension{name: "specialty", as: "specialty_concept_id", named: true, bySize: true}
	if r == nil {
		w.c.refuse(at, "there is no record whose provider could be taken: name an event")
		d.key = "NULL"
		return d
	}
	provider := r.col(providerID)
	p := w.q.addTable("JOIN", "provider", "pr",
		func(p string) []string { return []string{p + ".provider_id = " + provider} })
	d.key = p + ".specialty_concept_id"
	d.kept = notZero
	return d
}
