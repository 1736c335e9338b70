"""The port of `games` to the layers above it: events it announces, and questions it asks them.

The site implements it once (``imhotep_site.pipeline``) and connects it at start. What is announced
inside a transaction is written with it. A port that is missing, or lacks a method, fails
``manage.py check``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, runtime_checkable

from django.core.exceptions import ImproperlyConfigured
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from uuid import UUID

    from django.db.models import Model, QuerySet

    from games.accounts.data_export import ExportFile
    from games.models import Account, Game
    from games.moderation.fraud_detectors import Suspicion


class Cause(TextChoices):
    """Cause of a change of a game."""

    COUNTED = "counted", _("the game began to count")
    VOID = "void", _("the game was voided")
    RESTORED = "restored", _("the game is no longer void")
    DISPUTED = "disputed", _("the game was disputed")
    UPHELD = "upheld", _("a dispute was upheld")
    DISPUTE_ENDED = "dispute-ended", _("a dispute ended")
    CONTESTED = "contested", _("the seats of the game were contested")
    CONTEST_ENDED = "contest-ended", _("a claim of seats ended")
    RESEATED = "reseated", _("the seats of the game were corrected")
    MERGED = "merged", _("a guest turned out to be a player")
    OTHER_LOG = "other-log", _("another log of the game was accepted as the right one")
    JUDGED = "judged", _("the log of the game was checked again")
    RELEASE = "release", _("a release of the rules engine was adopted")
    ADDRESS = "address", _("a player verified their mail address")
    TERMS = "terms", _("the rules for ratings changed")


class ChangeReason(NamedTuple):
    """A cause, and what to look at: ``action:ID`` (what a moderator did), ``dispute:ID``,
    ``merge:ID``, ``release:ID``; empty: the game itself."""

    cause: Cause = Cause.COUNTED
    ref: str = ""


PLAIN: Final = ChangeReason()
"""The game came to count, as every game does that is confirmed or vouched for."""


class RecordedGame(NamedTuple):
    """A game that a log led to: new, or on record already by the same log. `occasion`: the marks
    of the upload, empty for one without."""

    game: str
    upload: UUID
    uploader: int
    occasion: str


class Occasion(NamedTuple):
    """Something for which an account may bring games now: its club, its table at an event. `mark`:
    of ``Upload.occasion``; `words`: for its reader."""

    mark: str
    words: str


class ClubVoucher(NamedTuple):
    """An arbiter of a club vouches for a game, in its `seating`. `account`, `player`: the arbiter;
    `members`: accounts that were members from the day of the game until then."""

    club: int
    account: int
    player: int
    fingerprint: str
    seating: int
    vouched_at: datetime
    members: frozenset[int]


Records = Mapping[str, Iterable[str | int]]
"""Keys of rows that have leaves in the transparency log, by kind (``games.log_outbox``)."""


@runtime_checkable
class Port(Protocol):
    def games_changed(self, game_ids: Iterable[str], reason: ChangeReason) -> None:
        """Games came to count, ceased to, or changed players; in the transaction that did it."""

    def games_recorded(self, games: Sequence[RecordedGame]) -> None:
        """Logs of tables of this site, or of uploads with an occasion, led to games; in the
        transaction that stored their verdicts."""

    def records_changed(self, records: Records) -> None:
        """Rows with leaves were written; in the transaction that wrote them. One statement."""

    def account_closes(self, account: Account) -> None:
        """An account closes, and still has its handle; in the transaction that closes it."""

    def check_occasion(self, account: Account, occasion: str) -> str:
        """The marks in `occasion` as an upload stores them. Raises ``Invalid`` unless `account` may
        bring games for them, ``TooBusy`` after too many wrong ones."""

    def occasions_of(self, account: Account) -> Sequence[Occasion]:
        """Everything for which `account` may bring games now."""

    def club_vouchers(self, games: Sequence[Game]) -> Mapping[str, ClubVoucher]:
        """Arbiters of clubs who vouch for some of `games`, by id: the last word for each. At most
        two queries."""

    def notices_added(self, accounts: Collection[int], to_confirm: Collection[int]) -> None:
        """Accounts have new notices, and some are `to_confirm` to confirm; after the
        transaction."""

    def suspend_ratings(self) -> None:
        """No game is rated until the caller's transaction ends."""

    def plays_rated_game(self, account: Account) -> bool:
        """True if `account` sits in a rated game that runs, or has ended and is not on record."""

    def listings_changed(self, players: Collection[int]) -> None:
        """These players are off the leaderboards because of a pattern, or back."""

    def engine_notice(self, game: Game) -> str:
        """How the current engine disagrees with the stored verdict; empty if it agrees."""

    def suspicions(self, since: date) -> Iterable[Suspicion]:
        """Suspicions of other layers about games from this day on."""

    def marked_seats(self, marks: Sequence[str]) -> QuerySet[Model, int]:
        """Ids of seats with a move that the newest analysis of the game marks so, as a query."""

    def account_texts(self) -> Sequence[tuple[type[Model], str]]:
        """Columns of other layers in which people write of others by handle."""

    def exported_files(self, account: Account) -> Iterator[ExportFile]:
        """Files of other layers for an account's data export."""


_connected: Port | None = None


def connect(implementation: Port) -> None:
    """Make `implementation` the port of this process."""
    global _connected
    _connected = implementation


def is_connected() -> bool:
    """True if there is a port, with every method of ``Port``."""
    return isinstance(_connected, Port)


def port() -> Port:
    """The port of this process. Raises ``ImproperlyConfigured`` if none is connected."""
    if _connected is None:
        raise ImproperlyConfigured("no port of games is connected: see games.ports.connect")
    return _connected
