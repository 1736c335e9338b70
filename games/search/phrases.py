"""Phrases of a search, as people type them, made into words with a sign.

``5 obelisks`` and ``obelisks 5`` are ``obelisks=5``, ``winner ana`` is ``winner=ana``, ``no
statues`` is ``none:statues``, ``games with 4 players`` is ``players=4``. Parts that are in no
phrase stay as they were typed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from engine.facts import FACTS, SEAT
from engine.vocabulary import Colour
from games.models import Standing
from games.search.aliases import ALIASES, LOST, PREFIXES, name_of, spelled, typed_name
from games.search.terms import (
    ABOUT_GAME,
    DATES,
    DAYS,
    NO_MODULE,
    NUMBERS,
    PEOPLE,
    SEAT_NUMBERS,
    SITES,
    SYNONYMS,
)

FILLERS: Final = frozenset(
    (
        "a",
        "an",
        "and",
        "&",
        "&&",
        "are",
        "by",
        "game",
        "games",
        "got",
        "had",
        "has",
        "have",
        "in",
        "is",
        "made",
        "of",
        "on",
        "only",
        "scored",
        "that",
        "the",
        "there",
        "took",
        "used",
        "was",
        "were",
        "where",
        "which",
        "who",
        "whose",
        "with",
    )
)
"""Words that say nothing."""

GAMES: Final = ("game", "games")
LINKS: Final = ("is", "was", "by", "in", "on")
"""Words between a name and its value."""

NUMBERS_IN_WORDS: Final = {
    word: str(number)
    for number, word in enumerate(
        (
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
        )
    )
}
NOT: Final = ("no", "without")
DENIALS: Final = ("not", *NOT)
BEAT: Final = ("beat", "beats", "defeated")

STANDINGS: Final = {
    **SYNONYMS["standing"],
    **{w: w for w in Standing.values},
}
"""Standings by the words for them."""

WORDS_ALONE: Final = {
    **{colour.word: f"colour={colour.word}" for colour in Colour},
    "grey": "colour=gray",
    **{word: f"standing={standing}" for word, standing in STANDINGS.items()},
}
"""Words that are values, with the word of a search."""


class Phrases:
    """The `parts` of a search between blanks. `names`: all names of words; `choices`: values, by
    the name of the word."""

    def __init__(
        self,
        parts: Sequence[str],
        names: Collection[str],
        choices: Mapping[str, Collection[str]],
    ) -> None:
        self.parts, self.names, self.choices = list(parts), frozenset(names), choices
        self.own_names = self.names - ALIASES.keys()

    def words(self) -> Iterator[str]:
        """The words, each a name with its sign and value, or what was typed."""
        index = 0
        while index < len(self.parts):
            words, size = self._phrase(index)
            yield from words
            index += size

    # --- inside -------------------------------------------------------------------

    def _phrase(self, index: int) -> tuple[list[str], int]:
        """The words of the phrase that begins at `index`, and the number of its parts."""
        part = self.parts[index]
        size = self._size_of_name(index)
        if size > 1 or self._is_name(part):
            return self._name_phrase(index, size)
        low, following = part.lower(), self.parts[index + 1 :]
        if low in FILLERS or (low == "all" and following and following[0].lower() in GAMES):
            return [], 1
        if low in DENIALS and following and following[0].lower() not in DENIALS:
            return self._negation(index)
        if match := _PLAYERS.fullmatch(low):
            return [f"players={match[1]}"], 1
        number = NUMBERS_IN_WORDS.get(low, part)
        if _is_number(number) and (phrase := self._number_phrase(number, index + 1)):
            return phrase
        if low in WORDS_ALONE:
            return [WORDS_ALONE[low]], 1
        if match := _PERIOD.fullmatch(part):
            return [f"{'date' if match[1] else 'year'}={part}"], 1
        if self._is_handle(part) and (duel := self._duel(index)):
            return duel
        return [part], 1

    def _name_phrase(self, index: int, size: int) -> tuple[list[str], int]:
        """A name, with its value if that follows between blanks."""
        chunk = "-".join(self.parts[index : index + size])
        if re.search("[=<>:]", PREFIXES.sub("", chunk)):
            return [chunk], size
        name = name_of(typed_name(chunk))
        follows = index + size
        ahead = self.parts[follows:]
        if name == "won" and len(ahead) > 1 and ahead[0].lower() == "by" and _is_number(ahead[1]):
            points = len(ahead) > 2 and name_of(ahead[2]) == "points"
            sign = "" if ahead[1][0] in "<>=!" else "="
            return [chunk, f"margin{sign}{ahead[1]}"], size + 2 + points
        while follows < len(self.parts) and self.parts[follows].lower() in LINKS:
            follows += 1
        if name in SITES and follows + 1 < len(self.parts):
            follows += self.parts[follows].lower() == "side"
        if value_phrase := self._value_of(follows, name, chunk):
            words, value_size = value_phrase
            return words, follows - index + value_size
        if name == "winner" and ahead and self._is_no_handle(ahead[0]):
            chunk = chunk.lower().replace("winner", "won")
        if name_of(chunk.lstrip("-!")) == "module":  # some module, or none
            chunk = f"{'' if chunk[0] in '-!' else '-'}module={NO_MODULE}"
        return [chunk], size

    def _value_of(self, index: int, name: str, chunk: str) -> tuple[list[str], int] | None:
        """The word of `chunk`, whose name is `name`, and its value at `index`; None if what stands
        there is no value of it."""
        if index >= len(self.parts):
            return None
        value = self.parts[index]
        if name in self.choices:
            for size in range(min(4, len(self.parts) - index), 0, -1):
                words = "-".join(self.parts[index : index + size])
                if spelled(words) in map(spelled, self.choices[name]):
                    return [f"{chunk}={words}"], size
            return None
        if name in PEOPLE:
            if name == "opponent" and name_of(value) == "computer":
                return ["other:computer"], 1
            return ([f"{chunk}={value}"], 1) if self._is_handle(value) else None
        if name in SITES and _SIDE.fullmatch(value):
            return [f"{chunk}={value}"], 1
        if name == "sides":
            return ([f"{chunk}={value}"], 1) if _SIDES.fullmatch(value) else None
        if name in (*DATES, *DAYS, "before", "after"):
            if not _DAYS.fullmatch(value):
                return None
            chunk = "date" if name in DAYS and ".." in value else chunk
            return [f"{chunk}={value}"], 1
        if _takes_numbers(name) and _is_number(value):
            return [f"{chunk}{'' if value[0] in '<>=!' else '='}{value}"], 1
        return None

    def _number_phrase(self, number: str, index: int) -> tuple[list[str], int] | None:
        """The word of a `number` before the name of what it counts, at `index`."""
        size = self._size_of_name(index)
        chunk = "-".join(self.parts[index : index + size])
        name = "players" if chunk.lower() == "player" else name_of(chunk)
        if name not in self.names or not _takes_numbers(name):
            return None
        sign = "" if number[0] in "<>=!" else "="
        return [f"{name}{sign}{number}"], size + 1

    def _duel(self, index: int) -> tuple[list[str], int] | None:
        """Two players, of whom one won: ``ana beat ben``, ``ben lost to ana``."""
        sides = " ".join(self.parts[index + 1 : index + 3]).lower()
        size = 4 if re.match(rf"(?:{'|'.join(LOST)}) (?:to|against)$", sides) else 3
        if len(self.parts) < index + size or (size == 3 and sides.split()[0] not in BEAT):
            return None
        player, opponent = self.parts[index], self.parts[index + size - 1]
        if not self._is_handle(opponent):
            return None
        winner, loser = (player, opponent) if size == 3 else (opponent, player)
        return [f"winner={winner}", f"loser={loser}"], size

    def _negation(self, index: int) -> tuple[list[str], int]:
        """The words of a phrase after “not”."""
        words, size = self._phrase(index + 1)
        if not words:
            return words, size + 1
        first, name = words[0], name_of(typed_name(words[0]))
        if self.parts[index].lower() in NOT and _is_of_seat(name) and first[0].isalpha():
            first = f"none:{first.removeprefix('none:')}"
        else:
            first = first[1:] if first[0] in "-!" else f"-{first}"
        return [first, *words[1:]], size + 1

    def _size_of_name(self, index: int) -> int:
        """How many parts from `index` on are one word that was written with blanks: a name, or a
        value. Names that are words each stay apart."""
        for size in range(min(4, len(self.parts) - index), 1, -1):
            parts = self.parts[index : index + size]
            first = PREFIXES.sub("", parts[0])
            name = name_of("-".join([first, *parts[1:-1], typed_name(parts[-1])]))
            if name in self.names and not all(
                typed_name(part).lower() in self.own_names for part in parts
            ):
                return size
            prefix, _sign, value = re.split("([=<>!:]+|$)", first, maxsplit=1)
            legal = self.choices.get(name_of(prefix), ()) if value else ()
            if spelled("-".join([value, *parts[1:]])) in map(spelled, legal):
                return size
        return 1

    def _is_name(self, part: str) -> bool:
        return name_of(typed_name(part)) in self.names

    def _is_no_handle(self, part: str) -> bool:
        """True for a number, a filler or a name."""
        return part.lower() in (*FILLERS, *NOT) or _is_number(part) or self._is_name(part)

    def _is_handle(self, part: str) -> bool:
        """True for what may be a handle, and is no other word."""
        low = part.lower()
        if low in FILLERS or low in WORDS_ALONE or low in NOT or name_of(low) in self.names:
            return False
        return _HANDLE.fullmatch(low) is not None


_NUMBER: Final = re.compile(r"(?:>=|<=|!=|=|<|>)?-?[0-9]+(?:\+|(?:\.\.|-|\|)[0-9]+)?", re.ASCII)
_PERIOD: Final = re.compile(r"(?:19|20)[0-9]{2}(-[0-9]{1,2}(?:-[0-9]{1,2})?)?", re.ASCII)
_DAYS: Final = re.compile(r"[0-9]{4}[0-9/.-]*", re.ASCII)
_PLAYERS: Final = re.compile(r"([0-9])-?p(?:layers?)?", re.ASCII)
_SIDE: Final = re.compile(r"[A-Da-d](?:[|,][A-Da-d])*")
_SIDES: Final = re.compile(r"[A-Da-d]{5}(?:[|,][A-Da-d]{5})*")
_HANDLE: Final = re.compile(r"@[a-z0-9_-]+|[a-z][a-z0-9_-]+", re.ASCII)


def _is_number(part: str) -> bool:
    return _NUMBER.fullmatch(part) is not None


def _takes_numbers(name: str) -> bool:
    if name in FACTS:
        return FACTS[name].kind != "yes"
    return name in NUMBERS or name in SEAT_NUMBERS or name in SITES


def _is_of_seat(name: str) -> bool:
    return name in FACTS and FACTS[name].of == SEAT and name not in ABOUT_GAME
