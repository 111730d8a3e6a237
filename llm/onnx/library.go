package onnx

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"

	ort "github.com/yalue/onnxruntime_go"
)

// loading guards ONNX Runtime's environment, of which a process has one, for good.
var loading sync.Mutex

// ErrLibrary is in the error of a Library that could not be loaded.
var ErrLibrary = errors.New("loading ONNX Runtime")

// loadLibrary loads ONNX Runtime, once a process: a later call keeps what is loaded.
func loadLibrary(dir, library string) error {
	loading.Lock()
	defer loading.Unlock()
	if ort.IsInitialized() {
		return nil
	}
	candidates := []string{library}
	if library == "" {
		name := libraryName()
		candidates = []string{name} // where the system looks
		if beside := filepath.Join(dir, name); exists(beside) {
			candidates = []string{beside, name}
		}
	}
	var first error
	for _, path := range candidates {
		ort.SetSharedLibraryPath(path)
		// its errors are returned; printed as well they would mix with ours
		err := ort.InitializeEnvironment(ort.WithLogLevelFatal())
		if err == nil {
			return nil
		}
		if first == nil {
			first = fmt.Errorf("%w, which runs embedding models, from %s: %w; %s", ErrLibrary, path, err,
				howToGetLibrary())
		}
	}
	return first
}

func libraryName() string {
	switch runtime.GOOS {
	case "windows":
		return "onnxruntime.dll"
	case "darwin":
		return "libonnxruntime.dylib"
	}
	return "libonnxruntime.so"
}

// howToGetLibrary says where a library that is new enough for the driver comes from.
func howToGetLibrary() string {
	platform := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	system := map[string]string{"windows": "win32"}[runtime.GOOS]
	if system == "" {
		system = runtime.GOOS
	}
	return fmt.Sprintf("get version 1.24 or later: npm pack onnxruntime-node@1.27.0, unpack it, and give the file in "+
		"package/bin/napi-v6/%s/%s as the library; or brew install onnxruntime; or a release of github.com/microsoft/onnxruntime", system, platform)
}
