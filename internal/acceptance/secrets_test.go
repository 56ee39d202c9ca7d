package acceptance

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/chatview/terraform-provider-chatview/internal/cli"
	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// Each secret starts with a word that no encoding changes, followed by characters
// that every encoding changes.
const (
	apiKeyCanary = "CANARYkey"
	apiKey       = apiKeyCanary + `"\<&>%+1`
)

// canaries are the words to search for.
var canaries = []string{
	apiKeyCanary, "CANARYpassword", "CANARYpasswordwo", "CANARYstring", "CANARYtokenwo", "CANARYtoken", "CANARYaccount", "CANARYaccountwo",
}

// storedAttributes may hold their secret in state and in a plan's JSON, which
// is where Terraform keeps a sensitive value. Nothing else may.
var storedAttributes = []string{"password", "connection_string", "token", "service_account_key"}

// The variables are not sensitive, so only the provider's schema hides their values.
const secretsConfiguration = `terraform {
  required_providers {
    chatview = {
      source = "chatview/chatview"
    }
  }
}

provider "chatview" {
  max_retries = 0
}

variable "generation" {
  type = number
}

variable "tail" {
  type    = string
  default = "\"\\<&>%+\u00fc\n1"
}

resource "chatview_appearance" "brand" {
  id   = "1"
  name = "Brand ${var.generation}"
}

resource "chatview_source" "plain" {
  id = "7"

  password            = "CANARYpassword${var.tail}${var.generation}"
  connection_string   = "CANARYstring${var.tail}${var.generation}"
  token               = "CANARYtoken${var.tail}${var.generation}"
  service_account_key = jsonencode({ private_key = "CANARYaccount${var.tail}${var.generation}" })
}

resource "chatview_source" "write_only" {
  id = "8"

  password_wo                    = "CANARYpasswordwo${var.tail}${var.generation}"
  password_wo_version            = var.generation
  token_wo                       = "CANARYtokenwo${var.tail}${var.generation}"
  token_wo_version               = var.generation
  service_account_key_wo         = jsonencode({ private_key = "CANARYaccountwo${var.tail}${var.generation}" })
  service_account_key_wo_version = var.generation
}
`

// sightings maps a place to the canaries found there.
type sightings map[string][]string

func (s sightings) search(place, text string) {
	for _, canary := range canaries {
		if strings.Contains(text, canary) && !slices.Contains(s[place], canary) {
			s[place] = append(s[place], canary)
		}
	}
}

// findCanaries creates, updates and imports, and fails to update against a
// service that echoes requests in every error shape, all with TF_LOG=TRACE. It
// searches the output, the plans, the state and the log.
func findCanaries(t *testing.T, binary string) sightings {
	t.Helper()

	mock, address := startService(t, apiKey, mockserver.Behavior{})
	mock.AddSource(8, "postgres", nil)

	workspace := newWorkspace(t, binary, secretsConfiguration)
	logFile := filepath.Join(workspace.Dir, "trace.log")
	workspace.Environment = []string{
		"CHATVIEW_BASE_URL=" + address, "CHATVIEW_API_KEY=" + apiKey, "TF_LOG=TRACE", "TF_LOG_PATH=" + logFile,
	}

	seen := sightings{}
	generation := 0

	apply := func(wantExit int) {
		generation++
		variable := fmt.Sprintf("-var=generation=%d", generation)
		planned := run(t, workspace, "plan", variable, "-out=saved.tfplan")
		seen.search("plan", planned.Output)
		seen.search("plan JSON", withoutStored(t, run(t, workspace, "show", "-json", "saved.tfplan")))

		applied := run(t, workspace, "apply", "saved.tfplan")
		seen.search("apply", applied.Output)

		if applied.ExitCode != wantExit {
			t.Fatalf("apply %d exited with %d:\n%s", generation, applied.ExitCode, applied.Output)
		}
	}

	apply(0)
	apply(0)

	for _, shape := range []mockserver.ErrorShape{
		mockserver.FieldLists, mockserver.Detail, mockserver.ProblemDetails, mockserver.PlainText, mockserver.HTML, mockserver.Empty,
	} {
		mock.SetBehavior(mockserver.Behavior{ErrorShape: shape, EchoRequests: true})
		mock.QueueFaults(mockserver.Fault{Status: 400}, mockserver.Fault{Status: 500}, mockserver.Fault{Status: 403})
		apply(1)
	}

	mock.SetBehavior(mockserver.Behavior{})

	for _, object := range [][2]string{{"chatview_appearance.brand", "1"}, {"chatview_source.plain", "7"}, {"chatview_source.write_only", "8"}} {
		run(t, workspace, "state", "rm", object[0])
		seen.search("import", run(t, workspace, "import", "-var=generation=0", object[0], object[1]).Output)
	}

	apply(0)

	seen.search("state", withoutStored(t, run(t, workspace, "show", "-json")))
	seen.search("log", logOf(t, workspace, logFile))

	return seen
}

// logOf returns the log. It fails the test if the provider's log is not in it.
func logOf(t *testing.T, workspace cli.Workspace, file string) string {
	t.Helper()

	log, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}

	if !strings.Contains(string(log), "sent request") {
		t.Fatalf("the log in %s has no line from the provider", workspace.Dir)
	}

	return string(log)
}

// withoutStored removes what may hold a secret from the JSON of a plan or a
// state: the stored attributes, and a plan's copy of the configuration and its
// variables.
func withoutStored(t *testing.T, shown cli.Result) string {
	t.Helper()

	var document any
	if err := json.Unmarshal([]byte(shown.Output), &document); err != nil {
		t.Fatalf("%v in %s", err, shown.Output)
	}

	var clean func(any)

	clean = func(value any) {
		switch value := value.(type) {
		case []any:
			for _, element := range value {
				clean(element)
			}
		case map[string]any:
			maps.DeleteFunc(value, func(key string, _ any) bool {
				return slices.Contains(storedAttributes, key) || key == "configuration" || key == "variables"
			})

			for _, element := range value {
				clean(element)
			}
		}
	}
	clean(document)

	cleaned, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}

	return string(cleaned)
}

func TestSecrets_AreInSensitiveAttributesOnly(t *testing.T) {
	t.Parallel()

	if diff := cmp.Diff(sightings{}, findCanaries(t, provider)); diff != "" {
		t.Errorf("secrets found (-want +got):\n%s", diff)
	}
}

// guards are what keeps the secrets out of each place: texts of the source, and what
// replaces them.
var guards = []struct{ file, text, replacement string }{
	{"internal/client/source.go", "c.secrets(append([]SourceConfig{config}, earlier...)...)", "secrets{}"},
	{"internal/client/appearance.go", "c.secrets()", "secrets{}"},
	{"internal/client/operation.go", `req.Header.Set("Accept", "application/json")`, `println(o.client.config.APIKey, string(o.body))`},
	{"internal/provider/source_schema.go", "WriteOnly:           true,", ""},
	{"internal/provider/source_schema.go", "Sensitive:           true,\n\t\t\tMarkdownDescription: description + \". Prefer", "MarkdownDescription: description + \". Prefer"},
}

// TestSecrets_AreFoundWithoutGuards shows that the test above can fail for each
// place.
func TestSecrets_AreFoundWithoutGuards(t *testing.T) {
	t.Parallel()

	seen := findCanaries(t, buildWithoutGuards(t))

	for place, want := range map[string][]string{
		"plan":  {"CANARYpassword", "CANARYstring", "CANARYtoken", "CANARYaccount"},
		"apply": {apiKeyCanary, "CANARYpassword", "CANARYstring", "CANARYtokenwo", "CANARYaccountwo"},
		"state": {"CANARYpasswordwo", "CANARYtokenwo", "CANARYaccountwo"},
		"log":   {apiKeyCanary, "CANARYpassword", "CANARYpasswordwo", "CANARYaccount"},
	} {
		for _, canary := range want {
			if !slices.Contains(seen[place], canary) {
				t.Errorf("%s was not found in %s, only %v", canary, place, seen[place])
			}
		}
	}
}

// buildWithoutGuards builds the provider with an overlay. The source itself does not
// change.
func buildWithoutGuards(t *testing.T) string {
	t.Helper()

	folder := t.TempDir()
	replaced := map[string]string{}

	for i, guard := range guards {
		original, err := filepath.Abs(filepath.Join(moduleRoot, guard.file))
		if err != nil {
			t.Fatal(err)
		}

		edited := replaced[original]
		if edited == "" {
			edited = original
		}

		source, err := os.ReadFile(edited)
		if err != nil {
			t.Fatal(err)
		}

		if strings.Count(string(source), guard.text) != 1 {
			t.Fatalf("%s does not have %q exactly once: correct this test", guard.file, guard.text)
		}

		replaced[original] = filepath.Join(folder, fmt.Sprintf("%d.go", i))
		if err := os.WriteFile(replaced[original], []byte(strings.Replace(string(source), guard.text, guard.replacement, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}

	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}

	overlayFile := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		t.Fatal(err)
	}

	binary := filepath.Join(folder, "terraform-provider-chatview")
	if err := build(t.Context(), binary, "-overlay", overlayFile); err != nil {
		t.Fatal(err)
	}

	return binary
}
