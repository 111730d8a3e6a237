package coding

import (
	"context"
	"errors"
	"strconv"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop/sqltree"
)

// CodeTemplate resolves the placeholders of a SQL template into lists of concept ids, so that IN ([condition@gout])
// becomes IN (440674, …). Each entity is coded once, however often it stands in the template. It returns the sets in
// the order of their first placeholders; on an error, those coded so far. Only llm.ErrPending lets those after it be
// coded, so that all requests of a template can be answered together. Placeholders of cohorts stay.
//
// This is the one place where coding knows of SQL: it reads placeholders through omop/sqltree.
func CodeTemplate(ctx context.Context, coder Coder, template string) (sql string, sets []ConceptSet, err error) {
	lists := map[Entity]string{}
	var waits error // an answer that comes later; those of the other entities can be asked for meanwhile
	sql, err = sqltree.Render(template, func(p sqltree.Placeholder) (string, error) {
		if p.Domain == sqltree.Cohort {
			return p.String(), nil // people are not concepts, and are put in where the SQL is run
		}
		e := Entity{Domain: string(p.Domain), Text: p.Text}
		if list, ok := lists[e]; ok {
			return list, nil
		}
		set, err := coder.Code(ctx, e)
		if errors.Is(err, llm.ErrPending) {
			waits, lists[e] = err, ""
			return "", nil
		}
		if err != nil {
			return "", err
		}
		sets = append(sets, set)
		lists[e] = idList(set.IDs())
		return lists[e], nil
	})
	if err == nil && waits != nil {
		return "", sets, waits
	}
	return sql, sets, err
}

func idList(ids []int64) string {
	var b []byte
	for i, id := range ids {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, id, 10)
	}
	return string(b)
}
