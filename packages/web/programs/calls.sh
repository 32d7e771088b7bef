# setup

export TOKEN="paste your token"
# apiUpload
curl -X POST "$CLEARFRAME_URL/api/v1/upload" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Idempotency-Key: order-42" \
  -F media=@pears.webp \
  -F title="Three pears" \
  -F caption="On the shelf, fresh today" \
  -F tags="fruit,kitchen" \
  -F author='{"id": "u-48213"}'
# apiListMedia
curl "$CLEARFRAME_URL/api/v1/media?status=safe&limit=1" \
  -H "Authorization: Bearer $TOKEN"
# apiGetMedia
curl "$CLEARFRAME_URL/api/v1/media/$ID" \
  -H "Authorization: Bearer $TOKEN"
# apiMediaFrames
curl "$CLEARFRAME_URL/api/v1/media/$VIDEO_ID/frames?from=0&limit=2" \
  -H "Authorization: Bearer $TOKEN"
# apiPassMedia
curl -X POST "$CLEARFRAME_URL/api/v1/media/$ID/pass" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"note": "A still life"}'
# apiFailMedia
curl -X POST "$CLEARFRAME_URL/api/v1/media/$ID/fail" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"note": "Not for this shop"}'
# apiDeleteMedia
curl -X DELETE "$CLEARFRAME_URL/api/v1/media/$ID" \
  -H "Authorization: Bearer $TOKEN"
# apiListLabels
curl "$CLEARFRAME_URL/api/v1/labels" \
  -H "Authorization: Bearer $TOKEN"
# apiCreateBatch
curl -X POST "$CLEARFRAME_URL/api/v1/batches" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d "{\"items\": [{\"url\": \"$PICTURE_URL\", \"reference\": \"row-1\"}]}"
# apiGetBatch
curl "$CLEARFRAME_URL/api/v1/batches/$BATCH_ID" \
  -H "Authorization: Bearer $TOKEN"
# apiUsage
curl "$CLEARFRAME_URL/api/v1/usage" \
  -H "Authorization: Bearer $TOKEN"
# apiListAuthors
curl "$CLEARFRAME_URL/api/v1/authors?sort=most_failed&limit=1" \
  -H "Authorization: Bearer $TOKEN"
# apiGetAuthor
curl "$CLEARFRAME_URL/api/v1/authors/u-48213" \
  -H "Authorization: Bearer $TOKEN"
# apiSetAuthorAction
curl -X POST "$CLEARFRAME_URL/api/v1/authors/u-48213/action" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"action": "watch", "reason": "Two copies of a removed picture"}'
# apiExportAuthor
curl -X POST "$CLEARFRAME_URL/api/v1/authors/u-48213/export" \
  -H "Authorization: Bearer $TOKEN"
# apiGetExport
curl "$CLEARFRAME_URL/api/v1/exports/$EXPORT_ID" \
  -H "Authorization: Bearer $TOKEN"
# apiEraseAuthor
curl -X POST "$CLEARFRAME_URL/api/v1/authors/u-48213/erase" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"items": "anonymise"}'
# apiGetAuthorErasure
curl "$CLEARFRAME_URL/api/v1/author-erasures/$ERASURE_ID" \
  -H "Authorization: Bearer $TOKEN"
# apiListStatements
curl "$CLEARFRAME_URL/api/v1/statements?limit=1" \
  -H "Authorization: Bearer $TOKEN"
# apiGetStatement
curl "$CLEARFRAME_URL/api/v1/statements/$STATEMENT_ID" \
  -H "Authorization: Bearer $TOKEN"
# apiAppeal
curl -X POST "$CLEARFRAME_URL/api/v1/statements/$STATEMENT_ID/appeal" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"text": "This is a painting, and the caption says so"}'
# apiCreateNotice
curl -X POST "$CLEARFRAME_URL/api/v1/notices" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{
    "kind": "copyright",
    "item_url": "https://shop.example/items/42",
    "ground": "illegal",
    "explanation": "I took this picture and licensed it to nobody",
    "name": "Sam Okafor",
    "email": "sam@studio.example",
    "good_faith": true
  }'
# apiListNotices
curl "$CLEARFRAME_URL/api/v1/notices?status=open&limit=1" \
  -H "Authorization: Bearer $TOKEN"
# apiGetNotice
curl "$CLEARFRAME_URL/api/v1/notices/$NOTICE_ID" \
  -H "Authorization: Bearer $TOKEN"
# apiLinkNotice
curl -X POST "$CLEARFRAME_URL/api/v1/notices/$NOTICE_ID/link" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d "{\"media_id\": \"$ID\"}"
# apiDecideNotice
curl -X POST "$CLEARFRAME_URL/api/v1/notices/$NOTICE_ID/decide" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"outcome": "no_action", "answer": "The seller showed us your licence"}'
