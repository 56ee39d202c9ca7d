package acceptance

import (
	"bytes"
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

// quirk changes a response of the mock server, which forward returns.
type quirk func(r *http.Request, body string, forward func() string) (status int, response string)

// late returns the response to the request before.
func late() quirk {
	var last sync.Map

	return func(r *http.Request, _ string, forward func() string) (int, string) {
		response := forward()
		if before, isThere := last.Swap(r.Method, response); isThere {
			response, _ = before.(string)
		}

		return http.StatusOK, response
	}
}

func refuseHostnameAlone(_ *http.Request, body string, forward func() string) (int, string) {
	if strings.Contains(body, "hostname") && !strings.Contains(body, "password") {
		return http.StatusBadRequest, `{"password": ["This field is required."]}`
	}

	return http.StatusOK, forward()
}

func loseColors(_ *http.Request, body string, forward func() string) (int, string) {
	response := forward()
	if !strings.Contains(body, "_color") {
		response = regexp.MustCompile(`("custom_css_vars": *)"[^"]*"`).ReplaceAllString(response, `$1"--default: 1"`)
	}

	return http.StatusOK, response
}

// around returns a handler that forwards requests to the mock server.
func (q quirk) around(mock http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		status, response := q(r, string(body), func() string {
			r.Body = io.NopCloser(bytes.NewReader(body))
			recorder := httptest.NewRecorder()
			mock.ServeHTTP(recorder, r)

			return recorder.Body.String()
		})

		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, response)
	})
}

// afterRemoval is the warning with one outcome for each attribute.
func afterRemoval(outcome string) string {
	fields := []string{"theme_mode", "start_message", "recommendations", "response_mode", "show_sidebar", "show_dashboards"}

	return "Values After Removal: " + strings.Join(fields, " "+outcome+", ") + " " + outcome
}

// What a run prints of an assertion.
const assertion = "Test assertion failed"

// TestCheck_SaysWhatAServiceDoes runs examples/check on services that read the API
// documentation differently.
func TestCheck_SaysWhatAServiceDoes(t *testing.T) {
	t.Parallel()

	ids := []string{"-var=appearance_id=104", "-var=source_id=11"}
	unknownID := []string{"-filter=tests/theme.tftest.hcl", "-var=appearance_id=999"}

	for name, test := range map[string]struct {
		behavior  mockserver.Behavior
		quirk     quirk
		arguments []string
		// want are the runs that print something, what they print, and the result.
		want []string
	}{
		"keeps": {arguments: ids, want: []string{
			"only_a_name pass", afterRemoval("kept"), "only_a_name_again pass", afterRemoval("kept"), "Success! 6 passed, 0 failed.",
		}},
		"resets": {behavior: mockserver.Behavior{OmittedFields: mockserver.ResetOmitted}, arguments: ids, want: []string{
			"only_a_name pass", afterRemoval("differs"), "only_a_name_again fail",
			"Values After Removal: theme_mode differs, start_message differs, recommendations differs, response_mode kept, show_sidebar kept, show_dashboards kept",
			assertion, "Failure! 5 passed, 1 failed.",
		}},
		"returns nothing": {behavior: mockserver.Behavior{ReturnedFields: mockserver.ReturnIDOnly}, arguments: ids, want: []string{
			"only_a_name pass", afterRemoval("not returned"), "another_theme fail", assertion, "only_a_name_again pass", afterRemoval("not returned"),
			"Failure! 5 passed, 1 failed.",
		}},
		"returns other values": {behavior: mockserver.Behavior{NormalizeValues: true}, arguments: ids, want: []string{
			"complete_source pass", "API Returned Other Values: account_name", "only_hostname pass", "API Returned Other Values: account_name",
			"complete_theme pass", "API Returned Other Values: name, start_message, recommendations",
			"only_a_name pass", "API Returned Other Values: name", afterRemoval("not known"),
			"another_theme pass", "API Returned Other Values: name, start_message, recommendations",
			"only_a_name_again pass", "API Returned Other Values: name", afterRemoval("not known"), "Success! 6 passed, 0 failed.",
		}},
		"accepts any id": {behavior: mockserver.Behavior{AcceptAnyID: true}, arguments: unknownID, want: []string{
			"only_a_name pass", afterRemoval("kept"), "only_a_name_again pass", afterRemoval("kept"), "Success! 4 passed, 0 failed.",
		}},
		"refuses an unknown id": {arguments: unknownID, want: []string{
			"complete_theme fail", "Object Not Found", "Failure! 0 passed, 1 failed, 3 skipped.",
		}},
		"responds late": {quirk: late(), arguments: ids, want: []string{
			"only_a_name pass", "API Returned Other Values: name", afterRemoval("not known"),
			"another_theme fail",
			"API Returned Other Values: name, theme_mode, start_message, recommendations, response_mode, show_sidebar, show_dashboards", assertion,
			"only_a_name_again fail", "API Returned Other Values: name", afterRemoval("not known"), assertion, "Failure! 4 passed, 2 failed.",
		}},
		"refuses a hostname alone": {quirk: refuseHostnameAlone, arguments: ids, want: []string{
			"only_hostname fail", "Request Refused", "only_a_name pass", afterRemoval("kept"), "only_a_name_again pass", afterRemoval("kept"),
			"Failure! 5 passed, 1 failed.",
		}},
		"loses the colors alone": {quirk: loseColors, arguments: ids, want: []string{
			"only_a_name pass", afterRemoval("kept"), "only_a_name_again fail", afterRemoval("kept"), assertion, "Failure! 5 passed, 1 failed.",
		}},
		"gets no theme": {arguments: ids[1:], want: []string{
			"complete_theme fail", "No value for required variable", "Failure! 2 passed, 1 failed, 3 skipped.",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			service := startService(t)
			service.SetBehavior(test.behavior)

			if test.quirk != nil {
				server := httptest.NewServer(test.quirk.around(service.Server))
				t.Cleanup(server.Close)
				service.url = server.URL
			}

			workspace := newExample(t, "check")
			workspace.environment = service.settings()
			succeeds(t, workspace, "init")

			output, exitCode := run(t, workspace, append([]string{"test"}, test.arguments...)...)
			if diff := cmp.Diff(test.want, findings(output)); diff != "" || (exitCode != 0) != strings.Contains(output, "Failure!") {
				t.Errorf("status %d, findings (-want +got):\n%s\n%s", exitCode, diff, output)
			}
		})
	}
}

// findings returns the runs that print something with what they print, without the
// warnings of any apply, and the result.
func findings(output string) (found []string) {
	const ofAnyApply = "Existing Object Overwritten|Removed Attributes Not Unset|Resource Destruction Considerations"

	line := regexp.MustCompile(`(?m)^ *run "(\w+)"\.\.\.( \w+)|^(?:Warning|Error): (.*)|^((?:Success|Failure)!.*)`)
	isOfAnyApply := regexp.MustCompile(ofAnyApply).MatchString
	latest := ""

	for _, match := range line.FindAllStringSubmatch(output, -1) {
		switch {
		case match[1] != "":
			latest = match[1] + match[2]
		case match[4] != "":
			found = append(found, match[4])
		case !isOfAnyApply(match[3]):
			if latest != "" {
				found = append(found, latest)
			}

			found, latest = append(found, match[3]), ""
		}
	}

	return found
}

// TestCheck_SendsEveryFieldTwice expects two themes that differ in every field, and
// the same host in another letter case.
func TestCheck_SendsEveryFieldTwice(t *testing.T) {
	t.Parallel()

	const password = "check-password-canary"

	service := startService(t)
	workspace := newExample(t, "check")
	workspace.environment = append(service.settings(), "TF_VAR_appearance_id=104", "TF_VAR_source_id=11", "TF_VAR_password="+password)
	succeeds(t, workspace, "init")

	if output := succeeds(t, workspace, "test"); strings.Contains(output, password) {
		t.Errorf("the password is in the output:\n%s", output)
	}

	var bodies []map[string]any
	for _, request := range service.Requests() {
		bodies = append(bodies, decode[map[string]any](t, string(request.Body)))
	}

	if len(bodies) != 6 {
		t.Fatalf("%d requests", len(bodies))
	}

	first, second := bodies[2], bodies[4]
	for field := range reflect.TypeFor[client.Appearance]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if first[name] == nil || second[name] == nil || cmp.Equal(first[name], second[name]) {
			t.Errorf("the themes have %s: %v and %v", name, first[name], second[name])
		}
	}

	host := bodies[0]["hostname"].(string)
	rest := []map[string]any{bodies[1], bodies[3], bodies[5]}

	if want := []map[string]any{{"hostname": strings.ToUpper(host)}, {"name": "Check 2"}, {"name": "Check 4"}}; !cmp.Equal(want, rest) || bodies[0]["password"] != password {
		t.Errorf("the other requests were %v, after %v", rest, bodies[0])
	}
}
