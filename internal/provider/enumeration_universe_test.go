package provider

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The universes of the enumeration.

// universe is a resource with few values, and all that may happen to it.
type universe struct {
	name, typeName string
	configs        []map[string]any // besides what is required
	ignored        [][]string       // the lists of ignore_changes
	baseURLs       [][2]any         // at plan and at apply
	answers        []answer         // a success first
	// imports is set if the instance may leave the state, and be imported.
	imports bool
	// isLong is set if only make soak walks the universe.
	isLong bool
	// states is how many there are. If a change leads to others, review why.
	states int
}

var universes = []universe{
	{"S-account1", sourceType, accountNames, [][]string{nil, {"account_name"}}, oneURL, few, true, false, 1254},
	{"S-modes", sourceType, hostnames, [][]string{nil, {"hostname"}}, oneURL, every, true, false, 1216},
	{"S-password1", sourceType, passwords, [][]string{nil, {"password"}, {"password_wo"}, {"password_wo_version"}, {"password_wo", "password_wo_version"}, {"password", "password_wo", "password_wo_version"}}, oneURL, basic, true, false, 2120},
	{"S-password2", sourceType, passwords[:4], [][]string{nil, {"password"}, {"password_wo", "password_wo_version"}}, twoURLs, least, false, false, 938},
	{"S-several1", sourceType, several[:4], [][]string{nil, {"hostname"}}, oneURL, least[:2], false, false, 44},
	{"A-message1", appearanceType, messages, [][]string{nil, {"start_message"}, {"all"}}, oneURL, basic, true, false, 1153},
	{"A-color2", appearanceType, colors, [][]string{nil, {oneColor}}, twoURLs, least, false, false, 722},

	{"S-hostname2", sourceType, hostnames, [][]string{nil, {"hostname"}, {"all"}}, twoURLs, few, true, true, 21088},
	{"S-account2", sourceType, accountNames, [][]string{nil, {"account_name"}, {"all"}}, twoURLs, few, true, true, 22900},
	{"S-passwords2", sourceType, passwords, [][]string{nil, {"password"}, {"password_wo", "password_wo_version"}, {"all"}}, twoURLs, least, false, true, 1997},
	{"S-credentials1", sourceType, several, [][]string{nil, {"hostname"}, {"password_wo", "password_wo_version"}}, oneURL, least, false, true, 3041},
	{"S-addresses", sourceType, hostnames, [][]string{nil, {"hostname"}}, movingURLs, basic, true, true, 4811},
	{"A-addresses", appearanceType, messages[1:3], [][]string{nil, {"start_message"}}, movingURLs, basic, true, true, 2900},
	{"A-color1", appearanceType, colors, [][]string{nil, {oneColor}, {"write_only_version"}, {"all"}}, oneURL, every, true, true, 2379},
}

const (
	oneColor = "lm_primary_background_color"
	url1     = "https://s1.example.com"
	url2     = "https://s2.example.com"
)

var (
	hostnames    = []map[string]any{{}, {"hostname": "ha"}, {"hostname": "hb"}}
	accountNames = []map[string]any{{}, {"account_name": "na"}, {"account_name": "nb"}}
	messages     = []map[string]any{{}, {"start_message": ""}, {"start_message": "A"}, {"start_message": "B"}}
	// A write-only password is that of its version.
	passwords = []map[string]any{
		{}, {"password": "pa"}, {"password_wo": "w1", "password_wo_version": "1"}, {"password_wo": "w2", "password_wo_version": "2"}, {"password": "pb"},
	}
	colors = []map[string]any{
		{}, {oneColor: "#aaa"}, {oneColor: "#bbb"}, {oneColor: "#aaa", "write_only_version": "1"}, {oneColor: "#bbb", "write_only_version": "1"},
	}
	several = []map[string]any{
		{}, {"hostname": "ha"}, {"hostname": "hb"}, {"hostname": "ha", "account_name": "na"}, {"password": "pa"}, {"hostname": "hb", "password_wo": "w1", "password_wo_version": "1"},
	}

	oneURL     = [][2]any{{url1, url1}}
	twoURLs    = [][2]any{{url1, url1}, {url2, url2}}
	movingURLs = append(slices.Clone(twoURLs), [][2]any{{unknownValue{}, url1}, {unknownValue{}, url2}, {nil, url1}, {nil, url2}, {url1, url2}, {url1, nil}}...)
)

// attempt is the response to one request. Status 0 closes the connection.
type attempt struct {
	status            int
	isMade, hasObject bool
}

func (a attempt) String() string {
	text := fmt.Sprintf("status %d, object returned: %t, change made: %t", a.status, a.hasObject, a.isMade)

	return strings.Replace(text, "status 0", "no response", 1)
}

// isUnknown reports whether a client cannot tell if the change was made.
func (a attempt) isUnknown() bool { return a.status/100 == 0 || a.status/100 == 3 || a.status/100 == 5 }

// answer is what happens to an apply: the responses to its attempts, and the process
// that is killed before it ends.
type answer struct {
	killed   string
	attempts []attempt
}

func (a answer) String() string { return strings.TrimSpace(fmt.Sprint(a.attempts, " ", a.killed)) }

const killsProvider, killsCore = "the provider is killed", "the CLI is killed"

// attempt returns the response to a request.
func (a answer) attempt(i int) attempt { return a.attempts[min(i, len(a.attempts)-1)] }

var (
	made        = attempt{200, true, true}
	withoutBody = attempt{200, true, false}
	refused     = attempt{400, false, false}
	savedFirst  = attempt{400, true, false}
	lost        = attempt{0, true, false}
	notReceived = attempt{0, false, false}
	never       = attempt{202, false, false}

	// Each has those of the one before.
	least = []answer{{"", []attempt{made}}, {"", []attempt{lost}}, {killsProvider, []attempt{made}}}
	basic = append(slices.Clip(least), answer{"", []attempt{refused}}, answer{"", []attempt{savedFirst}}, answer{"", []attempt{notReceived}}, answer{killsCore, []attempt{made}})
	few   = append(slices.Clip(basic), answer{"", []attempt{withoutBody}}, answer{"", []attempt{never}}, answer{killsProvider, []attempt{notReceived}})
	every = append(slices.Clip(few), answer{killsCore, []attempt{lost}}, answer{"", []attempt{{401, false, false}}}, answer{"", []attempt{{202, true, true}}},
		answer{"", []attempt{{302, true, false}}}, answer{"", []attempt{{500, true, false}}}, answer{"", []attempt{{500, false, false}}},
		answer{"", []attempt{lost, made}}, answer{"", []attempt{lost, refused}}, answer{"", []attempt{notReceived, never}})
)

// step is a plan and, if it has changes, its apply.
type step struct {
	name            string
	config          map[string]any
	ignored         []string
	atPlan, atApply any
	replace         bool
	// sendsAgain is set if the step changes triggers, which is a way out of any state.
	sendsAgain bool
	// detours counts the refusals to which the step is a way out, which only a success ends.
	detours int
	// desired identifies config and ignored in a universe, from 1.
	desired int
	// wanted are the configured values.
	wanted values
}

// named returns a step with its description, which a person can repeat, and its values.
func (s step) named(fields []string) *step {
	text := fmt.Sprintf("apply %s at %v, planned at %v, ignore_changes = %v, -replace=%t", jsonOf(s.config), s.atApply, s.atPlan, s.ignored, s.replace)
	s.name = strings.NewReplacer(fmt.Sprintf("%v, planned at %[1]v", s.atApply), fmt.Sprint(s.atApply), ", ignore_changes = []", "", ", -replace=false", "").Replace(text)

	for i, field := range fields {
		if value := cmp.Or(s.config[field], s.config[field+"_wo"]); value != nil {
			s.wanted[i] = jsonOf(value)
		}
	}

	return &s
}

// ignores reports whether ignore_changes covers one of the attributes.
func (s *step) ignores(attributes ...string) bool {
	return slices.ContainsFunc(s.ignored, func(name string) bool { return name == "all" || slices.Contains(attributes, name) })
}

// covers reports whether it covers an attribute that sets a field.
func (s *step) covers(field string) bool {
	if s.config[field+"_wo"] != nil {
		return s.ignores(field+"_wo", field+"_wo_version")
	}

	return s.ignores(field)
}

// steps returns every step: each configuration with each ignore_changes and address, and
// with other triggers.
func (u *universe) steps(fields []string) (steps []*step) {
	for i, config := range u.configs {
		config = maps.Clone(config)
		config["id"] = "17"

		if u.typeName == appearanceType {
			config["name"] = "N"
		}

		again := maps.Clone(config)
		again["triggers"] = map[string]any{"send": "again"}

		for _, url := range u.baseURLs {
			for j, ignored := range u.ignored {
				s := step{config: config, ignored: ignored, atPlan: url[0], atApply: url[1], desired: 1 + i*len(u.ignored) + j}
				steps = append(steps, s.named(fields))
			}

			if url[0] == url[1] {
				steps = append(steps, step{config: again, atPlan: url[0], atApply: url[1], sendsAgain: true, detours: 1}.named(fields))
			}
		}
	}

	return steps
}

// waysOut returns the steps that a refusal names.
func (s *step) waysOut(refusal string, fields []string) (steps []*step) {
	names := strings.FieldsFunc(refusal, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' })
	add := func(text string, change func(out *step)) {
		if strings.Contains(refusal, text) {
			out := step{config: s.config, ignored: s.ignored, atPlan: s.atPlan, atApply: s.atApply, detours: s.detours + 1}
			change(&out)
			steps = append(steps, out.named(fields))
		}
	}
	stopIgnoring := func(out *step) {
		out.ignored = slices.DeleteFunc(slices.Clone(s.ignored), func(name string) bool { return name == "all" || slices.Contains(names, name) })
	}

	add("from ignore_changes", stopIgnoring)
	add("from the configuration", func(out *step) {
		stopIgnoring(out)
		out.config = maps.Clone(s.config)
		maps.DeleteFunc(out.config, func(name string, _ any) bool { return name != "id" && slices.Contains(names, name) })
	})
	add("add password_wo_version to ignore_changes", func(out *step) { out.ignored = append(slices.Clip(s.ignored), "password_wo_version") })
	add("-replace", func(out *step) { out.replace = true })

	return steps
}

// values are the JSON texts of enumeratedFields, empty if there is none.
type values [3]string

var enumeratedFields = map[string][]string{
	sourceType:     {"account_name", "hostname", "password"},
	appearanceType: {"name", "start_message", oneColor},
}

// entry is an instance in state, with the texts that a person reads there, and the values
// that they say the object has.
type entry struct {
	*instance
	texts map[string]string
	held  values
}

// read returns an instance with what it says. A version implies its password.
func (w *walk) read(i *instance) entry {
	e := entry{instance: i, texts: map[string]string{}}

	for name, value := range w.core.attributes(i.state) {
		var text *string
		if value.Type().Is(tftypes.String) && value.As(&text) == nil && text != nil {
			e.texts[name] = *text
		}
	}

	for i, field := range w.fields {
		if text, ok := e.texts[field]; ok {
			e.held[i] = jsonOf(text)
		}

		if version, ok := e.texts[field+"_wo_version"]; ok {
			e.held[i] = jsonOf("w" + version)
		}
	}

	return e
}

// intern returns the index of core's instance.
func (w *walk) intern() int {
	i := w.core.instances["a"]
	if i == nil {
		return none
	}

	if stored := storedPrivateState(i.private); stored.Instance != "" {
		stored.Instance = "token" // a random one would be another state
		i.private = packPrivateState(stored)
	}

	key := string(w.core.pack(i.state).MsgPack) + string(i.private)
	if _, ok := w.indexes[key]; !ok {
		w.indexes[key] = len(w.instances)
		w.instances = append(w.instances, w.read(i))
		w.judgeState(w.instances[w.indexes[key]])
	}

	return w.indexes[key]
}

// node is a state of a universe.
type node struct {
	instance int // index in walk.instances
	objects  [2]values
	ledger   ledger
}

// none is the index of no instance.
const none = 0

const accepted, reverted, hidden = -1, -2, -3

// exemptions quote why a service may have another value although no message says so.
var exemptions = map[int]struct{ guide, quote string }{
	accepted: {"limitations", "State has the new values, and only [a warning](troubleshooting.md#update-accepted-outcome-unknown-message-in-successful-response) says that the change may not have been made."},
	reverted: {"operations", "If it was changed or reverted since, a plan may say \"No changes\": change [`triggers`]"},
	hidden:   {"limitations", "| a color changed that [no plan shows](https://registry.terraform.io/providers/chatview/chatview/latest/docs/resources/appearance#store-no-colors) | change `write_only_version` |"},
}
