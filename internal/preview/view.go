package preview

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chatview/terraform-provider-chatview/internal/palette"
)

// view is a theme as the templates see it.
type view struct {
	Theme

	// Key names its page.
	Key   string
	Modes []modeView
	Rows  []row
}

// modeView is a mode before and after the plan, or only as it is.
type modeView struct {
	mode

	Level palette.Level
	Looks []look
}

// views returns the themes as the templates see them.
func (p Preview) views() []view {
	keys := Keys(p.Themes)
	views := make([]view, 0, len(p.Themes))
	for i, theme := range p.Themes {
		views = append(views, view{
			Theme: theme, Key: keys[i], Rows: theme.rows(),
			Modes: theme.modes(fmt.Sprintf("theme-%d", i), p.Level),
		})
	}
	return views
}

// modes returns the modes that users see before or after the plan. The colors
// of its looks have classes that begin with class.
func (t Theme) modes(class string, level palette.Level) []modeView {
	sides := map[string]Fields{"": t.Current()}
	titles := []string{""}
	if t.HasTwoLooks() {
		sides, titles = map[string]Fields{"Before": t.Before, "After": t.After}, []string{"Before", "After"}
	}
	var views []modeView
	for _, m := range modes {
		drawn := modeView{mode: m, Level: level}
		for _, title := range titles {
			side := m.newLook(sides[title], t.Changed, level)
			side.Title, side.Class = title, strings.TrimSuffix(class+"-"+strings.ToLower(title), "-")
			drawn.Looks = append(drawn.Looks, side)
		}
		if slices.ContainsFunc(drawn.Looks, func(l look) bool { return l.IsOffered }) {
			views = append(views, drawn)
		}
	}
	return views
}

// styleSheet sets the colors of each look. Only parsed colors reach it.
func styleSheet(views []view) string {
	var css strings.Builder
	for _, view := range views {
		for _, mode := range view.Modes {
			for _, drawn := range mode.Looks {
				_, _ = fmt.Fprintf(&css, ".%s.%s {\n\tcolor-scheme: %[2]s;\n\t--text: %[3]s;\n", drawn.Class, mode.Name, drawn.Text)
				for _, color := range drawn.Colors {
					_, _ = fmt.Fprintf(&css, "\t--%s: %s;\n", color.Property, color.Color)
					if color.IsPlaceholder {
						_, _ = fmt.Fprintf(&css, "\t--%s-hatch: var(--hatch);\n\t--%[1]s-style: dashed;\n", color.Property)
					}
				}
				css.WriteString("}\n")
			}
		}
	}
	return css.String()
}

// chat is the content of a chat view.
type chat struct {
	Name, Start string
	// Questions are the first recommended questions. More counts the others.
	Questions                           []string
	More                                int
	HasSidebar, HasDashboards, RunsCode bool
}

func newChat(fields Fields) chat {
	const shown = 3
	questions, _ := fields["recommendations"].JSON.([]any)
	return chat{
		Name: fields.Text("name"), Start: fields.Text("start_message"),
		Questions: texts(questions[:min(len(questions), shown)]),
		More:      max(0, len(questions)-shown),
		// Options that are not set are shown, to make their colors visible.
		HasSidebar: fields["show_sidebar"].JSON != false, HasDashboards: fields["show_dashboards"].JSON != false,
		RunsCode: fields["response_mode"].JSON != "basic",
	}
}

// row is a field that is not a color: as it is, or before and after the plan if
// it changes.
type row struct {
	Name  string
	Cells []cell
}

// cell is the value of a field.
type cell struct {
	// Note replaces a value that is not there.
	Value, Note string
	// Items are the elements of a list, shown on demand.
	Items []string
}

// rows lists the fields that are not colors: those that decide about the chat
// view, and any other that is set or changed.
func (t Theme) rows() []row {
	visible := []string{"theme_mode", "response_mode", "show_sidebar", "show_dashboards", "start_message", "recommendations"}
	others := []string{"custom_css_overrides", "write_only_version", "triggers"}
	var rows []row
	for _, name := range slices.Concat([]string{"name"}, visible, others) {
		_, isSet := t.Current()[name]
		switch {
		case slices.Contains(t.Changed, name):
			rows = append(rows, row{name, []cell{newCell(t.Before, name), newCell(t.After, name)}})
		case slices.Contains(visible, name), isSet && slices.Contains(others, name):
			rows = append(rows, row{name, []cell{newCell(t.Current(), name)}})
		}
	}
	return rows
}

func newCell(fields Fields, name string) cell {
	value, isSet := fields[name]
	list, isList := value.JSON.([]any)
	switch {
	case !isSet:
		return cell{Note: "not set"}
	case isList:
		return cell{Value: counted(len(list), "question"), Items: texts(list)}
	case value.JSON == "":
		return cell{Note: "empty"}
	default:
		return cell{Value: value.String()}
	}
}

// texts returns the elements of a list as text. The API does not document them,
// so any element that is not a string becomes JSON.
func texts(elements []any) []string {
	var all []string
	for _, element := range elements {
		all = append(all, Value{JSON: element}.String())
	}
	return all
}
