package commands_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/askomop/askomop/app/tools"
	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/internal/needs"
)

// The protocol's client in Python calls every tool, gives wrong input, and makes 1,000 calls in a row: the server's memory does not
// grow with them.
func TestAClientInPythonCallsEveryTool(t *testing.T) {
	python := needs.Env(t, "ASKOMOP_TEST_MCP", "a Python with the package mcp: .ci/mcp DIR prints its path")
	calls := "1000"
	if testing.Short() {
		calls = "100"
	}
	home := t.TempDir()
	t.Setenv("ASKOMOP_HOME", home)
	file := filepath.Join(home, "cdm.duckdb")
	cmdtest.Must(t, "db", "demo", "--persons", "400", file)
	t.Setenv("ASKOMOP_DB", file)
	definition := filepath.Join(home, "afib.json")
	cmdtest.Must(t, "cohort", "export", "--format", "atlas", "--question", "How many patients with atrial fibrillation took warfarin?", "--to", definition)
	cmdtest.Must(t, "cohort", "import", definition, "--name", "afib")
	cmdtest.Must(t, "schedule", "add", "weekly", "--cron", "@weekly", "--question", "How many patients have hypertension?", "--yes")

	c := exec.CommandContext(t.Context(), python, filepath.Join("testdata", "mcp_client.py"), calls, os.Args[0], "mcp")
	c.Env = append(os.Environ(), cmdtest.RunVar+"=1")
	c.Stderr = os.Stderr
	text, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Tools map[string]struct {
			Error   bool
			Content map[string]any
		}
		Listed       []string
		Wrong        [][]any
		InitializeMS float64 `json:"initialize_ms"`
		MemoryBefore float64 `json:"memory_before"`
		MemoryAfter  float64 `json:"memory_after"`
		AtOnce       int     `json:"at_once"`
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	for _, tool := range tools.All() {
		if one, ok := got.Tools[tool.Name]; !ok || one.Error || one.Content == nil {
			t.Errorf("%s: %+v", tool.Name, one)
		}
	}
	if len(got.Listed) != len(tools.All()) {
		t.Errorf("listed: %v", got.Listed)
	}
	for _, w := range got.Wrong {
		if w[1] != true {
			t.Errorf("%v took wrong input", w[0])
		}
	}
	if got.AtOnce != 20 {
		t.Errorf("%d of 20 calls at once were answered", got.AtOnce)
	}
	t.Logf("initialize %.0f ms; memory after a tenth of %s calls %.0f MB, after all %.0f MB", got.InitializeMS, calls, got.MemoryBefore, got.MemoryAfter)
	const room = 60 // megabytes that caches may take; a leak of 100 kB a call is more
	if got.MemoryAfter > got.MemoryBefore+room {
		t.Errorf("memory grew from %.0f to %.0f MB", got.MemoryBefore, got.MemoryAfter)
	}
}
