"""The cards of the page of statistics: each a table, with its finding as a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from engine.facts import FACTS
from games.search import fact_label
from insights.stats.contrasts import HabitContrast, LeaderResult
from insights.stats.findings import (
    actions_finding,
    leaders_that_tell,
    means_finding,
    points_finding,
    results_finding,
    rounds_finding,
    skill_finding,
    sources_finding,
    winners_finding,
)
from insights.stats.queries import Contrasts, StatisticsRow, Tables
from insights.stats.sums import Sums


class FindingCard(NamedTuple):
    """A table of the page, and its `finding` as a sentence; empty: none."""

    name: str
    title: str
    finding: str


class ActionRow(NamedTuple):
    """A habit in words, and the results of the players who had the most of it."""

    words: str
    leader: LeaderResult


class SkillRow(NamedTuple):
    """A habit in words: upper third in contrast to the lower, and the mean of the middle one."""

    words: str
    habit: HabitContrast
    middle: float


def starts(rows: Tables) -> list[StatisticsRow]:
    """The first seat, by side."""
    return [row for row in rows["seat-side"] if row.key.startswith("1 ")]


def action_rows(compared: Contrasts, even: float) -> list[ActionRow]:
    """Habits whose leaders win more or less often than chance lets, the highest share first."""
    names = leaders_that_tell(compared.habits, even)
    rows = [ActionRow(fact_label(FACTS[name]), compared.habits[name]) for name in names]
    return sorted(rows, key=lambda row: (-row.leader.share, row.words))


def skill_rows(compared: Contrasts) -> list[SkillRow]:
    """Habits in which the upper third differs from the lower one by more than chance."""
    if not compared.thirds:
        return []
    middle = compared.thirds.middle_means()
    return [
        SkillRow(fact_label(FACTS[habit.name]), habit, middle[habit.name])
        for habit in compared.thirds.contrasts
        if habit.tells
    ]


def finding_cards(
    rows: Tables,
    total: Sums,
    even: float,
    habits: Sequence[HabitContrast],
    compared: Contrasts,
) -> list[FindingCard]:
    """The cards; comparisons of players only where they have a finding."""
    seat, start = rows["seat"], starts(rows)
    cards = [
        FindingCard("points", _("Points"), points_finding(total)),
        FindingCard("sources", _("Where points come from"), sources_finding(total)),
        FindingCard("seats", _("Turn order"), results_finding(seat, even, _("Seat"))),
        FindingCard(
            "habits",
            _("What winners do"),
            winners_finding(total, habits, compared.habits),
        ),
        FindingCard("sides", _("Sides"), means_finding(rows["side"], total)),
        FindingCard("starts", _("The first player, by side"), results_finding(start, even)),
        FindingCard("ratings", _("Rating before the game"), results_finding(rows["rating"], even)),
        FindingCard("modules", _("Modules"), means_finding(rows["module"], total)),
        FindingCard("pairs", _("Side against side"), means_finding(rows["pair"], total)),
        FindingCard("years", _("Years, editions, mixes"), means_finding(rows["year"], total)),
    ]
    comparisons = [
        FindingCard("rounds", _("When games are decided"), rounds_finding(compared.rounds, even)),
        FindingCard("actions", _("Wins by action"), actions_finding(compared.habits, even)),
        FindingCard("skills", _("What changes with skill"), skill_finding(compared.thirds)),
    ]
    return [*cards, *(card for card in comparisons if card.finding)]
