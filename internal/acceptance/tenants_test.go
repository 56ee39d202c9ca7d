package acceptance

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tenantCount is that of each environment.
const tenantCount = 4

// environment is one of the folders of examples/tenants.
type environment struct {
	workspace
	service
	firstID int
}

// TestTenants_MistakesSendNothing makes mistakes in the file of tenants. The plan finds
// those of one test together, so none is left to the apply.
func TestTenants_MistakesSendNothing(t *testing.T) {
	t.Parallel()

	staging := newTenants(t)[0]

	tenants := readFile(t, staging.workspace, "tenants.yaml")
	replace := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(tenants) }
	color := "name: t000\n  brand_color: \"#1864ab\""

	mistaken, unusable := tenantsWithoutValues()

	// A semicolon separates what the errors of a plan have.
	tests := map[string]struct{ tenants, passwords, want string }{
		"one key twice":    {tenants: replace("key: t002\n", "key: t001\n"), want: "More than one tenant has the key t001."},
		"one theme twice":  {tenants: replace("appearance_id: 1002\n", "appearance_id: 1001\n"), want: "More than one tenant has the appearance_id 1001"},
		"one source twice": {tenants: replace("id: 2002,", "id: 2001,"), want: "More than one tenant has the source.id 2001"},
		"values that the provider refuses": {
			tenants: replace("key: t000\n", "key: t000\n  start_message: "+strings.Repeat("x", 121)+"\n", "appearance_id: 1001", "appearance_id: a/b", "name: t002", "name: "+strings.Repeat("x", 101), "id: 2000,", "id: seven,") + "  recommendations: [null]\n",
			want:    `Invalid ID with module.tenants.chatview_source.this["t000"]; Text Too Long with module.tenants.module.theme["t000"]; Invalid ID with module.tenants.module.theme["t001"]; Invalid Name with module.tenants.module.theme["t002"]; Null List Value with module.tenants.module.theme["t003"]`,
		},
		"unreadable outlines": {tenants: replace(color, "name: t000\n  brand_color: red\n  outline_color: white") + "  outline_color: gren\n", want: "Unreadable colors in the theme t000:; Unreadable colors in the theme t003:"},
		"a missing password":  {tenants: tenants, passwords: `{"t001": "x"}`, want: "The map passwords has no entry for t000."},
		"unknown settings":    {tenants: replace("id: 2000,", "id: 2000, user_name: x,") + "  startmessage: x\n", want: "Tenants have settings that do not exist: source.user_name of t000, startmessage of t003."},
		"no values":           {tenants: mistaken, want: "(a color needs quotation marks): " + strings.Join(unusable, ", ") + "."},
		"a list as a message": {tenants: tenants + "  start_message: [Hi]\n", want: `element 3: attribute "start_message": string required`},
		"a text as a source":  {tenants: tenants + "- key: t004\n  appearance_id: 1\n  name: N\n  brand_color: gold\n  source: db\n", want: `element 4: attribute "source": object required`},
		"no list":             {tenants: "t000:\n  name: N\n", want: "key of entry 1, appearance_id of entry 1, name of entry 1, brand_color of entry 1."},
		"no YAML":             {tenants: "- key: [\n", want: "yamldecode"},
		"an unknown color":    {tenants: replace(color, "name: t000\n  brand_color: gren"), want: "The brand color of t000 is not"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			write(t, staging.workspace, "tenants.yaml", test.tenants)

			w := staging.workspace
			if test.passwords != "" {
				w.environment = append(slices.Clone(w.environment), "TF_VAR_passwords="+test.passwords)
			}

			expectOutput(t, fails(t, w, "apply", "-auto-approve"), strings.Split(test.want, "; ")...)
			staging.expectSent(t)
		})
	}
}

// tenantsWithoutValues returns a file in which each tenant has another setting without a
// usable value, and what an error has to name.
func tenantsWithoutValues() (file string, unusable []string) {
	settings := []string{"appearance_id", "name", "brand_color", "outline_color", "source.id", "source.hostname", "source.username", "source.database_name", "source.password_version"}
	none := []string{"", "# a comment", `""`, "[1]"}

	for i, setting := range append(settings, settings[:3]...) {
		file += fmt.Sprintf("- key: t%d\n", i)

		for j, name := range settings {
			value := fmt.Sprint(i + 1)

			switch {
			case name == setting && i < len(settings):
				value = none[i%len(none)]
			case name == setting:
				continue // it is missing
			case strings.HasSuffix(name, "color"):
				value = "gold"
			}

			if name == "source.id" {
				file += "  source:\n"
			}

			indent := map[bool]string{true: "    ", false: "  "}[j > 3]
			file += indent + strings.TrimPrefix(name, "source.") + ": " + value + "\n"
		}

		unusable = append(unusable, fmt.Sprintf("%s of t%d", setting, i))
	}

	return file, unusable
}

// TestTenants_NoApplySendsThePlaceholder expects that it is enough for a plan, and
// that an apply fails before it sends a password.
func TestTenants_NoApplySendsThePlaceholder(t *testing.T) {
	t.Parallel()

	staging := newTenants(t)[0]

	staging.environment = append(staging.environment, `TF_VAR_passwords={"*": "not-the-password"}`)
	expectOutput(t, succeeds(t, staging.workspace, "plan"), fmt.Sprintf("Plan: %d to add", 2*tenantCount+1))

	expectOutput(t, fails(t, staging.workspace, "apply", "-auto-approve"), "The map passwords has no entry for t000.")

	for request := range staging.sent(t) {
		if strings.HasPrefix(request, http.MethodPatch) {
			t.Errorf("sent %s", request)
		}
	}
}

// TestTenants_PipelineAppliesByEnvironment applies both environments to a service
// each, and then changes one.
func TestTenants_PipelineAppliesByEnvironment(t *testing.T) {
	t.Parallel()

	environments := newTenants(t)
	staging, production := environments[0], environments[1]
	checkout := workspace{dir: filepath.Dir(staging.dir)}
	linkPreview(t, checkout)

	for _, environment := range environments {
		writeOrders(t, environment.workspace)
	}

	expectOutput(t, runJob(t, checkout, "tenants-github-actions.yml", "plan-without-state"), "Plan: 10 to add")
	expectOutput(t, readFile(t, checkout, "themes.html")+readFile(t, checkout, "summary.md"), "staging.json", "production.json", "]("+pipelines["github-actions.yml"].page+")")

	for _, environment := range environments {
		_ = os.Remove(filepath.Join(environment.dir, "backend_override.tf"))
		_ = os.RemoveAll(filepath.Join(environment.dir, ".terraform"))
	}

	output := runJob(t, failShow(t, checkout), "tenants-github-actions.yml", "plan")
	if _, err := os.Stat(filepath.Join(checkout.dir, "outputs.txt")); err == nil {
		t.Errorf("the job plan passes on what terraform show did not print:\n%s", output)
	}

	if got := runTenantsPipeline(t, checkout, environments); !slices.Equal(got, []string{"staging", "production"}) {
		t.Errorf("applied %v", got)
	}

	summary := readFile(t, checkout, "summary.md")
	expectOutput(t, summary, "### production", "Warning: Existing Object Overwritten", "t000")
	expectNoControls(t, summary)

	for _, environment := range environments {
		environment.expectTenants(t)
	}

	write(t, production.workspace, "tenants.yaml", strings.Replace(readFile(t, production.workspace, "tenants.yaml"), "name: t002", `name: "Sales ##[add-mask]2"`, 1))

	if got := runTenantsPipeline(t, checkout, environments); !slices.Equal(got, []string{"production"}) {
		t.Errorf("applied %v", got)
	}

	if got := runTenantsPipeline(t, checkout, environments); got != nil {
		t.Errorf("applied %v", got)
	}
}

// runTenantsPipeline returns the folders that it applied.
func runTenantsPipeline(t *testing.T, checkout workspace, environments []environment) (folders []string) {
	t.Helper()

	const file = "tenants-github-actions.yml"

	_ = os.Remove(filepath.Join(checkout.dir, "outputs.txt"))

	expectOutput(t, runJob(t, checkout, file, "plan"), "Wrote themes.md")

	outputs := map[string]string{}

	for line := range strings.Lines(readFile(t, checkout, "outputs.txt")) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		outputs[name] = value
	}

	// GitHub drops an output with a line of a masked secret, which may be JSON.
	if strings.ContainsAny(fmt.Sprint(slices.Collect(maps.Values(outputs))), "{}") {
		t.Errorf("the outputs have braces: %v", outputs)
	}

	for _, name := range decode[[]string](t, outputs["folders"]) {
		folders = append(folders, name)

		i := slices.IndexFunc(environments, func(e environment) bool { return filepath.Base(e.dir) == name })
		passwords := strings.TrimPrefix(environments[i].environment[1], "TF_VAR_passwords=")
		folder := workspace{dir: environments[i].dir}
		apply := func(approved, passwords string) string {
			return runJob(t, folder, file, "apply-"+name, apiKey, "PASSWORDS="+passwords, name+"="+approved)
		}

		if name == "staging" { // once
			expectOutput(t, apply("another", passwords), "The plan is not the one that was approved.", "exit status 1")
			expectOutput(t, apply(outputs[name], "{}"), "The map passwords has no entry for t000.", "exit status 1")

			folder = failShow(t, folder)
			expectOutput(t, apply(fmt.Sprintf("%x", sha256.Sum256(nil)), passwords), "exit status 1")
			environments[i].expectSent(t)

			folder.environment = nil
		}

		expectOutput(t, apply(outputs[name], passwords), "Apply complete!")
	}

	return folders
}

// expectTenants expects that each theme and source was sent once.
func (e environment) expectTenants(t *testing.T) {
	t.Helper()

	bodies := e.sent(t)
	if len(bodies) != 2*tenantCount {
		t.Errorf("%d requests, want %d", len(bodies), 2*tenantCount)
	}

	for i := range tenantCount {
		theme, source := bodies[e.theme(i)], bodies[e.source(i)]
		if theme["name"] != tenantKey(i) || source["password"] != tenantKey(i)+"-password" {
			t.Errorf("tenant %d was sent with the name %v and the password %v", i, theme["name"], source["password"])
		}

		// Null: those of an existing theme must not be emptied.
		for _, field := range []string{"recommendations", "start_message"} {
			if value, isSent := theme[field]; isSent {
				t.Errorf("%s of tenant %d is sent: %v", field, i, value)
			}
		}
	}
}

func tenantKey(i int) string { return fmt.Sprintf("t%03d", i) }

func (e environment) theme(i int) string {
	return fmt.Sprintf("PUT /api/v1/appearance/%d/ 200", e.firstID+i)
}

func (e environment) source(i int) string {
	return fmt.Sprintf("PATCH /api/v1/sources/%d/update-config/ 200", e.firstID+1000+i)
}

// newTenants returns the environments of a copy of the example, initialized and with
// a service for each.
func newTenants(t *testing.T) []environment {
	t.Helper()

	example := newExample(t, "tenants")

	var environments []environment

	for i, folder := range []struct{ name, address string }{{"staging", pageAddress}, {"production", "https://chatview.example.com"}} {
		environment := environment{workspace{dir: example.dir + "/" + folder.name}, startServiceOfAnyID(t), 1000 * (3*i + 1)}

		var tenants strings.Builder

		passwords := map[string]string{}

		for i := range tenantCount {
			key := tenantKey(i)
			passwords[key] = key + "-password"

			fmt.Fprintf(&tenants, "- key: %s\n  appearance_id: %d\n  name: %s\n  brand_color: %q\n", key, environment.firstID+i, key, "#1864ab")
			fmt.Fprintf(&tenants, "  source: {id: %d, hostname: db.example.com, username: u, database_name: d, password_version: 1}\n", environment.firstID+1000+i)
		}

		main := readFile(t, environment.workspace, "main.tf")

		if !strings.Contains(main, folder.address) {
			t.Fatalf("%s does not have the address %s", folder.name, folder.address)
		}

		write(t, environment.workspace, "main.tf", strings.Replace(main, folder.address, environment.url, 1))
		write(t, environment.workspace, "tenants.yaml", tenants.String())
		environment.environment = []string{apiKey, "TF_VAR_passwords=" + encode(t, passwords)}
		succeeds(t, environment.workspace, "init")

		environments = append(environments, environment)
	}

	return environments
}
