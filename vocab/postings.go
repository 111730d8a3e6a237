package vocab

import (
	"encoding/binary"
	"sort"
)

// The posting list of a word holds the texts that have it, ascending, in blocks with skips (Moffat and Zobel, ACM TOIS
// 1996): varint differences, the first of a block from the last of the block before. A list of more than one block
// begins with a table of its blocks, last text u32 and begin u32 counted from the table's end, so that a search can
// leap over most of a long list.
const (
	blockTexts = 128
	skipSize   = 8
)

func appendPostings(b []byte, texts []uint32) []byte {
	var table []byte
	var data []byte
	var last uint32
	for at := 0; at < len(texts); at += blockTexts {
		block := texts[at:min(at+blockTexts, len(texts))]
		if len(texts) > blockTexts {
			table = appendU32(table, block[len(block)-1], uint32(len(data)))
		}
		for _, t := range block {
			data = binary.AppendUvarint(data, uint64(t-last))
			last = t
		}
	}
	return append(append(b, table...), data...)
}

// noText is where a list has ended.
const noText = ^uint32(0)

// postings walks along the texts that hold a word.
type postings struct {
	text  uint32 // the one it stands at; noText after the last
	table section
	data  section
	count int // texts in the list
	block int // the one that is decoded
	at    int // in the block
	n     int // texts in the block
	texts [blockTexts]uint32
}

// postings returns the texts that hold a word, standing at the first.
func (x *index) postings(word int) *postings {
	all := x.sections[secPostings]
	from := int(x.sections[secWords].u32(word*wordSize + 4))
	p := &postings{count: min(x.wordTexts(word), len(all)), block: -1}
	if from > len(all) {
		p.count = 0
		from = len(all)
	}
	p.data = all[from:]
	if blocks := p.blocks(); blocks > 1 {
		table := min(blocks*skipSize, len(p.data))
		p.table, p.data = p.data[:table], p.data[table:]
	}
	p.decode(0)
	return p
}

func (p *postings) blocks() int { return (p.count + blockTexts - 1) / blockTexts }

// decode reads a block and stands at its first text.
func (p *postings) decode(block int) {
	if block >= p.blocks() {
		p.text, p.n = noText, 0
		return
	}
	var last uint32
	begin := 0
	if block > 0 {
		last, begin = p.table.u32((block-1)*skipSize), int(p.table.u32(block*skipSize+4))
	}
	p.block, p.at = block, 0
	p.n = p.data.readDeltas(p.texts[:min(blockTexts, p.count-block*blockTexts)], begin, last)
	if p.n == 0 {
		p.text, p.count = noText, 0 // the file is damaged here
		return
	}
	p.text = p.texts[0]
}

// next goes to the next text.
func (p *postings) next() {
	if p.at++; p.at < p.n {
		p.text = p.texts[p.at]
	} else {
		p.decode(p.block + 1)
	}
}

// seek goes to the first text from this one on that is not before the wanted one.
func (p *postings) seek(wanted uint32) {
	if p.text >= wanted {
		return
	}
	if p.n > 0 && p.texts[p.n-1] < wanted {
		blocks := p.blocks()
		next := p.block + 1
		step := 1
		for next+step < blocks && p.table.u32((next+step)*skipSize) < wanted {
			next += step
			step *= 2
		}
		upTo := min(next+step, blocks)
		next += sort.Search(upTo-next, func(i int) bool { return p.table.u32((next+i)*skipSize) >= wanted })
		if p.decode(next); p.n == 0 {
			return
		}
	}
	for p.text < wanted {
		p.next()
	}
}

// readDeltas fills the numbers from varint differences and returns how many there were.
func (s section) readDeltas(into []uint32, at int, last uint32) int {
	if at < 0 || at > len(s) {
		return 0
	}
	for i := range into {
		if at < len(s) && s[at] < 0x80 { // most differences are of one byte
			last += uint32(s[at])
			at++
		} else {
			d, size := binary.Uvarint(s[at:])
			if size <= 0 {
				return i
			}
			last += uint32(d)
			at += size
		}
		into[i] = last
	}
	return len(into)
}
