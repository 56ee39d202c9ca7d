package mockserver

// Report is what a service does where the API documentation is silent. It has
// shapes, types, statuses and lengths, but no value, address or key, so it can be
// published.
type Report struct {
	// Requests counts the requests that were sent.
	Requests int `json:"requests"`
	// Stopped is why some questions were not asked, empty if all were.
	Stopped  string    `json:"stopped,omitzero"`
	Findings []Finding `json:"findings"`
	// Behavior is what comes closest to the service.
	Behavior Behavior `json:"behavior"`
}

// Finding is one answer of a service.
type Finding struct {
	Topic   string `json:"topic"`
	Subject string `json:"subject"`
	// Section of the API documentation that leaves it open.
	Section string `json:"section"`
	Request string `json:"request"`
	Seen    string `json:"seen"`
	// Mock is what a Server with the Behavior of the report does, if that differs.
	Mock string `json:"mock,omitzero"`
}
