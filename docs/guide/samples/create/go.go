package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"strings"
	"time"
)

const job = `{
  "external_reference": "order-1001",
  "title": "Three-seat sofa",
  "size": "M",
  "pickup": { "address": "Calle Mayor 10, 28013 Madrid", "floor": 2, "has_elevator": false },
  "dropoff": { "address": "Calle de Alfonso I 5, 50003 Zaragoza" },
  "customer_phone": "+447700900000"
}`

func main() {
	req, err := http.NewRequest("POST", "{base_url}/v1/jobs", strings.NewReader(job))
	if err != nil {
		log.Fatal(err)
	}
	req.Header.Set("X-API-Key", "YOUR_TEST_KEY")
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", "order-1001")

	client := &http.Client{Timeout: 30 * time.Second}
	resp, err := client.Do(req)
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		body, _ := io.ReadAll(resp.Body)
		log.Fatalf("%d %s", resp.StatusCode, body)
	}

	var created struct {
		JobID string `json:"job_id"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&created); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d %s\n%s\n", resp.StatusCode, created.JobID, resp.Header.Get("Link"))
}
