<?php

/** Can be called again after any failure, also after a restart: one job for each reference. */
function createOnce(array $job): string
{
    $location = null;
    $curl = curl_init('{base_url}/v1/jobs');
    curl_setopt_array($curl, [
        CURLOPT_HTTPHEADER => [
            'X-API-Key: YOUR_TEST_KEY',
            'Content-Type: application/json',
            "Idempotency-Key: {$job['external_reference']}",
        ],
        CURLOPT_POSTFIELDS => json_encode($job),
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 30,
        CURLOPT_HEADERFUNCTION => function ($curl, string $line) use (&$location): int {
            if (preg_match('/^Location:\s*(\S+)/i', $line, $match)) {
                $location = $match[1];
            }
            return strlen($line);
        },
    ]);
    $body = curl_exec($curl);
    $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
    // A refused duplicate also has a Location: that of the job that an earlier call created.
    if (in_array($status, [201, 400], true) && $location !== null) {
        return basename($location);
    }
    throw new RuntimeException($body === false ? curl_error($curl) : "$status $body");
}

echo createOnce([
    'external_reference' => 'order-1001',
    'title' => 'Three-seat sofa',
    'size' => 'M',
    'pickup' => ['address' => 'Calle Mayor 10, 28013 Madrid', 'floor' => 2, 'has_elevator' => false],
    'dropoff' => ['address' => 'Calle de Alfonso I 5, 50003 Zaragoza'],
    'customer_phone' => '+34612345678',
]), "\n";
