package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/askomop/askomop/eval"
	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/internal/wholefile"
	"github.com/askomop/askomop/pipeline"
)

// AbstainCalibrated is the Model.AbstainAt that goes by what eval calibrate has learned of the model.
const AbstainCalibrated = "calibrated"

var unsafeInNames = lazyregexp.New(`[^A-Za-z0-9._-]+`)

// calibrationFile is where the calibration of a model and a method is kept.
func (b builder) calibrationFile(model, method string) string {
	sum := sha256.Sum256([]byte(model + "\x00" + method))
	return filepath.Join(b.Home, "calibration",
		unsafeInNames.ReplaceAllString(model, "-")+"-"+method+"-"+hex.EncodeToString(sum[:4])+".json")
}

// Calibrate learns from a run's setting how certain an answer of its model has to be, keeps that in the home, and
// returns it with the file that it is kept in.
func (a *App) Calibrate(rep *eval.Report, setting string) (*eval.Calibrated, string, error) {
	chosen, err := rep.Choose(setting)
	if err != nil {
		return nil, "", err
	}
	if len(chosen) != 1 {
		return nil, "", usagef("%s has %d settings; name one of them, as in %s:%s", rep.Run, len(chosen), rep.Run,
			pipeline.MethodBoth)
	}
	s := chosen[0]
	method, err := writerOfSetting(s)
	if err != nil {
		return nil, "", err
	}
	c, err := eval.Calibrate(rep.Judged[s.Label])
	if err != nil {
		return nil, "", fmt.Errorf("calibrating %s: %w", s.Label, err)
	}
	c.Model, c.Method = s.Model, method
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return nil, "", fmt.Errorf("keeping the calibration: %w", err)
	}
	path := a.build.calibrationFile(s.Model, method)
	if err := wholefile.Write(path, append(text, '\n')); err != nil {
		return nil, "", fmt.Errorf("keeping the calibration: %w", err)
	}
	return c, path, nil
}

// writerOfSetting is the --writer with which questions are asked as under a setting.
func writerOfSetting(s eval.SettingReport) (string, error) {
	name, _, _ := strings.Cut(s.Name, ",")
	for _, known := range evalSettings() {
		if known.name == name && known.method != "" {
			return known.writer(), nil
		}
	}
	return "", usagef("%s can't be calibrated: questions are not asked like that; measure one of the settings that are named as --writer is, or vote", s.Label)
}

// calibration is what was learned of the model under a writer.
func (a *App) calibration(ctx context.Context, writer string) (*pipeline.Calibration, error) {
	model, err := a.Model(ctx)
	if err != nil || model == nil {
		return nil, err
	}
	path := a.build.calibrationFile(model.Name(), writer)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("--abstain-at %s: %s has not been calibrated under %s; askomop eval --llm … --setting %s --name NAME, then askomop eval calibrate NAME",
			AbstainCalibrated, model.Name(), writer, writer)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the calibration: %w", err)
	}
	var c pipeline.Calibration
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("reading the calibration %s: %w", path, err)
	}
	if err := c.Check(); err != nil {
		return nil, fmt.Errorf("the calibration %s is of no use: %w", path, err)
	}
	return &c, nil
}
