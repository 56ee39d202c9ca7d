package main

import (
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// askOnce keeps the reports, since every imitation asks many mock servers.
func askOnce() func(mockserver.Behavior) (*report, error) {
	reports := map[mockserver.Behavior]report{}

	return func(behavior mockserver.Behavior) (*report, error) {
		kept, isKept := reports[behavior]
		if !isKept {
			asked, err := askMock(behavior)
			if err != nil {
				return asked, err
			}

			kept = *asked
			reports[behavior] = kept
		}

		kept.Findings = slices.Clone(kept.Findings)

		return &kept, nil
	}
}

// imitated asks a mock server, and one that loaded its report. Both have to give the
// same report.
func imitated(t *testing.T, ask func(mockserver.Behavior) (*report, error), behavior mockserver.Behavior) *report {
	t.Helper()

	asked, err := ask(behavior)
	if err != nil {
		t.Fatal(err)
	}

	if err := asked.imitate(ask); err != nil {
		t.Fatal(err)
	}

	again, err := ask(asked.Behavior)
	if err != nil {
		t.Fatal(err)
	}

	if diff := cmp.Diff(again.Report, asked.Report); diff != "" {
		t.Errorf("report of %+v (-imitation +original):\n%s", behavior, diff)
	}

	return asked
}

// TestReport_NamesEveryBehavior turns on one switch of the mock server at a time, and
// combines those that hide each other.
func TestReport_NamesEveryBehavior(t *testing.T) {
	isTested := map[string]bool{}
	ask := askOnce()

	for _, test := range []struct {
		behavior             mockserver.Behavior
		topic, subject, seen string
	}{
		{mockserver.Behavior{}, omission, "show_sidebar", "kept"},
		{mockserver.Behavior{OmittedFields: mockserver.ResetOmitted}, omission, "show_sidebar", "reset"},
		{mockserver.Behavior{AcceptAnyID: true}, "the response to an unknown id", "PUT", "created or updated (200)"},
		{mockserver.Behavior{OmitOptionalResponseFields: true}, types, "theme_mode", "absent"},
		{mockserver.Behavior{NormalizeValues: true}, echoes, "name", "in upper case"},
		{mockserver.Behavior{ReturnedFields: mockserver.ReturnNulls}, types, "name", "null"},
		{mockserver.Behavior{ReturnedFields: mockserver.ReturnNulls}, omission, "show_sidebar", notSeen},
		{mockserver.Behavior{ReturnedFields: mockserver.ReturnIDOnly}, types, "name", "absent"},
		{mockserver.Behavior{UndocumentedTypes: true}, types, "is_default", "boolean"},
		{mockserver.Behavior{ChangingCreatedAt: true}, echoes, "created_at", "differs"},
		{mockserver.Behavior{EchoRequests: true}, repetition, "API key", "yes"},
	} {
		asked := imitated(t, ask, test.behavior)
		if seen := asked.find(test.topic, test.subject).Seen; seen != test.seen || asked.Behavior != test.behavior {
			t.Errorf("%+v: %s, %s is %q, behavior %+v", test.behavior, test.topic, test.subject, seen, asked.Behavior)
		}

		for field, value := range reflect.ValueOf(test.behavior).Fields() {
			isTested[field.Name] = isTested[field.Name] || !value.IsZero()
		}
	}

	for name, is := range isTested {
		if !is {
			t.Errorf("no test turns on %s", name)
		}
	}

	for _, returned := range []mockserver.ReturnedFields{mockserver.ReturnAll, mockserver.ReturnNulls, mockserver.ReturnIDOnly} {
		for combination := range 8 {
			behavior := mockserver.Behavior{
				ReturnedFields: returned, OmitOptionalResponseFields: combination&1 > 0, UndocumentedTypes: combination&2 > 0,
			}
			if combination&4 > 0 {
				behavior.OmittedFields = mockserver.ResetOmitted
			}

			imitated(t, ask, behavior)
		}
	}
}
