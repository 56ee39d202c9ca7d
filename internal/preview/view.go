package preview

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// The prefixes of the attributes of the two modes.
const (
	lightPrefix = "lm_"
	darkPrefix  = "dm_"
)

// indexView is what the list of objects shows.
type indexView struct {
	Version     string
	Appearances []appearanceView
	Sources     []sourceRow
}

func (v indexView) version() string { return v.Version }

// sourceRow is a data source. Its settings may be credentials, and stay away
// from the page.
type sourceRow struct {
	ID         int64
	Name, Type string
	LastChange string
}

func newIndexView(appearances, sources []mockserver.Object) indexView {
	view := indexView{Version: versionOf(appearances, sources)}
	for _, object := range appearances {
		view.Appearances = append(view.Appearances, newAppearanceView(object, ""))
	}

	for _, object := range sources {
		name, _ := object.Fields["account_name"].(string)
		view.Sources = append(view.Sources, sourceRow{
			ID: object.ID, Name: name, Type: object.Type, LastChange: lastChange(object),
		})
	}

	return view
}

// appearanceView is what the page of an appearance configuration shows, and the
// chat view on it.
type appearanceView struct {
	Version    string
	ID         int64
	Path       string
	Name       string
	LastChange string

	// Mode is the one drawn first, light or dark. OffersBoth says that the other
	// can be chosen.
	Mode       string
	OffersBoth bool
	Modes      []modeView

	StartMessage    string
	Recommendations []string
	ShowSidebar     bool
	ShowDashboards  bool
	// RunsCode says whether answers may have what response_mode calls advanced.
	RunsCode bool

	Settings []setting
	// Overrides are the members of custom_css_overrides, OtherOverrides is its
	// JSON where it is not an object.
	Overrides      []override
	OtherOverrides string
}

func (v appearanceView) version() string { return v.Version }

// modeView is the colours of light or dark mode.
type modeView struct {
	Name, Title string
	// IsOffered says whether theme_mode lets it be seen.
	IsOffered   bool
	Backgrounds []background
	Outline     swatch
}

// background is a background colour, and the contrast of what stands on it.
type background struct {
	swatch
	OnBlack, OnWhite, OnOutline pair
}

// IsTextWhite says which text is drawn on the background.
func (b background) IsTextWhite() bool { return b.Text == palette.White }

// setting is a field that is not a colour, as it was sent.
type setting struct {
	Name, Value string
	IsSet       bool
	// DrawnAs is what is drawn where it is not set.
	DrawnAs string
}

// override is a member of custom_css_overrides.
type override struct {
	Name, Value string
	IsColor     bool
	Color       palette.Color
}

// newAppearanceView lays an appearance configuration out. wantedMode is the mode
// to draw first, where it is offered.
func newAppearanceView(object mockserver.Object, wantedMode string) appearanceView {
	fields := object.Fields
	view := appearanceView{
		Version:        versionOf([]mockserver.Object{object}),
		ID:             object.ID,
		Path:           AppearancePath(object.ID),
		LastChange:     lastChange(object),
		ShowSidebar:    isShown(fields["show_sidebar"]),
		ShowDashboards: isShown(fields["show_dashboards"]),
		RunsCode:       fields["response_mode"] != "basic",
	}
	view.Name, _ = fields["name"].(string)
	view.StartMessage, _ = fields["start_message"].(string)
	view.Recommendations = questions(fields["recommendations"])
	view.Settings = settings(fields)
	view.Overrides, view.OtherOverrides = overrides(fields)
	view.setModes(fields, wantedMode)

	return view
}

// setModes reads the colours. Where theme_mode is not set both modes are shown,
// since which one the service then offers is not documented.
func (v *appearanceView) setModes(fields map[string]any, wanted string) {
	themeMode, _ := fields["theme_mode"].(string)
	light := newModeView(fields, "light", "Light mode", lightPrefix, themeMode != "dark")
	dark := newModeView(fields, "dark", "Dark mode", darkPrefix, themeMode != "light")

	v.Modes = []modeView{light, dark}
	v.OffersBoth = light.IsOffered && dark.IsOffered
	v.Mode = light.Name

	if !light.IsOffered || dark.IsOffered && wanted == dark.Name {
		v.Mode = dark.Name
	}
}

func newModeView(fields map[string]any, name, title, prefix string, isOffered bool) modeView {
	mode := modeView{Name: name, Title: title, IsOffered: isOffered, Outline: newSwatch(fields, prefix, buttonOutline)}
	for _, of := range backgroundRoles {
		behind := newSwatch(fields, prefix, of)
		mode.Backgrounds = append(mode.Backgrounds, background{
			swatch:    behind,
			OnBlack:   textPair(palette.Black, behind.Drawn),
			OnWhite:   textPair(palette.White, behind.Drawn),
			OnOutline: outlinePair(mode.Outline.Drawn, behind.Drawn),
		})
	}

	return mode
}

// OfferedModes returns the names of the modes that an appearance configuration
// lets be seen, light, dark or both. A page shows the one that the parameter
// mode names.
func OfferedModes(object mockserver.Object) []string {
	var names []string

	for _, mode := range newAppearanceView(object, "").Modes {
		if mode.IsOffered {
			names = append(names, mode.Name)
		}
	}

	return names
}

// Swatches returns all colours of the mode.
func (m modeView) Swatches() []swatch {
	swatches := make([]swatch, 0, len(m.Backgrounds)+1)
	for _, behind := range m.Backgrounds {
		swatches = append(swatches, behind.swatch)
	}

	return append(swatches, m.Outline)
}

// styleSheet gives the chat view its colours, as custom properties. Nothing in
// it is text that was sent.
func (v appearanceView) styleSheet() string {
	var css strings.Builder

	for _, mode := range v.Modes {
		_, _ = fmt.Fprintf(&css, ":root[data-mode=%s] {\n\tcolor-scheme: %[1]s;\n", mode.Name)

		for _, s := range mode.Swatches() {
			name := strings.ReplaceAll(s.Attribute[len(lightPrefix):], "_", "-")
			_, _ = fmt.Fprintf(&css, "\t--%s: %s;\n\t--on-%[1]s: %[3]s;\n", name, s.Drawn, s.Text)
		}

		css.WriteString("}\n")
	}

	return css.String()
}

// isShown reads a switch. One that is not set is drawn as on, so that its
// colours can be seen.
func isShown(value any) bool {
	shown, isSet := value.(bool)

	return shown || !isSet
}

// questions reads recommendations, whose elements the interface does not
// describe: what is not text is shown as JSON.
func questions(value any) []string {
	var texts []string

	elements, _ := value.([]any)
	for _, element := range elements {
		text, isText := element.(string)
		if !isText {
			text = encoded(element)
		}

		texts = append(texts, text)
	}

	return texts
}

// settings lists the fields that are not colours.
func settings(fields map[string]any) []setting {
	var rows []setting

	drawnAs := map[string]string{
		"theme_mode": "both", "response_mode": "full", "show_sidebar": "true", "show_dashboards": "true",
	}

	for _, name := range []string{
		"theme_mode", "response_mode", "show_sidebar", "show_dashboards", "start_message", "recommendations",
	} {
		value, isSet := fields[name]
		row := setting{Name: name, IsSet: isSet, DrawnAs: drawnAs[name]}

		switch value := value.(type) {
		case nil:
			row.Value = "null"
		case string:
			row.Value = value
		case []any:
			row.Value = counted(len(value))
		default:
			row.Value = encoded(value)
		}

		rows = append(rows, row)
	}

	return rows
}

func counted(entries int) string {
	if entries == 1 {
		return "1 entry"
	}

	return fmt.Sprintf("%d entries", entries)
}

// overrides lists what custom_css_overrides holds, whose structure is not
// documented.
func overrides(fields map[string]any) (members []override, other string) {
	value, isSet := fields["custom_css_overrides"]
	object, isObject := value.(map[string]any)

	if isSet && !isObject {
		return nil, encoded(value)
	}

	for _, name := range slices.Sorted(maps.Keys(object)) {
		member := override{Name: name}

		text, isText := object[name].(string)
		if isText {
			member.Value = text
			member.Color, member.IsColor = readColor(text)
		} else {
			member.Value = encoded(object[name])
		}

		members = append(members, member)
	}

	return members, ""
}

// encoded returns a value of the mock's as JSON, as a person wants to read it.
func encoded(value any) string {
	var text strings.Builder

	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // the template does it

	if err := encoder.Encode(value); err != nil {
		panic(fmt.Sprintf("preview: a value of the mock's is not JSON: %v", err))
	}

	return strings.TrimSuffix(text.String(), "\n")
}

func lastChange(object mockserver.Object) string {
	if !object.LastModified.After(object.CreatedAt) {
		return ""
	}

	return object.LastModified.UTC().Format(time.DateTime) + " UTC"
}

// versionOf names the state that objects are in.
func versionOf(lists ...[]mockserver.Object) string {
	sum := sha256.Sum256([]byte(encoded(lists)))

	return hex.EncodeToString(sum[:16])
}
