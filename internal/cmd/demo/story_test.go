package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFinishWantsTheRecordAndTheRequestsOfTheStory(t *testing.T) {
	const (
		record       = `{"appearances": {}}`
		adoptPut     = "PUT /api/v1/appearance/1/ 200\n"
		adoptPatch   = "PATCH /api/v1/sources/7/update-config/ 200\n"
		colorPut     = adoptPut
		deleteSource = "DELETE /api/v1/sources/7/ 405\n"
	)

	tests := map[string]struct {
		record, requests, why string
	}{
		"as told":                      {record, adoptPut + adoptPatch + colorPut, "<nil>"},
		"as told, in the other order":  {record, adoptPatch + adoptPut + colorPut, "<nil>"},
		"the destroy changed the mock": {`{}`, adoptPut + adoptPatch + colorPut, "the destroy changed the service"},
		"the destroy asked for more":   {record, adoptPut + adoptPatch + colorPut + deleteSource, "and no others"},
		"a request is missing":         {record, adoptPut + adoptPatch, "want these requests"},
		"there are no requests":        {record, "", "want these requests"},
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			fakes{mockOutput: mockListens + test.requests}.install(t)

			d := demo{out: t.Output(), dir: t.TempDir()}
			if err := os.WriteFile(d.path("record.json"), []byte(test.record), 0o600); err != nil {
				t.Fatal(err)
			}

			err := d.finish([]byte(record), startFakeMock(t))
			if !strings.Contains(fmt.Sprint(err), test.why) {
				t.Errorf("error is %v, want one that says %q", err, test.why)
			}
		})
	}
}

// startFakeMock starts the test binary as the mock.
func startFakeMock(t *testing.T) *mock {
	t.Helper()

	program := filepath.Join(t.TempDir(), mockName)
	if err := os.Symlink(os.Getenv("TEST_BINARY"), program); err != nil {
		t.Fatal(err)
	}

	service, err := startMock(t.Context(), program)
	if err != nil {
		t.Fatal(err)
	}

	// The tests' own ends may stop it before.
	t.Cleanup(func() { _ = service.stop() })

	return service
}

func TestStopCanBeCalledAgain(t *testing.T) {
	fakes{mockOutput: mockListens}.install(t)

	service := startFakeMock(t)
	for range 2 {
		if err := service.stop(); err != nil {
			t.Error(err)
		}
	}
}

func TestStopFailsWhereTheMockFailed(t *testing.T) {
	_, stoppedFile := fakes{mockOutput: mockListens}.install(t)

	// The mock fails to write the file by which it shows itself.
	if err := os.Mkdir(stoppedFile, 0o700); err != nil {
		t.Fatal(err)
	}

	err := startFakeMock(t).stop()
	if err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("error is %v, want what the mock printed", err)
	}
}

func TestTheStoryIsOneThatTheExampleCanTell(t *testing.T) {
	for _, step := range append(append([]step{}, applySteps...), destroySteps...) {
		if exitCodes[step.exitCode] == "" {
			t.Errorf("%s: no words for exit code %d", step.title, step.exitCode)
		}
	}

	if err := checkRecord([]byte(startingData)); err == nil {
		t.Error("the mock starts with what the story is to bring about")
	}

}
