package synpuf

import (
	"archive/zip"
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/bounded"
	"github.com/askomop/askomop/internal/lazyregexp"
)

// rawFile is one raw file: a CSV in a folder, or in a zip.
type rawFile struct {
	kind   kind
	sample int
	letter string // A or B of carrier claims
	name   string // for people
	path   string // of the file, or of the zip
	member string // in the zip
}

var (
	sampleName = lazyregexp.New(`(?i)sample[_ -]*(\d{1,2})[_ -]*([ab])?(?:[_ .-]|$)`)
	yearName   = lazyregexp.New(`20(08|09|10)`)
)

// recognise tells from a file's name, such as DE1_0_2008_to_2010_Carrier_Claims_Sample_1A.csv, what is in it.
func recognise(name string) (f rawFile, ok bool) {
	base := strings.ToLower(path.Base(filepath.ToSlash(name)))
	m := sampleName.FindStringSubmatch(base)
	if m == nil || !strings.HasSuffix(base, ".csv") {
		return f, false
	}
	f.sample, _ = strconv.Atoi(m[1])
	f.letter = strings.ToUpper(m[2])
	f.name = name
	switch {
	case strings.Contains(base, "beneficiary"):
		f.kind = kind("beneficiary_" + yearName.FindString(base))
	case strings.Contains(base, "inpatient"):
		f.kind = inpatient
	case strings.Contains(base, "outpatient"):
		f.kind = outpatient
	case strings.Contains(base, "carrier"):
		f.kind = carrier
	case strings.Contains(base, "prescription"):
		f.kind = prescription
	}
	return f, slices.Contains(kinds, f.kind)
}

// findFiles lists the raw files in a folder, with those in zips there, or in one zip, and what is there twice.
func findFiles(source string) (files []rawFile, doubled []string, err error) {
	info, err := os.Stat(source)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s: %w: name the folder with CMS's files", source, fs.ErrNotExist)
	}
	if err != nil {
		return nil, nil, err
	}
	var found []rawFile
	add := func(file string) error {
		switch {
		case strings.EqualFold(filepath.Ext(file), ".zip"):
			inside, err := findInZip(file)
			found = append(found, inside...)
			return err
		default:
			if f, ok := recognise(file); ok {
				f.path = file
				found = append(found, f)
			}
			return nil
		}
	}
	if !info.IsDir() {
		err = add(source)
	} else {
		err = filepath.WalkDir(source, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			return add(p)
		})
	}
	if err != nil {
		return nil, nil, err
	}
	if len(found) == 0 {
		return nil, nil, fmt.Errorf("%s has none of CMS's files: they are named like DE1_0_2008_Beneficiary_Summary_File_Sample_1.csv, zipped or not", source)
	}
	return unique(found)
}

func findInZip(file string) ([]rawFile, error) {
	z, err := bounded.OpenZip(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: is the download complete?", file, err)
	}
	defer z.Close()
	var found []rawFile
	for _, m := range z.File {
		if f, ok := recognise(m.Name); ok && !strings.HasPrefix(m.Name, "__MACOSX/") {
			f.path, f.member = file, m.Name
			found = append(found, f)
		}
	}
	return found, nil
}

// unique takes one file of each kind of a sample, unpacked rather than zipped, and names those that it leaves out.
// CMS's pages and browsers hand out some files twice, under names such as "Copy of …" or "… (1)". Two that are both
// unpacked, or both zipped, and differ are an error: nothing tells which is right.
func unique(found []rawFile) (out []rawFile, doubled []string, err error) {
	slices.SortFunc(found, func(a, b rawFile) int {
		return cmp.Or(cmp.Compare(a.sample, b.sample), cmp.Compare(a.kind, b.kind), cmp.Compare(a.letter, b.letter),
			cmp.Compare(min(len(a.member), 1), min(len(b.member), 1)), cmp.Compare(len(a.name),
				len(b.name)), cmp.Compare(a.name, b.name), cmp.Compare(a.path, b.path))
	})
	for _, f := range found {
		n := len(out)
		if n == 0 || out[n-1].sample != f.sample || out[n-1].kind != f.kind || out[n-1].letter != f.letter {
			out = append(out, f)
			continue
		}
		if kept := out[n-1]; (kept.member == "") == (f.member == "") {
			same, err := sameText(kept, f)
			if err != nil {
				return nil, nil, err
			}
			if !same {
				return nil, nil, fmt.Errorf("%s and %s are both that file of sample %d, and differ: remove one",
					kept.name, f.name, f.sample)
			}
			doubled = append(doubled, fmt.Sprintf("%s is %s once more", f.name, kept.name))
		}
	}
	return out, doubled, nil
}

// sameText tells whether two files hold the same.
func sameText(a, b rawFile) (bool, error) {
	var sums [2][sha256.Size]byte
	for i, f := range []rawFile{a, b} {
		r, err := f.open()
		if err != nil {
			return false, fmt.Errorf("%s: %w", f.name, err)
		}
		sum := sha256.New()
		if _, err := io.Copy(sum, r); err != nil {
			return false, errors.Join(fmt.Errorf("%s: %w: is the download complete?", f.name, err), r.Close())
		}
		if err := r.Close(); err != nil {
			return false, err
		}
		sums[i] = [sha256.Size]byte(sum.Sum(nil))
	}
	return sums[0] == sums[1], nil
}

// missing lists what samples lack; without carrier letters, one file holds all carrier claims.
func missing(files []rawFile, sample int) []string {
	have := map[string]bool{}
	for _, f := range files {
		if f.sample == sample {
			have[string(f.kind)+f.letter] = true
		}
	}
	var out []string
	for _, k := range kinds {
		name := strings.ReplaceAll(string(k), "_", " ")
		switch {
		case k == carrier && !have["carrier"] && !have["carrierA"] && !have["carrierB"]:
			out = append(out, fmt.Sprintf("sample %d has no file of carrier claims", sample))
		case k == carrier && !have["carrier"] && have["carrierA"] != have["carrierB"]:
			out = append(out, fmt.Sprintf("sample %d has one of the two files of carrier claims, A and B", sample))
		case k != carrier && !have[string(k)]:
			out = append(out, fmt.Sprintf("sample %d has no %s file", sample, name))
		}
	}
	return out
}

// open opens the file's text.
func (f rawFile) open() (io.ReadCloser, error) {
	if f.member == "" {
		return os.Open(f.path)
	}
	z, err := zip.OpenReader(f.path)
	if err != nil {
		return nil, err
	}
	r, err := z.Open(f.member)
	if err != nil {
		return nil, errors.Join(err, z.Close())
	}
	return closeBoth{r, z}, nil
}

type closeBoth struct {
	io.ReadCloser
	zip io.Closer
}

func (c closeBoth) Close() error { return errors.Join(c.ReadCloser.Close(), c.zip.Close()) }

// checkHeader looks whether the file has the columns that the rules read.
func (f rawFile) checkHeader() error {
	r, err := f.open()
	if err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	defer r.Close()
	line, err := bufio.NewReaderSize(io.LimitReader(r, 1<<20), 64<<10).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: %w: is the download complete?", f.name, err)
	}
	have := map[string]bool{}
	for name := range strings.SplitSeq(strings.TrimPrefix(line, "\ufeff"), ",") {
		have[strings.ToUpper(strings.Trim(strings.TrimSpace(name), `"`))] = true
	}
	var lacks []string
	for _, c := range f.kind.columns() {
		if !have[c] {
			lacks = append(lacks, c)
		}
	}
	if len(lacks) > 0 {
		return fmt.Errorf("%s lacks %d of the columns of a %s file, such as %s: is it CMS's file, with its header?",
			f.name, len(lacks), strings.ReplaceAll(string(f.kind), "_", " "), strings.Join(lacks[:min(3, len(lacks))],
				", "))
	}
	return nil
}

// unpack returns the path of the file as a CSV; one in a zip is written into the folder.
func (f rawFile) unpack(ctx context.Context, folder string) (string, error) {
	if f.member == "" {
		return filepath.Abs(f.path)
	}
	r, err := f.open()
	if err != nil {
		return "", fmt.Errorf("%s: %w", f.name, err)
	}
	defer r.Close()
	out := filepath.Join(folder, fmt.Sprintf("%s%s_%d.csv", f.kind, f.letter, f.sample))
	w, err := os.Create(out)
	if err != nil {
		return "", err
	}
	if _, err := io.Copy(w, reader{ctx, r}); err != nil {
		return "", errors.Join(fmt.Errorf("unpack %s: %w: is the download complete?", f.name, err), w.Close())
	}
	return out, w.Close()
}

// reader stops reading when its context is done.
type reader struct {
	ctx context.Context
	io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}
