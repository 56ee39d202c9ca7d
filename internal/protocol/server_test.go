package protocol

import (
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
)

// tf6server type-asserts optional interfaces, so a missing method hides a
// protocol feature.
func TestServer_HasEveryFrameworkMethod(t *testing.T) {
	wrapper, framework := reflect.TypeFor[*server](), reflect.TypeOf(providerserver.NewProtocol6(nil)())

	for i := range framework.NumMethod() {
		if _, found := wrapper.MethodByName(framework.Method(i).Name); !found {
			t.Errorf("%s is hidden", framework.Method(i).Name)
		}
	}
}
