//go:build !unix

package cli

import "syscall"

// processGroup is empty where there are no process groups.
var processGroup syscall.SysProcAttr
