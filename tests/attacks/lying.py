"""A server that lies: it knows its secret and every share that it was sent, deals what it likes,
and tells of it what it likes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from hashlib import sha256

from engine import Log, Setup, write_text
from engine.fairness import TERMS, commitment
from engine.log.header import setup_fields
from engine.receipt import AGREED
from engine.vocabulary import Colour
from tests.engine.test_proof import played

SECRET = sha256(b"the server").digest()
HONEST = sha256(b"the honest player").digest()
OPPONENT_SHARE = sha256(b"the other player").digest()


@dataclass
class LyingServer:
    """A table of three: black is honest, white is in league with the server, brown a computer.

    `shown`: the promises that black was shown. `logged`: those of the log, the same if empty.
    """

    shown: dict[Colour, str] = field(
        default_factory=lambda: {
            Colour.BLACK: commitment(HONEST),
            Colour.WHITE: commitment(OPPONENT_SHARE),
        }
    )
    logged: dict[Colour, str] = field(default_factory=dict)
    shares: dict[Colour, bytes] = field(
        default_factory=lambda: {Colour.BLACK: HONEST, Colour.WHITE: OPPONENT_SHARE}
    )
    secret: bytes = SECRET
    terms: int = TERMS
    computers: tuple[Colour, ...] = (Colour.BROWN,)
    fingerprint: str = ""
    setup: Setup = field(default_factory=lambda: Setup.of("black white brown"))

    @property
    def log(self) -> Log:
        """The game, dealt from what the server says that it was dealt from."""
        promises = None if self.terms == 1 else self.logged or self.shown
        return played(self.setup, self.secret, self.shares, promises, self.terms)

    @property
    def text(self) -> str:
        return write_text(self.log)

    def lead(self) -> int:
        """By how much white is ahead in the game that would be played."""
        log = self.log
        points = dict(zip(log.setup.seats, log.header.result or (), strict=True))
        return points[Colour.WHITE] - points[Colour.BLACK]

    def seen(self) -> dict[str, object]:
        """What the page of the table shows to black when all sit."""
        return {
            "table": "table1234567",
            "phase": "dealing",
            "terms": str(TERMS),
            "commitment": commitment(SECRET),
            "agreed": self.agreed,
            "sits": "yes",
            "colour": "black",
            "mine": commitment(HONEST),
            "opened": "",
            "promises": {c.word: self.shown.get(c, "") for c in self.setup.seats},
            "computers": ["brown"],
            "token": "",
        }

    @property
    def agreed(self) -> dict[str, str]:
        return dict.fromkeys(AGREED, "") | dict(setup_fields(self.setup))

    @property
    def receipt(self) -> str:
        """What black's browser wrote down before it sent its share."""
        return json.dumps(
            {
                "imhotep-receipt": 1,
                "terms": TERMS,
                "table": "table1234567",
                **self.agreed,
                "commitment": commitment(SECRET),
                "colour": "black",
                "share": HONEST.hex(),
                "promises": {c.word: self.shown.get(c, "") for c in self.setup.seats},
                "computers": [c.word for c in self.setup.seats if c in self.computers],
                **({"fingerprint": self.fingerprint} if self.fingerprint else {}),
            }
        )


def tried(number: int) -> bytes:
    """One of many shares that the server tries once it knows the honest one."""
    return sha256(f"try {number}".encode()).digest()


def best_of(server: LyingServer, colour: Colour, tries: int) -> LyingServer:
    """The same table with a share for `colour` by which white is furthest ahead, of so many
    tried; promised afterwards, as if it always had been."""
    games = [
        replace(
            server,
            shares=server.shares | {colour: tried(number)},
            logged=(server.logged or server.shown) | {colour: commitment(tried(number))},
        )
        for number in range(tries)
    ]
    return max(games, key=lambda game: game.lead())
