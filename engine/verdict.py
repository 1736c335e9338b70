"""The verdict on a log: what can be said of a legal game, or why a log is refused.

The same fields for the command line, the site's records and its API.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, NotRequired, TypedDict

from engine.errors import (
    DealMismatch,
    EngineError,
    LogSyntaxError,
    ReplayError,
    ResultMismatch,
    refusal_sentence,
)
from engine.files import Record, in_file, is_log
from engine.log import read_log
from engine.log.model import Header
from engine.log.text import FIRST_LINE
from engine.proof import evidence
from engine.receipt import Receipt, compare
from engine.replay import Game, Texts, verify

Kind = Literal["ok", "refused", "unreadable"]

OK: Final = "ok"
REFUSED: Final = "refused"
UNREADABLE: Final = "unreadable"
NOT_A_LOG: Final = f"not a log: the first line has to be {FIRST_LINE!r}"


class Accepted(TypedDict):
    """A legal game. `names`, `points`, `places`, `sleds`, `breakdown` (points by source) are by
    colour; `deal` is what the log shows of it, with its `terms`, and the colours whose shares it
    reveals (`shares`) or leaves out (`withheld`)."""

    fingerprint: str
    edition: str
    profile: str
    sites: str
    modules: list[str]
    names: dict[str, str]
    points: dict[str, int]
    places: dict[str, int]
    sleds: dict[str, int]
    breakdown: dict[str, dict[str, int]]
    actions: int
    deal: str
    terms: int
    shares: list[str]
    withheld: list[str]
    digest: str


class Refused(TypedDict):
    """A refusal: its `kind`, a `message`, the `line` (0 if unknown).

    ``illegal`` adds `rule`, `sentence`, `place`, `detail`, `ply`, `actor`, `tried`, `legal`;
    ``result`` `claimed` and `computed`; ``deal`` `sentence`, `part`, `ply`, `written`, `dealt`;
    ``syntax`` and ``receipt`` nothing.
    """

    message: str
    kind: str
    line: int
    rule: NotRequired[str]
    sentence: NotRequired[str]
    place: NotRequired[str]
    detail: NotRequired[str]
    ply: NotRequired[int]
    actor: NotRequired[str]
    tried: NotRequired[str]
    legal: NotRequired[list[str]]
    claimed: NotRequired[dict[str, int]]
    computed: NotRequired[dict[str, int]]
    part: NotRequired[str]
    written: NotRequired[str]
    dealt: NotRequired[str]


class ReceiptProblem(TypedDict):
    """In what a log does not keep to a receipt."""

    kind: str
    colours: list[str]
    sentence: str


class ReceiptComparison(TypedDict):
    """Result of comparing a log with the receipt of the player of `colour`. `promisers`: the other
    seats that promised a share; each could show or withhold it, which makes at most `deals`
    deals. `moves`: the receipt has the fingerprint of the game."""

    held: bool
    colour: str
    promisers: list[str]
    deals: int
    moves: bool
    problems: list[ReceiptProblem]


class Verdict(NamedTuple):
    """The verdict on one log of a file, which begins at line `begins` of it.

    A legal one has `accepted`, another `refused`; what cannot be read has neither, and a
    `message`. `receipt` is there if it was compared with one.
    """

    file: str
    begins: int
    accepted: Accepted | None = None
    refused: Refused | None = None
    message: str = ""
    receipt: ReceiptComparison | None = None

    @property
    def kind(self) -> Kind:
        if self.refused is not None:
            return REFUSED
        return UNREADABLE if self.accepted is None else OK

    @property
    def fields(self) -> dict[str, object]:
        """All of it as one object, for JSON."""
        fields: dict[str, object] = {
            "verdict": self.kind,
            "file": self.file,
            "begins": self.begins,
            **(self.refused or self.accepted or {"message": self.message}),
        }
        return fields if self.receipt is None else {**fields, "receipt": self.receipt}


def judge_record(record: Record, receipt: Receipt | None = None) -> Verdict:
    """The verdict on one log; with a receipt a legal log that does not keep to it is refused."""
    verdict = Verdict(record.file, record.line)
    if record.error:
        return verdict._replace(message=record.error)
    if not is_log(record.source):
        return verdict._replace(message=NOT_A_LOG)
    try:
        game = verify(read_log(record.source))
    except EngineError as error:
        return verdict._replace(refused=refused_fields(in_file(error, record.line)))
    if receipt is None:
        return verdict._replace(accepted=accepted_fields(game))
    comparison = compared_receipt(receipt, game.log.header, game.fingerprint)
    if comparison["held"]:
        return verdict._replace(accepted=accepted_fields(game), receipt=comparison)
    message = "; ".join(problem["sentence"] for problem in comparison["problems"])
    return verdict._replace(
        refused={"kind": "receipt", "message": message, "line": 0}, receipt=comparison
    )


def compared_receipt(receipt: Receipt, header: Header, fingerprint: str) -> ReceiptComparison:
    """Compare a game with this header and fingerprint with a receipt."""
    problems, promisers = compare(receipt, header, fingerprint), receipt.other_promises
    return {
        "held": not problems,
        "colour": receipt.colour,
        "promisers": promisers,
        "deals": 2 ** len(promisers),
        "moves": bool(receipt.fingerprint),
        "problems": [
            {"kind": problem.kind, "colours": list(problem.colours), "sentence": problem.sentence}
            for problem in problems
        ],
    }


def accepted_fields(game: Game, texts: Texts | None = None) -> Accepted:
    """The fields of a legal game; `texts` are its own, where they were made already."""
    setup, tally, header = game.log.setup, game.result, game.log.header
    colours = [colour.word for colour in setup.seats]
    deal_evidence = evidence(header)
    return {
        "fingerprint": (texts or game.texts).fingerprint,
        "edition": setup.edition,
        "profile": setup.profile.value,
        "sites": "".join(side.word for side in setup.sides),
        "modules": [module.word for module in sorted(setup.modules)],
        "names": dict(zip(colours, header.names, strict=True)),
        "points": dict(zip(colours, tally.points, strict=True)),
        "places": dict(zip(colours, tally.places, strict=True)),
        "sleds": dict(zip(colours, tally.sleds, strict=True)),
        "breakdown": {colour: tally.breakdown(seat) for seat, colour in enumerate(colours)},
        "actions": len(game.entries),
        "deal": game.deal.value,
        "terms": deal_evidence.terms,
        "shares": [colour.word for colour in deal_evidence.shares],
        "withheld": [colour.word for colour in deal_evidence.withheld],
        "digest": game.digest,
    }


def refused_fields(error: EngineError) -> Refused:
    """The fields of a refusal."""
    if isinstance(error, ReplayError):
        return {
            "message": str(error),
            "kind": "illegal",
            "rule": error.rule.name,
            "sentence": error.rule.sentence,
            "place": error.rule.place,
            "detail": error.detail,
            "ply": error.ply,
            "actor": error.actor,
            "tried": error.tried,
            "legal": list(error.legal),
            "line": error.line,
        }
    if isinstance(error, ResultMismatch):
        claimed, computed = error.claimed, error.computed
        return {
            "message": str(ResultMismatch(0, claimed, computed)),
            "kind": "result",
            "claimed": claimed,
            "computed": computed,
            "line": error.line,
        }
    if isinstance(error, DealMismatch):
        return {
            "message": error.message,
            "kind": "deal",
            "sentence": error.sentence,
            "part": error.part,
            "ply": error.ply,
            "written": error.written,
            "dealt": error.dealt,
            "line": error.line,
        }
    message = error.message if isinstance(error, LogSyntaxError) else str(error)
    return {"message": message, "kind": "syntax", "line": getattr(error, "line", 0)}


def refusal_reason(refusal: Refused) -> str:
    """Why a log is refused: of an illegal entry the sentence of the rule with what exactly, else
    the message."""
    if refusal.get("kind") != "illegal":
        return refusal.get("message", "")
    return refusal_sentence(refusal["sentence"], refusal["detail"])
