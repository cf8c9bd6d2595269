<?php

$curl = curl_init('{base_url}/v1/jobs');
curl_setopt_array($curl, [
    CURLOPT_HTTPHEADER => [
        'X-API-Key: YOUR_TEST_KEY',
        'Content-Type: application/json',
        'Idempotency-Key: order-1001',
    ],
    CURLOPT_POSTFIELDS => json_encode([
        'external_reference' => 'order-1001',
        'title' => 'Three-seat sofa',
        'size' => 'M',
        'pickup' => ['address' => 'Calle Mayor 10, 28013 Madrid', 'floor' => 2, 'has_elevator' => false],
        'dropoff' => ['address' => 'Calle de Alfonso I 5, 50003 Zaragoza'],
        'customer_phone' => '+447700900000',
    ]),
    CURLOPT_HEADERFUNCTION => function ($curl, $line) use (&$link) {
        if (stripos($line, 'Link:') === 0) {
            $link = trim(substr($line, 5));
        }
        return strlen($line);
    },
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
]);
$body = curl_exec($curl);
$status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
if ($body === false || $status !== 201) {
    throw new RuntimeException($body === false ? curl_error($curl) : "$status $body");
}

$created = json_decode($body, true);
echo "$status {$created['job_id']}\n";
echo "$link\n";
