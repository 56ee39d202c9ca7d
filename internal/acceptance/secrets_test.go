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

// findCanaries creates, updates, imports, and fails to update in every error shape
// of a service that echoes requests, all with TF_LOG=TRACE. It searches the output,
// the plans, the state and the log.
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

// withoutStored removes from the JSON of a plan or a state what may hold a secret:
// the stored attributes, and a plan's copy of the configuration and its variables.
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

// TestSecrets_AreFoundWithoutGuard shows that the test above can fail: it disables
// one guard at a time and finds the secrets.
func TestSecrets_AreFoundWithoutGuard(t *testing.T) {
	t.Parallel()

	for name, control := range map[string]struct {
		file, guard, broken string
		place               string
		seen                []string
	}{
		"SecretsOfSources": {
			"internal/client/source.go", "c.secrets(append([]SourceConfig{config}, earlier...)...)", "secrets{}",
			"apply", []string{apiKeyCanary, "CANARYpassword", "CANARYstring", "CANARYtokenwo", "CANARYaccountwo"},
		},
		"SecretsOfAppearances": {
			"internal/client/appearance.go", "c.secrets()", "secrets{}",
			"apply", []string{apiKeyCanary},
		},
		"BodiesAreNotLogged": {
			"internal/client/operation.go", `req.Header.Set("Accept", "application/json")`, `println(o.client.config.APIKey, string(o.body))`,
			"log", []string{apiKeyCanary, "CANARYpassword", "CANARYpasswordwo", "CANARYaccount"},
		},
		"WriteOnly": {
			"internal/provider/source_schema.go", "WriteOnly:           true,", "",
			"state", []string{"CANARYpasswordwo", "CANARYtokenwo", "CANARYaccountwo"},
		},
		"Sensitive": {
			"internal/provider/source_schema.go", "Sensitive:           true,\n\t\t\tMarkdownDescription: description + \". Prefer", "MarkdownDescription: description + \". Prefer",
			"plan", []string{"CANARYpassword", "CANARYstring", "CANARYtoken", "CANARYaccount"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			seen := findCanaries(t, buildBroken(t, control.file, control.guard, control.broken))[control.place]
			for _, canary := range control.seen {
				if !slices.Contains(seen, canary) {
					t.Errorf("%s was not found in %s, only %v", canary, control.place, seen)
				}
			}
		})
	}
}

// buildBroken builds the provider with one text of its source replaced by an
// overlay. The source itself does not change.
func buildBroken(t *testing.T, file, text, replacement string) string {
	t.Helper()

	original, err := filepath.Abs(filepath.Join(moduleRoot, file))
	if err != nil {
		t.Fatal(err)
	}

	source, err := os.ReadFile(original)
	if err != nil {
		t.Fatal(err)
	}

	if strings.Count(string(source), text) != 1 {
		t.Fatalf("%s does not have %q exactly once: correct this test", file, text)
	}

	folder := t.TempDir()
	broken := filepath.Join(folder, filepath.Base(file))

	if err := os.WriteFile(broken, []byte(strings.Replace(string(source), text, replacement, 1)), 0o600); err != nil {
		t.Fatal(err)
	}

	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{original: broken}})
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
