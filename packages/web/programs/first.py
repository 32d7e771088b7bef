import os

import requests

with open("pears.webp", "rb") as picture:
    answer = requests.post(
        os.environ["CLEARFRAME_URL"] + "/api/v1/upload",
        headers={"Authorization": "Bearer " + os.environ["TOKEN"]},
        files={"media": picture},
        timeout=30,
    )
print(answer.text)
