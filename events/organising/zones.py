"""Times on the wall of an event's place, daylight saving included."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from django.utils.translation import gettext as _

from web.errors import Invalid

WALL: Final = "%Y-%m-%dT%H:%M"
"""The form of a time on the wall, as browsers send it."""


@cache
def time_zones() -> frozenset[str]:
    """Names of time zones with a place, and UTC."""
    return frozenset(name for name in available_timezones() if "/" in name or name == "UTC")


def checked_zone(name: str) -> str:
    if name not in time_zones():
        raise Invalid(_("There is no such time zone."))
    return name


def moment_on_wall(typed: str, zone: ZoneInfo, *, latest: bool = False) -> datetime:
    """The moment at which a clock on the wall of `zone` shows `typed`.

    An hour that comes twice, when clocks go back, is the first one, or with `latest` the second.
    Raises ``Invalid`` for what is no time, and for one that the clocks leave out.
    """
    try:
        wall = datetime.strptime(typed.strip(), WALL)
        moment = wall.replace(tzinfo=zone, fold=int(latest)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Invalid(_("Enter a day and a time.")) from None
    if moment.astimezone(zone).replace(tzinfo=None) != wall:
        raise Invalid(
            _("The clocks go forward that night, so this time does not exist. Enter another time.")
        )
    return moment


def wall_time(moment: datetime, zone: ZoneInfo) -> str:
    """A moment as the field of a form has it."""
    return moment.astimezone(zone).strftime(WALL)
