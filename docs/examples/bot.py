"""A player in thirty lines: sits down at a table and plays what comes to mind.

    python bot.py http://127.0.0.1:8000 imh_… table

The token has the scope `play`. Whatever breaks on the way is asked again: an entry carries a key,
so that it is written once, however often it is sent.
"""

import http.client
import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid


def ask(method, path, body=None):
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    while True:
        request = urllib.request.Request(f"{SITE}/api/v1/{path}", data, headers, method=method)
        try:
            return json.load(urllib.request.urlopen(request, timeout=30))
        except urllib.error.HTTPError as refusal:
            if refusal.code not in (429, 500, 502, 503, 504):
                return json.load(refusal)
        except (OSError, http.client.HTTPException, ValueError):
            pass  # no server there, or an answer that broke off
        time.sleep(1)


def play(table):
    ask("POST", f"tables/{table}/places", {})  # refused if we sit there already
    while True:
        state = ask("GET", f"tables/{table}")
        if "phase" not in state:  # the token does not work, or there is no such table
            sys.exit(f"{state.get('status', '')} {state.get('detail') or state.get('title')}")
        if state["phase"] in ("finished", "cancelled", "abandoned"):
            return state
        if not state["legal"]:
            time.sleep(PAUSE)
            continue
        entry = {"ply": state["plies"] + 1, "text": random.choice(state["legal"])}
        ask("POST", f"tables/{table}/entries", {**entry, "key": uuid.uuid4().hex})


if len(sys.argv) < 4:
    sys.exit(__doc__)
SITE, TOKEN, TABLE, *PAUSES = sys.argv[1:]
PAUSE = float(PAUSES[0]) if PAUSES else 1.0
END = play(TABLE)
for _ in range(10):  # a game has its id when its log is verified
    if END["phase"] == "finished" and not END["game"]:
        time.sleep(PAUSE)
        END = ask("GET", f"tables/{TABLE}")
print(END["phase"], END["game"] or "without a game in the record yet")
