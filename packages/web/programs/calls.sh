# setup

export TOKEN="paste your token"
# apiUpload
curl -X POST "$CLEARFRAME_URL/api/v1/upload" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Idempotency-Key: order-42" \
  -F media=@pears.webp \
  -F title="Three pears" \
  -F caption="On the shelf, fresh today" \
  -F tags="fruit,kitchen"
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
# apiDeleteMedia
curl -X DELETE "$CLEARFRAME_URL/api/v1/media/$ID" \
  -H "Authorization: Bearer $TOKEN"
