"""The table of entry forms: every action of the game, and the reading of an entry.

A form is stated with its class; what is not in this table cannot be written in a log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.cards import CARDS
from engine.entries.action import Action, Outcome, interned
from engine.entries.answer import ANSWERS
from engine.entries.forms import EntryError
from engine.entries.outcome import OUTCOMES
from engine.entries.turn import TURNS, Resign
from engine.errors import unknown_word
from engine.modules import MODULES

ACTIONS: Final[tuple[type[Action], ...]] = (
    *TURNS,
    Resign,
    *(card.action for card in CARDS.values() if card.action is not None),
    *(*ANSWERS, *OUTCOMES),
    *(kind for module in MODULES.values() for kind in module.entries),
)
"""Every action; a new one is entered in the tuple of its file, with its card or its module."""

Verbs = Mapping[str, Mapping[str, type[Action]]]


def _by_verb() -> Verbs:
    verbs: dict[str, dict[str, type[Action]]] = {}
    for kind in ACTIONS:
        first, _, second = kind.form.verb.partition(" ")
        verbs.setdefault(first, {})[second] = kind
    return verbs


VERBS: Final[Verbs] = _by_verb()
"""The actions by the first word of their verb, and by the second, which may be empty."""

BANK_VERBS: Final[dict[str, type[Action]]] = {
    kind.form.verb: kind for kind in ACTIONS if issubclass(kind, Outcome)
}
"""Actions of the bank by verb, without the word ``bank``."""


def read_action(words: Sequence[str]) -> Action:
    """The action that `words` (verb, then arguments) say; raises ``EntryError``."""
    kinds = VERBS.get(words[0])
    if kinds is None:
        raise EntryError(unknown_word("verb", words[0], VERBS))
    if "" in kinds:
        return read_as(kinds[""], words[1:])
    choices = "|".join(kinds)
    if len(words) == 1:
        raise EntryError(f"expected: {words[0]} {choices} …")
    kind = kinds.get(words[1])
    if kind is None:
        raise EntryError(f"expected: {words[0]} {choices} …, not {words[1][:40]!r}")
    return read_as(kind, words[2:])


def read_as(kind: type[Action], words: Sequence[str]) -> Action:
    """The `kind` of action that `words`, those after its verb, say; raises ``EntryError``."""
    form = kind.form
    values = form.read(words)
    return interned(kind, *values) if form.is_frequent(words) else kind(*values)
