//go:build unix

package cli

import "syscall"

// processGroup starts a program in a process group of its own.
var processGroup = syscall.SysProcAttr{Setpgid: true}
