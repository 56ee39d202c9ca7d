package preview

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
)

var special = regexp.MustCompile(`[^A-Za-z0-9._]+`)

// Keys returns a name for each theme that is good for a path and for a file: its
// address, or else its id, without the characters that file systems and artifact
// stores refuse. chatview_appearance.tenant["north"] becomes
// chatview_appearance.tenant-north. Some file systems ignore case, so no two keys
// differ only in that.
func Keys(themes []Theme) []string {
	const longest = 180 // of the 255 bytes that file systems have
	keys := make([]string, 0, len(themes))
	taken := map[string]bool{"index": true, "overview": true}
	for i, theme := range themes {
		name := strings.NewReplacer(`"]`, "", "]", "").Replace(cmp.Or(theme.Address, theme.ID))
		name = special.ReplaceAllString(name, "-")
		name = name[:min(len(name), longest)]
		for taken[strings.ToLower(name)] {
			name = fmt.Sprintf("%s-%d", name, i+1)
		}
		taken[strings.ToLower(name)] = true
		keys = append(keys, name)
	}
	return keys
}
