"""A player's receipt of a deal, and whether a log keeps to it (``docs/fair-dealing.md``).

The browser writes it before it sends its share, and never changes that. It binds who dealt: all of
it was fixed while the player alone knew the share. At the end of the game the fingerprint is added.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from engine.errors import DealMismatch, EngineError
from engine.fairness import TERMS, commitment, committed_to
from engine.log.header import setup_fields
from engine.log.model import HEX, Header
from engine.vocabulary import Colour

FORM: Final = "imhotep-receipt"
RECEIPT_BYTE_LIMIT: Final = 1 << 14
AGREED: Final = ("edition", "profile", "sites", "modules")

SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "agreed": "the agreed options are not the ones you were shown",
        "players": "the colours in the game are not the ones you were shown",
        "terms": "the dealing terms in the log differ from those in your receipt",
        "chance": "the digest in the log is not the one you were shown",
        "secret": "the secret does not match the digest you were shown",
        "unrevealed": "the log does not reveal the secret of its shuffle",
        "promise": "a promise is not the one you were shown",
        "twins": DealMismatch.SENTENCES["twins"],
        "unpromised": DealMismatch.SENTENCES["unpromised"],
        "share": DealMismatch.SENTENCES["share"],
        "own": "you sent your share, but it is not in the deal",
        "computer": "a computer player promised a share, but computer players never do that",
        "moves": "the moves differ from those your browser saved when the game ended",
    }
)
"""Sentences for differences from a receipt, by kind; the browser has the same words."""


class Problem(NamedTuple):
    """A difference of a log from a receipt: a kind of ``SENTENCES``, and which colours."""

    kind: str
    colours: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        named = f" ({', '.join(self.colours)})" if self.colours else ""
        return f"{SENTENCES[self.kind]}{named}"


class ReceiptError(EngineError):
    """A text that is no receipt."""


@dataclass(frozen=True)
class Receipt:
    """A player's receipt: the views before the deal, and the player's share.

    `terms`: of dealing. `agreed`: the fields of ``AGREED`` as a canonical log has them.
    `commitment`: the digest of the server. `colour`, `share`: the player's own. `promises`: those
    of every seat by colour, empty where nothing was promised. `computers`: colours of computer
    players. `fingerprint`: of the finished game. Receipts from before have neither.
    """

    table: str
    terms: int
    agreed: Mapping[str, str]
    commitment: str
    colour: str
    share: str
    promises: Mapping[str, str]
    computers: tuple[str, ...] = ()
    fingerprint: str = ""

    @property
    def other_promises(self) -> list[str]:
        """Colours of the other seats that promised a share: each could show or withhold it."""
        return [word for word, promise in self.promises.items() if promise and word != self.colour]


def read_receipt(text: str) -> Receipt:
    """The receipt that a browser saved as `text`; raises ``ReceiptError`` saying what is wrong."""
    fields = _object(text)
    agreed = {field: _text(fields, field) for field in AGREED}
    promises = fields.get("promises")
    if not isinstance(promises, dict) or not all(
        colour in Colour.words() and (promise == "" or _is_hex(promise))
        for colour, promise in promises.items()
    ):
        raise ReceiptError("promises: expected colours, each with 64 digits or nothing")
    if type(fields.get("terms")) is not int or not 1 <= fields["terms"] <= TERMS:
        raise ReceiptError(f"terms: expected a number from 1 to {TERMS}")
    for field in ("commitment", "share"):
        if not _is_hex(fields.get(field)):
            raise ReceiptError(f"{field}: expected 64 digits or letters a to f")
    colour, share = _text(fields, "colour"), fields["share"]
    if promises.get(colour) != commitment(bytes.fromhex(share)):
        raise ReceiptError("share: it differs from the promised one")
    computers, fingerprint = fields.get("computers", []), fields.get("fingerprint", "")
    if not isinstance(computers, list) or not all(word in promises for word in computers):
        raise ReceiptError("computers: expected colours of the promises")
    if fingerprint != "" and not _is_hex(fingerprint):
        raise ReceiptError("fingerprint: expected 64 digits or letters a to f")
    return Receipt(
        _text(fields, "table"),
        fields["terms"],
        agreed,
        fields["commitment"],
        colour,
        share,
        promises,
        tuple(computers),
        fingerprint,
    )


def compare(receipt: Receipt, header: Header, fingerprint: str = "") -> list[Problem]:
    """Differences of the log with this header and `fingerprint` from `receipt`, in the order of
    ``SENTENCES``.

    Whether the outcomes follow from what the header reveals is another question, which
    ``proof.check_deal`` answers.
    """
    problems = list(_problems(receipt, header))
    problems += _problem("computer", [word for word in receipt.computers if receipt.promises[word]])
    if receipt.fingerprint and fingerprint not in ("", receipt.fingerprint):
        problems.append(Problem("moves"))
    return sorted(problems, key=lambda problem: list(SENTENCES).index(problem.kind))


# ------------------------------------------------------------------------------ inside


def _problems(receipt: Receipt, header: Header) -> Iterator[Problem]:
    agreed = dict.fromkeys(AGREED, "") | dict(setup_fields(header.setup))
    if agreed != receipt.agreed:
        yield Problem("agreed")
    if header.chance != f"committed sha256:{receipt.commitment}":
        yield Problem("chance")
    colours = [colour.word for colour in header.setup.seats]
    if set(colours) != set(receipt.promises):
        yield Problem("players")
    if not header.secret:
        yield Problem("unrevealed")
        return
    if committed_to(bytes.fromhex(header.secret)) != f"committed sha256:{receipt.commitment}":
        yield Problem("secret")
    if header.deal_terms != receipt.terms:
        yield Problem("terms")
    receipt_promises = {colour: receipt.promises.get(colour, "") for colour in colours}
    promised = (
        dict(zip(colours, header.promises, strict=True)) if header.promises else receipt_promises
    )
    yield from _problem(
        "promise", [word for word in colours if promised[word] != receipt_promises[word]]
    )
    yield from _shares(promised, dict(zip(colours, header.entropy, strict=True)))
    if dict(zip(colours, header.entropy, strict=True)).get(receipt.colour) != receipt.share:
        yield Problem("own", (receipt.colour,))


def _shares(promised: Mapping[str, str], shares: Mapping[str, str]) -> Iterator[Problem]:
    promises = [promise for promise in promised.values() if promise]
    yield from _problem(
        "twins", [c for c, promise in promised.items() if promises.count(promise) > 1]
    )
    yield from _problem(
        "unpromised", [c for c, share in shares.items() if share and not promised[c]]
    )
    broken = [
        colour
        for colour, share in shares.items()
        if share and promised[colour] and commitment(bytes.fromhex(share)) != promised[colour]
    ]
    yield from _problem("share", broken)


def _problem(kind: str, colours: list[str]) -> Iterator[Problem]:
    if colours:
        yield Problem(kind, tuple(colours))


def _object(text: str) -> dict[str, Any]:
    if len(text) > RECEIPT_BYTE_LIMIT:
        raise ReceiptError("a receipt is shorter")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise ReceiptError("it is no JSON") from None
    if not isinstance(document, dict) or document.get(FORM) != 1:
        raise ReceiptError(f'expected an object with "{FORM}": 1')
    return document


def _text(document: Mapping[str, object], field: str) -> str:
    value = document.get(field)
    if not isinstance(value, str):
        raise ReceiptError(f"{field}: expected a text")
    return value


def _is_hex(value: object) -> bool:
    return isinstance(value, str) and HEX.fullmatch(value) is not None
