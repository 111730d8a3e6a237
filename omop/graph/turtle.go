package graph

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// WriteTurtle writes the ontology as Turtle: classes, and properties with the classes that they go from and to.
func (o *Ontology) WriteTurtle(w io.Writer) error {
	var b strings.Builder
	writePrefixes(&b, "@prefix %s: <%s> .\n")
	fmt.Fprintf(&b, "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n\n<urn:askomop:ontology:%s> a owl:Ontology ;\n  rdfs:label \"OMOP CDM %s\" .\n", o.Version, o.Version)
	for _, c := range o.Classes {
		fmt.Fprintf(&b, "\nomop:%s a owl:Class ;\n  rdfs:label %s", c.Name, quoted(c.Table.Name))
		if meaning := c.Table.Meaning(); meaning != "" {
			fmt.Fprintf(&b, " ;\n  rdfs:comment %s", quoted(meaning))
		}
		if c.Name == "Concept" {
			b.WriteString(" ;\n  rdfs:subClassOf skos:Concept")
		}
		b.WriteString(" .\n")
	}
	for _, d := range o.Descriptions() {
		kind := "owl:DatatypeProperty"
		if len(d.Ranges) > 0 && strings.HasPrefix(d.Ranges[0], "omop:") {
			kind = "owl:ObjectProperty"
		}
		fmt.Fprintf(&b, "\n%s a %s ;\n  rdfs:domain %s ;\n  rdfs:range %s", d.Name, kind, union(d.Domains),
			union(d.Ranges))
		for _, m := range d.Meanings {
			fmt.Fprintf(&b, " ;\n  rdfs:comment %s", quoted(m))
		}
		b.WriteString(" .\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writePrefixes(w io.Writer, format string) {
	prefixes := Prefixes()
	names := make([]string, 0, len(prefixes))
	for name := range prefixes {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(w, format, name, prefixes[name])
	}
}

func union(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return "[ a owl:Class ; owl:unionOf ( " + strings.Join(names, " ") + " ) ]"
}

func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`).Replace(s) + `"`
}

// Description is all properties of one IRI, for people.
type Description struct {
	Name            string // with its prefix: "omop:start_date"
	Domains, Ranges []string
	Columns         []string // "drug_exposure.drug_exposure_start_date"
	Meanings        []string
}

// Descriptions lists the properties by name.
func (o *Ontology) Descriptions() []Description {
	byIRI := map[string]*Description{}
	var list []*Description
	add := func(to *[]string, s string) {
		if s != "" && !slices.Contains(*to, s) {
			*to = append(*to, s)
		}
	}
	for _, p := range o.Properties {
		d := byIRI[p.IRI]
		if d == nil {
			d = &Description{Name: short(p.IRI)}
			byIRI[p.IRI] = d
			list = append(list, d)
		}
		add(&d.Domains, "omop:"+p.Domain.Name)
		add(&d.Ranges, p.To())
		if p.Reverse() {
			add(&d.Columns, p.Table+"."+p.Subject)
			continue // what it means says the class
		}
		add(&d.Columns, p.Table+"."+p.Object)
		add(&d.Meanings, p.Meaning)
	}
	slices.SortFunc(list, func(a, b *Description) int { return strings.Compare(a.Name, b.Name) })
	out := make([]Description, len(list))
	for i, d := range list {
		slices.Sort(d.Domains)
		out[i] = *d
	}
	return out
}
