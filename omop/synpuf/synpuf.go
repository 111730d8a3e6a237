// Package synpuf makes a CDM 5.4 database of CMS DE-SynPUF, the public files of synthetic Medicare claims of 2008 to
// 2010: beneficiary summaries, inpatient, outpatient and carrier claims, and prescription drug events, in up to 20
// samples of about 116,000 people.
//
// The rules are SQL, in sql/, each with its reason beside it. DuckDB runs them, a sample at a time, each in a
// transaction: a run that was stopped goes on with the first sample that is not done. What can't be mapped is kept with
// concept 0, what can't be kept is counted, and both are reported.
//
// The package knows the files of CMS and the CDM, and nothing of questions or models.
package synpuf

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Options says what to make of what.
type Options struct {
	Source     string // a folder or a zip of the raw files, as CSV or zipped one by one
	Vocabulary string // a DuckDB file with the tables of the OMOP vocabulary
	Target     string // the DuckDB file to make
	Samples    []int  // which of the samples; none means all that are there
	Replace    bool   // the target may be there already
	Restart    bool   // begin anew instead of going on with a run that was stopped
	// KeepProcedures leaves a code in a field for procedures a procedure that the same files have more often as a
	// diagnosis.
	KeepProcedures bool
	Memory         int64 // bytes that DuckDB may hold; 0 means 3 GiB
	Threads        int   // 0 means one a processor
	// Progress, if set, is told what begins: done of total steps.
	Progress func(done, total int, what string)
	Logger   *slog.Logger // nil logs nothing
}

const defaultMemory = 3 << 30

// Report says what was made.
type Report struct {
	Target   string    `json:"target"`
	Samples  []int     `json:"samples"`
	Resumed  []int     `json:"resumed,omitempty"` // of them those that an earlier run had done
	Tables   []Count   `json:"tables"`            // rows a table, those with any
	Unmapped []Share   `json:"unmapped"`          // by vocabulary, records of codes without a standard concept
	Dropped  []Dropped `json:"dropped,omitempty"`
	// Moved are the codes in fields for procedures after the first that can be a diagnosis or a procedure.
	Moved Moved `json:"procedure_fields"`
	// Outside are the records of events that lie outside every observation period of their person, and All is all of
	// them.
	Outside int64         `json:"outside_observation"`
	All     int64         `json:"events"`
	Missing []string      `json:"missing,omitempty"` // files that a sample lacks, and concepts that the vocabulary lacks
	Doubled []string      `json:"doubled,omitempty"` // files that are there twice, and were read once
	Took    time.Duration `json:"took_ns"`
}

// Count is a number of rows.
type Count struct {
	Table string `json:"table"`
	Rows  int64  `json:"rows"`
}

// Share is what of a vocabulary's codes maps to nothing.
type Share struct {
	Vocabulary string   `json:"vocabulary"`
	Codes      int64    `json:"codes"`
	Records    int64    `json:"records"`
	Examples   []string `json:"examples"` // the codes with the most records
}

// Moved counts what codes that could be either were taken for.
type Moved struct {
	Conditions int64    `json:"conditions"` // records taken for diagnoses
	Codes      int64    `json:"codes"`      // of them
	Procedures int64    `json:"procedures"` // records left what their field says
	Examples   []string `json:"examples,omitempty"`
}

// Dropped are claims that were not kept.
type Dropped struct {
	Kind   string `json:"kind"`
	Reason string `json:"reason"`
	Claims int64  `json:"claims"`
}

// Build makes the database. After an error or a cancelled context there is no target, and a file that was there before
// is untouched; the samples that are done are kept beside it, in a folder that ends in ".part", and the same call goes
// on from there.
func Build(ctx context.Context, o Options) (*Report, error) {
	began := time.Now()
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Memory <= 0 {
		o.Memory = defaultMemory
	}
	r, err := begin(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("make a CDM of SynPUF: %w", err)
	}
	report, err := r.all(ctx)
	if err == nil {
		err = r.finish(ctx)
	}
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause // what DuckDB says of an interrupt is of no use
		}
		return nil, errors.Join(fmt.Errorf("make a CDM of SynPUF: %w", err), r.close())
	}
	report.Took = time.Since(began)
	o.Logger.Info("made", "source", o.Source, "target", o.Target, "samples", report.Samples, "took", report.Took)
	return report, nil
}

// workFolder returns the folder beside the target that holds what is unfinished.
func workFolder(o Options) (string, error) {
	target, err := filepath.Abs(o.Target)
	if err != nil {
		return "", err
	}
	switch info, err := os.Stat(target); {
	case strings.Contains(target, "?"):
		return "", fmt.Errorf("the target %s has a question mark, which DuckDB takes for options: name another", target)
	case err == nil && info.IsDir():
		return "", fmt.Errorf("the target %s is a folder: name a file in it", target)
	case err == nil && !o.Replace:
		return "", fmt.Errorf("the target %s is there already: name another, or ask for it to be replaced", target)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	folder := target + ".part"
	if o.Restart {
		if err := os.RemoveAll(folder); err != nil {
			return "", err
		}
	}
	if err := os.MkdirAll(filepath.Join(folder, "raw"), 0o700); err != nil {
		return "", fmt.Errorf("make the folder for what is unfinished: %w: the target's folder must exist and be writable", err)
	}
	return folder, nil
}
