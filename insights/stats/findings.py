"""Findings: what a table of statistics shows beyond chance, as a sentence, or nothing.

A row of a table is a finding where its share of wins, or its mean, differs by more than chance:
of all rows of a table that are called so, one in twenty at most may be chance
(``field.significant``). Small samples (``sums.SMALL_SAMPLE``) give none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from drawing.language.words import joined_words
from drawing.text.names import source_name
from engine.facts import FACTS
from games.search import fact_label
from insights.stats.contrasts import HabitContrast, LeaderResult, RatedScore, SkillThirds
from insights.stats.queries import StatisticsRow
from insights.stats.significance import chance, significant
from insights.stats.sums import SOURCES, Sums

Key = TypeVar("Key", str, int)

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
    words = _("%(source)s: the biggest source of points, %(mean)s for each player on average.")
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
    words = _("%(rows)s of the games won. An even share is %(even)s.")
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


def scores_finding(
    rows: Sequence[StatisticsRow], kind: str = "", *, continues: bool = False
) -> str:
    """Rows that score more or less than the ratings of the players let expect. `kind`: a word
    before the label of each; `continues`: a sentence about their shares goes before."""
    rated = [row for row in rows if not row.score.is_small]
    flags = significant([row.score.chance for row in rated])
    outliers = [row for row, tells in zip(rated, flags, strict=True) if tells]
    outliers.sort(key=lambda row: (-abs(row.score.surplus), row.label))
    if outliers:
        words = _("After allowing for ratings, scores differ from the expected ones. %(rows)s.")
        parts = [_score_words(f"{kind} {row.label}".strip(), row.score) for row in outliers]
        return words % {"rows": "; ".join(parts[:LONGEST_LIST])}
    explained = continues and rated
    return _("After allowing for ratings, no difference is more than chance.") if explained else ""


def habits_finding(total: Sums, habits: Sequence[HabitContrast]) -> str:
    """Habits of winners that are more than chance, the clearest first."""
    if total.is_small:
        return ""
    gains = [
        fact_label(FACTS[habit.name]) for habit in habits if habit.tells and habit.deviations > 0
    ]
    if not gains:
        return ""
    return _("Winners have more of these than the others: %(habits)s.") % {
        "habits": _joined(gains[:LONGEST_LIST])
    }


def scoring_habits_finding(leaders: Mapping[str, LeaderResult], *, continues: bool = False) -> str:
    """Habits with which players score more than their ratings let expect. `leaders`: by habit, the
    players with the most of it; `continues`: a sentence about the habits of winners goes before."""
    scores = {name: result.score for name, result in leaders.items() if not result.score.is_small}
    flags = significant([score.chance for score in scores.values()])
    gains = [
        name
        for name, tells in zip(scores, flags, strict=True)
        if tells and scores[name].surplus > 0
    ]
    gains.sort(key=lambda name: (-scores[name].surplus, name))
    if gains:
        words = _(
            "After allowing for ratings, players with the most of these score more: %(habits)s."
        )
        parts = [
            f"{fact_label(FACTS[name])}, {_surplus_words(scores[name])}"
            for name in gains[:LONGEST_LIST]
        ]
        return words % {"habits": "; ".join(parts)}
    if continues and scores:
        return _("After allowing for ratings, no habit raises the score by more than chance.")
    return ""


def leaders_that_tell(results: Mapping[Key, LeaderResult], even: float) -> list[Key]:
    """Keys of the results whose share of wins differs from an even one by more than chance."""
    large = {key: result for key, result in results.items() if not result.is_small}
    flags = significant([result.chance(even) for result in large.values()])
    return [key for key, tells in zip(large, flags, strict=True) if tells]


def actions_finding(habits: Mapping[str, LeaderResult], even: float) -> str:
    """The habit with which players win most, and that with which they win least, if they have the
    most of it in their game."""
    telling = leaders_that_tell(habits, even)
    telling.sort(key=lambda name: (-habits[name].share, name))
    highest = [name for name in telling if habits[name].share > even][:1]
    lowest = [name for name in reversed(telling) if habits[name].share < even][:1]
    words = _("Players with the most %(habit)s win %(share)s of their games.")
    sentences = [
        words % {"habit": _quoted(name), "share": _percent(habits[name].share)}
        for name in [*highest, *lowest]
    ]
    if not sentences:
        return ""
    return " ".join([*sentences, _("An even share is %(even)s.") % {"even": _percent(even)}])


def rounds_finding(rounds: Mapping[int, LeaderResult], even: float) -> str:
    """How often the player who leads after a round wins: after the first and the last round in
    which that tells, with the least and the greatest share of all between them."""
    telling = leaders_that_tell(rounds, even)
    if not telling:
        return ""
    first, last = telling[0], telling[-1]
    values = {
        "first": first,
        "last": last,
        "share": _percent(rounds[first].share),
        "last_share": _percent(rounds[last].share),
        "even": _percent(even),
    }
    shares = [rounds[number].share for number in telling]
    values |= {"least": _percent(min(shares)), "most": _percent(max(shares))}
    if len(telling) > 2 and telling == list(range(first, last + 1)):
        words = _(
            "If you lead alone after any round from %(first)s to %(last)s, you win %(least)s to "
            "%(most)s of such games."
        )
    elif first == last:
        words = _("If you lead alone after round %(first)s, you win %(share)s of such games.")
    elif values["share"] == values["last_share"]:
        words = _(
            "If you lead alone after round %(first)s or %(last)s, you win %(share)s of such games."
        )
    else:
        words = _(
            "If you lead alone after round %(first)s, you win %(share)s of such games. "
            "After round %(last)s it is %(last_share)s."
        )
    return words % values + " " + _("An even share is %(even)s.") % values


def skill_finding(thirds: SkillThirds | None) -> str:
    """Habits in which the upper third by rating differs from the lower one, the clearest first."""
    telling = [habit for habit in thirds.contrasts if habit.tells] if thirds else []
    if not thirds or not telling:
        return ""
    sentences = []
    for words, sign in (
        (_("Players rated %(high)s or more have more of these: %(habits)s."), 1),
        (_("Players rated %(high)s or more have fewer of these: %(habits)s."), -1),
    ):
        names = [fact_label(FACTS[h.name]) for h in telling if h.deviations * sign > 0]
        if names:
            habits = _joined(names[:LONGEST_LIST])
            sentences.append(words % {"high": thirds.high, "habits": habits})
    comparison = _("The comparison is with players rated below %(low)s.") % {"low": thirds.low}
    return " ".join([*sentences, comparison])


def contrast_words(frequent: Sequence[str], fewer: Sequence[str]) -> str:
    """Labels of facts that a player has more and fewer of than all players, as sentences."""
    parts = (
        (_("More than the average of all players: %(habits)s."), frequent),
        (_("Less than the average of all players: %(habits)s."), fewer),
    )
    return " ".join(
        words % {"habits": _joined(labels[:LONGEST_LIST])} for words, labels in parts if labels
    )


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


def _joined(labels: Sequence[str]) -> str:
    """Labels of facts in a sentence: quoted, joined by commas and “and”."""
    return joined_words(_("“%(label)s”") % {"label": label} for label in labels)


def _decimal(number: float) -> str:
    return str(number_format(round(number, 1), 1))


def _quoted(name: str) -> str:
    """The label of a fact as a quotation."""
    return _joined([fact_label(FACTS[name])])


def _score_words(label: str, score: RatedScore) -> str:
    words = _("%(row)s: %(score)s ± %(error)s, expected %(expected)s")
    return words % {
        "row": label,
        "score": _exact_percent(score.score),
        "error": _exact_percent(score.error),
        "expected": _exact_percent(score.expected),
    }


def _surplus_words(score: RatedScore) -> str:
    return f"+{_exact_percent(score.surplus)} ± {_exact_percent(score.error)}"


def _exact_percent(share: float) -> str:
    return f"{number_format(round(100 * share, 1), 1)} %"


def _percent(share: float) -> str:
    return f"{number_format(round(100 * share))} %"
