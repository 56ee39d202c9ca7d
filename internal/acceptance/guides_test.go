package acceptance

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// guide is a guide of the documentation and the files that its reader has when
// the first command is typed.
type guide struct {
	files []string
	// programs are what its commands run beside the CLI and a POSIX system.
	programs []string
	// notRun says why its commands are not run here.
	notRun string
}

func guides() map[string]guide {
	return map[string]guide{
		"getting-started":               {files: []string{"quickstart"}},
		"adopt-existing-themes":         {files: []string{"adopt"}},
		"themes-for-tenants":            {files: []string{"tenants"}},
		"rotate-credentials":            {files: []string{"rotate-credentials"}},
		"write-only-colors":             {files: []string{"write-only-colors"}},
		"pipelines":                     {files: []string{"quickstart"}, programs: []string{"jq"}},
		"what-the-provider-can-not-see": {files: []string{versionsFile, "resources/chatview_appearance/resource.tf"}},
		"mock-server":                   {notRun: "it builds in a clone of the repository and listens on a fixed port; TestPlay of internal/cmd/demo runs the same"},
		"troubleshooting":               {}, // has no commands
	}
}

// guideAddress stands in the guides for the service's.
const guideAddress = "https://chat.example.com"

var (
	shellBlock = regexp.MustCompile("(?ms)^```shell\n(.*?)^```$")
	textBlock  = regexp.MustCompile("(?ms)^```text\n(.*?)^```$")
	spaces     = regexp.MustCompile(`\s+`)
)

// TestGuides_CommandsRunAsWritten types the commands of each guide, and looks
// for the lines of output that it shows, in their order.
func TestGuides_CommandsRunAsWritten(t *testing.T) {
	t.Parallel()

	guides := guides()

	for _, name := range guideNames(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			guide, isKnown := guides[name]
			if !isKnown {
				t.Fatal("add it to guides()")
			}

			if guide.notRun != "" {
				t.Skip(guide.notRun)
			}

			for _, program := range guide.programs {
				if _, err := exec.LookPath(program); err != nil {
					t.Skipf("there is no %s", program)
				}
			}

			text := readGuide(t, name)
			commands := strings.Join(blocks(shellBlock, text), "\n")

			if commands == "" && guide.files == nil {
				return
			}

			_, address := startExampleService(t)
			workspace := layExample(t, address, guide.files...)
			workspace.Environment = nil // all is for the guide to set

			script := strings.ReplaceAll(commands, guideAddress, address)
			rest := oneSpaced(runScript(t, workspace, script))

			for _, line := range strings.Split(strings.Join(blocks(textBlock, text), ""), "\n") {
				before, after, isThere := strings.Cut(rest, oneSpaced(line))
				if !isThere {
					t.Fatalf("%q is not in what is printed after the line before it:\n%s", line, before)
				}

				rest = after
			}
		})
	}
}

func guideNames(t *testing.T) []string {
	t.Helper()

	files, err := filepath.Glob(filepath.Join(moduleRoot, "docs", "guides", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %d guides", err, len(files))
	}

	var names []string
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".md"))
	}

	return names
}

func readGuide(t *testing.T, name string) string {
	t.Helper()

	text, err := os.ReadFile(filepath.Join(moduleRoot, "docs", "guides", name+".md"))
	if err != nil {
		t.Fatal(err)
	}

	return string(text)
}

func blocks(pattern *regexp.Regexp, text string) []string {
	var found []string
	for _, match := range pattern.FindAllStringSubmatch(text, -1) {
		found = append(found, match[1])
	}

	return found
}

func oneSpaced(text string) string {
	return strings.TrimSpace(spaces.ReplaceAllString(text, " "))
}

// A summary of a diagnostic is the only kind of text in the provider's source
// that has several words which all begin with a capital.
var summaryPattern = regexp.MustCompile(`^[A-Z][A-Za-z]*([ -][A-Z][A-Za-z]*)+$`)

// TestTroubleshooting_HasEverySummary compares the headings of the guide with
// the summaries in the provider's source.
func TestTroubleshooting_HasEverySummary(t *testing.T) {
	t.Parallel()

	headings := regexp.MustCompile(`(?m)^### (.*)$`).FindAllStringSubmatch(readGuide(t, "troubleshooting"), -1)

	var described []string
	for _, heading := range headings {
		described = append(described, heading[1])
	}

	printed := providerSummaries(t)

	for _, summary := range printed {
		if !slices.Contains(described, summary) {
			t.Errorf("the guide does not have %q", summary)
		}
	}

	// What the framework and the CLI print.
	others := []string{
		"Invalid Attribute Combination", "Invalid Attribute Value", "Failed to query available provider packages",
		"WriteOnly Attribute Not Allowed", "Variable not set for an apply of a saved plan",
	}

	for _, heading := range described {
		if !slices.Contains(printed, heading) && !slices.Contains(others, heading) {
			t.Errorf("nothing prints %q any more", heading)
		}
	}
}

func providerSummaries(t *testing.T) []string {
	t.Helper()

	files, err := filepath.Glob(filepath.Join(moduleRoot, "internal", "provider", "*.go"))
	if err != nil {
		t.Fatal(err)
	}

	var summaries []string

	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}

		syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}

		ast.Inspect(syntax, func(node ast.Node) bool {
			if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				text, err := strconv.Unquote(literal.Value)
				if err == nil && summaryPattern.MatchString(text) && strings.ToUpper(text) != text {
					summaries = append(summaries, text)
				}
			}

			return true
		})
	}

	// Enough to know that the pattern still finds them.
	if len(summaries) < 30 || !slices.Contains(summaries, "Object Not Found") {
		t.Fatalf("only found %q", summaries)
	}

	return summaries
}

// TestDocs_LinksLeadSomewhere follows the links between the pages.
func TestDocs_LinksLeadSomewhere(t *testing.T) {
	t.Parallel()

	link := regexp.MustCompile(`\]\(([^):#]*\.md)?(?:#([a-z0-9-]+))?\)`)
	notInAnchor := regexp.MustCompile(`[^a-z0-9 _-]`)

	docs := filepath.Join(moduleRoot, "docs")

	for _, pattern := range []string{"*.md", "*/*.md"} {
		pages, _ := filepath.Glob(filepath.Join(docs, pattern))
		for _, page := range pages {
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}

			for _, match := range link.FindAllStringSubmatch(string(text), -1) {
				target := page
				if match[1] != "" {
					target = filepath.Join(filepath.Dir(page), match[1])
				}

				linked, err := os.ReadFile(target)
				if err != nil {
					t.Errorf("%s: %v", page, err)

					continue
				}

				anchors := strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(string(linked)), "\n"), " ", "-")
				if match[2] != "" && !strings.Contains(anchors, "-"+match[2]) {
					t.Errorf("%s: there is no %s in %s", page, match[2], target)
				}
			}
		}
	}
}

// pipeline is what a file of examples/pipelines runs, of either product.
type pipeline struct{ plan, apply job }

type job struct {
	script      string
	environment []string
}

// TestPipelines_PlanWithoutSecretsAndApply runs the commands of the example
// pipelines in the quick start's configuration.
func TestPipelines_PlanWithoutSecretsAndApply(t *testing.T) {
	t.Parallel()

	for name, pipeline := range map[string]pipeline{"GitHub": githubPipeline(t), "GitLab": gitlabPipeline(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()

			mock, address := startExampleService(t)
			secrets := []string{"CHATVIEW_BASE_URL=" + address, "CHATVIEW_API_KEY=example-key", "TF_VAR_database_password=example-password"}

			checkout := layExample(t, address, "quickstart")
			checkout.Environment = nil
			planned := runScript(t, checkout, pipeline.plan.script, pipeline.plan.environment...)

			if !strings.Contains(planned, "Plan: 2 to add") {
				t.Errorf("the plan is not one:\n%s", planned)
			}

			expectNoRequests(t, mock)

			checkout = layExample(t, address, "quickstart")
			checkout.Environment = secrets
			runScript(t, checkout, pipeline.apply.script, pipeline.apply.environment...)
			compareGolden(t, filepath.Join("testdata", "examples", "quickstart.json"), requestsOf(t, mock))

			mock.ForgetRequests()

			if again := runScript(t, checkout, pipeline.apply.script, pipeline.apply.environment...); !strings.Contains(again, "Nothing to do.") {
				t.Errorf("the second run finds something to do:\n%s", again)
			}

			expectNoRequests(t, mock)
		})
	}
}

func githubPipeline(t *testing.T) pipeline {
	t.Helper()

	type steps struct {
		Env   map[string]string
		Steps []struct{ Run string }
	}

	var workflow struct {
		Env  map[string]string
		Jobs struct{ Plan, Apply steps }
	}

	parseExample(t, "pipelines/github-actions.yml", &workflow)

	jobOf := func(steps steps) job {
		var script []string
		for _, step := range steps.Steps {
			script = append(script, step.Run)
		}

		return job{strings.Join(script, "\n"), append(variables(workflow.Env), variables(steps.Env)...)}
	}

	return pipeline{jobOf(workflow.Jobs.Plan), jobOf(workflow.Jobs.Apply)}
}

func gitlabPipeline(t *testing.T) pipeline {
	t.Helper()

	type steps struct {
		Variables map[string]string
		Script    []string
	}

	var file struct {
		Variables   map[string]string
		Plan, Apply steps
	}

	parseExample(t, "pipelines/gitlab-ci.yml", &file)

	jobOf := func(steps steps) job {
		return job{strings.Join(steps.Script, "\n"), append(variables(file.Variables), variables(steps.Variables)...)}
	}

	return pipeline{jobOf(file.Plan), jobOf(file.Apply)}
}

func parseExample(t *testing.T, name string, into any) {
	t.Helper()

	if err := yaml.Unmarshal([]byte(readExample(t, name)), into); err != nil {
		t.Fatal(err)
	}
}

// variables returns NAME=value, but for what the product fills in.
func variables(values map[string]string) []string {
	var environment []string

	for name, value := range values {
		if !strings.Contains(value, "${{") {
			environment = append(environment, name+"="+value)
		}
	}

	return environment
}
