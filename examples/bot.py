"""A bot that plays a regatta without knowing the rules: it is told what is legal. docs/bots.md explains it.

pip install websockets, then python3 examples/bot.py [SERVER [REGATTA]]. With $POWERBOATS_TOKEN it plays as you."""
import json, os, sys
from urllib.request import Request, urlopen
from websockets.sync.client import connect

server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
headers, course = {"Content-Type": "application/json"}, None

def post(path, body):
    with urlopen(Request(server + path, json.dumps(body).encode(), headers)) as answer:
        if cookie := answer.headers["Set-Cookie"]:
            headers["Cookie"] = cookie.split(";")[0]
        return json.load(answer)

def distance(a, b):
    """Steps between two hexes. A hex is a column letter and a row; even rows lie half a hex to the right."""
    (q, r), (p, s) = ((ord(hex[0]) - (int(hex[1:]) - 1) // 2, int(hex[1:])) for hex in (a, b))
    return max(abs(q - p), abs(r - s), abs(q + r - p - s))

def decide(task, turn, course):
    if task == "ready":
        return {"type": "ready", "ready": True}
    me = next(boat for boat in turn["state"]["boats"] if boat["color"] == turn["you"])
    marks = {str(number + 1): (gate["hexes"] * 2)[1] for number, gate in enumerate(course["gates"])}
    aim = {"start": course["start_side"][0], "finish": course["line"][1], **marks}[me["leg"]]
    if task == "place":
        return {"type": "place", "at": min(turn["legal"]["places"], key=lambda at: distance(at, aim)), "heading": "NE"}
    if task == "steer":
        best = min(turn["legal"]["options"], key=lambda way: (way["damage"], distance(way["end"], aim)))
        return {"type": "steer", "to": best["to"]}
    # Two dice are slow and safe. Every twenty turns it dares one more, so that it arrives at last.
    few = [dice for dice in turn["legal"]["dice"] if dice["count"] <= 2 + me["turns"] // 20]
    best = max(few or turn["legal"]["dice"][-1:], key=lambda dice: (dice["count"], len(dice["hold"])))
    return {"type": "dice", **best}

if token := os.environ.get("POWERBOATS_TOKEN"):
    headers["Authorization"] = f"Bearer {token}"
else:
    post("/api/me", {"name": "Python"})
if len(sys.argv) > 2:
    room = f"/api/regattas/{sys.argv[2]}"
    post(f"{room}/actions", {"id": "join", "action": {"type": "join"}})
else:
    new = {"seats": 3, "races": 1, "pilots": [{"pilot": "skipper"}, {"pilot": "rookie"}]}
    room = "/api/regattas/" + post("/api/regattas", new)["id"]
with connect(server.replace("http", "ws", 1) + room + "/socket?turns=true", additional_headers=headers) as socket:
    for turn in map(json.loads, socket):
        if turn["type"] == "refused":
            print(turn["message"], file=sys.stderr)  # the game may have moved on: wait for the next turn
        if turn["type"] != "turn":
            continue
        course = turn["course"] or course
        if task := turn["task"]:
            act = {"id": f"{turn['seq']} {task}", "action": decide(task, turn, course), "seen": turn["seq"]}
            socket.send(json.dumps({"type": "act", **act}))
        if turn["stage"] in ("over", "closed"):
            break
print(json.dumps(turn["result"]))
