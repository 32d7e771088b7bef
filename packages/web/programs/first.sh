curl -sS "$CLEARFRAME_URL/api/v1/upload" \
  -H "Authorization: Bearer $TOKEN" \
  -F media=@pears.webp
