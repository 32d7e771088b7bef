import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

API = os.environ["CLEARFRAME_URL"] + "/api/v1"


def call(method, path, body=None, headers={}):
    """Returns `data`. Repeats up to three times: no answer, 5xx but 501, and whatever says Retry-After."""
    headers = {"Authorization": "Bearer " + os.environ["TOKEN"], **headers}
    for attempt in range(4):
        request = urllib.request.Request(API + path, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as refusal:
            wait = refusal.headers["Retry-After"]
            passes = wait or (refusal.code >= 500 and refusal.code != 501)
            if attempt == 3 or not passes:
                sys.exit(f"{refusal.code} {json.load(refusal)['message']}")
        except OSError as error:
            wait = None
            if attempt == 3:
                sys.exit(f"no answer: {error}")
        time.sleep(float(wait or 2**attempt))


def upload(path, **fields):
    boundary = uuid.uuid4().hex
    parts = [f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()]
    parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="media"; filename="{os.path.basename(path)}"\r\n\r\n')
    with open(path, "rb") as file:
        body = "".join(parts).encode() + file.read() + f"\r\n--{boundary}--\r\n".encode()
    headers = {
        "Content-Type": "multipart/form-data; boundary=" + boundary,
        # The same at every try: uploaded once, charged once.
        "Idempotency-Key": str(uuid.uuid4()),
    }
    return call("POST", "/upload?wait=5", body, headers)


item = upload("pears.webp", title="Three pears", tags="fruit,kitchen", metadata=json.dumps({"order": 42}))["media_upload"]
while item["processing"]:
    time.sleep(1)
    item = call("GET", "/media/" + item["id"])["media_upload"]
if item["moderation"] is None:
    sys.exit(item["moderationError"])
print(json.dumps({"id": item["id"], "passed": item["moderation"]["passed"], "reason": item["moderation"]["reason"]}))
