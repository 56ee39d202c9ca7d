package acceptance

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// quirk replaces the status and the response of the mock server.
type quirk func(method, request, response string) (int, string)

// late returns the response to the update before.
func late() quirk {
	var last sync.Map

	return func(method, _, response string) (int, string) {
		if before, isThere := last.Swap(method, response); isThere {
			response = before.(string)
		}

		return http.StatusOK, response
	}
}

func refuseHostnameAlone(_, request, response string) (int, string) {
	if strings.HasPrefix(request, `{"hostname"`) && !strings.Contains(request, "password") {
		return http.StatusBadRequest, `{"password": ["This field is required."]}`
	}

	return http.StatusOK, response
}

func loseColors(_, request, response string) (int, string) {
	if !strings.Contains(request, "_color") {
		response = regexp.MustCompile("--lm-primary-background-color: #......").ReplaceAllString(response, "--default: 1")
	}

	return http.StatusOK, response
}

func (q quirk) around(mock http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		request, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(request))
		recorder := httptest.NewRecorder()
		mock.ServeHTTP(recorder, r)

		status, response := q(r.Method, string(request), recorder.Body.String())
		w.WriteHeader(status)
		_, _ = io.WriteString(w, response)
	}
}

// TestCheck_SaysWhatAServiceDoes runs examples/check on services that read the API
// documentation differently.
func TestCheck_SaysWhatAServiceDoes(t *testing.T) {
	t.Parallel()

	returned, texts, resets := returnedFields(t)
	removed := func(outcome string) string {
		return "Values After Removal: " + strings.Join(returned, " "+outcome+", ") + " " + outcome
	}

	const (
		ids, unknownID = "-var=appearance_id=104 -var=source_id=11", "-var=appearance_id=999 -filter=tests/theme.tftest.hcl"
		others, failed = "API Returned Other Values: ", "Test assertion failed"
		accepted       = `Update Accepted, Outcome Unknown: {"status":"queued"}`
	)

	for name, test := range map[string]struct {
		behavior  mockserver.Behavior
		quirk     quirk
		arguments string
		// want are the runs that print something, with what they print, and the result.
		want []string
	}{
		"keeps": {arguments: ids, want: []string{
			"only_a_name pass", removed("kept"), "only_a_name_again pass", removed("kept"), "Success! 6 passed, 0 failed.",
		}},
		"resets": {behavior: mockserver.Behavior{ResetOmittedFields: true}, arguments: ids, want: []string{
			"only_a_name pass", removed("differs"), "only_a_name_again fail", // after values that are defaults
			"Values After Removal: " + strings.Join(resets, ", "),
			failed, "Failure! 5 passed, 1 failed.",
		}},
		"returns nothing": {behavior: mockserver.Behavior{ReturnIDOnly: true}, arguments: ids, want: []string{
			"only_a_name pass", removed("not returned"), "another_theme fail", failed, "only_a_name_again pass", removed("not returned"), "Failure! 5 passed, 1 failed.",
		}},
		"returns other values": {behavior: mockserver.Behavior{NormalizeValues: true}, arguments: ids, want: []string{
			"complete_source pass", others + "account_name", "only_hostname pass", others + "account_name",
			"complete_theme pass", others + "name, " + strings.Join(texts, ", "), "only_a_name pass", others + "name", removed("not known"),
			"another_theme pass", others + "name, " + strings.Join(texts, ", "), "only_a_name_again pass", others + "name", removed("not known"),
			"Success! 6 passed, 0 failed.",
		}},
		"responds late": {quirk: late(), arguments: ids, want: []string{
			"only_a_name pass", others + "name", removed("not known"), "another_theme fail",
			others + "name, " + strings.Join(returned, ", "), failed,
			"only_a_name_again fail", others + "name", removed("not known"), failed, "Failure! 4 passed, 2 failed.",
		}},
		"only accepts": {behavior: mockserver.Behavior{ReturnJob: true}, arguments: ids, want: []string{
			"complete_source pass", accepted, "only_hostname pass", accepted, "complete_theme pass", accepted,
			"only_a_name pass", accepted, removed("not returned"), "another_theme fail", accepted, failed,
			"only_a_name_again pass", accepted, removed("not returned"), "Failure! 5 passed, 1 failed.",
		}},
		"refuses a hostname alone": {quirk: refuseHostnameAlone, arguments: ids, want: []string{
			"only_hostname fail", "Request Refused", "only_a_name pass", removed("kept"), "only_a_name_again pass", removed("kept"), "Failure! 5 passed, 1 failed.",
		}},
		"loses the colors alone": {quirk: loseColors, arguments: ids, want: []string{
			"only_a_name pass", removed("kept"), "only_a_name_again fail", removed("kept"), failed, "Failure! 5 passed, 1 failed.",
		}},
		"accepts any id": {behavior: mockserver.Behavior{AcceptAnyID: true}, arguments: unknownID, want: []string{
			"only_a_name pass", removed("kept"), "only_a_name_again pass", removed("kept"), "Success! 4 passed, 0 failed.",
		}},
		"refuses an unknown id": {arguments: unknownID, want: []string{"complete_theme fail", "Object Not Found", "Failure! 0 passed, 1 failed, 3 skipped."}},
		"no id of a theme":      {arguments: "-var=source_id=11", want: []string{"complete_theme fail", "No value for required variable", "Failure! 2 passed, 1 failed, 3 skipped."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			service := startService(t)
			service.SetBehavior(test.behavior)

			if test.quirk != nil {
				server := httptest.NewServer(test.quirk.around(service))
				t.Cleanup(server.Close)
				service.url = server.URL
			}

			workspace := newExample(t, "check")

			workspace.environment = append(service.settings(), "TF_VAR_password=check-canary")
			succeeds(t, workspace, "init")

			output, exitCode := run(t, workspace, strings.Fields("test "+test.arguments)...)
			if diff := cmp.Diff(test.want, findings(output)); diff != "" || (exitCode == 0) != strings.Contains(output, "Success!") {
				t.Errorf("status %d (-want +got):\n%s\n%s", exitCode, diff, output)
			}

			if strings.Contains(output, "canary") {
				t.Errorf("it prints the password:\n%s", output)
			}

			if name == "keeps" {
				service.expectEveryFieldTwice(t)
			}
		})
	}
}

// returnedFields returns the optional fields of a theme that a response repeats, those
// that may be any text, and what becomes of each after another_theme in a service that
// resets it.
func returnedFields(t *testing.T) (names, texts, resets []string) {
	t.Helper()

	service, response := startService(t), httptest.NewRecorder()
	service.SetBehavior(mockserver.Behavior{ResetOmittedFields: true})

	request := httptest.NewRequestWithContext(t.Context(), http.MethodPut, "/api/v1/appearance/104/", strings.NewReader(`{"name": "N"}`))
	request.Header = http.Header{"Authorization": {"Bearer key"}, "Content-Type": {"application/json"}}
	service.ServeHTTP(response, request)

	_, another, _ := strings.Cut(oneSpaced(readExample(t, "check/tests/theme.tftest.hcl")), `run "another_theme"`)
	defaults := decode[map[string]json.RawMessage](t, response.Body.String())

	for field := range reflect.TypeFor[client.Appearance]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")

		value, isReturned := defaults[name]
		if !isReturned || name == "name" {
			continue
		}

		if names = append(names, name); string(value) == `""` || string(value) == "[]" {
			texts = append(texts, name)
		}

		outcome := " differs"
		if strings.Contains(another, " "+name+" = "+string(value)) {
			outcome = " kept"
		}

		resets = append(resets, name+outcome)
	}

	return names, texts, resets
}

// findings leaves out the warnings of any apply.
func findings(output string) (found []string) {
	line := regexp.MustCompile(`(?m)^ *run "(\w+)"\.\.\.( \w+)|^(?:Warning|Error): (.*)|^((?:Success|Failure)!.*)`)
	ofAnyApply := regexp.MustCompile("Existing Object Overwritten|Removed Attributes Not Unset|Resource Destruction Considerations")
	latest := []string{}

	for _, match := range line.FindAllStringSubmatch(output, -1) {
		switch {
		case match[1] != "":
			latest = []string{match[1] + match[2]}
		case match[4] != "":
			found = append(found, match[4])
		case !ofAnyApply.MatchString(match[3]):
			found, latest = append(append(found, latest...), match[3]), nil
		}
	}

	return found
}

// expectEveryFieldTwice expects two themes that differ in every field, and a host name
// alone.
func (s service) expectEveryFieldTwice(t *testing.T) {
	t.Helper()

	var bodies []map[string]any
	for _, request := range s.Requests() {
		bodies = append(bodies, decode[map[string]any](t, string(request.Body)))
	}

	if len(bodies) != 6 {
		t.Fatalf("it sends %d requests", len(bodies))
	}

	for field := range reflect.TypeFor[client.Appearance]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if first, second := bodies[2][name], bodies[4][name]; first == nil || second == nil || cmp.Equal(first, second) {
			t.Errorf("the themes have %s: %v and %v", name, first, second)
		}
	}

	want := []map[string]any{{"hostname": "CHECK.EXAMPLE.COM"}, {"name": "Check 2"}, {"name": "Check 4"}}
	if diff := cmp.Diff(want, []map[string]any{bodies[1], bodies[3], bodies[5]}); diff != "" || bodies[0]["password"] != "check-canary" {
		t.Errorf("after %v, it sends (-want +got):\n%s", bodies[0], diff)
	}
}
