"""A network that can be cut. A browser is told that it is offline, which its workers may not hear:
here nothing gets through, and what is open is closed."""

from __future__ import annotations

import contextlib
import socket
import threading
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext

CHUNK = 65_536


class Line:
    """The way from a browser to the site: `address` is the site's for a browser that takes it."""

    def __init__(self, site: str) -> None:
        parts = urlsplit(site)
        self._site = (str(parts.hostname), int(parts.port or 80))
        self._open: list[socket.socket] = []
        self._is_cut = False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def cut(self, *contexts: BrowserContext) -> None:
        """Nothing gets through any more, and `contexts` know that they are offline."""
        self._is_cut = True
        self._close()
        for context in contexts:
            context.set_offline(True)

    def mend(self, *contexts: BrowserContext) -> None:
        self._is_cut = False
        for context in contexts:
            context.set_offline(False)

    def end(self) -> None:
        self._is_cut = True
        self._listening.close()
        self._close()

    def _close(self) -> None:
        while self._open:
            connection = self._open.pop()
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()

    def _serve(self) -> None:
        while True:
            try:
                caller, _ = self._listening.accept()
            except OSError:
                return
            if self._is_cut:
                caller.close()
                continue
            try:
                called = socket.create_connection(self._site)
            except OSError:
                caller.close()
                continue
            self._open += [caller, called]
            for some, other in ((caller, called), (called, caller)):
                threading.Thread(target=_carry, args=(some, other), daemon=True).start()


def _carry(some: socket.socket, other: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while chunk := some.recv(CHUNK):
            other.sendall(chunk)
    with contextlib.suppress(OSError):
        other.shutdown(socket.SHUT_WR)
