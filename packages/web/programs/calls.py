# setup
import json
import os
import time
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
        data={
            "title": "Three pears",
            "caption": "On the shelf, fresh today",
            "tags": "fruit,kitchen",
            "author": json.dumps({"id": "u-48213"}),
        },
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
# apiListLabels
print([label["key"] for label in call("GET", "/labels")["labels"]])
# apiListAuthors
print(call("GET", "/authors", params={"sort": "most_failed", "limit": 1})["authors"])
# apiGetAuthor
print(call("GET", "/authors/u-48213")["author"]["action"])
# apiSetAuthorAction
call("POST", "/authors/u-48213/action", json={"action": "watch", "reason": "Two copies of a removed picture"})
# apiExportAuthor
asked = call("POST", "/authors/u-48213/export")["export"]
# apiGetExport
file = call("GET", "/exports/" + asked["id"])
while file["export"]["state"] in ("queued", "running"):
    time.sleep(1)
    file = call("GET", "/exports/" + asked["id"])
print(file["url"])
# apiListStatements
print(call("GET", "/statements", params={"limit": 1})["statements"])
# apiGetStatement
statement_id = os.environ["STATEMENT_ID"]
print(call("GET", f"/statements/{statement_id}")["statement"]["url"])
# apiAppeal
text = "This is a painting, and the caption says so"
print(call("POST", f"/statements/{statement_id}/appeal", json={"text": text})["appeal"]["status"])
# apiCreateNotice
filed = {
    "kind": "copyright",
    "item_url": "https://shop.example/items/42",
    "ground": "illegal",
    "explanation": "I took this picture and licensed it to nobody",
    "name": "Sam Okafor",
    "email": "sam@studio.example",
    "good_faith": True,
}
notice_id = call("POST", "/notices", json=filed)["notice"]["id"]
# apiListNotices
print(call("GET", "/notices", params={"status": "open", "limit": 1})["pagination"])
# apiGetNotice
print("due", call("GET", f"/notices/{notice_id}")["notice"]["due_at"])
# apiLinkNotice
call("POST", f"/notices/{notice_id}/link", json={"media_id": item_id})
# apiDecideNotice
decision = {"outcome": "no_action", "answer": "The seller showed us your licence"}
call("POST", f"/notices/{notice_id}/decide", json=decision)
# apiEraseAuthor
erasure = call("POST", "/authors/u-48213/erase", json={"items": "anonymise"})["erasure"]
# apiGetAuthorErasure
erasure = call("GET", "/author-erasures/" + erasure["id"])["erasure"]
print(erasure["items_done"], "of", erasure["items_total"])
# apiDeleteMedia
call("DELETE", f"/media/{item_id}")
