package provider

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The test compares the flags of every attribute with a golden file. Without a
// Sensitive or WriteOnly flag, secrets would appear in plans and states. Run
// it with -update after an intentional change.
func TestSchema_FlagsMatchGoldenFile(t *testing.T) {
	resp, err := providerserver.NewProtocol6(&chatviewProvider{})().GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}

	lines := flagsOf("provider", resp.Provider)
	for name, schema := range resp.ResourceSchemas {
		lines = append(lines, flagsOf(name, schema)...)
	}

	slices.Sort(lines)
	compareGolden(t, "schema_flags.txt", strings.Join(lines, "\n")+"\n")
}

func flagsOf(name string, schema *tfprotov6.Schema) []string {
	var lines []string

	for _, attribute := range schema.Block.Attributes {
		line := name + "." + attribute.Name

		for _, flag := range []struct {
			name string
			set  bool
		}{
			{"Required", attribute.Required},
			{"Optional", attribute.Optional},
			{"Computed", attribute.Computed},
			{"Sensitive", attribute.Sensitive},
			{"WriteOnly", attribute.WriteOnly},
		} {
			if flag.set {
				line += " " + flag.name
			}
		}

		lines = append(lines, line)
	}

	return lines
}

func compareGolden(t *testing.T, name, got string) {
	t.Helper()

	file := filepath.Join("testdata", name)

	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}

	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}

	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", file, diff)
	}
}
