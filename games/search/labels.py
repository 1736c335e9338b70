"""Facts in the words of the reader, and in the groups in which a page offers them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from drawing.cards import card_name
from drawing.language.words import SITES
from drawing.text.names import source_name
from engine.facts import FACTS, GAME, Fact
from engine.vocabulary import Card, Site, Source, Word

GROUPS: Final = (
    # the first number of each group of facts of seats
    1,
    40,
    60,
    70,
    100,
)


SHORT_LABELS: Final = {
    "won": gettext_lazy("Won, alone or tied"),
    "behind": gettext_lazy("Points behind the best score"),
    "won-by-sled": gettext_lazy("Tied on points, and won by stones on the sled"),
    "deficit": gettext_lazy("Most points behind the leader, not counting the last round"),
    "lead-changes": gettext_lazy("Times another player took the lead alone"),
    "comeback": gettext_lazy(
        "Most points the winner was behind the leader, not counting the last round"
    ),
    "decided-by-sled": gettext_lazy("First place tied on points, decided by stones on the sled"),
    "stuck-rounds": gettext_lazy("Rounds that ended because all players passed"),
    "takes": gettext_lazy("Times this player took stones"),
    "stones-taken": gettext_lazy("Stones added to the sled"),
    "loads": gettext_lazy("Stones loaded on ships"),
    "sails": gettext_lazy("Ships sailed"),
    "sail-empty": gettext_lazy("Ships sailed with only other players’ stones"),
    "sail-alone": gettext_lazy("Ships sailed with own stones only"),
    "carried": gettext_lazy("Own stones on ships that others sailed"),
    "carries": gettext_lazy("Other players’ stones on ships this player sailed"),
    "first-sail": gettext_lazy("Move number of the first sailing"),
    "passes": gettext_lazy("Times passed"),
    "private-ships": gettext_lazy("Private ships sailed"),
    "majorities": gettext_lazy("Building sites where this player alone has the most stones"),
    "cards": gettext_lazy("Cards received"),
    "rounds-led": gettext_lazy(
        "Rounds after which this player led alone, not counting the last round"
    ),
    "came-back": gettext_lazy(
        "Won after being in sole last place, at least ten points behind the leader"
    ),
    "empty-sails": gettext_lazy("Ships that sailed without a stone of the player who sailed them"),
}
"""Labels for players, by the name of the fact; the others are labelled as the engine says."""


def fact_label(fact: Fact) -> str:
    """Label of the fact."""
    if fact.name in SHORT_LABELS:
        return str(SHORT_LABELS[fact.name])
    text = _(fact.says)
    return capfirst(text % {"what": _named(fact.what)} if fact.what is not None else text)


def fact_groups() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Titles with names and labels of facts."""
    titles = (
        _("The result"),
        _("Stones and ships"),
        _("Building sites"),
        _("Cards"),
        _("Boards and modules"),
    )
    seats = sorted(
        (fact for fact in FACTS.values() if fact.of != GAME), key=lambda fact: fact.number
    )
    ends = (*GROUPS[1:], 1 + seats[-1].number)
    for title, begin, end in zip(titles, GROUPS, ends, strict=True):
        yield title, [(fact.name, fact_label(fact)) for fact in seats if begin <= fact.number < end]
    game_facts = [fact for fact in FACTS.values() if fact.of == GAME]
    yield _("The game"), [(fact.name, fact_label(fact)) for fact in game_facts]


def _named(subject: Word | int | None) -> str:
    if isinstance(subject, Card):
        return card_name(subject)
    if isinstance(subject, Source):
        return source_name(subject)
    return str(SITES[subject]) if isinstance(subject, Site) else str(subject)
