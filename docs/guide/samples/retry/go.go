package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const job = `{
  "external_reference": "order-1001",
  "title": "Three-seat sofa",
  "size": "M",
  "pickup": { "address": "Calle Mayor 10, 28013 Madrid", "floor": 2, "has_elevator": false },
  "dropoff": { "address": "Calle de Alfonso I 5, 50003 Zaragoza" },
  "customer_phone": "+34612345678"
}`

var client = &http.Client{Timeout: 30 * time.Second}

// send sends again what may succeed later. With an Idempotency-Key, a create makes one job.
func send(req *http.Request) (*http.Response, []byte, error) {
	for pause := time.Second; ; pause *= 2 {
		resp, body, err := sendOnce(req)
		if !isTemporary(resp, err) || pause > time.Minute {
			return resp, body, err
		}
		wait := pause
		if err == nil {
			seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
			if asked := time.Duration(seconds) * time.Second; asked > wait {
				wait = asked
			}
		}
		time.Sleep(wait)
	}
}

// isTemporary also counts an error: there was no connection, or no response in time.
func isTemporary(resp *http.Response, err error) bool {
	if err != nil {
		return true
	}
	switch resp.StatusCode {
	case 408, 409, 429:
		return true
	}
	return resp.StatusCode >= 500
}

func sendOnce(req *http.Request) (*http.Response, []byte, error) {
	if req.GetBody != nil {
		body, err := req.GetBody()
		if err != nil {
			return nil, nil, err
		}
		req.Body = body
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return resp, body, err
}

func main() {
	req, err := http.NewRequest("POST", "{base_url}/v1/jobs", strings.NewReader(job))
	if err != nil {
		log.Fatal(err)
	}
	req.Header.Set("X-API-Key", "YOUR_TEST_KEY")
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", "order-1001")
	resp, body, err := send(req)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d %s\n", resp.StatusCode, body)
}
