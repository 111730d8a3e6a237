package workbook

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// Rows are the cells of a sheet as text, numbers as they are stored. Rows and cells that are left out come as empty
// ones, and none follow the last that is there. More cells than most, with those empty ones, are an error.
func (b *Book) Rows(sheet string, most int) ([][]string, error) {
	for _, s := range b.sheets {
		if s.Name != sheet {
			continue
		}
		in, err := b.part(b.targets[s.ID])
		if err != nil {
			return nil, err
		}
		defer in.Close()
		r := &rows{book: b, most: most}
		if err := r.read(xml.NewDecoder(in)); err != nil {
			return nil, fmt.Errorf("the sheet %s: %w", sheet, err)
		}
		return r.all, nil
	}
	return nil, fmt.Errorf("there is no sheet %q", sheet)
}

// rows reads the rows of one sheet.
type rows struct {
	book    *Book
	all     [][]string
	n, most int // cells
}

type cell struct {
	Place string `xml:"r,attr"`
	Type  string `xml:"t,attr"`
	Value string `xml:"v"`
	Text  rich   `xml:"is"`
}

func (r *rows) read(d *xml.Decoder) error {
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		start, ok := token.(xml.StartElement)
		switch {
		case !ok:
		case start.Name.Local == "row":
			err = r.beginRow(start)
		case start.Name.Local == "c" && len(r.all) > 0:
			var c cell
			if err = d.DecodeElement(&c, &start); err == nil {
				err = r.addCell(&c)
			}
		}
		if err != nil {
			return err
		}
	}
}

// beginRow adds the row that begins, and the empty ones before it.
func (r *rows) beginRow(start xml.StartElement) error {
	at := len(r.all) + 1
	for _, a := range start.Attr {
		if a.Name.Local != "r" {
			continue
		}
		n, err := strconv.Atoi(a.Value)
		if err != nil || n < at || n > mostRows {
			return fmt.Errorf("a row has the number %q after row %d", a.Value, at-1)
		}
		at = n
	}
	if err := r.count(at - len(r.all)); err != nil {
		return err
	}
	for len(r.all) < at {
		r.all = append(r.all, nil)
	}
	return nil
}

func (r *rows) addCell(c *cell) error {
	row := &r.all[len(r.all)-1]
	k := len(*row)
	if c.Place != "" {
		var err error
		if k, err = column(c.Place); err != nil {
			return err
		}
	}
	text, err := r.text(c)
	if err != nil {
		return err
	}
	if k >= mostColumns {
		return errPlace
	}
	if more := k + 1 - len(*row); more > 0 {
		if err := r.count(more); err != nil {
			return err
		}
		*row = append(*row, make([]string, more)...)
	}
	(*row)[k] = text
	return nil
}

func (r *rows) count(more int) error {
	if r.n += more; r.n > r.most {
		return fmt.Errorf("it has more than %d cells", r.most)
	}
	return nil
}

// text is what a cell shows.
func (r *rows) text(c *cell) (string, error) {
	switch c.Type {
	case "s":
		n, err := strconv.Atoi(c.Value)
		if err != nil || n < 0 || n >= len(r.book.strings) {
			return "", fmt.Errorf("the cell %s names a text that is not there", c.Place)
		}
		return r.book.strings[n], nil
	case "inlineStr":
		return c.Text.text(), nil
	case "b":
		if c.Value == "1" {
			return "TRUE", nil
		}
		return "FALSE", nil
	}
	return unescape(c.Value), nil
}
