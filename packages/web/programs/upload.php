<?php
/** Returns `data`. Repeats up to three times: no answer, 5xx but 501, and whatever says Retry-After. */
function call(string $method, string $path, array $form = [], array $headers = []): array
{
    for ($attempt = 0; ; $attempt++) {
        $wait = null;
        $request = curl_init(getenv('CLEARFRAME_URL') . '/api/v1' . $path);
        curl_setopt_array($request, [
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 30,
            CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('TOKEN'), 'Expect:', ...$headers],
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$wait) {
                if (preg_match('/^retry-after: *(\d+)/i', $line, $match)) $wait = (int) $match[1];
                return strlen($line);
            },
        ] + ($method === 'POST' ? [CURLOPT_POSTFIELDS => $form] : []));
        $body = curl_exec($request);
        $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
        $answer = is_string($body) ? json_decode($body, true) : null;
        if ($status >= 200 && $status < 300) return $answer['data'];
        $passes = $status === 0 || $wait !== null || ($status >= 500 && $status !== 501);
        if ($attempt === 3 || !$passes) exit($status . ' ' . ($answer['message'] ?? 'no answer') . "\n");
        sleep($wait ?? 2 ** $attempt);
    }
}

$form = [
    'title' => 'Three pears',
    'tags' => 'fruit,kitchen',
    'metadata' => json_encode(['order' => 42]),
    'media' => new CURLFile('pears.webp'),
];
// The same at every try: uploaded once, charged once.
$key = 'Idempotency-Key: ' . bin2hex(random_bytes(16));
$item = call('POST', '/upload?wait=5', $form, [$key])['media_upload'];
while ($item['processing']) {
    sleep(1);
    $item = call('GET', '/media/' . $item['id'])['media_upload'];
}
if ($item['moderation'] === null) exit($item['moderationError'] . "\n");
['passed' => $passed, 'reason' => $reason] = $item['moderation'];
echo json_encode(['id' => $item['id'], 'passed' => $passed, 'reason' => $reason]), "\n";
