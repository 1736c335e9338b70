"""The cards of the page of statistics: each a table, with its finding as a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from drawing.svg.charts import Scale
from drawing.text.names import source_name
from engine.facts import FACTS
from engine.vocabulary import Site
from games.search import fact_label
from insights.stats.contrasts import HabitContrast, LeaderResult
from insights.stats.findings import (
    actions_finding,
    habits_finding,
    leaders_that_tell,
    means_finding,
    points_finding,
    rounds_finding,
    scores_finding,
    scoring_habits_finding,
    shares_finding,
    skill_finding,
    sources_finding,
)
from insights.stats.queries import Contrasts, StatisticsRow, Tables
from insights.stats.sums import SOURCES, Sums

MAX_BARS: Final = 6
"""Bars of a card's chart."""

SOURCE_TICKS: Final = 5
"""Points between two ticks of the chart of sources."""

POINTS_TICKS: Final = 10
"""Points between two ticks of the distribution of points; twice as many where it is wide."""

MAX_TICKS: Final = 8
"""Ticks that fit under the distribution of points on a phone."""

SITE_WORDS: Final = {site.word for site in Site}

SHARE_TICKS: Final = 25
"""Percent between two ticks of a chart of shares."""


class ChartBar(NamedTuple):
    """A bar from `start` on, `wide`, of 100, with its number in words. `site`: the word of the
    building site that it is about, if it is about one."""

    label: str
    start: float
    wide: float
    text: str
    site: str = ""


class ChartTick(NamedTuple):
    """A number of an axis, at its place, of 100."""

    place: float
    text: str


class CardChart(NamedTuple):
    """The picture of a card; `mark`: the place of an even share or of the mean, if there is one.
    `legend`: the meaning of the mark, or of the numbers; `ticks`: its axis, if it has one,
    and `axis`: the title of that."""

    bars: list[ChartBar]
    mark: float | None = None
    legend: str = ""
    ticks: Sequence[ChartTick] = ()
    axis: str = ""


class FindingCard(NamedTuple):
    """A table of the page, and its `finding` as a sentence (empty: none) and as a picture.
    `ratings_out`: what is left of it with the ratings of the players taken out, as a sentence."""

    name: str
    title: str
    finding: str
    chart: CardChart
    ratings_out: str = ""


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


def share_ticks() -> list[ChartTick]:
    """Axis of a chart of shares from nothing to all."""
    return [ChartTick(n, _percent(n / 100)) for n in range(0, 101, SHARE_TICKS)]


def points_ticks(keys: Sequence[str]) -> list[ChartTick]:
    """Axis of the distribution of points, whose bins begin at `keys`."""
    wide = int(keys[-1]) - int(keys[0]) if keys else 0
    step = POINTS_TICKS if wide <= MAX_TICKS * POINTS_TICKS else 2 * POINTS_TICKS
    return [
        ChartTick(round(100 * place / len(keys), 1), key)
        for place, key in enumerate(keys)
        if int(key) % step == 0
    ]


def shares_chart(shares: Sequence[tuple[str, float]], even: float) -> CardChart:
    """Shares of wins, the first ones of `shares`; the mark is an even share."""
    listed = shares[:MAX_BARS]
    scale = Scale(0, max([even, *(share for _label, share in listed)]), 0, 100)
    bars = [ChartBar(label, 0, scale.at(share), _percent(share)) for label, share in listed]
    ticks = [ChartTick(0, _percent(0)), ChartTick(scale.at(even), _percent(even))]
    legend = _("The line marks an even share of the wins.")
    return CardChart(bars, scale.at(even), legend, ticks, _("Wins"))


def means_chart(rows: Sequence[StatisticsRow], total: Sums) -> CardChart:
    """The rows with most and with fewest points, as far from the mean of all as they are."""
    large = sorted((row for row in rows if not row.sums.is_small), key=lambda r: -r.sums.mean)
    listed = (
        large if len(large) <= MAX_BARS else [*large[: MAX_BARS // 2], *large[-MAX_BARS // 2 :]]
    )
    chart = _balance(
        [(r.label, r.sums.mean - total.mean, _decimal(r.sums.mean)) for r in listed],
        _("The line marks the mean of all games."),
    )
    bars = [
        bar._replace(site=_site_of_key(row.key))
        for bar, row in zip(chart.bars, listed, strict=True)
    ]
    ticks = [ChartTick(chart.mark or 0, _decimal(total.mean))]
    return chart._replace(bars=bars, ticks=ticks, axis=_("Points"))


def habits_chart(habits: Sequence[HabitContrast], legend: str) -> CardChart:
    """The clearest differences, in standard deviations; the numbers are the two means."""
    return _balance(
        [
            (
                fact_label(FACTS[habit.name]),
                habit.deviations,
                f"{_decimal(habit.mean)} : {_decimal(habit.other_mean)}",
            )
            for habit in habits
            if habit.tells
        ][:MAX_BARS],
        legend,
    )


def sources_chart(total: Sums) -> CardChart:
    """The sources of most points."""
    means = {source: total.of_source(source)[0] for source in SOURCES}
    listed = sorted(means.items(), key=lambda mean: -mean[1])[:MAX_BARS]
    scale = Scale(0, max([1.0, *(mean for _source, mean in listed)]), 0, 100)
    bars = [
        ChartBar(source_name(source), 0, scale.at(mean), _decimal(mean), _site_of_key(source.word))
        for source, mean in listed
        if mean
    ]
    ticks = [ChartTick(scale.at(n), str(n)) for n in range(0, int(scale.high) + 1, SOURCE_TICKS)]
    return CardChart(bars, ticks=ticks, axis=_("Points"))


def finding_cards(
    rows: Tables,
    total: Sums,
    even: float,
    habits: Sequence[HabitContrast],
    compared: Contrasts,
) -> list[FindingCard]:
    """The cards; comparisons of players only where they have a finding."""
    seat, start, rated = rows["seat"], starts(rows), rows["rating"]

    def shares_card(
        name: str, title: str, rows: Sequence[StatisticsRow], kind: str = ""
    ) -> FindingCard:
        finding = shares_finding(rows, even, kind)
        scores = scores_finding(rows, kind, continues=bool(finding))
        shares = [
            (f"{kind} {row.label}".strip(), row.sums.share) for row in rows if not row.sums.is_small
        ]
        chart = shares_chart(shares, even)
        return FindingCard(name, title, finding or scores, chart, scores if finding else "")

    def means_card(name: str, title: str, rows: Sequence[StatisticsRow]) -> FindingCard:
        return FindingCard(name, title, means_finding(rows, total), means_chart(rows, total))

    winners = habits_finding(total, habits)
    scoring = scoring_habits_finding(compared.habits, continues=bool(winners))
    cards = [
        FindingCard("points", _("Points"), points_finding(total), CardChart([])),
        FindingCard(
            "sources", _("Where points come from"), sources_finding(total), sources_chart(total)
        ),
        shares_card("seats", _("Turn order"), seat, _("Seat")),
        FindingCard(
            "habits",
            _("What winners do"),
            winners or scoring,
            habits_chart(
                habits,
                _(
                    "First number: average per game of the winners. Second number: that of the "
                    "others. Bars to the right of the line show what winners have more of."
                ),
            ),
            scoring if winners else "",
        ),
        means_card("sides", _("Sides"), rows["side"]),
        shares_card("starts", _("Wins of the first player, by board side"), start),
        shares_card("ratings", _("Wins by rating before the game"), rated),
        means_card("modules", _("Modules"), rows["module"]),
        means_card("pairs", _("Pairs of sides"), rows["pair"]),
        means_card("years", _("Points by year, edition and mix of sides"), rows["year"]),
    ]
    comparisons = _comparisons(compared, even)
    return [*cards, *(card for card in comparisons if card.finding)]


# --- inside -------------------------------------------------------------------


def _comparisons(compared: Contrasts, even: float) -> list[FindingCard]:
    """Cards that compare players within a game, by round, and by rating."""
    rounds = [
        (_("Round %(round)s") % {"round": number}, compared.rounds[number].share)
        for number in leaders_that_tell(compared.rounds, even)
    ]
    actions = action_rows(compared, even)
    ends = actions if len(actions) <= MAX_BARS else [*actions[:3], *actions[-3:]]
    action_shares = [(row.words, row.leader.share) for row in ends]
    thirds = compared.thirds.contrasts if compared.thirds else []
    return [
        FindingCard(
            "rounds",
            _("When games are decided"),
            rounds_finding(compared.rounds, even),
            shares_chart(rounds, even),
        ),
        FindingCard(
            "actions",
            _("Wins by action"),
            actions_finding(compared.habits, even),
            shares_chart(action_shares, even),
        ),
        FindingCard(
            "skills",
            _("What changes with skill"),
            skill_finding(compared.thirds),
            habits_chart(
                thirds,
                _(
                    "First number: average per game of the top third of players by rating. "
                    "Second number: that of the bottom third."
                ),
            ),
        ),
    ]


def _balance(rows: Sequence[tuple[str, float, str]], legend: str) -> CardChart:
    """Differences from a mark in the middle: label, difference, words."""
    largest = max((abs(difference) for _label, difference, _text in rows), default=0.0) or 1.0
    scale = Scale(-largest, largest, 0, 100)
    bars = []
    for label, difference, text in rows:
        start, end = sorted((scale.at(difference), scale.at(0)))
        bars.append(ChartBar(label, start, round(end - start, 1), text))
    return CardChart(bars, scale.at(0), legend)


def _site_of_key(key: str) -> str:
    """The building site in the key of a side or a source; empty if it is about none or several."""
    site, _blank, side = key.partition(" ")
    return site if site in SITE_WORDS and " " not in side else ""


def _decimal(number: float) -> str:
    return str(number_format(round(number, 1), 1))


def _percent(share: float) -> str:
    return f"{number_format(round(100 * share), 0)} %"
