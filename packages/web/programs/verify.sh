# Body on standard input; WEBHOOK_ID, WEBHOOK_TIMESTAMP, WEBHOOK_SIGNATURE and SECRET (whsec_…) in the environment.
age=$(( $(date +%s) - WEBHOOK_TIMESTAMP ))
[ "${age#-}" -le 300 ] || { echo refused; exit 1; }
key=$(printf %s "${SECRET#whsec_}" | openssl base64 -d -A | od -An -vtx1 | tr -d ' \n')
wanted=$({ printf '%s.%s.' "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP"; cat; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
digest() { printf %s "$1" | openssl dgst -sha256; }
# Digests are compared, so that the time taken says nothing. While a secret is being changed there are two signatures.
for given in $WEBHOOK_SIGNATURE; do
  [ "$(digest "$given")" = "$(digest "v1,$wanted")" ] && { echo genuine; exit 0; }
done
echo refused
exit 1
