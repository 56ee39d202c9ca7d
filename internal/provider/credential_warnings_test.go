package provider

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// A plan warns exactly if its apply sends the mistake.
func TestPlanWarnings_NameWhatIsWrongInASentCredential(t *testing.T) {
	const key = `{"private_key": "-----BEGIN PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----\\n"}`

	sent := regexp.MustCompile(`[^-](\\r|\\n)"|KEY-----\\\\n|"(op:| \{)`)
	mistakes := regexp.MustCompile("Line Break|Reference|Masked|JSON")
	written := func(attribute string, value any, more ...any) map[string]any {
		config := map[string]any{"id": "7", "port": 1, attribute: value}
		if strings.HasSuffix(attribute, "_wo") {
			config[attribute+"_version"] = 1
		}

		for i := 0; i < len(more); i += 2 {
			config[more[i].(string)] = more[i+1]
		}

		return config
	}
	secret := func(more ...any) map[string]any { return written("password_wo", "hunter2\n", more...) }

	for name, test := range map[string]struct {
		before, after map[string]any // nil is none
		prepare       func(*core, *service)
		want          string
	}{
		"Password":         {nil, secret(), nil, "Trailing Line Break: password_wo"},
		"Plain":            {nil, written("password", "hunter2\r\n"), nil, "Trailing Line Break: password"},
		"ConnectionString": {nil, written("connection_string_wo", "db://hunter2\r"), nil, "Trailing Line Break: connection_string_wo"},
		"Token":            {written("token", "hunter2"), written("token", "hunter2\n\n"), nil, "Trailing Line Break: token"},
		"Reference":        {nil, written("password_wo", "op://vault/warehouse/password\n"), nil, "Unresolved Reference: password_wo"},
		"JSON":             {nil, written("password_wo", ` {"password":"hunter2"}`), nil, "JSON Instead of a Password: password_wo"},
		"Within":           {nil, written("token", "hunter2\nhunter3"), nil, ""},
		"PEM":              {nil, written("token_wo", "-----BEGIN X-----\nhunter2\n-----END X-----\n"), nil, ""},
		"Unknown":          {nil, written("token_wo", unknownValue{}), nil, ""},
		"Key":              {nil, written("service_account_key_wo", key), nil, "Escaped Line Breaks: service_account_key_wo"},
		"PlainKey":         {nil, written("service_account_key", "\ufeff"+key+"\n"), nil, "Escaped Line Breaks: service_account_key"},
		"RightKey":         {nil, written("service_account_key", strings.ReplaceAll(key, `\\n`, `\n`)+"\n"), nil, ""},
		"OtherKey":         {nil, written("service_account_key", `{"private_key": 1, "client_id": "a\\nb"}`), nil, ""},

		"Unchanged":      {secret(), secret(), nil, ""},
		"OtherAttribute": {secret(), secret("port", 2), nil, ""},
		"WithoutVersion": {secret(), secret("password_wo", "hunter3\n", "port", 2), nil, ""},
		"Version":        {secret(), secret("password_wo_version", 2), nil, "Trailing Line Break: password_wo"},
		"Full":           {secret(), secret("port", 2, "update_mode", "full"), nil, "Trailing Line Break: password_wo"},
		"FullUnchanged":  {secret("update_mode", "full"), secret("update_mode", "full"), nil, ""},
		"Triggers":       {secret(), secret("triggers", map[string]any{"a": "b"}), nil, "Trailing Line Break: password_wo"},
		"Unconfirmed": {secret(), secret(), func(c *core, s *service) {
			s.QueueFaults(mockserver.Fault{Status: 302})
			c.run(resourceBlock{"s", sourceType, secret("port", 3)})
		}, "Trailing Line Break: password_wo"},
		"AnotherService": {secret(), secret(), func(c *core, _ *service) { c.settings["base_url"] = otherAddress }, "Trailing Line Break: password_wo"},
		"AnotherID":      {secret(), secret("id", "8"), nil, "Trailing Line Break: password_wo"},
		"Import":         {secret(), secret(), func(c *core, _ *service) { c.importByID("s", sourceType, "7") }, "Trailing Line Break: password_wo"},
		"Ignored":        {secret(), secret("port", 2, "update_mode", "full"), func(c *core, _ *service) { c.ignored = []string{"password_wo", "password_wo_version"} }, ""},
		"ImportIgnoredVersion": {secret(), secret(), func(c *core, _ *service) {
			c.importByID("s", sourceType, "7")
			c.ignored = []string{"password_wo_version"}
		}, ""},
		"NoLongerIgnored": {secret(), secret("port", 2, "password_wo_version", 2), func(c *core, s *service) {
			c.ignored = []string{"password_wo"}

			s.QueueFaults(mockserver.Fault{Status: 400})
			c.run(resourceBlock{"s", sourceType, secret("port", 2)})
			c.ignored = nil
		}, "Trailing Line Break: password_wo"},
		"Destroy": {secret(), nil, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c, service := startCore(t, mockserver.Behavior{})
			if test.before != nil {
				c.run(resourceBlock{"s", sourceType, test.before})
			}

			if test.prepare != nil {
				test.prepare(c, service)
			}

			c.restart()
			service.ClearRequests()

			got, _ := c.plan("s", sourceType, test.after)
			if test.after != nil {
				c.applyBlock(resourceBlock{"s", sourceType, test.after}, got)
			}

			warnings := slices.DeleteFunc(headlines(got.diagnostics), func(line string) bool { return !mistakes.MatchString(line) })
			want := []string{}

			if test.want != "" {
				want = append(want, "WARNING: "+test.want+withoutLine)
			}

			if got.replace {
				want = append(want, want...) // core prints only those of the first plan
			}

			wantEqual(t, "warnings", want, warnings)
			wantExplained(t, got.diagnostics)

			isSent := slices.ContainsFunc(service.Requests(), func(r mockserver.Request) bool { return sent.Match(r.Body) })
			if isSent != (test.want != "") || strings.Contains(describe(got.diagnostics), "hunter") {
				t.Errorf("it is sent: %t: %s", isSent, describe(got.diagnostics))
			}
		})
	}
}

// What is sent instead of a credential has a shape, which credentials do not have.
func TestWarnSent_KnowsShapes(t *testing.T) {
	for _, test := range []struct {
		field, want string // in the warning
		values      []string
	}{
		{"password", "Masked Value: ", []string{
			"XXXXXXXXXX", "xxx", "--------", "____", "........", "######", "●●●", "**MetabasePass**", "::password::", "__DB_PASSWORD__", "[REDACTED]", "[hidden]", "{password}",
			"<no value>", "<YOUR_PASSWORD>", "<Your Password>", "[Not shown]", "(sensitive value)", "(known after apply)", "[скрыто]", "****\n", "•••",
		}},
		{"password", "Unresolved Reference: ", []string{
			"{{secrets/scope/key}}", "{{ env_var('X') }}", "${{ secrets.X }}", "${file:/run/x:key}", "#{DbPassword}#", "%{password}", "$(cat /run/x)", "((password))",
			"[[db.password]]", "<%= ENV['X'] %>", "<< parameters.x >>", "$DATABASE_PASSWORD", "$DB_2", "%DB_PASSWORD%", "ref+vault://secret/x", "file:///run/secrets/x",
			"ssm:///x", "/run/secrets/x", "@Microsoft.KeyVault(SecretUri=https://v/x)", "$(DB_TOKEN)", "{{ .token }}", "vault:secret/data/x#key", "ssm:secret:x", "prod/orders/password", "op://vault/x", "projects/1/secrets/x/versions/2", "arn:aws-cn:ssm:eu:1:parameter/x",
		}},
		{"password", "", []string{
			"", "111111", "aaaaaa", "**", "xx", "null", "undefined", "None", "[object Object]", "$ecret", "%x", "[secret1]", "<a", "**a*", "*****a", "x$(DB)op://", `{"hunter2"`, "a/b/c", "/9j4/AAQ/x", "user:pass",
			"run/secret/X", "abc:def", "jdbc:x", "correct/horse", " hunter2 ", "vault:v1:8SDd3WHD", "{{x", "${a'b}", "Bearer x", "user:[REDACTED]@db", "   ",
		}},
		{"connection_string", "Masked Value: ", []string{
			"postgres://cv:[YOUR-PASSWORD]@h/d", "postgres://cv:<db_password>@h/d", "postgres://cv:%3Cpassword%3E@h/d", "postgres://cv:XXXXXXXXXX@h/d", "Server=h;Pwd=********",
			"scott/[hidden]@db", "[REDACTED]", "PWD=(sensitive value);UID=x",
		}},
		{"connection_string", "Unresolved Reference: ", []string{
			"postgres://cv:${X}@h/d", "host=h password=$DB_PASSWORD", "Server=h;PWD=%DB_PASSWORD%;UID=x", "jdbc:mysql://h/d?password=%24%7BX%7D", "$DATABASE_URL", "op://vault/x", "arn:aws-cn:ssm:eu:1:parameter/x",
		}},
		{"connection_string", "", []string{
			"jdbc:postgresql://h/d?password=x1x2x3x4", "postgresql://user:password@h/d", "postgres://u:**@h/d", "postgres://cv@h/d", "/var/run/postgresql/x", "Server=h;Pwd=", " md: ",
		}},
		{"token", `jsondecode(...)["token"]`, []string{`{"username": "u", "password": "hunter2"}`}},
		{"connection_string", `JSON Instead of a Password: `, []string{"\ufeff" + ` {"username": "u", "password": "hunter2"}` + "\n"}},
		{"token", "Trailing Line Break: token: The token that the apply sends to the source begins or ends with white space. To remove it, use trimspace(...).", []string{" hunter2", "hunter2\t", "hunter2 \n"}},
		{"token", "ends with a line break", []string{"hunter2\r\n"}},
		{"token", `Bearer in a Token: token: The token that the apply sends to the source begins with "Bearer "`, []string{"Bearer hunter2", "Bearer hunter2\n"}},
		{"token", `use trimprefix(..., "bearer ").`, []string{"bearer hunter2"}},
		{"token", "", []string{"Bearer", "Bearerx", "secret-token:hunter2", "ver:1-hint:92716-ETMs", "dapi2b1c4d", "[1]"}},
		{serviceAccountKeyField, "", []string{`{"private_key": "[REDACTED]"}`, " {} \n", `"$X"`}},
	} {
		for _, value := range test.values {
			var got diag.Diagnostics

			field{name: test.field, attribute: test.field, value: types.StringValue(value), isSent: true}.warnSent("source", &got)

			text := ""
			for _, warning := range got {
				text += warning.Summary() + ": " + warning.Detail()
			}

			if len(got) > 1 || (test.want == "") != (text == "") || !strings.Contains(text, test.want) || strings.Contains(text, "hunter2") {
				t.Errorf("%s = %q: %q, want %q", test.field, value, text, test.want)
			}
		}
	}
}

// What the warning advises is sent, and ends it.
func TestPlanWarnings_CorrectedCredentialIsSent(t *testing.T) {
	for _, test := range []struct{ attribute, wrong, right, want string }{
		{"password", "hunter2\n", "hunter2", `{"password": "hunter2"}`},
		{"password_wo", "hunter2\n", "hunter2", `{"password": "hunter2"}`},
		{"service_account_key_wo", `{"private_key": "hunter2\\nhunter3"}`, `{"private_key": "hunter2\nhunter3"}`, `{"service_account_key": {"private_key": "hunter2\nhunter3"}}`},
	} {
		wrong, right := with(sourceType, test.attribute, test.wrong), with(sourceType, test.attribute, test.right)
		c, service := startApplied(t, resourceBlock{"s", sourceType, wrong})

		if version := test.attribute + "_version"; wrong[version] != nil {
			plan, _ := c.plan("s", sourceType, with(sourceType, test.attribute, test.wrong+" "))
			wantHeadlines(t, plan.diagnostics) // nothing is sent, which the warning has said

			right[version] = 2
		}

		wantHeadlines(t, c.apply("s", sourceType, right, nil).diagnostics)
		wantNoChange(t, c, resourceBlock{"s", sourceType, right})
		wantRequests(t, service, patchSource(7, test.want))
	}
}
