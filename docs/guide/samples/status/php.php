<?php

$curl = curl_init('{base_url}/v1/jobs/JOB_ID');
curl_setopt_array($curl, [
    CURLOPT_HTTPHEADER => ['X-API-Key: YOUR_TEST_KEY'],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
]);
$body = curl_exec($curl);
$status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
if ($body === false || $status !== 200) {
    throw new RuntimeException($body === false ? curl_error($curl) : "$status $body");
}

$job = json_decode($body, true);
echo "$status {$job['status']}\n";
