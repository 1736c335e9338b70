"""Deals of tables: what a table had published is what the log of its game reveals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audit import fields
from audit.fields import Line
from audit.pins import Compared, Numbered
from engine.log import Header, setup_fields


def deal_claims(table: Line, header: Header) -> Iterator[Compared]:
    """Fields of a table's line: name, as written, as it follows from the log."""
    colours = [colour.word for colour in header.setup.seats]
    yield "commitment", f"committed sha256:{fields.text_field(table, 'commitment')}", header.chance
    if not header.secret:
        yield "secret", "not revealed", "in the log of its game"
        return
    terms = fields.number_field(table, "terms")
    yield "terms", terms, 2 if header.promises else 1
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
    deals: Sequence[Numbered], header: Header
) -> Iterator[tuple[int, str, object, object]]:
    """Differences of a game that was played here from what its table had published before the
    cards: the number of a line, a name, what is written, what follows. Raises ``WrongField``."""
    published = [
        (number, deal)
        for number, deal in deals
        if f"committed sha256:{fields.text_field(deal, 'commitment')}" == header.chance
    ]
    if not published:
        yield 0, "deal before its cards", None, header.chance
        return
    candidates = [list(_compared(deal, header)) for _number, deal in published]
    nearest = min(candidates, key=len)
    number = published[candidates.index(nearest)][0]
    yield from ((number, *compared) for compared in nearest)


def _compared(deal: Line, header: Header) -> Iterator[Compared]:
    if not header.secret:
        yield "secret of its deal", "not revealed", "in the log of its game"
        return
    colours = sorted(colour.word for colour in header.setup.seats)
    claims: list[Compared] = [
        ("colours of its deal", deal.get("colours"), colours),
        ("terms of its deal", deal.get("terms"), 2 if header.promises else 1),
        ("set-up of its deal", deal.get("agreed"), dict(setup_fields(header.setup))),
    ]
    if header.promises:
        claims.append(("promises of its deal", deal.get("promises"), promises_of(header)))
    yield from (claim for claim in claims if claim[1] != claim[2])
