<?php

/** Sends again what may succeed later. With an Idempotency-Key, a create makes one job. */
function send(string $url, array $options): array
{
    $retryAfter = 0;
    $curl = curl_init($url);
    curl_setopt_array($curl, $options + [
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 30,
        CURLOPT_HEADERFUNCTION => function ($curl, string $line) use (&$retryAfter): int {
            if (preg_match('/^Retry-After:\s*(\d+)/i', $line, $match)) {
                $retryAfter = (int) $match[1];
            }
            return strlen($line);
        },
    ]);
    for ($pause = 1; ; $pause *= 2) {
        $retryAfter = 0;
        $body = curl_exec($curl); // false: no connection, or no response in time
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        $isTemporary = $body === false || $status >= 500 || in_array($status, [408, 409, 429], true);
        if (!$isTemporary || $pause > 60) {
            return $body === false ? throw new RuntimeException(curl_error($curl)) : [$status, $body];
        }
        sleep(max($pause, $retryAfter));
    }
}

[$status, $body] = send('{base_url}/v1/jobs', [
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
        'customer_phone' => '+34612345678',
    ]),
]);
echo "$status $body\n";
