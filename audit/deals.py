"""The deal of a table beside the log of its game.

That turn order and outcomes follow from what the log reveals, the engine has shown with the
verdict. Here: that it reveals what the table published before.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit import fields
from audit.fields import Line
from engine.log import Header


def deal(table: Line, header: Header) -> Iterator[tuple[str, object, object]]:
    """Fields of a table's line: name, as written, as it follows from the log."""
    colours = [colour.word for colour in header.setup.seats]
    yield "commitment", f"committed sha256:{fields.text(table, 'commitment')}", header.chance
    if not header.secret:
        yield "secret", "not revealed", "in the log of its game"
        return
    terms = fields.number(table, "terms")
    yield "terms", terms, 2 if header.promises else 1
    shares = {one: given for one, given in zip(colours, header.entropy, strict=True) if given}
    yield "shares", fields.texts(table, "shares"), shares
    if header.promises:
        promises = zip(colours, header.promises, strict=True)
        follows = {one: promise for one, promise in promises if promise}
        yield "promises", fields.texts(table, "promises"), follows
