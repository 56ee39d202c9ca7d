package errortext

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/redact"
)

// Each entry of a table has a body, which is read otherwise without it.
func TestTables_EveryEntryIsRead(t *testing.T) {
	entries := func(table *regexp.Regexp) []string {
		return regexp.MustCompile(`[a-z_]{2,}`).FindAllString(table.String(), -1)
	}

	for _, table := range []struct {
		entries          []string
		keys, body, want string // keys and %s are entries
	}{
		{headlines, "detail message Message msg errmsg errorMessage error_message defaultMessage description error_description reason cause error title",
			`{"%s":"Bad.","code":7}`, "Bad. (code: 7)"},
		{entries(otherHeadlines), "details message msg string summary", `{"x_%s":"Bad.","code":7}`, "x_%s: Bad. (code: 7)"},
		{entries(wrappers), "errors violations issues invalid messages body details fields json modelstate",
			`{"message":"x","%s":{"name":["Bad."]}}`, "<name> Bad. x"},
		{entries(textsByKey)[:2], "errors messages", `{"x_%s":{"y":"Bad."}}`, "y: Bad."},
		{entries(textsByKey)[2:], "constraints", `{"x_%s":{"y":"Bad."}}`, "x_%s.y: Bad."},
		{entries(locations), "attr field key loc members name param path pointer property source target",
			`{"errors":[{"%s":["name"],"message":"Bad."}]}`, "<name> Bad."},
		{elementFields, "recommendations selected_schemas", `{"errors":{"%s":{"1":["Bad."]}}}`, "<%s.1> Bad."},
	} {
		if got := strings.Join(table.entries, " "); got != table.keys {
			t.Errorf("a table has %q, want %q", got, table.keys)
		}

		for _, key := range strings.Fields(table.keys) {
			fields, text := Read(t.Context(), redact.Secrets{}, "", []byte(strings.ReplaceAll(table.body, "%s", key)), slices.Concat(elementFields, []string{"name"}))
			for _, field := range fields {
				text = strings.TrimSpace(fmt.Sprintf("<%s> %s %s", strings.Join(field.Path, "."), field.Message, text))
			}

			if want := strings.ReplaceAll(table.want, "%s", key); text != want {
				t.Errorf("%s is read as %q, want %q", strings.ReplaceAll(table.body, "%s", key), text, want)
			}
		}
	}
}
