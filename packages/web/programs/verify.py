import base64
import hashlib
import hmac
import time


def is_genuine(headers, body, secret):
    """headers: names in small letters. body: the bytes of the request, before they are parsed. secret: whsec_… of the page Webhooks."""
    sent_at = headers["webhook-timestamp"]
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{sent_at}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # While a secret is being changed there are two.
    return any(hmac.compare_digest(wanted.encode(), given.encode()) for given in headers["webhook-signature"].split(" "))
