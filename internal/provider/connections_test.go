package provider

import (
	"fmt"
	"sync"
	"testing"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// TestConnections_AreReusedForThousandObjects applies as Terraform does, ten at
// a time, with real connections: one request for each object, and no more
// connections than that.
func TestConnections_AreReusedForThousandObjects(t *testing.T) {
	const objects, parallelism = 1000, 10

	service := startService(t, mockserver.Behavior{})
	for id := range objects {
		service.AddAppearance(int64(id), map[string]any{"name": "Before"})
	}

	shared := newCore(t, &chatviewProvider{version: "test"}, map[string]any{"base_url": service.url, "api_key": testAPIKey})

	var group sync.WaitGroup
	for i := range parallelism {
		// The same provider process; only the bookkeeping is each worker's own.
		worker := *shared
		worker.instances = map[string]*instance{}

		group.Go(func() {
			worker.sharesProvider = true

			for id := i; id < objects; id += parallelism {
				applied := worker.applyBeside(theme(fmt.Sprint(id), fmt.Sprint(id), "N"))
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

	// net/http gives a connection up where a busy machine lets its goroutines
	// wait for 50 ms: twice as many are still kept and used again. That no more
	// than ten are open at once is tested in package client.
	if got := len(connections); got > 2*parallelism {
		t.Errorf("%d connections for %d objects, want about %d", got, objects, parallelism)
	}
}
