package preview

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// Theme is the verdict on an appearance configuration.
type Theme struct {
	Name string
	// HasColors reports whether a mode that the theme offers has a configured color.
	// Without one there is no verdict.
	HasColors bool
	// Problems are the problems of these modes, see palette.Problems.
	Problems []string
}

// Judge returns the verdict on an appearance configuration.
func Judge(appearance mockserver.Object) Theme {
	return newThemeView(appearance).Theme
}

// Verdict says in a few words whether the theme has problems.
func (t Theme) Verdict() string {
	switch {
	case !t.HasColors:
		return "No colors configured"
	case len(t.Problems) == 0:
		return "No problems"
	default:
		return counted(len(t.Problems), "problem")
	}
}

// pageView is the data of a page.
type pageView struct {
	// Version changes with the objects.
	Version  string
	IsStatic bool
	Themes   []themeView
	Sources  []sourceView
}

// newPageView returns the page of all objects, or of the appearance configuration
// with the id.
func newPageView(source Source, id string) pageView {
	appearances, sources := source.Appearances(), source.Sources()
	if id != "" {
		sources = nil
		appearances = slices.DeleteFunc(appearances, func(object mockserver.Object) bool { return id != strconv.FormatInt(object.ID, 10) })
	}

	addresses, _ := source.(interface{ Address(id int64) string })
	view := pageView{Version: versionOf(appearances, sources)}

	for _, object := range appearances {
		theme := newThemeView(object)
		if addresses != nil {
			theme.Address = addresses.Address(object.ID)
		}

		view.Themes = append(view.Themes, theme)
	}

	for _, object := range sources {
		name, _ := object.Fields["account_name"].(string)
		view.Sources = append(view.Sources, sourceView{object.ID, name, object.Type})
	}

	return view
}

// Summary counts the themes and those with problems.
func (v pageView) Summary() string {
	failing := 0
	for _, theme := range v.Themes {
		failing += min(len(theme.Problems), 1)
	}

	return fmt.Sprintf("%s, %d with problems", counted(len(v.Themes), "theme"), failing)
}

// sourceView is a data source. Its settings may be secret, so none is shown.
type sourceView struct {
	ID         int64
	Name, Type string
}

// themeView is an appearance configuration.
type themeView struct {
	Theme

	ID            int64
	Path, Address string
	// Modes are the modes that the theme offers.
	Modes []modeView
	Chat  chatView
	// Settings are the other fields, Overrides the members of
	// custom_css_overrides.
	Settings, Overrides []setting
}

// chatView is the content of a chat.
type chatView struct {
	Start string
	// Questions are the first recommended questions. More counts the others.
	Questions                           []string
	More                                int
	HasSidebar, HasDashboards, RunsCode bool
}

const shownQuestions = 3

func newThemeView(object mockserver.Object) themeView {
	fields := object.Fields
	view := themeView{
		ID: object.ID, Path: AppearancePath(object.ID),
		// Unset options are shown, to make their colors visible.
		Chat: chatView{
			HasSidebar: fields["show_sidebar"] != false, HasDashboards: fields["show_dashboards"] != false,
			RunsCode: fields["response_mode"] != "basic",
		},
		Settings: settings(fields), Overrides: overrides(fields["custom_css_overrides"]),
	}
	view.Name, _ = fields["name"].(string)
	view.Chat.Start, _ = fields["start_message"].(string)
	questions, _ := fields["recommendations"].([]any)
	view.Chat.Questions = texts(questions[:min(len(questions), shownQuestions)])
	view.Chat.More = len(questions) - len(view.Chat.Questions)

	for _, offered := range offeredModes(fields) {
		mode := offered.newView(fields)
		view.Modes = append(view.Modes, mode)
		view.HasColors = view.HasColors || mode.Configured > 0
		view.Problems = append(view.Problems, mode.Problems...)
	}

	return view
}

// styleSheet sets the colors of each theme in each mode. Only ids and parsed colors
// come from requests.
func (v pageView) styleSheet() string {
	var css strings.Builder

	for _, theme := range v.Themes {
		for _, mode := range theme.Modes {
			_, _ = fmt.Fprintf(&css, ".theme-%d.%s {\n\tcolor-scheme: %[2]s;\n", theme.ID, mode.Name)

			for _, color := range mode.Colors() {
				name := strings.ReplaceAll(color.Key, "_", "-")
				_, _ = fmt.Fprintf(&css, "\t--%s: %s;\n\t--on-%[1]s: %[3]s;\n", name, color.Color, color.Text)
			}

			css.WriteString("}\n")
		}
	}

	return css.String()
}

// setting is a field that is not a color attribute.
type setting struct {
	Name, Value string
	// Note adds to the value, for example that there is none.
	Note string
	// Items are the elements of a list, shown on demand.
	Items []string
	// IsColor reports that the value is a color.
	IsColor bool
	Color   palette.Color
}

// settings lists the fields that are neither colors nor overrides.
func settings(fields map[string]any) []setting {
	var rows []setting

	for _, name := range []string{"theme_mode", "response_mode", "show_sidebar", "show_dashboards", "start_message", "recommendations"} {
		row := setting{Name: name}

		value, isSet := fields[name]
		if list, isList := value.([]any); isList {
			row.Value, row.Items = counted(len(list), "question"), texts(list)
		} else if !isSet {
			row.Note = "not set"
		} else if row.Value = asText(value); row.Value == "" {
			row.Note = "empty"
		}

		rows = append(rows, row)
	}

	return rows
}

// overrides lists the members of custom_css_overrides. Its structure is not
// documented: a value that is not an object becomes one member without a name.
func overrides(value any) []setting {
	object, isObject := value.(map[string]any)
	if !isObject && value != nil {
		object = map[string]any{"": value}
	}

	var rows []setting

	for _, name := range slices.Sorted(maps.Keys(object)) {
		row := setting{Name: name, Value: asText(object[name]), Note: "not drawn"}

		color, err := palette.Parse(row.Value)
		row.Color, row.IsColor = color, err == nil
		rows = append(rows, row)
	}

	return rows
}

// texts returns the elements of a list as text. The API does not document them, so
// any element that is not a string becomes JSON.
func texts(elements []any) []string {
	var all []string
	for _, element := range elements {
		all = append(all, asText(element))
	}

	return all
}

// asText returns a string unchanged, and any other value as JSON.
func asText(value any) string {
	if text, isText := value.(string); isText {
		return text
	}

	var text strings.Builder

	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // the template does

	if err := encoder.Encode(value); err != nil {
		panic(fmt.Sprintf("preview: a value from a JSON request is not JSON: %v", err))
	}

	return strings.TrimSuffix(text.String(), "\n")
}

func counted(number int, singular string) string {
	if number == 1 {
		return "1 " + singular
	}

	return fmt.Sprintf("%d %ss", number, singular)
}

// versionOf identifies the state of objects.
func versionOf(lists ...[]mockserver.Object) string {
	sum := sha256.Sum256([]byte(asText(lists)))

	return hex.EncodeToString(sum[:16])
}
