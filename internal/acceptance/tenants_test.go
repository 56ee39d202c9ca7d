package acceptance

import (
	"fmt"
	"maps"
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

// TestTenants_PipelineAppliesByEnvironment applies both environments to a service
// each, and then changes one.
func TestTenants_PipelineAppliesByEnvironment(t *testing.T) {
	t.Parallel()

	environments := newTenants(t)
	staging, production := environments[0], environments[1]
	checkout := workspace{dir: filepath.Dir(staging.dir)}
	linkPreview(t, checkout)
	newRepository(t, checkout)

	for _, environment := range environments {
		writeOrders(t, environment.workspace)
	}

	expectOutput(t, runJob(t, checkout, "tenants-github-actions.yml", "plan-without-state"), "Plan: 10 to add")
	expectOutput(t, readFile(t, checkout, "themes.html")+readFile(t, checkout, "summary.md"), "staging.json", "production.json", "]("+themesPage+")")

	for _, environment := range environments {
		_ = os.Remove(filepath.Join(environment.dir, "backend_override.tf"))
		_ = os.RemoveAll(filepath.Join(environment.dir, ".terraform"))
	}

	output := runJob(t, failShow(checkout), "tenants-github-actions.yml", "plan")
	if _, err := os.Stat(filepath.Join(checkout.dir, "outputs.txt")); err == nil {
		t.Errorf("the job plan passes on what terraform show did not print:\n%s", output)
	}

	runTenantsPipeline(t, checkout, environments, "staging", "production")

	summary := readFile(t, checkout, "summary.md")
	expectOutput(t, summary, "### production", "Warning: Existing Object Overwritten", "t000")
	expectNoControls(t, summary)

	for _, environment := range environments {
		environment.expectTenants(t)
	}

	write(t, production.workspace, "tenants.yaml", strings.Replace(readFile(t, production.workspace, "tenants.yaml"), "name: t002", `name: "Sales ##[add-mask]2"`, 1))

	runTenantsPipeline(t, checkout, environments, "production")
	runTenantsPipeline(t, checkout, environments)

	staging.sent(t)
	write(t, staging.workspace, "main.tf", strings.Replace(readFile(t, staging.workspace, "main.tf"), "send_again   = 1", "send_again   = 2", 1))

	runTenantsPipeline(t, checkout, environments, "staging")

	staging.expectTenants(t)

	// Without the plan's own refusal, the page has pictures of it.
	write(t, staging.workspace, "tenants.yaml", strings.Replace(readFile(t, staging.workspace, "tenants.yaml"), "name: t002", "name: t002\n  outline_color: white", 1))
	expectOutput(t, runJob(t, checkout, "tenants-github-actions.yml", "plan"), "themes with problems: 1", "exit status 2")
	expectOutput(t, readFile(t, checkout, "themes.html"), "With suggestions")
}

// runTenantsPipeline runs the jobs, and expects those that apply to be of these folders.
func runTenantsPipeline(t *testing.T, checkout workspace, environments []environment, want ...string) {
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

	folders := decode[[]string](t, outputs["folders"])
	if !slices.Equal(folders, want) {
		t.Errorf("it applies %q, want %q", folders, want)
	}

	for _, name := range folders {
		i := slices.IndexFunc(environments, func(e environment) bool { return filepath.Base(e.dir) == name })
		passwords := strings.TrimPrefix(environments[i].environment[1], "TF_VAR_passwords=")
		folder := workspace{dir: environments[i].dir}
		apply := func(approved, passwords string) string {
			return runJob(t, folder, file, "apply-"+name, apiKey, "PASSWORDS="+passwords, name+"="+approved)
		}

		if name == "staging" { // once
			expectOutput(t, apply("another", passwords), "The plan is not the one that was approved.", "exit status 1")
			expectOutput(t, apply("", passwords), "APPROVED_SHA256: is missing")
			expectOutput(t, apply(outputs[name], "{}"), "The variable passwords has no entry for t000, t001, t002, t003.", "exit status 1")

			folder = failShow(folder)

			expectOutput(t, apply(checksum(file, ""), passwords), "exit status 1")
			environments[i].expectSent(t)

			folder.environment = nil
		}

		expectOutput(t, apply(outputs[name], passwords), "Apply complete!")
	}
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
