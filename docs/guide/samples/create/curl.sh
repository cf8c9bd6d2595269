curl -sS -i --fail-with-body {base_url}/v1/jobs \
  -H 'X-API-Key: YOUR_TEST_KEY' \
  -H 'Content-Type: application/json' \
  -H 'Idempotency-Key: order-1001' \
  -d '{
    "external_reference": "order-1001",
    "title": "Three-seat sofa",
    "size": "M",
    "pickup": { "address": "Calle Mayor 10, 28013 Madrid", "floor": 2, "has_elevator": false },
    "dropoff": { "address": "Calle de Alfonso I 5, 50003 Zaragoza" },
    "customer_phone": "+447700900000"
  }'
