<?php
/** $headers: names in small letters. $body: file_get_contents('php://input'). $secret: whsec_… of the page Webhooks. */
function isGenuine(array $headers, string $body, string $secret): bool
{
    $sentAt = $headers['webhook-timestamp'];
    if (!ctype_digit($sentAt) || abs(time() - (int) $sentAt) > 300) return false;
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $signed = $headers['webhook-id'] . '.' . $sentAt . '.' . $body;
    $wanted = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    // While a secret is being changed there are two.
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($wanted, $given)) return true;
    }
    return false;
}
