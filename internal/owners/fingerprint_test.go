package owners

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

func TestFingerprint_ComparesKnownValues(t *testing.T) {
	text := func(value any) tftypes.Value { return tftypes.NewValue(tftypes.String, value) }
	texts := func(collection tftypes.Type, elements ...any) tftypes.Value {
		var values []tftypes.Value
		for _, element := range elements {
			values = append(values, text(element))
		}

		return tftypes.NewValue(collection, values)
	}
	set, list := tftypes.Set{ElementType: tftypes.String}, tftypes.List{ElementType: tftypes.String}

	for name, test := range map[string]struct {
		a, b tftypes.Value
		want bool
	}{
		"Text":              {text("a"), text("b"), true},
		"SameText":          {text("a"), text("a"), false},
		"NullAndEmpty":      {text(nil), text(""), true},
		"Nulls":             {text(nil), text(nil), false},
		"UnknownAndText":    {text(tftypes.UnknownValue), text("a"), false},
		"List":              {texts(list, "a", "b"), texts(list, "b", "a"), true},
		"ListAndUnknown":    {texts(list, "a", tftypes.UnknownValue), texts(list, "b", "a"), false},
		"SetInAnyOrder":     {texts(set, "a", "b"), texts(set, "b", "a"), false},
		"Set":               {texts(set, "a", "b"), texts(set, "a", "c"), true},
		"EmptyAndNullSet":   {texts(set), tftypes.NewValue(set, nil), true},
		"EmptyAndFullerSet": {texts(set), texts(set, "a"), true},
	} {
		t.Run(name, func(t *testing.T) {
			object := func(value tftypes.Value) Fingerprint {
				typ := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"name": tftypes.String, "value": value.Type()}}

				return FingerprintOf(tftypes.NewValue(typ, map[string]tftypes.Value{"name": text("n"), "value": value}))
			}

			if got := object(test.a).differs(object(test.b)); got != test.want {
				t.Errorf("they differ: %t, want %t", got, test.want)
			}
		})
	}
}
