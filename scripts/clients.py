"""Plays regattas with programs that are made from the server's descriptions. scripts/test-clients runs it.

usage: clients.py SERVER FOLDER
"""

import contextlib
import importlib
import json
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.request import urlopen

import jsonschema
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

server, folder = sys.argv[1], Path(sys.argv[2])
sys.path.insert(0, str(folder))


def run(*command):
    """Runs a program and returns what it prints."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
    return done.stdout


def fetch(path):
    with urlopen(server + path) as answer:
        return json.load(answer)


def generate_client():
    """A client with a function for each operation. Only pictures may be beyond the generator."""
    path = folder / "openapi.json"
    path.write_text(json.dumps(fetch("/api/openapi.json")))
    printed = run("openapi-python-client", "generate", "--path", str(path), "--output-path", str(folder / "generated"))
    warnings, pictures = (len(re.findall(text, printed)) for text in ("WARNING", "Unsupported content_type image/"))
    assert warnings == pictures, printed
    sys.path.insert(0, str(folder / "generated"))
    models = importlib.import_module("powerboats_client.models")
    numbered = [name for name in models.__all__ if re.search(r"Type\d+$", name)]
    assert not numbered, f"types without a name of their own: {numbered}"
    return models


def generate_types():
    """The types of everything that goes over the sockets, too."""
    run("datamodel-codegen", "--input", str(folder / "openapi.json"), "--input-file-type", "openapi", "--formatters", "builtin",
        "--output-model-type", "pydantic_v2.BaseModel", "--output", str(folder / "powerboats_types.py"))  # fmt: skip
    types = importlib.import_module("powerboats_types")
    numbered = [name for name in dir(types) if re.search(r"(Type|Model)\d+$", name)]
    assert not numbered, f"types without a name of their own: {numbered}"
    return types


def sign_in(m):
    """A client of a new guest."""
    from powerboats_client import AuthenticatedClient, Client
    from powerboats_client.api.people import create_guest, create_token

    visitor = Client(base_url=server)
    create_guest.sync(client=visitor, body=m.NewName(name="Generated"))
    token = create_token.sync(client=visitor, body=m.NewLabel(label="test")).token
    return AuthenticatedClient(base_url=server, token=token)


def play_with_client(m, client):
    """Plays a regatta against two pilots by names: everything sent and received is a generated type."""
    from powerboats_client.api.regattas import create_regatta, get_regatta, list_events, submit_action

    pilots = [m.NewPilot(pilot=m.PilotName("rookie")), m.NewPilot(pilot=m.PilotName("deckhand"))]
    regatta = create_regatta.sync(client=client, body=m.NewRegatta(seats=3, races=1, pilots=pilots)).id
    acts = 0

    def act(action, seen=None):
        nonlocal acts
        acts += 1
        done = submit_action.sync(regatta, client=client, body=m.ActionSubmission(id=str(acts), action=action, seen=seen))
        assert not isinstance(done, m.Refusal) or done.code == m.RefusalReason.STALE, done

    act(m.RoomActionReady(ready=True, type_="ready"))
    while True:
        room = get_regatta.sync(regatta, client=client)
        assert isinstance(room, m.Snapshot), room
        if room.regatta.stage == m.StageName.OVER:
            break
        if room.state is None or room.state.turn != room.you.color:
            time.sleep(0.01)
            continue
        match room.legal:
            case m.LegalViewPlaces(places=[place, *_]):
                act(m.DecisionPlace(type_="place", at=place, heading=m.Heading.NE), room.seq)
            case m.LegalViewDice(dice=choices):
                boat = next(boat for boat in room.state.boats if boat.color == room.you.color)
                few = min(choices, key=lambda choice: (abs(choice.count - 2 - boat.turns // 20), -len(choice.hold)))
                act(m.DecisionDice(type_="dice", hold=few.hold, count=few.count), room.seq)
            case m.LegalViewOptions(options=[*options]):
                act(m.DecisionSteer(type_="steer", to=min(options, key=lambda option: option.damage).to), room.seq)
            case other:
                raise AssertionError(other)
        if acts > 120:  # it has seen every kind of decision often enough
            act(m.RoomActionResign(type_="resign"))
    events = list_events.sync(regatta, client=client)
    kinds = {type(event).__name__ for event in events}
    assert {"ClientEventCreated", "ClientEventJoined", "ClientEventStarted", "ClientEventGame"} <= kinds, kinds
    told = {type(event.happening).__name__ for event in events if isinstance(event, m.ClientEventGame)}
    assert {"HappeningLake", "HappeningRace", "HappeningPlaced", "HappeningRolled", "HappeningMoved"} <= told, told
    print(f"generated client: {acts} actions, {len(events)} events of {len(kinds)} kinds")


class Listener(threading.Thread):
    """Reads the messages of a socket until it ends."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.socket, self.messages = connect(server.replace("http", "ws", 1) + path), []
        self.start()

    def run(self):
        with contextlib.suppress(ConnectionClosed):  # by us, at the end
            for message in self.socket:
                self.messages.append(json.loads(message))

    def wait_for(self, kind):
        """Waits until a message of this type has come."""
        end = time.monotonic() + 60
        while not any(message["type"] == kind for message in self.messages):
            assert time.monotonic() < end, f"no message \"{kind}\" came: {self.messages}"
            time.sleep(0.01)


def check_messages(described, union, listener, variants):
    """Each message is what the description says, as exactly one of its kinds."""
    names = [ref["$ref"].rsplit("/", 1)[1] for ref in variants]
    schemas = {name: jsonschema.Draft7Validator({"allOf": [{"$ref": f"#/components/schemas/{name}"}], **described})
               for name in names}  # fmt: skip
    kinds = set()
    for message in listener.messages:
        fits = [name for name, schema in schemas.items() if schema.is_valid(message)]
        assert len(fits) == 1, f"{message} is {fits} of {names}"
        kinds.add(fits[0])
        union.model_validate(message)
    return kinds


def describe_sockets():
    """The AsyncAPI description, checked against the official schema."""
    api = fetch("/api/asyncapi.json")
    schema = json.loads(Path("web/node_modules/@asyncapi/specs/schemas/3.0.0-without-$id.json").read_text())
    error = jsonschema.exceptions.best_match(jsonschema.Draft7Validator(schema).iter_errors(api))
    assert error is None, f"/api/asyncapi.json: {error.json_path}: {error.message[:500]}"
    return api


def play_with_bot(m, client, types):
    """The example bot plays. Two spectators compare what they are sent with the AsyncAPI description."""
    from powerboats_client.api.regattas import create_regatta, get_regatta, submit_action

    api = describe_sockets()
    described = {"components": {"schemas": api["components"]["schemas"]}}
    lobby = Listener("/api/lobby/socket")
    lobby.socket.send('{"type":"ping"}')
    lobby.wait_for("lobby")  # the regatta shall not be in the first list
    pilots = [m.NewPilot(pilot=m.PilotName("skipper"))]
    regatta = create_regatta.sync(client=client, body=m.NewRegatta(seats=3, races=1, pilots=pilots)).id
    lobby.wait_for("changed")  # the bot may be done before the lobby tells of anything else
    watched = Listener(f"/api/regattas/{regatta}/socket?turns=true")
    watched.socket.send('{"type":"ping"}')
    watched.socket.send('{"type":"act","id":"1","action":{"type":"leave"}}')
    bot = subprocess.Popen([sys.executable, "examples/bot.py", server, regatta], stdout=subprocess.PIPE, text=True)
    # The host only starts the regatta, and leaves it to the bot and the pilot.
    ready = m.ActionSubmission(id="ready", action=m.RoomActionReady(ready=True, type_="ready"))
    submit_action.sync(regatta, client=client, body=ready)
    while get_regatta.sync(regatta, client=client).regatta.stage != m.StageName.LIVE:
        assert bot.poll() is None, "the bot ended before the start"
        time.sleep(0.01)
    submit_action.sync(regatta, client=client, body=m.ActionSubmission(id="resign", action=m.RoomActionResign(type_="resign")))
    printed, _ = bot.communicate()
    assert bot.returncode == 0 and len(json.loads(printed)["points"]) == 3, printed
    for listener in (lobby, watched):
        listener.socket.close()
        listener.join()
    seen = check_messages(described, types.RegattaMessage, watched, api["operations"]["sendRegatta"]["messages"])
    expected = {"Snapshot", "Events", "Turn", "Presence", "Pong", "Refused"}
    assert seen == {f"RegattaMessage{kind}" for kind in expected}, seen
    seen = check_messages(described, types.LobbyMessage, lobby, api["operations"]["sendLobby"]["messages"])
    assert seen == {"LobbyMessageLobby", "LobbyMessageChanged", "LobbyMessagePong"}, seen
    turns = sum(message["type"] == "turn" for message in watched.messages)
    print(f"example bot: {len(watched.messages)} messages as described, {turns} about turns, result {printed.strip()}")


models = generate_client()
client = sign_in(models)
play_with_client(models, client)
play_with_bot(models, client, generate_types())
