<?php

/**
 * Can be called again with the same job, also after a restart: one job for each reference.
 * It tries five times, in 15 seconds or more: use a background task. If it fails, call it again later.
 */
function createOnce(array $job): string
{
    for ($pause = 1; ; $pause *= 2) {
        $isLast = $pause > 8;
        [$status, $headers, $body] = send($job);
        // A refused duplicate also has a Location: that of the job that an earlier call created.
        if (in_array($status, [201, 400], true) && isset($headers['location'])) {
            return basename($headers['location']);
        }
        // 0: no connection, or no response in time. 409: an earlier request is still running.
        $isTemporary = $status >= 500 || in_array($status, [0, 408, 409, 429], true);
        if ($isLast || !$isTemporary) {
            throw new RuntimeException("$status $body");
        }
        // The random part keeps clients that failed together from coming back together.
        $seconds = max($pause, (int) ($headers['retry-after'] ?? 0));
        usleep($seconds * 1_000_000 + random_int(0, 1_000_000));
    }
}

function send(array $job): array
{
    $headers = [];
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
        CURLOPT_HEADERFUNCTION => function ($curl, string $line) use (&$headers): int {
            if (preg_match('/^([\w-]+):\s*(.*\S)/', $line, $match)) {
                $headers[strtolower($match[1])] = $match[2];
            }
            return strlen($line);
        },
    ]);
    $body = curl_exec($curl);
    return $body === false
        ? [0, [], curl_error($curl)]
        : [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $headers, $body];
}

echo createOnce([
    'external_reference' => 'order-1001',
    'title' => 'Three-seat sofa',
    'size' => 'M',
    'pickup' => ['address' => 'Calle Mayor 10, 28013 Madrid', 'floor' => 2, 'has_elevator' => false],
    'dropoff' => ['address' => 'Calle de Alfonso I 5, 50003 Zaragoza'],
    'customer_phone' => '+447700900000',
]), "\n";
