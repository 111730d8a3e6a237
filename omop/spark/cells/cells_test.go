package cells

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/decimal128"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/askomop/askomop/omop"
)

// types are those that Spark sends.
var types = []arrow.DataType{
	arrow.FixedWidthTypes.Boolean, arrow.PrimitiveTypes.Int8, arrow.PrimitiveTypes.Int16, arrow.PrimitiveTypes.Int32, arrow.PrimitiveTypes.Int64,
	arrow.PrimitiveTypes.Float32, arrow.PrimitiveTypes.Float64, &arrow.Decimal128Type{Precision: 38, Scale: 0}, &arrow.Decimal128Type{Precision: 12, Scale: 3},
	arrow.BinaryTypes.String, arrow.BinaryTypes.LargeString, arrow.BinaryTypes.Binary, arrow.PrimitiveTypes.Date32,
	&arrow.TimestampType{Unit: arrow.Microsecond, TimeZone: "UTC"}, &arrow.TimestampType{Unit: arrow.Nanosecond}, &arrow.TimestampType{Unit: arrow.Second}, &arrow.TimestampType{Unit: arrow.Millisecond},
	arrow.FixedWidthTypes.MonthInterval, arrow.FixedWidthTypes.Duration_us, arrow.FixedWidthTypes.Duration_s, arrow.Null,
}

// put adds a random cell.
func put(r *rand.Rand, b array.Builder) {
	if r.IntN(5) == 0 {
		b.AppendNull()
		return
	}
	n := r.Int64() >> r.IntN(64)
	if r.IntN(2) == 0 {
		n = -n
	}
	text := strings.Repeat("añ眩 ", r.IntN(4)) + fmt.Sprint(n)
	switch b := b.(type) {
	case *array.BooleanBuilder:
		b.Append(n%2 == 0)
	case *array.Int8Builder:
		b.Append(int8(n))
	case *array.Int16Builder:
		b.Append(int16(n))
	case *array.Int32Builder:
		b.Append(int32(n))
	case *array.Int64Builder:
		b.Append(n)
	case *array.Float32Builder:
		b.Append([]float32{0.1, float32(n), float32(math.NaN()), -1e30}[r.IntN(4)])
	case *array.Float64Builder:
		b.Append([]float64{0.1, float64(n), math.Inf(-1), math.Pi}[r.IntN(4)])
	case *array.Decimal128Builder:
		b.Append(decimal128.New(n>>r.IntN(64), uint64(r.Uint64())))
	case *array.StringBuilder:
		b.Append(text)
	case *array.LargeStringBuilder:
		b.Append(text)
	case *array.BinaryBuilder:
		b.Append([]byte(text))
	case *array.Date32Builder:
		b.Append(arrow.Date32(n % 4e6))
	case *array.TimestampBuilder:
		b.Append(arrow.Timestamp(n % 6e10))
	case *array.MonthIntervalBuilder:
		b.Append(arrow.MonthInterval(n % 1000))
	case *array.DurationBuilder:
		b.Append(arrow.Duration(n % 1e9))
	default:
		b.AppendNull()
	}
}

// written is a stream of random batches of random columns.
func written(t testing.TB, r *rand.Rand, opts ...ipc.Option) []byte {
	t.Helper()
	var fields []arrow.Field
	for i := range 1 + r.IntN(8) {
		fields = append(fields, arrow.Field{Name: fmt.Sprintf("column %d é", i), Type: types[r.IntN(len(types))], Nullable: true})
	}
	schema := arrow.NewSchema(fields, nil)
	var out bytes.Buffer
	w := ipc.NewWriter(&out, append(opts, ipc.WithSchema(schema))...)
	for range r.IntN(4) {
		b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		for rows := r.IntN(70); rows > 0; rows-- {
			for i := range fields {
				put(r, b.Field(i))
			}
		}
		if err := w.Write(b.NewRecordBatch()); err != nil {
			t.Fatal(err)
		}
		b.Release()
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

type batch struct {
	columns []omop.Column
	rows    [][]any
}

func all(read func([]byte, func([]omop.Column, [][]any) error) error, data []byte) (batches []batch, err error) {
	err = read(data, func(c []omop.Column, rows [][]any) error {
		batches = append(batches, batch{c, rows})
		return nil
	})
	return batches, err
}

func TestBatchesAreReadAsTheLibraryReadsThem(t *testing.T) {
	rows := 0
	for seed := range uint64(600) {
		data := written(t, rand.New(rand.NewPCG(5, seed)))
		want, err := all(readByLibrary, data)
		if err != nil {
			t.Fatal(err)
		}
		got, err := all(Read, data)
		if err != nil || len(got) != len(want) {
			t.Fatalf("seed %d: %d batches, want %d: %v", seed, len(got), len(want), err)
		}
		for i := range got {
			if fmt.Sprint(got[i].columns) != fmt.Sprint(want[i].columns) {
				t.Fatalf("seed %d: %v, want %v", seed, got[i].columns, want[i].columns)
			}
			for n, row := range got[i].rows {
				rows++
				if !reflect.DeepEqual(row, want[i].rows[n]) {
					t.Fatalf("seed %d, row %d of %v:\n%v, want\n%v", seed, n, got[i].columns, row, want[i].rows[n])
				}
			}
			if len(got[i].rows) != len(want[i].rows) {
				t.Fatalf("seed %d: %d rows, want %d", seed, len(got[i].rows), len(want[i].rows))
			}
		}
	}
	if rows < 20000 {
		t.Errorf("only %d rows were compared", rows)
	}
}

func TestWhatIsNotReadIsNamed(t *testing.T) {
	list := arrow.NewSchema([]arrow.Field{{Name: "codes", Type: arrow.ListOf(arrow.PrimitiveTypes.Int32)}}, nil)
	var out bytes.Buffer
	w := ipc.NewWriter(&out, ipc.WithSchema(list))
	b := array.NewRecordBuilder(memory.DefaultAllocator, list)
	if err := w.Write(b.NewRecordBatch()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := all(Read, out.Bytes()); err == nil || !strings.Contains(err.Error(), "column codes is of a type that is not read here; CAST it to STRING") {
		t.Error(err)
	}
	for seed := range uint64(20) {
		data := written(t, rand.New(rand.NewPCG(6, seed)), ipc.WithLZ4())
		if _, err := all(Read, data); err != nil && !strings.Contains(err.Error(), "arrow.compression.codec to none") {
			t.Error(err)
		}
	}
	for _, data := range [][]byte{nil, {1, 2}, make([]byte, 64), bytes.Repeat([]byte{0xff}, 64)} {
		if _, err := all(Read, data); err == nil {
			t.Errorf("%v is read", data)
		}
	}
}

// A stream that was cut off or damaged is refused or read otherwise, and harms nothing.
func FuzzRead(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(written(f, rand.New(rand.NewPCG(7, seed))))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		batches, err := all(Read, data)
		if err != nil {
			return
		}
		for _, b := range batches {
			for _, row := range b.rows {
				if len(row) != len(b.columns) {
					t.Fatalf("%d cells of %d columns", len(row), len(b.columns))
				}
			}
		}
	})
}

func TestDamagedBatchesHarmNothing(t *testing.T) {
	refused := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(8, seed))
		data := written(t, r)
		for range 20 {
			broken := bytes.Clone(data[:1+r.IntN(len(data))])
			for range r.IntN(4) {
				broken[r.IntN(len(broken))] ^= 1 << r.IntN(8)
			}
			if _, err := all(Read, broken); err != nil {
				refused++
			}
		}
	}
	if refused < 1000 {
		t.Errorf("only %d of 8,000 damaged streams are refused", refused)
	}
}
