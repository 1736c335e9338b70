"""Acts of series are written in the transaction of the change, and queued for their leaves."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from events.acts.writing import store_acts
from events.models import Division, DivisionPlayer, Series, SeriesAct
from games.log_outbox import SERIES
from games.models import Account
from games.standing import ensure_player


class PendingSeriesAct(NamedTuple):
    """An act that is not written yet."""

    kind: SeriesAct.Kind
    content: Mapping[str, object]
    text: str = ""


def write_series_acts(series: Series, account: Account, acts: Sequence[PendingSeriesAct]) -> None:
    """Write the next acts of `series`, which the caller holds."""
    ensure_player(account)
    rows = [
        SeriesAct(
            series=series,
            kind=act.kind,
            account=account,
            content=dict(act.content),
            text=act.text,
            salt=secrets.token_hex(16),
        )
        for act in acts
    ]
    store_acts(rows, SeriesAct.objects.filter(series=series), SERIES)


def created_act(series: Series, founder: Account) -> PendingSeriesAct:
    content = {
        "terms": series_terms_as_json(series),
        "club": series.club_id,
        "founder": ensure_player(founder).pk,
        "before": series.before_id,
    }
    return PendingSeriesAct(SeriesAct.Kind.CREATED, content, series.name)


def division_act(division: Division) -> PendingSeriesAct:
    content = {"division": division.number, "exchanged": division.exchanged}
    return PendingSeriesAct(SeriesAct.Kind.DIVISION, content, division.name)


def placed_act(player: DivisionPlayer, division: int) -> PendingSeriesAct:
    """The name of a guest is the act's text."""
    content = {
        "place": player.pk,
        "division": division,
        "player": ensure_player(player.account).pk if player.account else None,
        "move": player.move,
    }
    return PendingSeriesAct(SeriesAct.Kind.PLACED, content, player.guest)


def series_terms_as_json(series: Series) -> dict[str, object]:
    """All that an organiser decides, without the name: as acts and dumps have it."""
    return {
        "first_day": series.first_day.isoformat(),
        "last_day": series.last_day.isoformat(),
        "best": series.best,
        "least": series.least,
        "rank_points": series.rank_points,
        "tie_breaks": series.tie_breaks,
    }
