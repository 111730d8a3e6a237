package vocab

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
)

// sectionFile is a section of the index while it is made: a file in the work folder.
type sectionFile struct {
	file *os.File
	w    *bufio.Writer
	size uint64
	sum  uint32
}

func newSectionFile(dir string, i int) (*sectionFile, error) {
	f, err := os.Create(filepath.Join(dir, fmt.Sprintf("section-%d", i)))
	if err != nil {
		return nil, err
	}
	s := &sectionFile{file: f}
	s.w = bufio.NewWriterSize(summed{s}, 1<<17)
	return s, nil
}

// append adds bytes to the section. An error stays with the buffer and shows in finish.
func (s *sectionFile) append(b []byte) {
	s.size += uint64(len(b))
	s.w.Write(b)
}

// summed writes to the section's file and keeps the checksum.
type summed struct{ s *sectionFile }

func (w summed) Write(b []byte) (int, error) {
	w.s.sum = crc32.Update(w.s.sum, crc32.IEEETable, b)
	return w.s.file.Write(b)
}

// finish empties the buffer: size and sum are final then.
func (s *sectionFile) finish() error { return s.w.Flush() }

// writeTo copies the finished section.
func (s *sectionFile) writeTo(w io.Writer) error {
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(w, s.file)
	return err
}

func (s *sectionFile) close() error { return s.file.Close() }

// writeIndex writes header, table and the sections.
func writeIndex(w io.Writer, sections *[sectionCount]*sectionFile) error {
	table := make([]byte, sectionCount*entrySize)
	at := uint64(headerSize + len(table))
	for i, s := range sections {
		if err := s.finish(); err != nil {
			return err
		}
		at = (at + 7) &^ 7
		e := table[i*entrySize:]
		binary.LittleEndian.PutUint64(e, at)
		binary.LittleEndian.PutUint64(e[8:], s.size)
		binary.LittleEndian.PutUint32(e[16:], s.sum)
		at += s.size
	}
	header := make([]byte, headerSize)
	copy(header, indexMagic[:])
	binary.LittleEndian.PutUint32(header[8:], indexVersion)
	binary.LittleEndian.PutUint32(header[12:], sectionCount)
	binary.LittleEndian.PutUint64(header[16:], at)
	binary.LittleEndian.PutUint32(header[24:], crc32.ChecksumIEEE(table))
	if _, err := w.Write(append(header, table...)); err != nil {
		return err
	}
	written := uint64(headerSize + len(table))
	for _, s := range sections {
		pad := (8 - written%8) % 8
		if _, err := w.Write(make([]byte, pad)); err != nil {
			return err
		}
		if err := s.writeTo(w); err != nil {
			return err
		}
		written += pad + s.size
	}
	return nil
}
