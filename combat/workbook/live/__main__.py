"""`python -m combat.workbook.live build|serve`: the live site, and an address to look at it."""

import os
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import BoundedSemaphore

from combat.cli import interrupts, terminal

_MOST_CLIENTS, _WAIT = 64, 1.0  # a browser opens six at a time; seconds until the next is let go


def main(arguments=None):
    """Run the command; returns the exit status: 0, 2 with the reason on standard error, or 130."""
    return _parser().run(_run, arguments, named=False)


_READS = {"build": ("docs", "out", "pyodide"), "serve": ("out", "port", "trial")}


def _run(options):
    reads = ("task", *_READS[options.task])
    terminal.refuse(options, f"is nothing that {options.task} reads", but=reads)
    if options.trial:
        server(options.out, options.port).server_close()
        return 0
    if options.task == "serve":
        serve(options.out, options.port)
        return 0
    with terminal.needing_workbook():  # neither the help nor the server needs it
        from combat.workbook.live.build import build

    size = build(Path("."), options.docs, options.out, options.pyodide)
    terminal.tell(f"{options.out} ({size / 1e6:.0f} MB)\n")
    return 0


def _parser():
    parser = terminal.Parser("combat.workbook.live", __doc__)
    parser.add_argument("task", choices=["build", "serve"])
    parser.add_argument(
        "--docs", type=terminal.path, default=Path("build/docs"), help="%(default)s"
    )
    parser.add_argument("--out", type=terminal.path, default=Path("build/live"), help="%(default)s")
    parser.add_argument(
        "--pyodide", default="", help="the address of Pyodide's files; by default its CDN"
    )
    parser.add_argument(
        "--port", type=terminal.whole_from(0, 65535), default=8000, help="%(default)s, 0 for any"
    )
    parser.add_argument(
        "--try", dest="trial", action="store_true", help="serve: only see whether the port is free"
    )
    return parser


class _Handler(SimpleHTTPRequestHandler):
    """Serves files as a web host does; only errors are logged."""

    timeout = 30  # seconds for which a client may say nothing: then its thread ends
    # On Windows, the type of .js files would be what some program wrote into the registry.
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def send_head(self):
        """Answer as a web host; what a link leads to outside the site isn't there."""
        site = os.path.realpath(self.directory)
        found = os.path.realpath(self.translate_path(self.path))
        if found == site or found.startswith(os.path.join(site, "")):
            return super().send_head()
        self.send_error(404, "File not found")
        return None

    def log_request(self, code="-", size="-"):
        """Log nothing: errors are logged by `log_error`."""


class _Server(ThreadingHTTPServer):
    """A thread for each client, but of some only: others wait, and browsers ask again."""

    def __init__(self, *where):
        super().__init__(*where)
        self._free = BoundedSemaphore(_MOST_CLIENTS)

    def process_request(self, request, client_address):
        """Answer in a thread of its own; of too many clients the next waits, then is let go."""
        if not self._free.acquire(timeout=_WAIT):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request, client_address):
        """Answer, and free the place."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    request_queue_size = 128  # of 5, the usual, a browser's next connection waits a second
    # On POSIX this frees the port of a server that has just ended; on Windows even one in use.
    allow_reuse_address = os.name == "posix"

    def handle_error(self, request, client_address):
        """Tell a fault in one line; that a reader has gone is none."""
        error = sys.exception()
        if not isinstance(error, ConnectionError):
            terminal.complain(terminal.line_of(error))


def server(folder, port=0):
    """Return a web server for a folder, on this machine only; OSError if the port is taken."""
    try:
        return _Server(("127.0.0.1", port), partial(_Handler, directory=str(folder)))
    except OSError as error:
        raise OSError(error.errno, error.strerror, f"port {port}") from None


def serve(folder, port):
    """Serve a folder, and print its address, until Ctrl-C, which is how it ends: status 0."""
    if not (folder / "index.html").exists():
        raise ValueError(f"no site in {folder}: make live builds it")
    with server(folder, port) as one:
        terminal.tell(f"http://localhost:{one.server_address[1]}/ (Ctrl+C ends it)\n")
        try:
            one.serve_forever()
        except KeyboardInterrupt:
            terminal.tell("\n")


if __name__ == "__main__":
    sys.exit(interrupts.run(main))
