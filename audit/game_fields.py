"""Fields of a game's line, compared with its log and with what the engine makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from audit import fields
from audit.fields import Line
from audit.pins import Compared
from engine import Game
from engine.entries import Resign
from engine.log import Header, Log, write_text

ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"


class ReplayedGame(NamedTuple):
    """The engine's verdict of a log. `digest`: empty where it was not asked for."""

    game: Game
    fingerprint: str
    log: str
    digest: str

    @classmethod
    def from_game(cls, game: Game, quick: bool) -> ReplayedGame:
        texts = game.texts
        return cls(game, texts.fingerprint, texts.log, "" if quick else game.digest)


def game_differences(
    line: Line, log: Log | str, replayed: ReplayedGame | None
) -> Iterator[Compared]:
    """Fields of a game's line that differ from its log; of a refused one, those that follow from
    its text."""
    if not isinstance(log, Log):
        yield "log", "a text", log
        return
    for name, stored, follows in _compared_fields(line, log, replayed):
        if stored != follows:
            yield name, stored, follows


def _compared_fields(line: Line, log: Log, replayed: ReplayedGame | None) -> Iterator[Compared]:
    setup = log.setup
    fingerprint = replayed.fingerprint if replayed else fingerprint_of(log)
    yield "fingerprint", fields.text_field(line, "fingerprint"), fingerprint
    yield "id", fields.text_field(line, "id"), id_of(fingerprint)
    yield "edition", fields.text_field(line, "edition"), setup.edition
    yield "profile", fields.text_field(line, "profile"), setup.profile.value
    yield "sites", fields.text_field(line, "sites"), "".join(side.word for side in setup.sides)
    yield "modules", line.get("modules"), [module.word for module in sorted(setup.modules)]
    yield "chance", fields.text_field(line, "chance"), log.header.chance
    played = log.header.played
    accepted = fields.moment_field(line, "accepted_at")[:10]
    yield (
        "played_on",
        fields.day_field(line, "played_on"),
        played.isoformat() if played else accepted,
    )
    seats, colours = fields.objects_field(line, "seats"), [colour.word for colour in setup.seats]
    yield "seats", [fields.text_field(seat, "colour") for seat in seats], colours
    if len(seats) != len(colours):
        return
    for colour, seat, name in zip(colours, seats, log.header.names, strict=True):
        yield f"name of {colour}", fields.text_field(seat, "name"), name
    if replayed:
        yield from _outcome(line, seats, replayed)
        yield from _replaced(seats, log, replayed.game)
        yield from _resigned(seats, replayed.game)


def _outcome(line: Line, seats: list[Line], replayed: ReplayedGame) -> Iterator[Compared]:
    """Fields that follow from the game as the engine played it."""
    if fields.text_field(line, "log") != replayed.log:
        yield "log", "another text", "its canonical text"
    yield "digest", fields.text_field(line, "digest") if replayed.digest else "", replayed.digest
    yield "entries", fields.number_field(line, "entries"), len(replayed.game.entries)
    tally = replayed.game.result
    for number, seat in enumerate(seats):
        colour = fields.text_field(seat, "colour")
        yield f"points of {colour}", fields.number_field(seat, "points"), tally.points[number]
        yield f"place of {colour}", fields.number_field(seat, "place"), tally.places[number]
        yield f"sled of {colour}", fields.number_field(seat, "sled"), tally.sleds[number]
        breakdown = fields.object_or_none(seat, "breakdown")
        yield f"breakdown of {colour}", breakdown, tally.breakdown(number)
    stored = [fields.number_field(seat, "rated_place") for seat in seats]
    allowed = allowed_places(tally.places, seats)
    yield "rated places", stored, stored if stored in allowed else allowed[0]


def _replaced(seats: list[Line], log: Log, game: Game) -> Iterator[Compared]:
    """Entries from which on computers acted. A seat without an entry from there on was not
    replaced; games from before that rule have the number all the same."""
    numbers = log.header.replaced or (0,) * len(seats)
    for seat, (line, number) in enumerate(zip(seats, numbers, strict=True)):
        stored = fields.number_or_none(line, "replaced_at")
        acts = number and any(entry.seat == seat for entry in game.entries[number - 1 :])
        if stored not in (number or None, number if acts else None):
            label = f"entry at which {fields.text_field(line, 'colour')} was replaced"
            yield label, stored, number or None


def _resigned(seats: list[Line], game: Game) -> Iterator[Compared]:
    """Entries by which seats resigned; nothing is said of a seat that did not."""
    by_seat = {
        entry.seat: number
        for number, entry in enumerate(game.entries, 1)
        if isinstance(entry.action, Resign)
    }
    for seat, line in enumerate(seats):
        label = f"entry at which {fields.text_field(line, 'colour')} resigned"
        yield label, line.get("resigned_at"), by_seat.get(seat)


def fingerprint_of(log: Log) -> str:
    """SHA-256 of set-up and entries, as a log on record has them (docs/log-format.md)."""
    return sha256(write_text(Log(Header(log.setup), log.entries)).encode()).hexdigest()


def allowed_places(places: Sequence[int], seats: list[Line]) -> list[list[int]]:
    """The places that ratings may use: by the rule, and by that before it."""
    since = [fields.number_or_none(seat, "replaced_at") for seat in seats]
    return [audited_places(places, since), rated_by_staying(places, since)]


def audited_places(places: Sequence[int], since: Sequence[int | None]) -> list[int]:
    """Players who played to the end first; the replaced share the last place."""
    order = [
        (entry is not None, place if entry is None else 0)
        for place, entry in zip(places, since, strict=True)
    ]
    return [1 + sum(other < rank for other in order) for rank in order]


def rated_by_staying(places: Sequence[int], since: Sequence[int | None]) -> list[int]:
    """As games have it from before that rule: who stayed longest first."""
    order = [
        (entry is not None, place if entry is None else -entry)
        for place, entry in zip(places, since, strict=True)
    ]
    return [1 + sum(other < rank for other in order) for rank in order]


def id_of(fingerprint: str) -> str:
    """The first 60 bits of a fingerprint, in Crockford's base 32."""
    number = int(fingerprint[:15], 16)
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(12)))
