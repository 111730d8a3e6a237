package workbook

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// Book is a workbook that can be read.
type Book struct {
	parts   map[string]*zip.File
	sheets  []listed
	targets map[string]string // id of a relation → part
	strings []string          // shared by the cells
}

type listed struct {
	Name string `xml:"name,attr"`
	ID   string `xml:"id,attr"` // of its relation
}

type relations struct {
	Relationship []struct {
		ID     string `xml:"Id,attr"`
		Type   string `xml:"Type,attr"`
		Target string `xml:"Target,attr"`
	}
}

// rich is a text of one piece, or of pieces that look different. How it is pronounced (rPh) is left out.
type rich struct {
	T []string `xml:"t"`
	R []struct {
		T []string `xml:"t"`
	} `xml:"r"`
}

func (x *rich) text() string {
	text := strings.Join(x.T, "")
	for _, r := range x.R {
		text += strings.Join(r.T, "")
	}
	return unescape(text)
}

// Open opens a workbook that unpacks to at most so many bytes.
func Open(data []byte, most uint64) (*Book, error) {
	if bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0")) {
		return nil, errors.New("it is an old workbook (.xls) or one with a password: save it as .xlsx without")
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("it is no workbook: %w", err)
	}
	b := &Book{parts: map[string]*zip.File{}, targets: map[string]string{}}
	var size uint64
	for _, f := range z.File {
		// archive/zip refuses parts that hold more than they say. The sum can't overflow: it is looked at each time.
		if f.UncompressedSize64 > most || size+f.UncompressedSize64 > most {
			return nil, fmt.Errorf("it unpacks to more than %d bytes", most)
		}
		size += f.UncompressedSize64
		b.parts[strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(f.Name, `\`, "/")), "/")] = f
	}
	return b, b.open()
}

// open reads what the sheets are called, and the texts that they share.
func (b *Book) open() error {
	top, err := b.relations("_rels/.rels", "")
	if err != nil {
		return err
	}
	book := top["officeDocument"]
	var list struct {
		Sheets struct {
			Sheet []listed `xml:"sheet"`
		} `xml:"sheets"`
	}
	if err := b.decode(book, &list); err != nil {
		return err
	}
	b.sheets = list.Sheets.Sheet
	folder := path.Dir(book)
	kinds, err := b.relations(path.Join(folder, "_rels", path.Base(book)+".rels"), folder)
	if err != nil {
		return err
	}
	if shared := kinds["sharedStrings"]; shared != "" {
		var all struct {
			SI []rich `xml:"si"`
		}
		if err := b.decode(shared, &all); err != nil {
			return err
		}
		for _, s := range all.SI {
			b.strings = append(b.strings, s.text())
		}
	}
	return nil
}

// relations reads which parts belong to the one in folder: by their ids into the book, by the last word of their kind
// as its result.
func (b *Book) relations(part, folder string) (map[string]string, error) {
	var r relations
	if err := b.decode(part, &r); err != nil {
		return nil, err
	}
	kinds := map[string]string{}
	for _, rel := range r.Relationship {
		target := rel.Target
		if !strings.HasPrefix(target, "/") {
			target = path.Join("/", folder, target)
		}
		target = strings.TrimPrefix(path.Clean(target), "/")
		kinds[path.Base(rel.Type)] = target
		b.targets[rel.ID] = target
	}
	return kinds, nil
}

func (b *Book) part(name string) (io.ReadCloser, error) {
	f := b.parts[name]
	if f == nil {
		return nil, fmt.Errorf("it is no workbook, or a damaged one: the part %q is missing", name)
	}
	return f.Open()
}

func (b *Book) decode(name string, into any) error {
	in, err := b.part(name)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := xml.NewDecoder(in).Decode(into); err != nil {
		return fmt.Errorf("it is no workbook, or a damaged one: %s: %w", name, err)
	}
	return nil
}

// Sheets are the names of the sheets, in order.
func (b *Book) Sheets() []string {
	var names []string
	for _, s := range b.sheets {
		names = append(names, s.Name)
	}
	return names
}
