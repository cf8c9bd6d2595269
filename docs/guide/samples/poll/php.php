<?php

const PAUSE = 300; // seconds

$etag = null;
while (true) {
    $curl = curl_init('{base_url}/v1/jobs/JOB_ID');
    curl_setopt_array($curl, [
        CURLOPT_HTTPHEADER => ['X-API-Key: YOUR_TEST_KEY', ...($etag ? ["If-None-Match: $etag"] : [])],
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 30,
        CURLOPT_HEADERFUNCTION => function ($curl, string $line) use (&$etag): int {
            if (preg_match('/^ETag:\s*(\S+)/i', $line, $match)) {
                $etag = $match[1];
            }
            return strlen($line);
        },
    ]);
    $body = curl_exec($curl);
    $status = $body === false ? null : curl_getinfo($curl, CURLINFO_RESPONSE_CODE);

    if ($status === 200) {
        $job = json_decode($body, true);
        echo "{$job['status']}\n";
        if (in_array($job['status'], ['completed', 'cancelled'], true)) {
            break;
        }
    } elseif ($status === 404) {
        echo "The job was deleted, or its draft expired.\n";
        break;
    } elseif ($status === 401 || $status === 403) {
        throw new RuntimeException("$status $body");
    }
    // 304: nothing changed. After any other failure, the next poll may succeed.
    sleep(PAUSE);
}
