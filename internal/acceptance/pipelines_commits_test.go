package acceptance

import "testing"

// newRepository makes a repository of a workspace, with an origin.
func newRepository(t *testing.T, w workspace) {
	t.Helper()
	requirePrograms(t, "git")
	runScript(t, w, `git init -q -b main
git -c user.name=someone -c user.email=someone@example.com commit -q --allow-empty -m 1
git clone -q --bare . .git/origin
git remote add origin "$PWD/.git/origin"`)
}
