package acceptance

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// Each secret starts with canary, which no encoding changes, followed by
// characters that every encoding changes.
const canary = "CANARY"

// storedSecrets returns the attributes that may hold their secret in state and in a
// plan's JSON, which is where Terraform keeps a sensitive value. Nothing else may. Each
// sensitive attribute has a canary in the configuration.
func storedSecrets(t *testing.T, configuration string) (stored []string) {
	t.Helper()

	for typeName, schema := range goldenSchema(t)["resource_schemas"].(map[string]any) {
		for name, attribute := range schema.(map[string]any)["block"].(map[string]any)["attributes"].(map[string]any) {
			flags := attribute.(map[string]any)
			if flags["sensitive"] != true {
				continue
			}

			if flags["write_only"] != true {
				stored = append(stored, name)
			}

			if !regexp.MustCompile(`(?m)^  ` + name + ` +=.*` + canary).MatchString(configuration) {
				t.Errorf("secrets.tf has no canary in %s of %s", name, typeName)
			}
		}
	}

	return stored
}

// TestSecrets_AreInSensitiveAttributesOnly creates, updates and imports, and
// fails to update against a service that echoes requests. It searches the
// output, the plans, the state and the log at level TRACE.
func TestSecrets_AreInSensitiveAttributesOnly(t *testing.T) {
	t.Parallel()

	configuration := readFile(t, testdata, "secrets.tf")

	stored := storedSecrets(t, configuration)
	service := startServiceOfAnyID(t)
	workspace := newConfiguration(t, configuration,
		append(service.settings(), `CHATVIEW_API_KEY=`+canary+`key"\<&>%+1`, "TF_LOG=TRACE", "TF_LOG_PATH=debug.log")...)
	generation := 0
	apply := func(wantExit int) string {
		generation++
		variable := fmt.Sprintf("-var=generation=%d", generation)
		search(t, "the plan", succeeds(t, workspace, "plan", variable, "-out=saved.tfplan"))
		searchJSON(t, "the JSON of the plan", succeeds(t, workspace, "show", "-json", "saved.tfplan"), stored)

		output := exits(t, wantExit, workspace, "apply", "saved.tfplan")
		search(t, "the output of apply", output)

		return output
	}

	apply(0)
	apply(0)

	service.SetBehavior(mockserver.Behavior{EchoRequests: true})

	for _, body := range [][]byte{nil, []byte("text")} { // nil is JSON
		service.QueueFaults(mockserver.Fault{Status: 400, Body: body}, mockserver.Fault{Status: 501, Body: body}, mockserver.Fault{Status: 403, Body: body})

		if got := strings.Count(apply(1), "Error: "); got != 3 {
			t.Errorf("%d errors, want 3", got)
		}
	}

	service.SetBehavior(mockserver.Behavior{})
	succeeds(t, workspace, "state", "rm", "chatview_source.plain")
	search(t, "the output of import", succeeds(t, workspace, "import", "-var=generation=0", "chatview_source.plain", "7"))
	apply(0)
	searchJSON(t, "the state", succeeds(t, workspace, "show", "-json"), stored)

	searchLog(t, workspace)
}

// net/http writes what follows a response to the standard logger, and the CLI
// copies the provider's standard error to its log.
func TestSecrets_InStrayBytesAreNotLogged(t *testing.T) {
	t.Parallel()

	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		echo, readErr := io.ReadAll(r.Body)

		connection, _, err := http.NewResponseController(w).Hijack()
		if err = errors.Join(readErr, err); err != nil {
			t.Error(err)

			return
		}
		defer connection.Close()

		_, _ = fmt.Fprintf(connection, "HTTP/1.1 204 No Content\r\n\r\n%s", echo)
	}))
	t.Cleanup(server.Close)

	workspace := newConfiguration(t, readFile(t, testdata, "secrets.tf"), "CHATVIEW_BASE_URL="+server.URL, "CHATVIEW_API_KEY="+canary, "TF_LOG=DEBUG", "TF_LOG_PATH=debug.log")
	succeeds(t, workspace, "apply", "-auto-approve", "-var=generation=0", "-target=chatview_source.plain", "-target=chatview_source.write_only")

	searchLog(t, workspace)
}

func search(t *testing.T, place, text string) {
	t.Helper()

	if at := strings.Index(text, canary); at >= 0 {
		t.Errorf("%s has a secret: %.50q", place, text[at:])
	}
}

// searchLog searches the log, which has the requests for both data sources.
func searchLog(t *testing.T, w workspace) {
	t.Helper()

	log := readFile(t, w, "debug.log")
	if count := strings.Count(log, "sent request"); count < 2 {
		t.Fatalf("the provider has logged %d requests", count)
	}

	search(t, "the log", log)
}

// searchJSON searches the JSON of a plan or a state without the parts that may
// hold a secret: the stored attributes, and a plan's copy of the configuration
// and its variables.
func searchJSON(t *testing.T, place, text string, stored []string) {
	t.Helper()

	// The search would find a secret.
	if !strings.Contains(text, canary) {
		t.Errorf("%s does not even have the stored secrets", place)
	}

	document := decode[any](t, text)

	var clean func(any)

	clean = func(value any) {
		switch value := value.(type) {
		case []any:
			for _, element := range value {
				clean(element)
			}
		case map[string]any:
			maps.DeleteFunc(value, func(key string, _ any) bool {
				return slices.Contains(stored, key) || key == "configuration" || key == "variables"
			})

			for _, element := range value {
				clean(element)
			}
		}
	}
	clean(document)

	search(t, place, encode(t, document))
}
