"""Findings: what a table of statistics shows beyond chance, as a sentence, or nothing.

A row of a table is a finding where its share of wins, or its mean, differs by more than chance:
of all rows of a table that are called so, one in twenty at most may be chance
(``field.significant``). Small samples (``sums.SMALL_SAMPLE``) give none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from drawing.text.names import source_name
from engine.facts import FACTS
from games.search import fact_label
from insights.stats.queries import StatisticsRow
from insights.stats.significance import chance, significant
from insights.stats.sums import SOURCES, Sums, WinnersHabit

LONGEST_LIST: Final = 3
"""Rows that a sentence names at most."""


def points_finding(total: Sums) -> str:
    """Usual points of a seat."""
    if total.is_small:
        return ""
    low, high = total.mean - total.spread, total.mean + total.spread
    words = _("A player scores %(mean)s points on average. Two thirds score %(low)s to %(high)s.")
    return words % {"mean": _decimal(total.mean), "low": round(low), "high": round(high)}


def sources_finding(total: Sums) -> str:
    """The source with the most points."""
    if total.is_small:
        return ""
    best = max(SOURCES, key=lambda source: total.of_source(source)[0])
    words = _("Most points come from this source: %(source)s, %(mean)s points a player.")
    return words % {"source": source_name(best), "mean": _decimal(total.of_source(best)[0])}


def shares_finding(rows: Sequence[StatisticsRow], even: float, kind: str = "") -> str:
    """Rows that win more or less than an even share, the clearest first. `kind`: a word before the
    label of each."""
    outliers = _significant_rows(rows, lambda sums: _chance_of_share(sums, even))
    outliers.sort(key=lambda row: (-abs(row.sums.share - even), row.label))
    if not outliers:
        return ""
    parts = [
        f"{kind} {row.label}: {_percent(row.sums.share)}".strip() for row in outliers[:LONGEST_LIST]
    ]
    words = _("Wins differ from an even share of %(even)s. %(rows)s.")
    return words % {"even": _percent(even), "rows": "; ".join(parts)}


def means_finding(rows: Sequence[StatisticsRow], total: Sums) -> str:
    """The rows with the most and the fewest points, where they differ from all seats."""
    outliers = _significant_rows(rows, lambda sums: _chance_of_mean(sums, total))
    if not outliers:
        return ""
    outliers.sort(key=lambda row: row.sums.mean)
    highest, lowest = outliers[-1], outliers[0]
    parts = []
    if highest.sums.mean > total.mean:
        parts.append(_("Most points: %(row)s, %(mean)s.") % _row_words(highest))
    if lowest.sums.mean < total.mean:
        parts.append(_("Fewest points: %(row)s, %(mean)s.") % _row_words(lowest))
    average = _("The average is %(mean)s.") % {"mean": _decimal(total.mean)}
    return " ".join([*parts, average])


def habits_finding(total: Sums, habits: Sequence[WinnersHabit]) -> str:
    """Habits of winners that are more than chance, the clearest first."""
    if total.is_small:
        return ""
    gains = [
        fact_label(FACTS[habit.name]) for habit in habits if habit.tells and habit.deviations > 0
    ]
    if not gains:
        return ""
    return _("Higher for winners than for others: %(habits)s.") % {
        "habits": "; ".join(gains[:LONGEST_LIST])
    }


# --- inside -------------------------------------------------------------------


def _significant_rows(
    rows: Sequence[StatisticsRow], chance_of: Callable[[Sums], float]
) -> list[StatisticsRow]:
    large = [row for row in rows if not row.sums.is_small]
    flags = significant([chance_of(row.sums) for row in large])
    return [row for row, tells in zip(large, flags, strict=True) if tells]


def _chance_of_share(sums: Sums, even: float) -> float:
    return chance(sums.wins - sums.seats * even, sums.seats * even * (1 - even))


def _chance_of_mean(sums: Sums, total: Sums) -> float:
    return chance(sums.mean - total.mean, sums.spread**2 / sums.seats)


def _row_words(row: StatisticsRow) -> dict[str, str]:
    return {"row": row.label, "mean": _decimal(row.sums.mean)}


def _decimal(number: float) -> str:
    return str(number_format(round(number, 1), 1))


def _percent(share: float) -> str:
    return f"{number_format(round(100 * share))} %"
