package sqltree

import "reflect"

// slots receives the places below a node at which other nodes hang.
type slots struct {
	expr  func(e *Expr, optional bool)
	query func(q *Query)
	table func(t *TableRef)
	part  func(n Node) // a node of a fixed type, which can't be replaced
}

func (s *slots) exprs(list []Expr) {
	for i := range list {
		s.expr(&list[i], false)
	}
}

func (s *slots) orders(list []*Order) {
	for _, o := range list {
		s.part(o)
	}
}

// eachChild visits what hangs directly below n.
func eachChild(n Node, s *slots) {
	switch n := n.(type) {
	case *Statement:
		s.query(&n.Query)
	case *Select:
		s.selectQuery(n)
	case *SetOp:
		s.with(&n.Common)
		for i := range n.Inputs {
			s.query(&n.Inputs[i])
		}
		s.tail(&n.Common)
	case *Values:
		s.with(&n.Common)
		for _, row := range n.Rows {
			s.exprs(row)
		}
		s.tail(&n.Common)
	case *CTE:
		s.query(&n.Query)
		s.exprs(n.Key)
	case *Item:
		s.expr(&n.Expr, false)
	case *Order:
		s.expr(&n.Expr, false)
	case TableRef:
		s.tableRef(n)
	case Expr:
		s.exprNode(n)
	case *When:
		s.expr(&n.If, false)
		s.expr(&n.Then, false)
	}
}

func (s *slots) selectQuery(n *Select) {
	s.with(&n.Common)
	s.exprs(n.DistinctOn)
	for _, i := range n.List {
		s.part(i)
	}
	s.table(&n.From)
	s.expr(&n.Where, true)
	s.exprs(n.GroupBy.Exprs)
	s.expr(&n.Having, true)
	s.expr(&n.Qualify, true)
	s.tail(&n.Common)
}

func (s *slots) with(c *Common) {
	for _, cte := range c.With {
		s.part(cte)
	}
}

func (s *slots) tail(c *Common) {
	s.orders(c.OrderBy)
	s.expr(&c.Limit, true)
	s.expr(&c.Offset, true)
}

func (s *slots) tableRef(t TableRef) {
	switch t := t.(type) {
	case *Subselect:
		s.query(&t.Query)
	case *TableFunc:
		s.part(t.Func)
	case *Join:
		s.table(&t.Left)
		s.table(&t.Right)
		s.expr(&t.On, true)
	}
}

func (s *slots) exprNode(e Expr) {
	switch e := e.(type) {
	case *Func:
		s.exprs(e.Args)
		s.orders(e.OrderBy)
		s.expr(&e.Filter, true)
	case *Window:
		s.window(e)
	case *Case:
		s.expr(&e.Operand, false)
		for _, w := range e.Whens {
			s.part(w)
		}
		s.expr(&e.Else, true)
	case *And:
		s.terms(e.Terms)
	case *Or:
		s.terms(e.Terms)
	case *In:
		s.expr(&e.Expr, false)
		s.exprs(e.List)
	case *InQuery:
		s.expr(&e.Expr, false)
		s.query(&e.Query)
	case *Quantified:
		s.expr(&e.Left, false)
		s.query(&e.Query)
	case *Exists:
		s.query(&e.Query)
	case *Subquery:
		s.query(&e.Query)
	case *Subscript:
		s.expr(&e.Expr, false)
		s.exprs(e.Args)
	case *Star:
		for _, r := range e.Replace {
			s.part(r)
		}
		s.expr(&e.Pattern, true)
	default:
		s.simple(e)
	}
}

// simple visits the expressions that hold nothing but single expressions.
func (s *slots) simple(e Expr) {
	switch e := e.(type) {
	case *Named:
		s.expr(&e.Expr, false)
	case *Compare:
		s.expr(&e.Left, false)
		s.expr(&e.Right, false)
	case *Not:
		s.expr(&e.Expr, false)
	case *IsNull:
		s.expr(&e.Expr, false)
	case *IsTruth:
		s.expr(&e.Expr, false)
	case *Between:
		s.expr(&e.Expr, false)
		s.expr(&e.Low, false)
		s.expr(&e.High, false)
	case *Like:
		s.expr(&e.Expr, false)
		s.expr(&e.Pattern, false)
		s.expr(&e.Escape, true)
	case *Cast:
		s.expr(&e.Expr, false)
	case *Interval:
		s.expr(&e.Expr, false)
	case *Extract:
		s.expr(&e.From, false)
	case *Collate:
		s.expr(&e.Expr, false)
	case *Lambda:
		s.expr(&e.Left, false)
		s.expr(&e.Body, false)
	case *Field:
		s.expr(&e.Expr, false)
	}
}

func (s *slots) terms(list []Expr) {
	for i := range list {
		s.expr(&list[i], true)
	}
}

func (s *slots) window(w *Window) {
	s.part(w.Func)
	s.exprs(w.PartitionBy)
	s.orders(w.OrderBy)
	if w.Frame != nil {
		s.expr(&w.Frame.Start.Expr, false)
		s.expr(&w.Frame.End.Expr, false)
	}
}

// isNil also catches a nil pointer in an interface, which a missing FROM of a hand-made tree can be.
func isNil(n Node) bool {
	if n == nil {
		return true
	}
	v := reflect.ValueOf(n)
	return v.Kind() == reflect.Pointer && v.IsNil()
}
