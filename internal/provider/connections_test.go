package provider

import (
	"fmt"
	"sync"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// The test applies ten objects at a time over real connections, as Terraform
// does: one request per object, and no more than about ten connections.
func TestConnections_AreReused(t *testing.T) {
	t.Parallel()

	const objects, parallelism = 200, 10

	service := startService(t, mockserver.Behavior{})
	for id := range objects {
		service.AddAppearance(int64(id), map[string]any{"name": "Before"})
	}

	shared := newCore(t, &chatviewProvider{version: "test"}, map[string]any{"base_url": service.url, "api_key": testAPIKey})

	var group sync.WaitGroup

	for i := range parallelism {
		// All workers share one provider process.
		worker := *shared
		worker.instances = map[string]*instance{}

		group.Go(func() {
			worker.concurrent = true

			for id := i; id < objects; id += parallelism {
				applied := worker.applyInWalk(theme(fmt.Sprint(id), fmt.Sprint(id), "N"))
				if hasError(applied) {
					t.Errorf("%d: %s", id, describe(applied))
				}
			}
		})
	}

	group.Wait()

	connections := map[string]bool{}
	for _, request := range service.Requests() {
		connections[request.RemoteAddr] = true
	}

	if got := len(service.Requests()); got != objects {
		t.Errorf("%d requests for %d objects", got, objects)
	}

	// net/http drops a connection if a busy machine delays its goroutines for
	// 50 ms, so twice as many are allowed. Package client tests that no more
	// than ten are open at once.
	if got := len(connections); got > 2*parallelism {
		t.Errorf("%d connections for %d objects, want about %d", got, objects, parallelism)
	}
}
