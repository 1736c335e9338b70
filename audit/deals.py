"""Deals of tables: what a table had published is what the log of its game reveals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from audit import fields
from audit.fields import Line
from audit.pins import Compared, Numbered
from engine.log import Header, setup_fields

DEAL: Final = "deal"
"""The lines of ``deals`` that are not of deals that were broken off."""


def deal_claims(table: Line, header: Header) -> Iterator[Compared]:
    """Fields of a table's line: name, as written, as it follows from the log."""
    colours = [colour.word for colour in header.setup.seats]
    yield "commitment", f"committed sha256:{fields.text_field(table, 'commitment')}", header.chance
    if not header.secret:
        yield "secret", "not revealed", "in the log of its game"
        return
    yield "terms", fields.number_field(table, "terms"), header.deal_terms
    shares = {
        colour_word: share
        for colour_word, share in zip(colours, header.entropy, strict=True)
        if share
    }
    yield "shares", fields.texts_field(table, "shares"), shares
    if header.promises:
        yield "promises", fields.texts_field(table, "promises"), promises_of(header)


def promises_of(header: Header) -> dict[str, str]:
    """By colour the promises that a log reveals."""
    promises = zip(header.setup.seats, header.promises, strict=True)
    return {colour.word: promise for colour, promise in promises if promise}


def earlier_deal(
    deals: Sequence[Numbered], tables: Sequence[Line], header: Header
) -> Iterator[tuple[int, str, object, object]]:
    """Differences of a game that was played here from what its table had published before the
    cards, and of `tables`, its lines afterwards, from that: the number of a line, a name, what is
    written, what follows. Raises ``WrongField``."""
    published = [
        (number, deal)
        for number, deal in deals
        if deal.get("record") == DEAL
        and f"committed sha256:{fields.text_field(deal, 'commitment')}" == header.chance
    ]
    if not published:
        yield 0, "deal before its cards", None, header.chance
        return
    candidates = [list(_compared(deal, tables, header)) for _number, deal in published]
    nearest = min(candidates, key=len)
    number = published[candidates.index(nearest)][0]
    yield from ((number, *compared) for compared in nearest)


def _compared(deal: Line, tables: Sequence[Line], header: Header) -> Iterator[Compared]:
    if not header.secret:
        yield "secret of its deal", "not revealed", "in the log of its game"
        return
    colours = sorted(colour.word for colour in header.setup.seats)
    claims: list[Compared] = [
        ("colours of its deal", deal.get("colours"), colours),
        ("terms of its deal", deal.get("terms"), header.deal_terms),
        ("set-up of its deal", deal.get("agreed"), dict(setup_fields(header.setup))),
    ]
    if header.promises:
        claims.append(("promises of its deal", deal.get("promises"), promises_of(header)))
    claims += _moments(deal, tables)
    yield from (claim for claim in claims if claim[1] != claim[2])


def _moments(deal: Line, tables: Sequence[Line]) -> Iterator[Compared]:
    """A table was opened when its deal says so; its seats were taken before the game began."""
    if not tables:
        yield "table of its deal", None, deal.get("commitment")
    for table in tables:
        yield "opening of its table", table.get("created_at"), deal.get("opened_at")
        moments = [str(table.get(name)) for name in ("started_at", "ended_at")]
        moments.insert(0, str(deal.get("filled_at")))
        yield "moments of its table", moments, sorted(moments)
