package cells

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"time"

	"github.com/askomop/askomop/omop"
)

// Types of Arrow, by their numbers in a schema.
const (
	nullType = iota + 1
	intType
	floatType
	binaryType
	textType
	boolType
	decimalType
	dateType
	_ // of a day
	timestampType
	intervalType
	durationType  = 18
	largeTextType = 20
)

// kind is what a column holds: one of Arrow's types, how many bits or of which unit, and how many places it has.
type kind struct {
	of, size, places int
	name             string // DuckDB's name of the type, by which results are shown
}

// units are the units of times, from seconds down.
var units = []time.Duration{time.Second, time.Millisecond, time.Microsecond, time.Nanosecond}

func readSchema(head table) (kinds []kind, columns []omop.Column, err error) {
	if head.firstNumber(0) != 0 {
		return nil, nil, fmt.Errorf("it has the bytes of its numbers the other way round")
	}
	at, n := head.vector(1, 4)
	columns = []omop.Column{}
	for i := range n {
		place := at + 4*i
		field := table{head.flat, place + head.u32(place)}
		k, ok := readKind(int(field.byte(2)), field.table(3))
		if !ok && head.err == nil {
			return nil, nil, fmt.Errorf("column %s is of a type that is not read here; CAST it to STRING",
				field.text(0))
		}
		kinds = append(kinds, k)
		columns = append(columns, omop.Column{Name: field.text(0), Type: k.name})
	}
	return kinds, columns, head.err
}

// readKind reads a type. The numbers come from Arrow's schema; where a field is left out, its default.
func readKind(of int, t table) (kind, bool) {
	k := kind{of: of, name: "VARCHAR"}
	switch of {
	case nullType, textType, largeTextType:
		return k, true
	case binaryType:
		k.name = "BLOB"
	case boolType:
		k.name = "BOOLEAN"
	case intType:
		k.size = t.number32(0, 0)
		k.name = map[int]string{8: "TINYINT", 16: "SMALLINT", 32: "INTEGER", 64: "BIGINT"}[k.size]
		return k, k.name != "" && t.byte(1) != 0
	case floatType:
		k.size = map[int]int{1: 32, 2: 64}[t.firstNumber(0)]
		k.name = map[int]string{32: "FLOAT", 64: "DOUBLE"}[k.size]
		return k, k.size > 0
	case decimalType:
		k.places = t.number32(1, 0)
		k.name = fmt.Sprintf("DECIMAL(%d,%d)", t.number32(0, 0), k.places)
		return k, t.number32(2, 128) == 128 && k.places >= 0
	case dateType:
		k.name = "DATE"
		return k, t.firstNumber(1) == 0 // in days
	case timestampType:
		k.size, k.name = t.firstNumber(0), "TIMESTAMP"
		return k, k.size >= 0 && k.size < len(units)
	case intervalType:
		k.name = "INTERVAL"
		return k, t.firstNumber(0) == 0 // in months
	case durationType:
		k.size, k.name = t.firstNumber(1), "INTERVAL"
		return k, k.size >= 0 && k.size < len(units)
	default:
		return k, false
	}
	return k, true
}

// reader reads the cells of a column: numbers as int64 where they are whole, as float64 else.
func (k kind) reader(b *buffers, rows int) (func(int) any, error) {
	if k.of == nullType { // it has no buffers
		return func(int) any { return nil }, nil
	}
	valid, err := b.next(0) // empty where no cell is missing
	if err != nil || len(valid) > 0 && len(valid) < (rows+7)/8 {
		return nil, errShort
	}
	read, err := k.values(b, rows)
	if err != nil || len(valid) == 0 {
		return read, err
	}
	return func(i int) any {
		if !bit(valid, i) {
			return nil
		}
		return read(i)
	}, nil
}

func bit(of []byte, i int) bool { return of[i/8]>>(i%8)&1 == 1 }

// values reads the cells of a column as if none were missing.
func (k kind) values(b *buffers, rows int) (func(int) any, error) {
	switch k.of {
	case textType, largeTextType, binaryType:
		return k.texts(b, rows)
	case boolType:
		data, err := b.next((rows + 7) / 8)
		return func(i int) any { return bit(data, i) }, err
	}
	width := map[int]int{intType: k.size / 8, floatType: k.size / 8, decimalType: 16, dateType: 4,
		intervalType: 4}[k.of]
	if width == 0 {
		width = 8
	}
	data, err := b.next(width * rows)
	return func(i int) any { return k.value(data[i*width : (i+1)*width]) }, err
}

// value is a cell of so many bytes.
func (k kind) value(cell []byte) any {
	if k.of == decimalType {
		return decimal(wide(cell), k.places)
	}
	n := whole(cell)
	switch k.of {
	case floatType:
		if k.size == 64 {
			return omop.FloatCell(math.Float64frombits(uint64(n)))
		}
		short := math.Float32frombits(uint32(n))
		f, err := strconv.ParseFloat(strconv.FormatFloat(float64(short), 'g', -1, 32), 64) // 0.1, not 0.10000000149
		if err != nil {
			return nil
		}
		return omop.FloatCell(f)
	case dateType:
		return time.Unix(n*24*60*60, 0).UTC()
	case timestampType:
		per := int64(time.Second / units[k.size])
		seconds := n / per
		return time.Unix(seconds, (n-seconds*per)*int64(units[k.size])).UTC()
	case intervalType:
		return months(n)
	case durationType:
		return span(time.Duration(n) * units[k.size])
	}
	return n
}

// texts reads texts, or bytes in hexadecimal. Their ends stand in a buffer of their own.
func (k kind) texts(b *buffers, rows int) (func(int) any, error) {
	width := 4
	if k.of == largeTextType {
		width = 8
	}
	least := width * (rows + 1)
	if rows == 0 {
		least = 0 // it may be left out
	}
	ends, err := b.next(least)
	if err != nil {
		return nil, err
	}
	data, err := b.next(0)
	if err != nil {
		return nil, err
	}
	last := int64(0)
	for i := range rows {
		end := whole(ends[(i+1)*width : (i+2)*width])
		if begin := whole(ends[i*width : (i+1)*width]); begin < last || end < begin || end > int64(len(data)) {
			return nil, errShort
		}
		last = end
	}
	return func(i int) any {
		text := data[whole(ends[i*width:(i+1)*width]):whole(ends[(i+1)*width:(i+2)*width])]
		if k.of == binaryType {
			return hex.EncodeToString(text)
		}
		return string(text)
	}, nil
}

// whole is a number of 1, 2, 4 or 8 bytes with its sign.
func whole(cell []byte) int64 {
	switch len(cell) {
	case 1:
		return int64(int8(cell[0]))
	case 2:
		return int64(int16(binary.LittleEndian.Uint16(cell)))
	case 4:
		return int64(int32(binary.LittleEndian.Uint32(cell)))
	}
	return int64(binary.LittleEndian.Uint64(cell))
}

// wide is a number of 16 bytes with its sign.
func wide(cell []byte) *big.Int {
	turned := slices.Clone(cell)
	slices.Reverse(turned)
	n := new(big.Int).SetBytes(turned)
	if cell[len(cell)-1]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(cell))))
	}
	return n
}
