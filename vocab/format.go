package vocab

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
)

// The index file is a header, a table of sections, and the sections, each on an
// 8-byte boundary, all numbers little-endian:
//
//	magic [8]byte, version u32, sections u32, file size u64, CRC of the table u32, zero u32
//	per section: offset u64, length u64, CRC of the section u32, zero u32
//
// Opening checks header and table and reads the small meta section; the others
// stay on disk until a lookup touches them. Readers never trust a position
// found in a section: what lies outside reads as zero or empty.
//
// indexVersion goes up with every change of the format, and of what Normalize or the builder makes of the same tables.
const (
	indexVersion = 12
	headerSize   = 32
	entrySize    = 24
)

var indexMagic = [8]byte{'A', 'S', 'K', 'V', 'O', 'C', 'A', 'B'}

// Sections of the index, in file order.
const (
	secMeta         = iota // JSON of indexMeta
	secBlob                // all strings
	secConcepts            // conceptSize bytes each, by id
	secCodes               // u32 concept ordinals, by code without dots
	secTexts               // textSize bytes each, by normalised text
	secBearings            // bearingSize bytes for each text: what a search needs of it
	secLeastWeights        // a byte for each text: what its words tell at the least, in steps of leastWeightStep
	secTerms               // termSize bytes each, grouped by text, best kind first
	secWords               // wordSize bytes each, by word
	secPostings            // per word: the texts that hold it, see postings.go
	secTrigrams            // trigramSize bytes each, by key
	secTriWords            // per trigram: varint deltas of the words that hold it
	secMapsFrom            // u32 per concept, and one more: begin of its targets in secMapsTo
	secMapsTo              // u32 concept ordinals
	// concept id and id of one directly below it, u64 each, sorted; empty where CONCEPT_ANCESTOR is whole
	secEdges
	secChildren // u64 ids of all concepts that have one above them in secEdges, sorted
	sectionCount
)

// Record sizes in bytes; record.go gives the fields.
const (
	conceptSize = 32
	textSize    = 12
	bearingSize = 8
	termSize    = 12
	wordSize    = 16
	trigramSize = 12
)

// indexMeta is the head of the index.
type indexMeta struct {
	Strings      []string // domains, vocabularies and classes, referred to by number
	Vocabularies []string // vocabulary_id of the concepts
	// domain_id of the concepts, by their bit in a text's mask; those from the last bit on share it
	Domains   []string
	Hierarchy HierarchyKind
	Partial   bool   // CONCEPT_ANCESTOR lacks part of the standard conditions and procedures
	Version   string // of the vocabulary, from VOCABULARY; may be empty
	Synonyms  int    // rows of CONCEPT_SYNONYM that were read
}

var errCorrupt = errors.New("index file is damaged")

// index is an opened index file.
type index struct {
	sections [sectionCount]section
	sums     [sectionCount]uint32
	meta     indexMeta
}

// parseIndex reads header, table and meta of the file's bytes, which the index keeps using.
func parseIndex(file []byte) (*index, error) {
	if len(file) < headerSize+sectionCount*entrySize || [8]byte(file[:8]) != indexMagic {
		return nil, fmt.Errorf("%w: no vocabulary index", errCorrupt)
	}
	if v := binary.LittleEndian.Uint32(file[8:]); v != indexVersion {
		return nil, fmt.Errorf("%w: version %d, want %d", errCorrupt, v, indexVersion)
	}
	if n := binary.LittleEndian.Uint32(file[12:]); n != sectionCount {
		return nil, fmt.Errorf("%w: %d sections, want %d", errCorrupt, n, sectionCount)
	}
	if size := binary.LittleEndian.Uint64(file[16:]); size != uint64(len(file)) {
		return nil, fmt.Errorf("%w: %d bytes, want %d", errCorrupt, len(file), size)
	}
	table := file[headerSize : headerSize+sectionCount*entrySize]
	if crc32.ChecksumIEEE(table) != binary.LittleEndian.Uint32(file[24:]) {
		return nil, fmt.Errorf("%w: checksum of the section table", errCorrupt)
	}
	x := &index{}
	for i := range x.sections {
		e := table[i*entrySize:]
		at, n := binary.LittleEndian.Uint64(e), binary.LittleEndian.Uint64(e[8:])
		if at > uint64(len(file)) || n > uint64(len(file))-at {
			return nil, fmt.Errorf("%w: section %d lies outside the file", errCorrupt, i)
		}
		x.sections[i] = file[at : at+n : at+n]
		x.sums[i] = binary.LittleEndian.Uint32(e[16:])
	}
	if err := x.verify(secMeta); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(x.sections[secMeta], &x.meta); err != nil {
		return nil, fmt.Errorf("%w: meta: %w", errCorrupt, err)
	}
	return x, nil
}

// verify compares a section's checksum; it reads the whole section.
func (x *index) verify(i int) error {
	if crc32.ChecksumIEEE(x.sections[i]) != x.sums[i] {
		return fmt.Errorf("%w: checksum of section %d", errCorrupt, i)
	}
	return nil
}
