"""Errors of an input, and the rule that it breaks.

Every refusal is one of these errors; each carries its place. Nothing else leaves the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from typing import Final, Self

LONGEST_QUOTE: Final = 40
"""Characters of a stranger's word that a refusal quotes."""
LISTED_WORDS: Final = 5
"""A refusal lists the words that are known if there are no more."""


class Rule(Enum):
    """A reason to refuse an entry: one sentence, and where the rules say so.

    The places are rulings (``docs/rules/rulings.md``) or sections of the log format
    (``docs/log-format.md``).
    """

    # whose entry it is
    NOT_YOUR_TURN = "it is another player's turn", "R2.1"
    NOT_YOUR_DECISION = "another player has to decide this", "R3.2"
    DECISION_PENDING = "another choice has to be made first", "R3.1"
    NO_DECISION = "there is nothing to choose now", "R2.1"
    NOT_AN_ANSWER = "this is not one of the choices", "R3.2"
    BANK_PENDING = "the bank has to draw or reveal something first", "R2.8"
    NOT_THE_BANKS_ENTRY = "the bank has nothing to draw or reveal here", "R2.8"
    WRONG_OUTCOME = "the bank has to draw or reveal something else here", "R2.8"
    GAME_OVER = "the game has ended", "R10.1"
    ALREADY_RESIGNED = "the player has resigned", "R2.10"
    GAME_UNFINISHED = "the log stops before the end of the game", "R10.1"

    # the four actions and the pass
    SLED_FULL = "the sled is full", "R2.2"
    QUARRY_EMPTY = "the player's quarry is empty", "R2.2"
    FIGURE_CANNOT_MOVE = "the figure has no free space to move to", "R6.4"
    NO_SUCH_SHIP = "this round has no such ship", "R2.3"
    SHIP_HAS_SAILED = "the ship has already sailed", "R2.3"
    NO_SUCH_SPACE = "the ship has no such space", "R2.3"
    SPACE_TAKEN = "this space is taken", "R2.3"
    SLED_EMPTY = "the sled has too few stones", "R2.3"
    SHIP_TOO_LIGHT = "the ship has too few stones to sail", "R2.4"
    DOCK_TAKEN = "another ship has already docked here this round", "R2.4"
    PASS_NOT_ALLOWED = "a player may pass only if no other move is possible", "R2.5"

    # cards
    CARD_NOT_OWNED = "the player does not have the card", "R5.4"
    LEVER_ORDER = "the order has to name every space with a stone once", "R5.5"
    SAME_SPACE_TWICE = "two stones cannot go on one space", "R5.8"
    MARKET_WITHOUT_CARDS = "a stone would get nothing at the market", "R4.10"
    NO_OWN_STONE = "the player has no stone on this ship", "R5.10"
    DOCK_NOT_SHARED = "exactly one ordinary ship of this round has to be at that site", "R5.10"

    # modules
    MODULE_NOT_IN_PLAY = "the module is not in play", "R2.1"
    PRIVATE_SHIP_USED = "the player's private ship has already sailed", "R11.1"
    PRIVATE_DOCK_TAKEN = "another private ship has already docked here this round", "R11.1"
    WAGER_MADE = "the player has already made a wager", "R11.2"
    WAGER_FIELD = "this betting field is taken or does not exist", "R11.2"
    FAVOR_USED = "this favour is used, or the player has already used one", "R11.3"
    TWO_CARDS_SPACES = "the favour takes two face-up cards, or the only one left", "P4"
    FAVOR_MUST_SAIL = "a ship with enough stones has to sail", "R13.8"
    REORDER_STONES = "the new order has to use exactly the stones on the ship", "R13.8"
    PROPHECY_NOT_IN_PLAY = "the prophecy is not one of the three in play", "R11.4"
    PROPHECY_MADE = (
        "the player has no scarab left, or has one on this prophecy or for these rounds",
        "R11.4",
    )

    # chance
    OUTCOME_COUNT = "the line has the wrong number of items", "R13.1"
    ROUND_CARD_IMPOSSIBLE = "no remaining round card has these ships, largest first", "R1.3"
    CARD_IMPOSSIBLE = "no copy of this card is left to draw", "R13.4"
    TILE_IMPOSSIBLE = "the tile cannot be revealed any more", "R13.1"
    PROPHECIES_IMPOSSIBLE = "the prophecies have to be different cards", "R11.4"

    def __init__(self, sentence: str, place: str) -> None:
        self.sentence = sentence
        self.place = place


def refusal_sentence(sentence: str, detail: str) -> str:
    """Why something is refused: the sentence of a rule, and what exactly, if that is known."""
    return f"{sentence} ({detail})" if detail else sentence


def unknown_word(kind: str, text: str, words: Iterable[str]) -> str:
    """A word that no `kind` of thing has: the nearest of `words`, or all where they are few."""
    vocabulary = list(words)
    problem = f"unknown {kind} {text[:LONGEST_QUOTE]!r}"
    if matches := get_close_matches(text[:LONGEST_QUOTE].lower(), vocabulary, 1):
        return f"{problem}: did you mean {matches[0]!r}?"
    return (
        problem if len(vocabulary) > LISTED_WORDS else f"{problem}: choose {', '.join(vocabulary)}"
    )


class EngineError(Exception):
    """Anything that the engine refuses."""


class SetupError(EngineError):
    """A set-up that no game can be played with; `field` names the header line."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message


class EditionError(EngineError):
    """Text that is no edition; `faults`: each key at fault, and what is expected there."""

    def __init__(self, faults: Sequence[tuple[str, str]]) -> None:
        sentences = (
            f"{key}: expected {expected}" if key else f"expected {expected}"
            for key, expected in faults
        )
        super().__init__("; ".join(sentences))
        self.faults = tuple(faults)


class LogSyntaxError(EngineError):
    """Text that is not a log; `line` counts from 1, 0 where no line can be named."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
        self.message = message


class IllegalAction(EngineError):
    """An action that breaks `rule` in the present position; the position is unchanged."""

    def __init__(self, rule: Rule, detail: str = "") -> None:
        super().__init__(f"{refusal_sentence(rule.sentence, detail)} [{rule.place}]")
        self.rule = rule
        self.detail = detail


class ReplayError(EngineError):
    """The first entry of a log that cannot stand, because of `cause`.

    `line` is the line of the text (0 if the log has no text), `ply` the number of the entry
    (from 1), `actor` a colour or ``bank``, `tried` the entry in canonical form, `legal` what could
    have stood there: entries, or where the bank names several things at once a pattern.
    """

    def __init__(
        self,
        cause: IllegalAction,
        line: int,
        ply: int,
        actor: str,
        tried: str,
        legal: Sequence[str],
    ) -> None:
        place = f"line {line}, ply {ply}" if line else f"ply {ply}"
        sentence = f'{actor}: "{tried}" is not allowed' if tried else f"{actor} is to act"
        super().__init__(f"{place}, {sentence}: {cause}")
        self.cause = cause
        self.rule = cause.rule
        self.detail = cause.detail
        self.line = line
        self.ply = ply
        self.actor = actor
        self.tried = tried
        self.legal = tuple(legal)


class ResultMismatch(EngineError):
    """The result that a log claims is not the one that its entries give.

    `claimed` and `computed` are points by colour.
    """

    def __init__(self, line: int, claimed: Mapping[str, int], computed: Mapping[str, int]) -> None:
        claimed_text, computed_text = (
            " ".join(f"{colour}={points}" for colour, points in tally.items())
            for tally in (claimed, computed)
        )
        place = f"line {line}: " if line else ""
        super().__init__(
            f"{place}the log claims {claimed_text}, but its entries give {computed_text}"
        )
        self.line = line
        self.claimed = dict(claimed)
        self.computed = dict(computed)


class DealMismatch(EngineError):
    """A committed deal does not follow from what the log reveals (``docs/fair-dealing.md``).

    `part` says what does not: ``secret`` (its digest is not the one that was published), ``twins``
    (two promises are equal), ``unpromised`` (a share for a seat that promised nothing), ``share``
    (its digest is not what was promised), ``seats`` (the turn order is not the one drawn),
    ``entry`` (the bank wrote something else). `written` is what the log says there, `dealt` what
    follows, empty for ``twins``. `line` is 0 if unknown; `ply`, from 1, the number of an entry, 0
    for the header.
    """

    SENTENCES: Final[Mapping[str, str]] = {
        "secret": "the published digest does not match the secret",
        "twins": "two players promised the same share",
        "unpromised": "there is a share for a seat that promised none",
        "share": "a share differs from the promised one",
        "seats": "the turn order differs from the drawn one",
        "entry": "an outcome in the log differs from the deal",
    }

    def __init__(self, part: str, logged: str, dealt: str, line: int = 0, ply: int = 0) -> None:
        places = [f"line {line}"] * bool(line) + [f"ply {ply}"] * bool(ply)
        follows = f', but the revealed shuffle gives "{dealt}"' if dealt else ""
        self.message = f'{self.SENTENCES[part]}: the log says "{logged}"{follows}'
        super().__init__(f"{', '.join(places)}{': ' if places else ''}{self.message}")
        self.part = part
        self.written = logged
        self.dealt = dealt
        self.line = line
        self.ply = ply

    @property
    def sentence(self) -> str:
        """The fault in a sentence, without the values."""
        return self.SENTENCES[self.part]

    def with_place(self, line: int, ply: int) -> Self:
        """The same mismatch in another place."""
        return type(self)(self.part, self.written, self.dealt, line, ply)
