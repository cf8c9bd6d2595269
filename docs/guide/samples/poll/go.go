package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"time"
)

const pause = 300 * time.Second

var client = &http.Client{Timeout: 30 * time.Second}

// poll returns a response without a body while the ETag in the header of req is that of the job.
func poll(req *http.Request) (status int, etag string, body []byte, err error) {
	resp, err := client.Do(req)
	if err != nil {
		return 0, "", nil, err
	}
	defer resp.Body.Close()
	body, err = io.ReadAll(resp.Body)
	return resp.StatusCode, resp.Header.Get("ETag"), body, err
}

func main() {
	req, err := http.NewRequest("GET", "{base_url}/v1/jobs/JOB_ID", nil)
	if err != nil {
		log.Fatal(err)
	}
	req.Header.Set("X-API-Key", "YOUR_TEST_KEY")

	for ; ; time.Sleep(pause) {
		status, etag, body, err := poll(req)
		if err != nil {
			continue // no connection, or no response in time
		}
		switch status {
		case 200:
			var job struct {
				Status string `json:"status"`
			}
			if err := json.Unmarshal(body, &job); err != nil {
				log.Fatal(err)
			}
			req.Header.Set("If-None-Match", etag)
			fmt.Println(job.Status)
			if job.Status == "completed" || job.Status == "cancelled" {
				return
			}
		case 404:
			fmt.Println("The job was deleted, or its draft expired.")
			return
		case 401, 403:
			log.Fatalf("%d %s", status, body)
		}
		// 304: nothing changed. After any other failure, the next poll may succeed.
	}
}
