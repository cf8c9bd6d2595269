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

const trip = `{
  "size": "M",
  "pickup": { "address": "Calle Mayor 10, 28013 Madrid", "floor": 2, "has_elevator": false },
  "dropoff": { "address": "Calle de Alfonso I 5, 50003 Zaragoza" }
}`

func main() {
	req, err := http.NewRequest("POST", "{base_url}/v1/pricing/estimate", strings.NewReader(trip))
	if err != nil {
		log.Fatal(err)
	}
	req.Header.Set("X-API-Key", "YOUR_TEST_KEY")
	req.Header.Set("Content-Type", "application/json")

	client := &http.Client{Timeout: 30 * time.Second}
	resp, err := client.Do(req)
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(resp.Body)
		log.Fatalf("%d %s", resp.StatusCode, body)
	}

	var price struct {
		Total      float64 `json:"total_customer_pays_eur"`
		Disclaimer string  `json:"disclaimer"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&price); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d %.2f EUR\n%s\n", resp.StatusCode, price.Total, price.Disclaimer)
}
