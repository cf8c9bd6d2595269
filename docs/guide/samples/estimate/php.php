<?php

$curl = curl_init('{base_url}/v1/pricing/estimate');
curl_setopt_array($curl, [
    CURLOPT_HTTPHEADER => ['X-API-Key: YOUR_TEST_KEY', 'Content-Type: application/json'],
    CURLOPT_POSTFIELDS => json_encode([
        'size' => 'M',
        'pickup' => ['address' => 'Calle Mayor 10, 28013 Madrid', 'floor' => 2, 'has_elevator' => false],
        'dropoff' => ['address' => 'Calle de Alfonso I 5, 50003 Zaragoza'],
    ]),
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
]);
$body = curl_exec($curl);
$status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
if ($body === false || $status !== 200) {
    throw new RuntimeException($body === false ? curl_error($curl) : "$status $body");
}

$price = json_decode($body, true);
echo "$status {$price['total_customer_pays_eur']} EUR\n";
echo "{$price['disclaimer']}\n";
