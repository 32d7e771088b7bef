<?php
// setup
function call(string $method, string $path, array $form = [], ?array $json = null): ?array
{
    $headers = ['Authorization: Bearer ' . getenv('TOKEN'), 'Expect:'];
    if ($json !== null) $headers[] = 'Content-Type: application/json';
    $body = $json === null ? $form : json_encode($json);
    $request = curl_init(getenv('CLEARFRAME_URL') . '/api/v1' . $path);
    curl_setopt_array($request, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 30,
        CURLOPT_HTTPHEADER => $headers,
    ] + ($body === [] ? [] : [CURLOPT_POSTFIELDS => $body]));
    $answer = json_decode(curl_exec($request), true);
    if ($answer['status'] !== 'success') throw new RuntimeException($answer['message']);
    return $answer['data'];
}
// apiUpload
$uploaded = call('POST', '/upload', [
    'media' => new CURLFile('pears.webp'),
    'title' => 'Three pears',
    'caption' => 'On the shelf, fresh today',
    'tags' => 'fruit,kitchen',
    'author' => json_encode(['id' => 'u-48213']),
]);
$id = $uploaded['media_upload']['id'];
echo $id, ' ', json_encode($uploaded['moderation']['passed'] ?? null), "\n";
// apiListMedia
$page = call('GET', '/media?status=safe&limit=1');
echo count($page['media_uploads']), "\n";
// apiGetMedia
$item = call('GET', "/media/$id")['media_upload'];
echo json_encode($item['moderationFlagged']), "\n";
// apiMediaFrames
$video = getenv('VIDEO_ID');
$frames = call('GET', "/media/$video/frames?from=0&limit=2");
echo count($frames['seconds']), "\n";
// apiPassMedia
call('POST', "/media/$id/pass", json: ['note' => 'A still life']);
// apiFailMedia
call('POST', "/media/$id/fail", json: ['note' => 'Not for this shop']);
// apiCreateBatch
$items = [['url' => getenv('PICTURE_URL'), 'reference' => 'row-1']];
$batch = call('POST', '/batches', json: ['items' => $items])['batch'];
// apiGetBatch
$batch = call('GET', '/batches/' . $batch['id'])['batch'];
echo $batch['status'], "\n";
// apiUsage
echo json_encode(call('GET', '/usage')), "\n";
// apiListLabels
echo count(call('GET', '/labels')['labels']), "\n";
// apiListAuthors
echo count(call('GET', '/authors?sort=most_failed&limit=1')['authors']), "\n";
// apiGetAuthor
echo call('GET', '/authors/u-48213')['author']['action'], "\n";
// apiSetAuthorAction
call('POST', '/authors/u-48213/action', json: ['action' => 'watch', 'reason' => 'Two copies of a removed picture']);
// apiExportAuthor
$asked = call('POST', '/authors/u-48213/export')['export'];
// apiGetExport
do {
    sleep(1);
    $file = call('GET', '/exports/' . $asked['id']);
} while (in_array($file['export']['state'], ['queued', 'running']));
echo $file['url'], "\n";
// apiListStatements
echo count(call('GET', '/statements?limit=1')['statements']), "\n";
// apiGetStatement
$statement = getenv('STATEMENT_ID');
echo call('GET', "/statements/$statement")['statement']['url'], "\n";
// apiAppeal
$appeal = ['text' => 'This is a painting, and the caption says so'];
echo call('POST', "/statements/$statement/appeal", json: $appeal)['appeal']['status'], "\n";
// apiCreateNotice
$notice = call('POST', '/notices', json: [
    'kind' => 'copyright',
    'item_url' => 'https://shop.example/items/42',
    'ground' => 'illegal',
    'explanation' => 'I took this picture and licensed it to nobody',
    'name' => 'Sam Okafor',
    'email' => 'sam@studio.example',
    'good_faith' => true,
])['notice']['id'];
// apiListNotices
echo count(call('GET', '/notices?status=open&limit=1')['notices']), "\n";
// apiGetNotice
echo 'due ', call('GET', "/notices/$notice")['notice']['due_at'], "\n";
// apiLinkNotice
call('POST', "/notices/$notice/link", json: ['media_id' => $id]);
// apiDecideNotice
call('POST', "/notices/$notice/decide", json: [
    'outcome' => 'no_action',
    'answer' => 'The seller showed us your licence',
]);
// apiEraseAuthor
$erasure = call('POST', '/authors/u-48213/erase', json: ['items' => 'anonymise'])['erasure'];
// apiGetAuthorErasure
$erasure = call('GET', '/author-erasures/' . $erasure['id'])['erasure'];
echo $erasure['items_done'], ' of ', $erasure['items_total'], "\n";
// apiDeleteMedia
call('DELETE', "/media/$id");
