package main

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/chatview/terraform-provider-chatview/internal/mockserver"
)

// faults are what -fail and -delay do to the requests to each path.
type faults struct {
	status int // 0 if nothing fails
	times  int // 0 for all requests
	delay  time.Duration
}

// setStatus sets the value of -fail.
func (f *faults) setStatus(value string) error {
	text, number, isCounted := strings.Cut(value, ":")

	status, err := strconv.Atoi(text)
	if err != nil || status < http.StatusBadRequest || status > 599 {
		return errors.New("want a status from 400 to 599, as in 503 or 503:2")
	}

	times := 0
	if isCounted {
		if times, err = strconv.Atoi(number); err != nil || times < 1 {
			return errors.New("want a number of failures after the colon, as in 503:2")
		}
	}

	f.status, f.times = status, times

	return nil
}

// setDelay sets the value of -delay.
func (f *faults) setDelay(value string) error {
	delay, err := time.ParseDuration(value)
	if err != nil || delay <= 0 {
		return errors.New("want a positive duration with a unit, such as 300ms or 2s")
	}

	f.delay = delay

	return nil
}

// next returns what goes wrong with the request to a path that has the given
// number.
func (f *faults) next(number int) mockserver.Fault {
	fault := mockserver.Fault{Delay: f.delay}
	if f.times == 0 || number <= f.times {
		fault.Status = f.status
	}

	return fault
}
