"""The header of a log: ``field: value`` lines, both ways."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import lru_cache
from typing import Final

from engine.errors import SetupError
from engine.log.model import STATED_TERMS, Header
from engine.setup import Setup
from engine.vocabulary import Colour, Module, Profile, Side, Site

FIELDS: Final = (
    *("edition", "profile", "sites", "modules", "figure", "seats"),
    *("chance", "dealing", "promises", "secret", "entropy", "replaced", "played", "result"),
)
"""The header fields, in canonical order."""

REQUIRED: Final = ("edition", "sites", "seats")
OFFICIAL: Final = Profile.OFFICIAL.value

CHANCE: Final = re.compile(r"observed|dealt|committed sha256:[0-9a-f]{64}")
POINTS: Final = re.compile(r"-?[0-9]{1,4}", re.ASCII)
SMALL: Final = {str(points): points for points in range(200)}
"""Points as nearly every game has them: known without looking at their characters."""

FIELDS_AFTER_GAME: Final = frozenset({"dealing", "promises", "secret", "entropy", "replaced"})
SPACE: Final = re.compile(r"0|[1-9][0-9]?", re.ASCII)
NUMBER: Final = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)
DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


def parse_header(fields: Mapping[str, str]) -> Header:
    """The header that `fields` say; raises ``SetupError`` naming the field at fault."""
    for field in REQUIRED:
        if field not in fields:
            raise SetupError(field, "this line is missing in the header")
    colours, names = parse_seats(fields["seats"])
    setup = _setup(
        fields["edition"],
        fields.get("profile", OFFICIAL),
        fields["sites"],
        fields.get("modules", ""),
        colours,
        fields.get("figure", "0"),
    )
    chance = fields.get("chance", "observed")
    if chance not in ("observed", "dealt") and not CHANCE.fullmatch(chance):
        raise SetupError("chance", "expected: observed, dealt or committed sha256:…")
    played = _day(fields["played"]) if "played" in fields else None
    result = _result(fields["result"], setup) if "result" in fields else None
    header = Header(setup, names, chance, played, result)
    return header if FIELDS_AFTER_GAME.isdisjoint(fields) else _with_end(header, fields)


def _with_end(header: Header, fields: Mapping[str, str]) -> Header:
    """`header` with what a program adds when a game is over."""
    setup = header.setup
    secret = fields.get("secret", "")
    if "secret" in fields and not secret:
        raise SetupError("secret", "this line is empty")
    entropy, promises = (
        _digits_by_seat(field, fields[field], setup) if field in fields else ()
        for field in ("entropy", "promises")
    )
    replaced = _replaced(fields["replaced"], setup) if "replaced" in fields else ()
    dealing = _dealing(fields["dealing"]) if "dealing" in fields else 0
    return replace(
        header,
        secret=secret,
        entropy=entropy,
        replaced=replaced,
        promises=promises,
        dealing=dealing,
    )


def _dealing(text: str) -> int:
    if text not in map(str, STATED_TERMS):
        raise SetupError("dealing", f"expected {STATED_TERMS[-1]}, not {text[:40]!r}")
    return int(text)


@lru_cache(maxsize=4096)
def _setup(
    edition: str, profile: str, sites: str, modules: str, colours: str, figure: str
) -> Setup:
    sides: dict[str, str] = {}
    for word in sites.split():
        site, equals, side = word.partition("=")
        if not equals or site not in Site.words() or site in sides or side not in Side.words():
            raise SetupError("sites", f"expected each site once, as in market=A, not {word[:40]!r}")
        sides[site] = side
    missing = [site.word for site in Site if site.word not in sides]
    if missing:
        raise SetupError("sites", f"no side for {', '.join(missing)}")
    named = modules.split()
    if len(set(named)) < len(named):
        raise SetupError("modules", "name each module only once")
    letters = "".join(sides[site.word] for site in Site)
    if not SPACE.fullmatch(figure):
        raise SetupError("figure", f"expected a space, counted from 0, not {figure[:40]!r}")
    return Setup.of(colours, letters, modules, profile, edition, int(figure))


def parse_seats(value: str) -> tuple[str, tuple[str, ...]]:
    """The colours in turn order, and the names; a name may have spaces. Raises ``SetupError``."""
    colours: list[str] = []
    names: list[str] = []
    for word in value.split():
        colour, equals, name = word.partition("=")
        if equals and colour:
            colours.append(colour)
            names.append(name)
        elif names and not equals:
            names[-1] = f"{names[-1]} {word}".strip()
        else:
            raise SetupError(
                "seats", f"expected colours and names, as in black=Ana, not {word[:40]!r}"
            )
    return " ".join(colours), tuple(names)


def _day(value: str) -> date:
    try:
        if DAY.fullmatch(value):
            return date.fromisoformat(value)
    except ValueError:
        pass
    raise SetupError("played", f"expected a day as in 2026-11-14, not {value[:40]!r}")


def _result(value: str, setup: Setup) -> tuple[int, ...]:
    claimed: dict[str, int] = {}
    for word in value.split():
        colour, _, points = word.partition("=")
        cached = SMALL.get(points)
        if colour in claimed or (cached is None and not POINTS.fullmatch(points)):
            raise SetupError(
                "result", f"expected points by colour, as in black=41, not {word[:40]!r}"
            )
        claimed[colour] = int(points) if cached is None else cached
    try:
        if len(claimed) == len(setup.seats):
            return tuple([claimed[colour.word] for colour in setup.seats])
    except KeyError:
        pass
    raise SetupError("result", "give points for every seat in the game, and for no other seat")


def _digits_by_seat(field: str, value: str, setup: Setup) -> tuple[str, ...]:
    digits_by_colour: dict[str, str] = {}
    for word in value.split():
        colour, equals, digits = word.partition("=")
        if not equals or colour in digits_by_colour:
            raise SetupError(field, f"expected each colour once, as black=…, not {word[:40]!r}")
        digits_by_colour[colour] = digits
    colours = [colour.word for colour in setup.seats]
    if digits_by_colour.keys() != set(colours):
        raise SetupError(field, "expected every seat in the game, and no other")
    return tuple([digits_by_colour[colour] for colour in colours])


def _replaced(value: str, setup: Setup) -> tuple[int, ...]:
    since = dict.fromkeys((colour.word for colour in setup.seats), 0)
    for word in value.split():
        colour, _, number = word.partition("=")
        if since.get(colour) != 0 or not NUMBER.fullmatch(number):
            raise SetupError(
                "replaced", f"expected colours and entry numbers, as in white=57, not {word[:40]!r}"
            )
        since[colour] = int(number)
    if not any(since.values()):
        raise SetupError("replaced", "expected colours and entry numbers, as in white=57")
    return tuple(since.values())


# ----------------------------------------------------------------------------- writing


def setup_fields(setup: Setup) -> Iterator[tuple[str, str]]:
    """The fields that say what was agreed, seats aside."""
    yield "edition", setup.edition
    yield "profile", setup.profile
    sides = zip(Site, setup.sides, strict=True)
    yield "sites", " ".join(f"{site.word}={side.word}" for site, side in sides)
    if setup.modules:
        yield "modules", " ".join(module.word for module in Module if module in setup.modules)
    if setup.figure:
        yield "figure", str(setup.figure)


def header_fields(header: Header) -> Iterator[tuple[str, str]]:
    """Every field of `header` in canonical order and form."""
    setup = header.setup
    yield from setup_fields(setup)
    yield "seats", _by_seat(setup.seats, header.names)
    yield "chance", header.chance
    if header.dealing:
        yield "dealing", str(header.dealing)
    if header.promises:
        yield "promises", _by_seat(setup.seats, header.promises)
    if header.secret:
        yield "secret", header.secret
        yield "entropy", _by_seat(setup.seats, header.entropy)
    if header.replaced:
        since = zip(setup.seats, header.replaced, strict=True)
        yield "replaced", " ".join(f"{c.word}={number}" for c, number in since if number)
    if header.played is not None:
        yield "played", header.played.isoformat()
    if header.result is not None:
        yield "result", _by_seat(setup.seats, header.result)


def _by_seat(colours: tuple[Colour, ...], values: tuple[object, ...]) -> str:
    return " ".join(f"{c.word}={value}" for c, value in zip(colours, values, strict=True))
