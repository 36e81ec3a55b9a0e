"""Firefox, driven by WebDriver BiDi over its own socket: it needs no driver."""

import itertools
import json
import re
import shutil
import subprocess
import time
from contextlib import contextmanager

import websocket

from tests.processes import started

NAMES = ["firefox-esr", "firefox"]


def find():
    """The path of Firefox if it is installed, else None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Page:
    """A tab of Firefox; `heard` is what its console says."""

    def __init__(self, socket):
        self._socket, self._numbers, self.heard = socket, itertools.count(1), []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self._ask("browsingContext.create", type="tab")["context"]

    def _ask(self, method, **params):
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(self._socket.recv())
            if said.get("method") == "log.entryAdded":
                self.heard.append(said["params"]["text"])
            if said.get("id") == number:
                assert said["type"] == "success", said
                return said["result"]

    def goto(self, address):
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def run(self, script):
        """The value of an expression, as JSON has it; a promise is awaited."""
        found = self._ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({script}) ?? null))()",
            target={"context": self._tab},
            awaitPromise=True,
        )
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def wait_for_title(self, figure, words):
        """Wait until a figure has this title."""
        title = f"document.querySelector('#figure-{figure} .title')?.textContent"
        for _ in range(200):
            if self.run(title) == words:
                return
            time.sleep(0.05)
        raise AssertionError(f"it never came: {words}")

    def drag(self, *places):
        """Press the mouse at the first place, move it to the others, and let go."""
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 50} for x, y in places
        ]
        press, release = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
        mouse = {
            "type": "pointer",
            "id": "mouse",
            "parameters": {"pointerType": "mouse"},
            "actions": [moves[0], press, *moves[1:], release],
        }
        self._ask("input.performActions", context=self._tab, actions=[mouse])


@contextmanager
def opened(profile):
    """A page in a Firefox of its own, whose profile is an empty folder."""
    command = [find(), "--headless", "--remote-debugging-port", "0", "--profile", str(profile)]
    with started(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        lines = iter(process.stderr.readline, "")
        address = next(filter(None, (re.search(r"BiDi listening on (ws://\S+)", x) for x in lines)))
        socket = websocket.create_connection(
            f"{address[1]}/session", timeout=60, suppress_origin=True
        )
        try:
            yield Page(socket)
        finally:
            socket.close()
