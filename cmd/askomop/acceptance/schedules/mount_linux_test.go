package schedules

import "syscall"

// mountSmall mounts a file system with hardly any room, where the user may.
func mountSmall(dir string) error { return syscall.Mount("small", dir, "tmpfs", 0, "size=600k") }

func unmount(dir string) { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }
