"""Models of organised play, a module for what belongs together. A model never calls a service."""

from events.models.act import EventAct
from events.models.announcement import EventAnnouncement
from events.models.club import (
    Club,
    ClubGame,
    ClubInvitation,
    ClubMember,
    ClubWord,
)
from events.models.deal import EventDeal
from events.models.entrant import Entrant
from events.models.event import Event, EventArbiter, EventFormat, EventPlace
from events.models.report import NameReport
from events.models.round import (
    WITHOUT_RESULT,
    BroughtGame,
    EventSeat,
    EventTable,
    ResultState,
    Round,
    RoundBye,
)
from events.models.ruling import EventRuling
from events.models.series import (
    Division,
    DivisionPlayer,
    GuestAccount,
    Series,
    SeriesAct,
    SeriesEvent,
    SeriesMove,
)
from events.models.week import WeekDeal

__all__ = [
    "WITHOUT_RESULT",
    "BroughtGame",
    "Club",
    "ClubGame",
    "ClubInvitation",
    "ClubMember",
    "ClubWord",
    "Division",
    "DivisionPlayer",
    "Entrant",
    "Event",
    "EventAct",
    "EventAnnouncement",
    "EventArbiter",
    "EventDeal",
    "EventFormat",
    "EventPlace",
    "EventRuling",
    "EventSeat",
    "EventTable",
    "GuestAccount",
    "NameReport",
    "ResultState",
    "Round",
    "RoundBye",
    "Series",
    "SeriesAct",
    "SeriesEvent",
    "SeriesMove",
    "WeekDeal",
]
