"""Check logs: legal to the last stone, or refused with the place and the rule.

With a receipt also whether the deal keeps to what a player was shown before it.

Exit status: 0 all legal, 1 some refused, 2 something could not be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from engine.cli import editions
from engine.files import paths, records
from engine.progress import ProgressBar
from engine.proof import Proof
from engine.receipt import Receipt, ReceiptError, read_receipt
from engine.verdict import (
    OK,
    REFUSED,
    UNREADABLE,
    Accepted,
    Kind,
    ReceiptComparison,
    Refused,
    Verdict,
    judge_record,
    refusal_reason,
)

STATUS: Final[Mapping[Kind, int]] = {OK: 0, REFUSED: 1, UNREADABLE: 2}
LEGAL_ENTRY_LIMIT: Final = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a log, a directory of logs, the games of a dump, or - for stdin",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object per game, with every field"
    )
    parser.add_argument(
        "--receipt", metavar="FILE", help="compare the deal with a receipt that a browser saved"
    )
    editions.add_argument(parser)


def run(options: argparse.Namespace) -> int:
    try:
        receipt = _receipt_in(options.receipt) if options.receipt else None
    except (OSError, ValueError, ReceiptError) as error:
        print(f"unreadable {options.receipt}: {error}", file=sys.stderr)
        return STATUS[UNREADABLE]
    if not editions.are_read(options.editions):
        return STATUS[UNREADABLE]
    files = list(paths(options.files))
    progress = ProgressBar(
        len(files) if len(files) > 1 else 0, "files" if len(files) > 1 else "games"
    )
    status = 0
    for file in files:
        for record in records(file):
            verdict = judge_record(record, receipt)
            status = max(status, STATUS[verdict.kind])
            progress.clear()
            print(
                json.dumps(verdict.fields, ensure_ascii=False) if options.json else line_of(verdict)
            )
            if len(files) == 1:
                progress.step()
        if len(files) > 1:
            progress.step()
    progress.clear()
    return status


def _receipt_in(file: str) -> Receipt:
    return read_receipt(Path(file).read_text("utf-8"))


# ------------------------------------------------------------------------------ in words


def line_of(verdict: Verdict) -> str:
    """A verdict as a line for people."""
    if verdict.refused is not None:
        return f"{verdict.kind} {_place(verdict)}: {'; '.join(_reasons(verdict.refused))}"
    if verdict.accepted is None:
        return f"{verdict.kind} {_place(verdict)}: {verdict.message}"
    game = verdict.accepted
    points = " ".join(f"{colour}={value}" for colour, value in game["points"].items())
    summary = f"{verdict.kind} {_place(verdict)} {game['fingerprint']} {points}"
    return f"{summary} actions={game['actions']}{_deal(game, verdict.receipt)}"


def _deal(game: Accepted, receipt: ReceiptComparison | None) -> str:
    """A sentence about a committed deal; empty for any other deal."""
    if game["deal"] == Proof.PROVED:
        return f" deal proved ({'; '.join(_deal_sources(game))}){_receipt(game, receipt)}"
    return f" deal {game['deal']}" if game["deal"] == Proof.NOT_REVEALED else ""


def _deal_sources(game: Accepted) -> Iterator[str]:
    """By which terms, and from what."""
    terms = game["terms"]
    yield "terms 1: promises not in the log" if terms == 1 else f"terms {terms}"
    shares = ", ".join(game["shares"])
    yield f"from the secret and the shares of {shares}" if shares else "from the secret alone"
    if game["withheld"]:
        yield f"withheld by {', '.join(game['withheld'])}"


def _receipt(game: Accepted, receipt: ReceiptComparison | None) -> str:
    """Only now is something known that no log can show by itself."""
    if receipt is None:
        return ""
    sentence = f"; receipt held: your share ({receipt['colour']}) is in the deal"
    if game["withheld"]:
        sentence += f", that of {', '.join(game['withheld'])} was withheld"
    choice = _choice(receipt["promisers"], receipt["deals"])
    moves = "; the moves are those of your receipt" if receipt["moves"] else ""
    return f"{sentence}; nobody could try out cards, {choice}{moves}"


def _choice(promisers: list[str], deals: int) -> str:
    """How many deals the seats that promised a share left to choose from."""
    if not promisers:
        return "no other seat promised a share: there was one deal"
    seats = "1 other seat" if len(promisers) == 1 else f"{len(promisers)} other seats"
    return f"{seats} ({', '.join(promisers)}) could show or withhold a share: at most {deals} deals"


def _place(verdict: Verdict) -> str:
    line = (verdict.refused["line"] if verdict.refused else 0) or verdict.begins
    return f"{verdict.file}:{line}" if line > 1 else verdict.file


def _reasons(refused: Refused) -> Iterator[str]:
    if refused["kind"] == "deal" and refused["ply"]:
        yield f"ply {refused['ply']}, bank: {refusal_reason(refused)}"
        return
    if refused["kind"] != "illegal":
        yield refusal_reason(refused)
        return
    tried = f'"{refused["tried"]}"' if refused["tried"] else "nothing more"
    yield f"ply {refused['ply']}, {refused['actor']}: {tried}: {refusal_reason(refused)}"
    yield f"rule {refused['rule']} [{refused['place']}]"
    legal = refused["legal"]
    if legal:
        total = f", … ({len(legal)} in all)" if len(legal) > LEGAL_ENTRY_LIMIT else ""
        yield f"legal: {', '.join(legal[:LEGAL_ENTRY_LIMIT])}{total}"
