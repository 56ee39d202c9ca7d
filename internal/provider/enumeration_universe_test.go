package provider

import (
	"fmt"
	"slices"
	"strings"
)

// The universes of the enumeration.

// universe is a resource with few values, and all that may happen to it.
type universe struct {
	name, typeName string
	configs        []map[string]any // besides what is required
	ignored        [][]string       // the lists of ignore_changes
	unknown        [][]string       // the attributes that are unknown at plan, besides none
	baseURLs       [][2]any         // at plan and at apply
	edits          []string         // of the state
	answers        []answer         // a success first
	// imports is set if the instance may leave the state, and be imported.
	imports bool
	// isLong is set if only make soak walks the universe.
	isLong bool
	// states is how many there are. If a change leads to others, review why.
	states int
}

var universes = []universe{
	{name: "S-account1", typeName: sourceType, configs: accountNames, ignored: [][]string{nil, {"account_name"}}, baseURLs: oneURL, answers: basic, imports: true, states: 557},
	{name: "S-modes", typeName: sourceType, configs: hostnames, ignored: [][]string{nil, {"hostname"}}, baseURLs: oneURL, answers: every, imports: true, states: 1216},
	{name: "S-password1", typeName: sourceType, configs: passwords[:4], ignored: [][]string{nil, {"password"}, {"password_wo", "password_wo_version"}}, baseURLs: oneURL, answers: basic, imports: true, states: 989},
	{name: "A-message1", typeName: appearanceType, configs: messages, ignored: [][]string{nil, {"start_message"}, {"all"}}, baseURLs: oneURL, answers: basic, imports: true, states: 753},
	{name: "S-fields", typeName: sourceType, configs: fieldSets, ignored: [][]string{nil, {"hostname", "password_wo", "password_wo_version"}}, baseURLs: oneURL, answers: naming, states: 197},
	{name: "S-unknown", typeName: sourceType, configs: hostnames[1:], ignored: [][]string{nil, {"hostname"}}, baseURLs: unknownURLs, answers: least[:2], states: 85},
	{name: "A-unknown", typeName: appearanceType, configs: messages[1:3], ignored: [][]string{nil, {"start_message"}}, baseURLs: unknownURLs, answers: least[:2], states: 45},
	{name: "U-password", typeName: sourceType, configs: passwords[:4], ignored: [][]string{nil, {"password_wo", "password_wo_version"}, {"password_wo_version"}}, unknown: [][]string{{"password"}, {"password_wo", "password_wo_version"}}, baseURLs: oneURL, answers: least, states: 115},
	{name: "F-editpassword", typeName: sourceType, configs: twoIDs, ignored: [][]string{nil, {"password_wo", "password_wo_version"}}, baseURLs: oneURL, edits: everyEdit, answers: least[:2], states: 208},
	{name: "F-editcolor", typeName: appearanceType, configs: colorsOfTwoIDs, ignored: [][]string{nil}, baseURLs: oneURL, edits: everyEdit, answers: quiet, states: 230},

	{name: "S-password2", typeName: sourceType, configs: passwords[:4], ignored: [][]string{nil, {"password"}, {"password_wo", "password_wo_version"}}, baseURLs: twoURLs, answers: least, isLong: true, states: 938},
	{name: "A-color2", typeName: appearanceType, configs: colors, ignored: [][]string{nil, {oneColor}}, baseURLs: twoURLs, answers: least, isLong: true, states: 688},
	{name: "S-several1", typeName: sourceType, configs: several[:4], ignored: [][]string{nil, {"hostname"}}, baseURLs: oneURL, answers: least[:2], isLong: true, states: 44},
	{name: "S-passwords1", typeName: sourceType, configs: passwords, ignored: [][]string{nil, {"password"}, {"password_wo"}, {"password_wo_version"}, {"password_wo", "password_wo_version"}, {"password", "password_wo", "password_wo_version"}}, baseURLs: oneURL, answers: basic, imports: true, isLong: true, states: 2120},
	{name: "S-hostname2", typeName: sourceType, configs: hostnames, ignored: [][]string{nil, {"hostname"}, {"all"}}, baseURLs: twoURLs, answers: few, imports: true, isLong: true, states: 37304},
	{name: "S-account2", typeName: sourceType, configs: accountNames, ignored: [][]string{nil, {"account_name"}, {"all"}}, baseURLs: twoURLs, answers: few, imports: true, isLong: true, states: 39820},
	{name: "S-passwords2", typeName: sourceType, configs: passwords, ignored: [][]string{nil, {"password"}, {"password_wo", "password_wo_version"}, {"all"}}, baseURLs: twoURLs, answers: least, isLong: true, states: 1997},
	{name: "S-credentials1", typeName: sourceType, configs: several, ignored: [][]string{nil, {"hostname"}, {"password_wo", "password_wo_version"}}, baseURLs: oneURL, answers: least, isLong: true, states: 3041},
	{name: "S-addresses", typeName: sourceType, configs: hostnames, ignored: [][]string{nil, {"hostname"}}, baseURLs: movingURLs, answers: basic, imports: true, isLong: true, states: 8357},
	{name: "A-addresses", typeName: appearanceType, configs: messages[1:3], ignored: [][]string{nil, {"start_message"}}, baseURLs: movingURLs, answers: basic, imports: true, isLong: true, states: 4134},
	{name: "A-color1", typeName: appearanceType, configs: colors, ignored: [][]string{nil, {oneColor}, {"write_only_version"}, {"all"}}, baseURLs: oneURL, answers: every, imports: true, isLong: true, states: 4017},
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

	fieldSets = []map[string]any{
		{"hostname": "ha"}, {"hostname": "ha", "password": "pa"}, {"hostname": "hb", "password_wo": "w1", "password_wo_version": "1"},
	}
	twoIDs         = []map[string]any{{"password": "pa"}, {"id": "18", "password_wo": "w1", "password_wo_version": "1"}}
	colorsOfTwoIDs = []map[string]any{{oneColor: "#bbb", "write_only_version": "1"}, {oneColor: "#aaa", "write_only_version": "1"}, {"id": "18", oneColor: "#aaa"}}

	everyEdit = []string{"no private state", "base_url", "id=17", "id=18"}

	unknownURLs = [][2]any{{url1, url1}, {unknownValue{}, url1}, {unknownValue{}, url2}}
	oneURL      = [][2]any{{url1, url1}}
	twoURLs     = [][2]any{{url1, url1}, {url2, url2}}
	movingURLs  = append(slices.Clone(twoURLs), [][2]any{{unknownValue{}, url1}, {unknownValue{}, url2}, {nil, url1}, {nil, url2}, {url1, url2}, {url1, nil}}...)
)

// attempt is the response to one request. Status 0 closes the connection.
type attempt struct {
	status            int
	isMade, hasObject bool
	refusedField      string // that the response names
}

func (a attempt) String() string {
	text := fmt.Sprintf("status %d, object returned: %t, change made: %t, field %q", a.status, a.hasObject, a.isMade, a.refusedField)

	return strings.NewReplacer("status 0", "no response", `, field ""`, "").Replace(text)
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
	made        = attempt{200, true, true, ""}
	withoutBody = attempt{200, true, false, ""}
	refused     = attempt{400, false, false, ""}
	savedFirst  = attempt{400, true, false, ""}
	lost        = attempt{0, true, false, ""}
	notReceived = attempt{0, false, false, ""}
	never       = attempt{202, false, false, ""}

	naming = []answer{{"", []attempt{made}}, {"", []attempt{lost}}, {"", []attempt{{400, false, false, "hostname"}}}, {"", []attempt{{400, true, false, "password"}}}}

	quiet = []answer{{"", []attempt{made}}, {"", []attempt{lost}}, {"", []attempt{withoutBody}}}

	// Each has those of the one before.
	least = []answer{{"", []attempt{made}}, {"", []attempt{lost}}, {killsProvider, []attempt{made}}}
	basic = append(slices.Clip(least), answer{"", []attempt{refused}}, answer{"", []attempt{savedFirst}}, answer{"", []attempt{notReceived}}, answer{killsCore, []attempt{made}})
	few   = append(slices.Clip(basic), answer{"", []attempt{withoutBody}}, answer{"", []attempt{never}}, answer{killsProvider, []attempt{notReceived}})
	every = append(slices.Clip(few), answer{killsCore, []attempt{lost}}, answer{"", []attempt{{401, false, false, ""}}}, answer{"", []attempt{{202, true, true, ""}}},
		answer{"", []attempt{{302, true, false, ""}}}, answer{"", []attempt{{500, true, false, ""}}}, answer{"", []attempt{{500, false, false, ""}}},
		answer{"", []attempt{lost, made}}, answer{"", []attempt{lost, refused}}, answer{"", []attempt{notReceived, never}})
)

const accepted, reverted, hidden = -1, -2, -3

// exemptions quote why a service may have another value although no message says so.
var exemptions = map[int]struct{ guide, quote string }{
	accepted: {"limitations", "State has the new values, and only [a warning](troubleshooting.md#update-accepted-outcome-unknown-message-in-successful-response) says that the change may not have been made."},
	reverted: {"operations", "If it was changed or reverted since, a plan may say \"No changes\": remove `ignore_changes`, and change [`triggers`]"},
	hidden:   {"limitations", "| a color changed that [no plan shows](https://registry.terraform.io/providers/chatview/chatview/latest/docs/resources/appearance#store-no-colors) | change `write_only_version` |"},
}
