package acceptance

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/client"
	"github.com/chatview/terraform-provider-chatview/internal/golden"
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

// TestCheck_FindingsMatchGoldenFiles runs examples/check on services that read the API
// documentation differently. Run it with -update to rewrite the files, and review them.
func TestCheck_FindingsMatchGoldenFiles(t *testing.T) {
	t.Parallel()

	const ids, unknownID = "-var=appearance_id=104 -var=source_id=11", "-var=appearance_id=999 -filter=tests/theme.tftest.hcl"

	for name, test := range map[string]struct {
		behavior  mockserver.Behavior
		quirk     quirk
		arguments string
	}{
		"keeps":                    {arguments: ids},
		"resets":                   {behavior: mockserver.Behavior{ResetOmittedFields: true}, arguments: ids},
		"returns_nothing":          {behavior: mockserver.Behavior{ReturnIDOnly: true}, arguments: ids},
		"returns_other_values":     {behavior: mockserver.Behavior{NormalizeValues: true}, arguments: ids},
		"responds_late":            {quirk: late(), arguments: ids},
		"only_accepts":             {behavior: mockserver.Behavior{ReturnJob: true}, arguments: ids},
		"refuses_a_hostname_alone": {quirk: refuseHostnameAlone, arguments: ids},
		"loses_the_colors_alone":   {quirk: loseColors, arguments: ids},
		"accepts_any_id":           {behavior: mockserver.Behavior{AcceptAnyID: true}, arguments: unknownID},
		"refuses_an_unknown_id":    {arguments: unknownID},
		"no_id_of_a_theme":         {arguments: "-var=source_id=11"},
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
			golden.Compare(t, filepath.Join("check", name+".txt"), findings(output))

			if (exitCode == 0) != strings.Contains(output, "Success!") {
				t.Errorf("it exits with %d:\n%s", exitCode, output)
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

// findings returns the runs that print something, with what they print, and the result,
// without the warnings of any apply.
func findings(output string) string {
	line := regexp.MustCompile(`(?m)^ *run "(\w+)"\.\.\.( \w+)|^(?:Warning|Error): (.*)|^((?:Success|Failure)!.*)`)
	ofAnyApply := regexp.MustCompile("Existing Object Overwritten|Removed Attributes Not Unset|Resource Destruction Considerations")
	found, latest := "", ""

	for _, match := range line.FindAllStringSubmatch(output, -1) {
		switch {
		case match[1] != "":
			latest = match[1] + match[2] + "\n"
		case match[4] != "":
			found += match[4] + "\n"
		case !ofAnyApply.MatchString(match[3]):
			found, latest = found+latest+"  "+match[3]+"\n", ""
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
