package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The mock of these tests is a shell script, given as an argument: a file that
// has just been written can be busy while tests beside this one start programs.

func TestTheMockTellsItsAddressAndItsRequests(t *testing.T) {
	t.Parallel()

	service, err := startMock(t.Context(), "sh", "-c", `
trap 'echo PUT /first 200; echo PUT /second 200; exit 0' INT
echo chatview-mock: listening on http://127.0.0.1:1
while :; do sleep 0.01; done
`)
	if err != nil {
		t.Fatal(err)
	}

	if want := "http://127.0.0.1:1"; service.address != want {
		t.Errorf("address is %s, want %s", service.address, want)
	}

	requests, err := service.stop()
	if err != nil {
		t.Fatal(err)
	}

	if diff := cmp.Diff([]string{"PUT /first 200", "PUT /second 200"}, requests); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

func TestAMockThatDoesNotListen(t *testing.T) {
	t.Parallel()

	tests := map[string]struct{ script, why string }{
		"fails":               {"echo its reasons >&2; exit 3", "the mock ended with exit status 3: its reasons"},
		"says something else": {"echo good morning", `the mock's first line is "good morning"`},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			_, err := startMock(t.Context(), "sh", "-c", test.script)
			if !strings.Contains(fmt.Sprint(err), test.why) {
				t.Errorf("error is %v, want one that says %q", err, test.why)
			}
		})
	}
}
