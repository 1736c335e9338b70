"""A change of a rating that the audit works out, compared with its row, and both as texts."""

from __future__ import annotations

from typing import Final, NamedTuple

from audit.fields import Line
from ratings.elo import POINT

Terms = tuple[int, int, int, int, int]
"""A pair: opponent, score, expected score, K, term."""


Doubt = tuple[int | None, int | None]
"""Deviations before and after a change; none by terms 1."""


class AuditedChange(NamedTuple):
    """A change of one rating by an entry, as the ledger has it."""

    before: int
    after: int
    games_before: int
    pairs: list[Terms]
    doubt: Doubt = (None, None)


def line_agrees(line: Line, computed: AuditedChange) -> bool:
    """True if a row of the ledger says what an entry does."""
    pairs = line.get("pairs")
    return (
        (line.get("deviation_before"), line.get("deviation")) == computed.doubt
        and (line.get("before"), line.get("after"), line.get("games_before")) == computed[:3]
        and isinstance(pairs, list)
        and len(pairs) == len(computed.pairs)
        and all(
            pair == dict(zip(TERMS, terms, strict=True))
            for pair, terms in zip(pairs, computed.pairs, strict=True)
        )
    )


TERMS: Final = ("opponent", "score", "expected", "k", "term")


def points_text(thousandths: object) -> str:
    """Thousandths as points: ``1520.000``."""
    return f"{thousandths / POINT:.3f}" if isinstance(thousandths, int) else str(thousandths)


def change_text(computed: AuditedChange) -> str:
    before, after = points_text(computed.before), points_text(computed.after)
    terms = ", ".join(f"{pair[0]}: {pair[4]}" for pair in computed.pairs)
    doubt = _doubt_text(*computed.doubt)
    return f"{before} → {after}{doubt} after {computed.games_before} games ({terms})"


def _doubt_text(before: object, after: object) -> str:
    if before is None and after is None:
        return ""
    return f" ± {points_text(before)} → {points_text(after)}"


def line_text(line: Line) -> str:
    before, after = points_text(line.get("before")), points_text(line.get("after"))
    pairs = line.get("pairs")
    terms = ", ".join(
        f"{pair.get('opponent')}: {pair.get('term')}"
        for pair in (pairs if isinstance(pairs, list) else [])
        if isinstance(pair, dict)
    )
    doubt = _doubt_text(line.get("deviation_before"), line.get("deviation"))
    return f"{before} → {after}{doubt} after {line.get('games_before')} games ({terms})"
