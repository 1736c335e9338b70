"""A witness of our own: a server that speaks C2SP tlog-witness, and ways in which it misbehaves."""

from __future__ import annotations

import threading
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from audit.cosignatures import COSIGNATURE, cosignature_line, cosigned_message
from audit.merkle import TreeRoot, is_consistent
from audit.signed import NotSigned, VerifierKey, open_checkpoint, open_note


class WitnessServer(ThreadingHTTPServer):
    """Cosigns what goes on from what it cosigned before. `mood`: how it misbehaves, if it does."""

    daemon_threads = True

    def __init__(self, log_key: VerifierKey, name: str = "witness.example/w1") -> None:
        super().__init__(("127.0.0.1", 0), WitnessHandler)
        self.log_key = log_key
        self.private = Ed25519PrivateKey.generate()
        self.key = VerifierKey(name, self.private.public_key().public_bytes_raw(), COSIGNATURE)
        self.latest = TreeRoot(0, b"")
        self.mood = ""
        self.requests: list[str] = []
        self.statuses: list[int] = []
        self.lock = threading.Lock()

    @property
    def setting(self) -> str:
        return f"http://127.0.0.1:{self.server_port} {self.key.text}"

    def add_checkpoint(self, body: str) -> tuple[int, str]:
        head, _, note = body.partition("\n\n")
        first, *proof = head.split("\n")
        try:
            text = open_note(note, self.log_key)
            point = open_checkpoint(note, self.log_key)
        except NotSigned:
            origin = note.partition("\n")[0]
            return (403 if origin == self.log_key.name else 404), ""
        old, new = int(first.removeprefix("old ")), TreeRoot(point.size, point.root)
        if not first.startswith("old ") or old > new.size or len(proof) > 63:
            return 400, ""
        with self.lock:
            if old != self.latest.size:
                return 409, f"{self.latest.size}\n"
            if old == new.size and self.latest.root != new.root and old:
                return 409, f"{self.latest.size}\n"
            if not is_consistent(self.latest, new, [b64decode(line) for line in proof]):
                return 422, ""
            self.latest = new
        return 200, self.cosignature(text)

    def cosignature(self, text: str, seconds: int | None = None) -> str:
        seconds = int(time.time()) if seconds is None else seconds
        signature = self.private.sign(cosigned_message(text, seconds))
        return cosignature_line(self.key, seconds, signature)


class WitnessHandler(BaseHTTPRequestHandler):
    server: WitnessServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.requests.append(body)
        if self.server.mood == "slow":
            time.sleep(2)
        if self.path != "/add-checkpoint" or self.server.mood == "elsewhere":
            self.answer(302, "", ("Location", "http://127.0.0.1:9/"))
            return
        status, answer = self.server.add_checkpoint(body)
        if self.server.mood == "drip":
            self.drip()
            return
        if self.server.mood == "long":
            answer += "— x eHh4eHh4\n" * 10_000
        if self.server.mood == "another tree" and status == 200:
            answer = self.server.cosignature("example.org/log\n1\n" + "A" * 43 + "=\n")
        if self.server.mood == "future" and status == 200:
            text = body.partition("\n\n")[2].partition("\n\n")[0] + "\n"
            answer = self.server.cosignature(text, int(time.time()) + 86_400)
        if self.server.mood == "more":
            answer = f"— evil.example eHh4eHh4eHh4\n<script>\n{answer}"
        if self.server.mood == "larger":
            status, answer = 409, "99999999\n"
        if self.server.mood == "no size":
            status, answer = 409, "-1\n"
        self.answer(status, answer)

    def answer(self, status: int, text: str, *headers: tuple[str, str]) -> None:
        self.server.statuses.append(status)
        self.send_response(status)
        raw = text.encode()
        content_type = "text/x.tlog.size" if status == 409 else "text/plain; charset=utf-8"
        for header in (("Content-Type", content_type), ("Content-Length", str(len(raw))), *headers):
            self.send_header(*header)
        self.end_headers()
        self.wfile.write(raw)

    def drip(self) -> None:
        self.send_response(200)
        self.end_headers()
        try:
            for _ in range(40):
                self.wfile.write(b"-")
                self.wfile.flush()
                time.sleep(0.1)
        except OSError:
            pass  # the other side has hung up

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def witness_server(log_key: VerifierKey) -> Iterator[WitnessServer]:
    server = WitnessServer(log_key)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
