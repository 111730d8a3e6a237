package cells

import (
	"encoding/binary"
	"errors"
)

// errShort is the error for a batch that names a place outside of itself.
var errShort = errors.New("it is cut off or damaged")

// flat is a flatbuffer, the form of a message's head. A place outside of it is noted in err, and reads as 0: who has
// read it all looks at err once.
//
// A worked example. A table begins with the distance back to the list of its fields' places. Field 2 has its place in
// the list's third entry, after the list's own size and the table's; 0 there says that it has its default.
type flat struct {
	data []byte
	err  error
}

func (f *flat) bytes(at, n int) []byte {
	if at < 0 || n < 0 || at > len(f.data)-n {
		f.err = errShort
		return make([]byte, max(0, min(n, 16)))
	}
	return f.data[at : at+n]
}

func (f *flat) u16(at int) int { return int(binary.LittleEndian.Uint16(f.bytes(at, 2))) }
func (f *flat) u32(at int) int { return int(binary.LittleEndian.Uint32(f.bytes(at, 4))) }
func (f *flat) i32(at int) int { return int(int32(binary.LittleEndian.Uint32(f.bytes(at, 4)))) }
func (f *flat) i64(at int) int { return int(int64(binary.LittleEndian.Uint64(f.bytes(at, 8)))) }

// table is a table in a flatbuffer.
type table struct {
	*flat
	at int
}

func (f *flat) root() table { return table{f, f.u32(0)} }

// field is the place of a field, 0 where it has its default.
func (t table) field(n int) int {
	list := t.at - t.i32(t.at)
	slot := 4 + 2*n
	if t.err != nil || slot+2 > t.u16(list) {
		return 0
	}
	if away := t.u16(list + slot); away != 0 {
		return t.at + away
	}
	return 0
}

// firstNumber is the first field, of 16 bits.
func (t table) firstNumber(otherwise int) int {
	if at := t.field(0); at != 0 {
		return int(int16(t.u16(at)))
	}
	return otherwise
}

func (t table) number32(n, otherwise int) int {
	if at := t.field(n); at != 0 {
		return t.i32(at)
	}
	return otherwise
}

func (t table) number64(n int) int {
	if at := t.field(n); at != 0 {
		return t.i64(at)
	}
	return 0
}

func (t table) byte(n int) byte {
	if at := t.field(n); at != 0 {
		return t.bytes(at, 1)[0]
	}
	return 0
}

func (t table) has(n int) bool { return t.field(n) != 0 }

func (t table) table(n int) table {
	at := t.field(n)
	if at == 0 {
		t.flat.err = errShort
		return table{t.flat, 0}
	}
	return table{t.flat, at + t.u32(at)}
}

// vector is the place of the first element of a list, and how many of a size there are.
func (t table) vector(n, size int) (at, length int) {
	field := t.field(n)
	if field == 0 {
		return 0, 0
	}
	at = field + t.u32(field)
	length = t.u32(at)
	if t.err != nil || length > (len(t.data)-at)/size {
		t.flat.err = errShort
		return 0, 0
	}
	return at + 4, length
}

func (t table) text(n int) string {
	at, length := t.vector(n, 1)
	if length == 0 {
		return ""
	}
	return string(t.bytes(at, length))
}
