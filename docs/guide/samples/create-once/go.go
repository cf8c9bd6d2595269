package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"path"
	"time"
)

type Stop struct {
	Address     string `json:"address"`
	Floor       int    `json:"floor,omitempty"`
	HasElevator bool   `json:"has_elevator,omitempty"`
}

type Job struct {
	ExternalReference string `json:"external_reference"`
	Title             string `json:"title"`
	Size              string `json:"size"`
	Pickup            Stop   `json:"pickup"`
	Dropoff           Stop   `json:"dropoff"`
	CustomerPhone     string `json:"customer_phone"`
}

var client = &http.Client{Timeout: 30 * time.Second}

// createOnce can be called again after any failure, also after a restart:
// there is one job for each reference.
func createOnce(job Job) (string, error) {
	body, err := json.Marshal(job)
	if err != nil {
		return "", err
	}
	req, err := http.NewRequest("POST", "{base_url}/v1/jobs", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	req.Header.Set("X-API-Key", "YOUR_TEST_KEY")
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", job.ExternalReference)
	resp, err := client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()

	// A refused duplicate also has a Location: that of the job that an earlier call created.
	location := resp.Header.Get("Location")
	if (resp.StatusCode == 201 || resp.StatusCode == 400) && location != "" {
		return path.Base(location), nil
	}
	answer, _ := io.ReadAll(resp.Body)
	return "", fmt.Errorf("%d %s", resp.StatusCode, answer)
}

func main() {
	jobID, err := createOnce(Job{
		ExternalReference: "order-1001",
		Title:             "Three-seat sofa",
		Size:              "M",
		Pickup:            Stop{Address: "Calle Mayor 10, 28013 Madrid", Floor: 2},
		Dropoff:           Stop{Address: "Calle de Alfonso I 5, 50003 Zaragoza"},
		CustomerPhone:     "+34612345678",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(jobID)
}
