"""Check logs: legal to the last stone, or refused with the place and the rule.

With a receipt also whether the deal keeps to what a player was shown before it.

Exit status: 0 all legal, 1 some refused, 2 something could not be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from engine.cli.progress import Progress
from engine.errors import DealMismatch, EngineError, LogSyntaxError, ReplayError, ResultMismatch
from engine.files import Record, in_file, is_log, paths, records
from engine.log import read_log
from engine.log.model import Header
from engine.proof import Proof, evidence
from engine.receipt import Receipt, ReceiptError, compare, read_receipt
from engine.replay import Game, verify

OK, REFUSED, UNREADABLE = "ok", "refused", "unreadable"
STATUS: Final = {OK: 0, REFUSED: 1, UNREADABLE: 2}
MOST_SHOWN: Final = 12

Verdict = dict[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a log, a directory of logs, or - for stdin"
    )
    parser.add_argument("--json", action="store_true", help="a JSON object a game, every field")
    parser.add_argument(
        "--receipt", metavar="FILE", help="compare the deal with a receipt that a browser saved"
    )


def run(options: argparse.Namespace) -> int:
    try:
        receipt = _receipt_in(options.receipt) if options.receipt else None
    except (OSError, ValueError, ReceiptError) as error:
        print(f"unreadable {options.receipt}: {error}", file=sys.stderr)
        return STATUS[UNREADABLE]
    files = list(paths(options.files))
    progress = Progress(len(files) if len(files) > 1 else 0, "files" if len(files) > 1 else "games")
    status = 0
    for file in files:
        for record in records(file):
            verdict = judge(record, receipt)
            status = max(status, STATUS[verdict["verdict"]])
            progress.clear()
            print(json.dumps(verdict, ensure_ascii=False) if options.json else line_of(verdict))
            if len(files) == 1:
                progress.step()
        if len(files) > 1:
            progress.step()
    progress.clear()
    return status


def _receipt_in(file: str) -> Receipt:
    return read_receipt(Path(file).read_text("utf-8"))


def judge(record: Record, receipt: Receipt | None = None) -> Verdict:
    """The verdict on one log, every field of it; with a receipt a legal log that does not keep to
    it is refused."""
    place: Verdict = {"file": record.file, "begins": record.line}
    if record.error:
        return {"verdict": UNREADABLE, **place, "message": record.error}
    if not is_log(record.source):
        return {"verdict": UNREADABLE, **place, "message": "not a log"}
    try:
        game = verify(read_log(record.source))
    except EngineError as error:
        return {"verdict": REFUSED, **place, **refused(in_file(error, record.line))}
    fields = accepted(game)
    if receipt is None:
        return {"verdict": OK, **place, **fields}
    told = compared(receipt, game.log.header)
    if told["held"]:
        return {"verdict": OK, **place, **fields, "receipt": told}
    message = "; ".join(one["sentence"] for one in told["problems"])
    refusal = {"kind": "receipt", "message": message, "line": 0}
    return {"verdict": REFUSED, **place, **refusal, "receipt": told}


def compared(receipt: Receipt, header: Header) -> Verdict:
    """The fields that say whether a log keeps to a receipt."""
    problems = compare(receipt, header)
    return {
        "held": not problems,
        "colour": receipt.colour,
        "problems": [
            {"kind": one.kind, "colours": list(one.colours), "sentence": one.sentence}
            for one in problems
        ],
    }


def accepted(game: Game) -> Verdict:
    """The fields of a legal game."""
    setup, tally = game.log.setup, game.result
    colours = [colour.word for colour in setup.seats]
    header = game.log.header
    shown = evidence(header)
    return {
        "fingerprint": game.fingerprint,
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
        "terms": shown.terms,
        "shares": [colour.word for colour in shown.shares],
        "withheld": [colour.word for colour in shown.withheld],
        "digest": game.digest,
    }


def refused(error: EngineError) -> Verdict:
    """The fields of a refusal."""
    fields: Verdict = {"message": str(error)}
    if isinstance(error, ReplayError):
        fields |= {
            "kind": "illegal",
            "rule": error.rule.name,
            "sentence": error.rule.sentence,
            "place": error.rule.place,
            "detail": error.detail,
            "ply": error.ply,
            "actor": error.actor,
            "tried": error.tried,
            "legal": list(error.legal),
        }
    elif isinstance(error, ResultMismatch):
        fields |= {"kind": "result", "claimed": error.claimed, "computed": error.computed}
        fields["message"] = str(ResultMismatch(0, error.claimed, error.computed))
    elif isinstance(error, DealMismatch):
        fields |= {
            "kind": "deal",
            "message": error.message,
            "sentence": error.sentence,
            "part": error.part,
            "ply": error.ply,
            "written": error.written,
            "dealt": error.dealt,
        }
    else:
        fields |= {"kind": "syntax"}
        fields["message"] = error.message if isinstance(error, LogSyntaxError) else str(error)
    return {**fields, "line": getattr(error, "line", 0)}


# ------------------------------------------------------------------------------ in words


def line_of(verdict: Verdict) -> str:
    """A verdict as a line for people."""
    if verdict["verdict"] == OK:
        points = " ".join(f"{colour}={value}" for colour, value in verdict["points"].items())
        said = f"ok {_where(verdict)} {verdict['fingerprint']} {points}"
        return f"{said} actions={verdict['actions']}{_deal(verdict)}"
    return f"{verdict['verdict']} {_where(verdict)}: {'; '.join(_reasons(verdict))}"


def _deal(verdict: Verdict) -> str:
    """What is to be said of a deal that was committed to; of any other there is nothing to say."""
    if verdict["deal"] == Proof.PROVED:
        return f" deal proved ({'; '.join(_shown(verdict))}){_receipt(verdict)}"
    return f" deal {verdict['deal']}" if verdict["deal"] == Proof.NOT_REVEALED else ""


def _shown(verdict: Verdict) -> Iterator[str]:
    """By which terms, and from what."""
    yield "terms 1: promises not in the log" if verdict["terms"] == 1 else "terms 2"
    shares = ", ".join(verdict["shares"])
    yield f"from the secret and the shares of {shares}" if shares else "from the secret alone"
    if verdict["withheld"]:
        yield f"withheld by {', '.join(verdict['withheld'])}"


def _receipt(verdict: Verdict) -> str:
    """Only now is something known that no log can show by itself."""
    if "receipt" not in verdict:
        return ""
    said = f"; receipt held: your share ({verdict['receipt']['colour']}) is in the deal"
    if not verdict["withheld"]:
        return f"{said}, nobody could choose the cards"
    by = ", ".join(verdict["withheld"])
    deals = 2 ** len(verdict["withheld"])
    return f"{said}; the share of {by} was withheld, which left a choice between {deals} deals"


def _where(verdict: Verdict) -> str:
    line = verdict.get("line") or verdict["begins"]
    return f"{verdict['file']}:{line}" if line > 1 else str(verdict["file"])


def _reasons(verdict: Verdict) -> Iterator[str]:
    if verdict.get("kind") == "deal" and verdict["ply"]:
        yield f"ply {verdict['ply']}, bank: {verdict['message']}"
        return
    if verdict.get("kind") != "illegal":
        yield verdict["message"]
        return
    tried = f'"{verdict["tried"]}"' if verdict["tried"] else "nothing more"
    detail = f" ({verdict['detail']})" if verdict["detail"] else ""
    yield f"ply {verdict['ply']}, {verdict['actor']}: {tried}: {verdict['sentence']}{detail}"
    yield f"rule {verdict['rule']} [{verdict['place']}]"
    legal = verdict["legal"]
    if legal:
        more = f", … ({len(legal)} in all)" if len(legal) > MOST_SHOWN else ""
        yield f"legal: {', '.join(legal[:MOST_SHOWN])}{more}"
