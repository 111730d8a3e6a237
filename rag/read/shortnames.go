package read

import (
	"context"
	"slices"

	"github.com/askomop/askomop/vocab"
)

// Drugs are called by the beginnings of their names: "simva", "atorva" and "metop". Such a word stands for a drug where
// one of the endings that drugs of one class share makes it the name of a single one.

// drugEndings are the endings of the names of drugs, as the USAN stems have them, with the letters before them that a
// short name leaves out.
var drugEndings = []string{"statin", "pril", "opril", "sartan", "olol", "ilol", "rolol", "dipine", "prazole", "gliptin",
	"gliflozin", "glitazone", "xaban", "parin", "grel", "dogrel", "formin", "ormin", "izide", "azepam", "zolam", "azine", "cycline",
	"cillin", "oxacin", "floxacin", "mycin", "triptan", "setron", "tidine", "mab", "tinib", "dronate", "fibrate",
	"semide", "thiazide", "lactone", "sone", "solone", "oxetine", "traline", "pram", "idone", "apine", "peridol"}

// shortest is the length of the shortest word that is taken for the beginning of a name.
const shortest = 4

// shortNames reads a question with drugs that are called by the beginnings of their names; nil where it has none.
func (r *Reader) shortNames(ctx context.Context, text string) *Reading {
	p := newParser(ctx, r, text)
	var whole order
	at := 0
	for i, t := range p.toks {
		if !t.isWord || len(t.low) < shortest || r.lex.words[t.low] || len(p.candidates(i)) > 0 {
			continue
		}
		if name := r.drugBeginning(t.low); name != "" {
			whole = append(append(whole, order{{said: text}}.cut(at, t.start)...),
				piece{said: name, from: t.start, instead: t.end - t.start})
			at = t.end
		}
	}
	if at == 0 {
		return nil
	}
	whole = append(whole, order{{said: text}}.cut(at, len(text))...)
	found, _ := r.agreed(ctx, []order{whole}, text, r.readAnyhow)
	return found
}

// drugBeginning is the one drug whose name is the word with one of the endings; "" where there is none or several.
func (r *Reader) drugBeginning(word string) (name string) {
	for _, ending := range drugEndings {
		full := word + ending
		isDrug := slices.ContainsFunc(r.lookup(full), func(h vocab.Hit) bool { return h.Concept.Domain == "Drug" })
		if isDrug && name != "" {
			return ""
		}
		if isDrug {
			name = full
		}
	}
	return name
}
