# setup
import os
import uuid

import requests

api = os.environ["CLEARFRAME_URL"] + "/api/v1"
session = requests.Session()
session.headers["Authorization"] = "Bearer " + os.environ["TOKEN"]


def call(method, path, **request):
    answer = session.request(method, api + path, timeout=30, **request).json()
    if answer["status"] != "success":
        raise RuntimeError(answer["message"])
    return answer["data"]
# apiUpload
with open("pears.webp", "rb") as file:
    uploaded = call(
        "POST",
        "/upload",
        files={"media": file},
        data={"title": "Three pears", "caption": "On the shelf, fresh today", "tags": "fruit,kitchen"},
        headers={"Idempotency-Key": str(uuid.uuid4())},
    )
item_id = uploaded["media_upload"]["id"]
print(item_id, uploaded["moderation"] and uploaded["moderation"]["passed"])
# apiListMedia
page = call("GET", "/media", params={"status": "safe", "limit": 1})
print([item["title"] for item in page["media_uploads"]])
# apiGetMedia
item = call("GET", f"/media/{item_id}")["media_upload"]
print(item["moderationFlagged"])
# apiMediaFrames
video_id = os.environ["VIDEO_ID"]
frames = call("GET", f"/media/{video_id}/frames", params={"from": 0, "limit": 2})
print([second["flagged"] for second in frames["seconds"]])
# apiPassMedia
call("POST", f"/media/{item_id}/pass", json={"note": "A still life"})
# apiFailMedia
call("POST", f"/media/{item_id}/fail", json={"note": "Not for this shop"})
# apiCreateBatch
items = [{"url": os.environ["PICTURE_URL"], "reference": "row-1"}]
batch = call("POST", "/batches", json={"items": items})["batch"]
# apiGetBatch
batch = call("GET", "/batches/" + batch["id"])["batch"]
print(batch["status"], batch["progress"])
# apiUsage
print(call("GET", "/usage"))
# apiDeleteMedia
call("DELETE", f"/media/{item_id}")
