"""Events as JSON, as the digest of a game covers them: the name of the kind, and its values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from engine.events import (
    CardsRevealed,
    CardsSeen,
    Event,
    ShipSailed,
    StoneSent,
    StonesReturned,
)

EVENT_VALUE_COUNTS: Final[dict[type, int]] = {StonesReturned: 2, ShipSailed: 4, StoneSent: 0}
"""How many values of these events are in the digest of a game; none: nor is the event. Their other
values follow from the entries, and did not exist when the first digests were made."""

UNREPEATED: Final = frozenset({CardsRevealed, CardsSeen})
"""Events that hardly ever happen twice."""

TEXT_LIMIT: Final = 1 << 13
"""Remembered texts of a kind. More are forgotten together."""


class KindTexts:
    """Texts of the events of a kind by their values, each written once. A value is always true or
    false, or never: as keys these are 1 and 0."""

    def __init__(self, kind: type) -> None:
        self.name = kind.__name__
        self.count = EVENT_VALUE_COUNTS.get(kind, -1)
        self.repeats = kind not in UNREPEATED
        self.texts: dict[tuple[Any, ...], str] = {}


KINDS: Final[dict[type, KindTexts]] = {}


def event_texts(happened: Iterable[Event]) -> list[str]:
    """The JSON of each event, but of those that no digest covers."""
    texts: list[str] = []
    for event in happened:
        kind_texts = KINDS.get(type(event))
        if kind_texts is None:
            kind_texts = KINDS[type(event)] = KindTexts(type(event))
        values: tuple[Any, ...] = event
        if kind_texts.count >= 0:
            values = values[: kind_texts.count]
        text = kind_texts.texts.get(values)
        if text is None:
            text = f'["{kind_texts.name}",{_json(values)}]'
            if kind_texts.repeats:
                if len(kind_texts.texts) >= TEXT_LIMIT:
                    kind_texts.texts.clear()
                kind_texts.texts[values] = text
        if kind_texts.count:
            texts.append(text)
    return texts


def _json(element: object) -> str:
    """Nested tuples of numbers; words are the numbers that they are."""
    if isinstance(element, tuple):
        return "[" + ",".join([_json(member) for member in element]) + "]"
    if element is None:
        return "null"
    if isinstance(element, bool):
        return "true" if element else "false"
    if isinstance(element, int):
        return "%d" % element  # noqa: UP031 (the format of a word is its name)
    raise TypeError(f"{element!r} is no value of an event")
