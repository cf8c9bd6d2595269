package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/rand"
	"net/http"
	"path"
	"strconv"
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

// createOnce can be called again with the same job, also after a restart: there is one job
// for each reference. It tries five times, in 15 seconds or more: use a background task. If it
// fails, call it again later.
func createOnce(job Job) (string, error) {
	for pause := time.Second; ; pause *= 2 {
		isLast := pause > 8*time.Second
		wait := pause
		resp, body, err := send(job)
		if err != nil { // no connection, or no response in time
			if isLast {
				return "", err
			}
		} else {
			// A refused duplicate also has a Location: that of the job that an earlier call created.
			location := resp.Header.Get("Location")
			if (resp.StatusCode == 201 || resp.StatusCode == 400) && location != "" {
				return path.Base(location), nil
			}
			if isLast || !isTemporary(resp.StatusCode) {
				return "", fmt.Errorf("%d %s", resp.StatusCode, body)
			}
			seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
			wait = max(pause, time.Duration(seconds)*time.Second)
		}
		// The random part keeps clients that failed together from coming back together.
		time.Sleep(wait + time.Duration(rand.Int63n(int64(time.Second))))
	}
}

// isTemporary includes 409: an earlier request is still running.
func isTemporary(status int) bool {
	return status >= 500 || status == 408 || status == 409 || status == 429
}

func send(job Job) (*http.Response, []byte, error) {
	data, err := json.Marshal(job)
	if err != nil {
		return nil, nil, err
	}
	req, err := http.NewRequest("POST", "{base_url}/v1/jobs", bytes.NewReader(data))
	if err != nil {
		return nil, nil, err
	}
	req.Header.Set("X-API-Key", "YOUR_TEST_KEY")
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", job.ExternalReference)
	resp, err := client.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return resp, body, err
}

func main() {
	jobID, err := createOnce(Job{
		ExternalReference: "order-1001",
		Title:             "Three-seat sofa",
		Size:              "M",
		Pickup:            Stop{Address: "Calle Mayor 10, 28013 Madrid", Floor: 2},
		Dropoff:           Stop{Address: "Calle de Alfonso I 5, 50003 Zaragoza"},
		CustomerPhone:     "+447700900000",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(jobID)
}
