package picture

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	boxPad    = 8
	arrowTall = 34
	mostWords = 4 // lines in a box
)

// flowBoxes are the texts of the boxes, broken into lines, and how wide a box is.
func (p *Picture) flowBoxes(of size) (texts [][]string, wide vg.Length) {
	wide = of.wide * 0.56
	if of.name == narrowSheet.name {
		wide = of.wide * 0.62
	}
	for i, label := range p.Labels {
		lines := (&sheet{}).wrap(label, wide-2*boxPad, mostWords)
		texts = append(texts, append(lines, "n = "+p.Series[0].Points[i].text()))
	}
	return texts, wide
}

func (p *Picture) flowTall(of size) vg.Length {
	texts, _ := p.flowBoxes(of)
	tall := vg.Length(len(texts)-1) * arrowTall
	for _, t := range texts {
		tall += vg.Length(len(t))*row + 2*boxPad
	}
	return tall + row + p.explained()
}

// drawFlow draws a box for each step, an arrow to the next, and beside the arrow how many people it leaves out.
func (p *Picture) drawFlow(s *sheet, of size) {
	texts, wide := p.flowBoxes(of)
	s.take(1)
	for i, lines := range texts {
		if i > 0 {
			p.drawLost(s, i, wide)
		}
		strip := s.take(vg.Length(len(lines))*row + 2*boxPad)
		at := vg.Rectangle{Min: vg.Point{X: strip.Min.X + 1, Y: strip.Min.Y},
			Max: vg.Point{X: strip.Min.X + wide, Y: strip.Max.Y}}
		if p.Series[0].Points[i].Hidden {
			titled(s.Canvas, whyGap)
		}
		fillBox(s.Canvas, tint, at)
		strokeBox(s.Canvas, thin(ink), at)
		y := at.Max.Y - boxPad - row/2
		for n, l := range lines {
			of := ink
			if n == len(lines)-1 && p.Series[0].Points[i].Hidden {
				of = soft
			}
			say(s.Canvas, of, draw.XCenter, vg.Point{X: (at.Min.X + at.Max.X) / 2, Y: y}, l)
			y -= row
		}
	}
	s.take(row / 2)
	s.explain(p)
}

// drawLost draws the arrow to a step, and who is left out on the way.
func (p *Picture) drawLost(s *sheet, i int, wide vg.Length) {
	strip := s.take(arrowTall)
	x, middle := strip.Min.X+wide/2, (strip.Min.Y+strip.Max.Y)/2
	s.StrokeLine2(thin(ink), x, strip.Max.Y, x, strip.Min.Y+6)
	s.head(vg.Point{X: x, Y: strip.Min.Y}, vg.Point{Y: 1})
	lost := p.Series[0].Lost[i]
	if !lost.Shown && !lost.Hidden {
		return
	}
	end := strip.Min.X + wide + 12
	s.StrokeLine2(thin(ink), x, middle, end, middle)
	s.head(vg.Point{X: end + 6, Y: middle}, vg.Point{X: -1})
	text := "left out: " + lost.text()
	if s.narrow {
		text = "− " + lost.text()
	}
	say(s.Canvas, soft, draw.XLeft, vg.Point{X: end + 12, Y: middle}, text)
}

// head is the head of an arrow that comes from a side.
func (s *sheet) head(at, from vg.Point) {
	const long, half = 8, 4
	back := vg.Point{X: at.X + long*from.X, Y: at.Y + long*from.Y}
	s.FillPolygon(ink, []vg.Point{at, {X: back.X + half*from.Y, Y: back.Y + half*from.X},
		{X: back.X - half*from.Y, Y: back.Y - half*from.X}})
}
