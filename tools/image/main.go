// Command image packs folders into an OCI image, a layer a folder, without a daemon and without rights:
//
//	image -o askomop.oci.tar -version v1.2.0 -created 1700000000 base program
//
// The files of a layer belong to root and are as they are in the folder, but for their times; those below -home belong to the user that
// the image runs as. The same folders give the same image.
package main

import (
	"archive/tar"
	"bytes"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// user is who the image runs as: nobody that a system knows.
const user = 65532

// home is the folder that the program writes into, and the only one.
const home = "/home/askomop"

func main() {
	out := flag.String("o", "", "the archive to write")
	version := flag.String("version", "", "the program's version")
	created := flag.Int64("created", 0, "when the commit was made, in seconds since 1970")
	flag.Parse()
	if *out == "" || flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "image: name an archive with -o, and the folders of its layers")
		os.Exit(2)
	}
	if err := pack(*out, *version, time.Unix(*created, 0).UTC(), flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

// pack writes the archive of an image.
func pack(out, version string, created time.Time, folders []string) error {
	img, err := build(version, created, folders)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "image-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path, err := layout.Write(dir, empty.Index)
	if err != nil {
		return fmt.Errorf("writing the layout: %w", err)
	}
	name := map[string]string{"org.opencontainers.image.ref.name": "latest", "io.containerd.image.name": "localhost/askomop:latest"}
	if err := path.AppendImage(img, layout.WithAnnotations(name)); err != nil {
		return fmt.Errorf("writing the image: %w", err)
	}
	blobs, err := filepath.Glob(filepath.Join(dir, "blobs", "*", "*"))
	if err != nil {
		return err
	}
	for _, blob := range blobs { // which are made for their owner alone
		if err := os.Chmod(blob, 0o644); err != nil {
			return err
		}
	}
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	if err := archive(f, dir, created); err != nil {
		f.Close()
		return fmt.Errorf("writing %s: %w", out, err)
	}
	return f.Close()
}

// build is the image of the folders.
func build(version string, created time.Time, folders []string) (v1.Image, error) {
	img := mutate.MediaType(mutate.ConfigMediaType(empty.Image, types.OCIConfigJSON), types.OCIManifestSchema1)
	for _, folder := range folders {
		var content bytes.Buffer
		if err := archive(&content, folder, created); err != nil {
			return nil, fmt.Errorf("packing %s: %w", folder, err)
		}
		open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content.Bytes())), nil }
		layer, err := tarball.LayerFromOpener(open, tarball.WithMediaType(types.OCILayer))
		if err != nil {
			return nil, fmt.Errorf("packing %s: %w", folder, err)
		}
		history := v1.History{Created: v1.Time{Time: created}, CreatedBy: filepath.Base(folder)}
		if img, err = mutate.Append(img, mutate.Addendum{Layer: layer, History: history}); err != nil {
			return nil, err
		}
	}
	file, err := img.ConfigFile()
	if err != nil {
		return nil, err
	}
	file = file.DeepCopy()
	file.OS, file.Architecture, file.Created = "linux", runtime.GOARCH, v1.Time{Time: created}
	file.Config = v1.Config{
		User: fmt.Sprintf("%d:%[1]d", user), Entrypoint: []string{"/usr/bin/askomop"}, WorkingDir: home,
		Env:     []string{"PATH=/usr/bin", "HOME=" + home, "ASKOMOP_HOME=" + home, "TMPDIR=" + home + "/tmp"},
		Volumes: map[string]struct{}{home: {}},
		Labels: map[string]string{
			"org.opencontainers.image.title": "askomop", "org.opencontainers.image.version": version, "org.opencontainers.image.licenses": "Apache-2.0",
			"org.opencontainers.image.source": "https://github.com/askomop/askomop", "org.opencontainers.image.description": "Ask questions of an OMOP database in plain words",
		},
	}
	return mutate.ConfigFile(img, file)
}

// archive writes a folder as a tar, in order of names, with one time for all.
func archive(w io.Writer, folder string, at time.Time) error {
	t := tar.NewWriter(w)
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == folder {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		target := ""
		if info.Mode()&fs.ModeSymlink != 0 {
			if target, err = os.Readlink(path); err != nil {
				return err
			}
		}
		h, err := tar.FileInfoHeader(info, target)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		h.Name = filepath.ToSlash(name)
		if d.IsDir() {
			h.Name += "/"
		}
		h.Uid, h.Gid, h.Uname, h.Gname = 0, 0, "", ""
		if within := "/" + strings.TrimSuffix(h.Name, "/"); within == home || strings.HasPrefix(within, home+"/") {
			h.Uid, h.Gid = user, user
		}
		h.ModTime, h.AccessTime, h.ChangeTime, h.Format = at, time.Time{}, time.Time{}, tar.FormatPAX
		if err := t.WriteHeader(h); err != nil || !info.Mode().IsRegular() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(t, f)
		return err
	})
	if err != nil {
		return err
	}
	return t.Close()
}
