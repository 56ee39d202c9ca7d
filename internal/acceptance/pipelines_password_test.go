package acceptance

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPipelines_ApproveAStoredPassword, because what is approved has a placeholder: unlike
// with password_wo, its plan is that of the apply only if the password changes.
func TestPipelines_ApproveAStoredPassword(t *testing.T) {
	t.Parallel()

	const configuration = requiredProviders + `
variable "database_password" { default = null }

variable "passwords" {
  type    = map(string)
  default = {}
}

provider "chatview" {
  base_url = "ADDRESS"
}
`

	password := "password = coalesce(var.database_password, one(values(var.passwords)))"

	for file, folder := range map[string]string{"github-actions.yml": "", "gitlab-ci.yml": "", "tenants-github-actions.yml": "staging"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()

			service, checkout := startServiceOfAnyID(t), newWorkspace(t)
			job := strings.Trim("apply-"+folder, "-")

			for _, name := range []string{folder, strings.Replace(folder, "staging", "production", 1)} {
				write(t, checkout, name+"/main.tf", requiredProviders)
				succeeds(t, workspace{dir: filepath.Join(checkout.dir, name)}, "init")
			}

			linkPreview(t, checkout)
			newRepository(t, checkout)

			for _, c := range []struct{ hostname, password, want string }{
				{"first", "first", "Apply complete!"}, {"second", "first", "The plan is not the one that was approved."}, {"second", "second", "Apply complete!"},
			} {
				write(t, checkout, folder+"/main.tf", strings.Replace(configuration, "ADDRESS", service.url, 1)+source("warehouse", "1", "hostname = \""+c.hostname+"\"", password))

				_ = os.Remove(filepath.Join(checkout.dir, "outputs.txt"))
				expectOutput(t, runJob(t, checkout, file, "plan"), "Plan: ")

				outputs, _ := os.ReadFile(filepath.Join(checkout.dir, "outputs.txt"))
				settings := slices.Concat(strings.Fields(string(outputs)), []string{apiKey, "DATABASE_PASSWORD=" + c.password, "TF_VAR_database_password=" + c.password, `PASSWORDS={"a":"` + c.password + `"}`})
				expectOutput(t, runJob(t, workspace{dir: filepath.Join(checkout.dir, folder)}, file, job, settings...), c.want)
			}
		})
	}
}
