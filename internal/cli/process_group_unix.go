//go:build unix

package cli

import (
	"os/exec"
	"syscall"
)

// setProcessGroup puts command into a process group of its own.
func setProcessGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}
