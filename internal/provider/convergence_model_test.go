package provider

import (
	"maps"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// The model of the convergence tests: what a run must plan, refuse, send and
// store. It follows the provider's documentation and shares no logic with the
// provider.

// expectedInstance is the expected state of an instance.
type expectedInstance struct {
	// values are the attributes that are compared with the next configuration.
	values map[string]any
	// hasToken is set once the object was applied or imported, until the state is
	// edited or loses its private part.
	hasToken bool
	// isImport is set until a request is sent after an import.
	isImport bool
	// host is the service that holds the values, empty if unknown.
	host string
	// baseURL is the address in state, empty after an import.
	baseURL string
	// unconfirmed has the fields that updates with an unknown outcome sent.
	unconfirmed map[string]any
	// uncertain has the fields whose values in the service may differ from
	// state: ignore_changes left them out of a request that sends everything,
	// or another instance's create failed.
	uncertain map[string]any
}

// expectation is the expected result for a block.
type expectation struct {
	// planError and applyError are summaries.
	planError, applyError string
	isReplacement         bool
	// request is the body of the request for the object with this id, or nil.
	id      string
	request map[string]any
	// after is the expected state.
	after *expectedInstance
}

// losePrivateState makes an instance one without private state: it was lost, or is
// that of another id.
func (i *expectedInstance) losePrivateState() { i.hasToken, i.isImport, i.host = false, false, "" }

// isApplied reports whether an apply of an instance, which may be nil, is confirmed.
func (i *expectedInstance) isApplied() bool { return i != nil && i.hasToken && !i.isImport }

// expectOverlap expects that the second of two plans is refused if they are for one
// object. The plans of two new instances only warn, and so do all in a shared
// provider, because they may be one resource's. The apply is refused.
func (s *sequence) expectOverlap(one, other *plannedBlock) {
	if one.id != "" && one.id == other.id && (s.instances[one.address].isApplied() || s.instances[other.address].isApplied()) {
		other.expectation = expectation{planError: overlapSummary}
	}
}

// notePlan updates the owners: an instance that was applied and stays has its
// object, and one that leaves or is replaced has none.
func (s *sequence) notePlan(b *plannedBlock) {
	before := s.instances[b.address]
	if before == nil {
		return
	}

	id := before.values["id"].(string)

	switch owner := s.owners[id]; {
	case (b.id != id || b.isReplacement) && owner == b.address:
		delete(s.owners, id)
	case b.id == id && !b.isReplacement && owner == "" && before.isApplied():
		s.owners[id] = b.address
	}
}

// expectOwner expects that a request is refused if another instance has the object.
// Otherwise, the instance has it, unless its create fails.
func (s *sequence) expectOwner(b *plannedBlock, fails bool) {
	before := s.instances[b.address]
	stays := before.isApplied() && !b.isReplacement
	sendsImport := before != nil && before.isImport && !b.isReplacement && b.request != nil

	switch owner := s.owners[b.id]; {
	case owner != "" && owner != b.address:
		if b.request != nil {
			b.applyError, b.request = overlapSummary, nil
		}
	case stays, sendsImport, b.request != nil && !fails:
		s.owners[b.id] = b.address
	default:
		delete(s.owners, b.id)
	}
}

// expect returns the expectation for a block, regardless of others.
func (s *sequence) expect(b resourceBlock) expectation {
	if b.config == nil {
		return expectation{}
	}

	planned, before := b.config, s.instances[b.address]
	isReplacement := false

	if before != nil {
		planned = s.planned(b.config, before)
		if problem := s.planError(planned, before); problem != "" {
			return expectation{planError: problem}
		}

		isReplacement = s.core.replace || planned["id"] != before.values["id"]
	}

	if before == nil || isReplacement {
		planned, before = b.config, &expectedInstance{}
	}

	e := expectation{id: planned["id"].(string), isReplacement: isReplacement, after: before}
	if isUnchanged(planned, before) && !s.plansAddress(before) {
		return e
	}

	if resourceTests[s.typeName].isPut {
		e.expectPut(planned, b.config)
	} else {
		e.expectPatch(planned, b.config, before, s.changesAddress(before))
	}

	e.after = s.after(planned, before, e.request)
	s.expectClaims(&e, before)
	s.expectAddress(&e, before)

	return e
}

// planned returns a configuration as Terraform plans it: ignore_changes
// replaces values with those in state, where write-only values are null. A key
// whose formatting alone differs is unchanged.
func (s *sequence) planned(config map[string]any, before *expectedInstance) map[string]any {
	planned := maps.Clone(config)

	for _, name := range s.attributeNames() {
		isSameKey := name == "service_account_key" && cmp.Equal(canonical(config)[name], canonical(before.values)[name])

		switch {
		case isWriteOnly(name) && s.isIgnored(name):
			delete(planned, name)
		case isSameKey, s.isIgnored(name):
			planned[name] = before.values[name]
		}
	}

	maps.DeleteFunc(planned, func(_ string, value any) bool { return value == nil })

	return planned
}

func (s *sequence) isIgnored(name string) bool {
	return slices.Contains(s.core.ignored, name) || slices.Contains(s.core.ignored, "all")
}

// planError returns the summary of the error if ignore_changes covers a value
// that state does not have.
func (s *sequence) planError(planned map[string]any, before *expectedInstance) string {
	if resourceTests[s.typeName].isPut && planned["name"] == nil {
		return "ignore_changes Blocks Update"
	}

	for _, field := range credentialFields {
		version := planned[field+"_wo_version"]
		if version != nil && planned[field+"_wo"] == nil && version != before.values[field+"_wo_version"] {
			return "Missing Write-Only Value"
		}
	}

	return ""
}

// isUnchanged reports whether a plan shows no difference. A name that is not
// configured keeps the value that the API returned.
func isUnchanged(planned map[string]any, before *expectedInstance) bool {
	values := compared(planned)
	if values["account_name"] == nil && before.values["account_name"] != nil {
		values["account_name"] = before.values["account_name"]
	}

	return cmp.Equal(canonical(values), canonical(before.values))
}

// expectPut expects a PUT with every planned setting and every configured
// color. If an attribute is configured but not planned, ignore_changes covers
// it, and the PUT is refused.
func (e *expectation) expectPut(planned, config map[string]any) {
	fields := maps.Clone(planned)

	for name, value := range config {
		if planned[name] == nil && name != "write_only_version" && name != "triggers" {
			e.applyError = "ignore_changes Blocks Update"

			return
		}

		if isWriteOnly(name) {
			fields[name] = value
		}
	}

	e.request = requestFields(fields)
}

// expectPatch expects a PATCH with the fields that differ from state, or with
// all. A field whose planned value differs from the configured one is under
// ignore_changes, and left out.
func (e *expectation) expectPatch(planned, config map[string]any, before *expectedInstance, resend bool) {
	resend = resend || !cmp.Equal(planned["triggers"], before.values["triggers"])
	everything := resend || planned["update_mode"] == "full"
	values, wanted, known := canonical(planned), canonical(config), canonical(before.values)
	fields := map[string]any{}

	for name := range config {
		field, isWriteOnly := strings.CutSuffix(name, "_wo")
		version := field + "_wo_version"

		differs := !cmp.Equal(wanted[name], known[name]) || values[version] == nil && known[version] != nil
		if isWriteOnly {
			differs = !cmp.Equal(wanted[version], known[version])
		}

		isIgnored := !cmp.Equal(values[name], wanted[name]) || isWriteOnly && !cmp.Equal(values[version], wanted[version])
		if !isIgnored && (differs || everything) {
			fields[name] = config[name]
		}
	}

	if request := requestFields(fields); len(request) > 0 || resend {
		e.request = request
	}
}

// after returns the expected state after a request, or after an update that
// sends none.
func (s *sequence) after(planned map[string]any, before *expectedInstance, request map[string]any) *expectedInstance {
	after := &expectedInstance{values: compared(planned), hasToken: true, host: before.host, baseURL: before.baseURL, uncertain: map[string]any{}}
	maps.Copy(after.uncertain, before.uncertain)

	if request != nil && s.changesAddress(before) {
		after.host, after.baseURL, after.uncertain = s.host, addressOf(s.host), after.fields()
	}

	maps.DeleteFunc(after.uncertain, func(field string, _ any) bool { return request[field] != nil })

	return after
}

// fields returns the request fields that the attributes of an instance set.
func (i *expectedInstance) fields() map[string]any {
	return requestFields(paired(maps.Clone(i.values)))
}

// held returns the values that the service must hold. It omits an account_name
// that was not sent, because state may have the API's normalized form.
func (e expectation) held() map[string]any {
	fields := e.after.fields()
	maps.DeleteFunc(fields, func(field string, _ any) bool { return field == "account_name" || e.after.uncertain[field] != nil })
	maps.Copy(fields, e.request)

	return fields
}

// appliedColors returns the expected applied_colors.
func (i *expectedInstance) appliedColors(mapType tftypes.Type) tftypes.Value {
	if i.values["write_only_version"] != nil {
		return tftypes.NewValue(mapType, nil)
	}

	colors := maps.Clone(i.values)
	maps.DeleteFunc(colors, func(name string, _ any) bool { return !slices.Contains(palette.Attributes(), name) })

	return attributeValue(mapType, colors)
}
