package acceptance

import (
	"strings"
	"testing"
)

// TestPipelines_ScheduleSendsOrFails, because a schedule that sends nothing, as nothing has
// the trigger or it has another address, would look like one that found no change.
func TestPipelines_ScheduleSendsOrFails(t *testing.T) {
	t.Parallel()

	again := "resource \"terraform_data\" \"send_again\" {}\n"
	triggered := theme("first", "1", "triggers = { sent = terraform_data.send_again.id }")

	for name, configuration := range map[string]string{
		"instances": strings.NewReplacer("{}", "{\n  count = 1\n}", "again.id", "again[0].id").Replace(again + triggered),
		"a module":  "module \"again\" {\n  source = \"./again\"\n}\n" + strings.Replace(triggered, "terraform_data.send_again", "module.again", 1),
		"no use":    again + theme("first", "1", "triggers = { sent = \"1\" }"),
	} {
		for _, file := range []string{"schedule-github-actions.yml", "schedule-gitlab-ci.yml"} {
			t.Run(file+", "+name, func(t *testing.T) {
				t.Parallel()

				service := startServiceOfAnyID(t)
				w := newWorkspace(t, service.settings()...)
				write(t, w, "again/main.tf", again+"output \"id\" {\n  value = terraform_data.send_again.id\n}\n")
				write(t, w, "main.tf", requiredProviders+configuration)
				succeeds(t, w, "init")
				succeeds(t, w, "apply", "-auto-approve")
				service.sent(t)

				expectOutput(t, runJob(t, w, file, "send-again", service.settings()...), "No object has terraform_data.send_again", "exit status 1")
			})
		}
	}
}
