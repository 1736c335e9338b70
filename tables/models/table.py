from __future__ import annotations

from dataclasses import fields

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine import Setup
from engine.fairness import TERMS
from engine.vocabulary import Colour, Profile
from games.models.append_only import AppendOnly
from tables.models.shared_deal import SharedDeal
from tables.terms import Access, Agreed, Pace


class Phase(models.TextChoices):
    """How far a table is. It only ever moves down this list; the last three are ends."""

    OPEN = "open", _("waiting for players")
    DEALING = "dealing", _("waiting for the players' share of the shuffle")
    PLAYING = "playing", _("being played")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")
    ABANDONED = "abandoned", _("abandoned")


BEFORE = (Phase.OPEN, Phase.DEALING)
"""Before the cards are dealt."""

CALLED_OFF = (Phase.CANCELLED, Phase.ABANDONED)
"""Ends without a result."""

LIVE = (*BEFORE, Phase.PLAYING)
"""Phases before the end."""


class Table(models.Model):
    """A table: its terms, its phase, the place that is to act.

    The entries are its truth: the position is always replayed from them. `plies` counts them and
    moves with them in one transaction, so that of two who act at once one finds another number.
    """

    id = models.CharField(primary_key=True, max_length=12, editable=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tables_opened"
    )
    phase = models.CharField(max_length=9, choices=Phase, default=Phase.OPEN)

    # --- what was agreed
    seats_wanted = models.PositiveSmallIntegerField("number of seats")
    preset = models.CharField(max_length=12, blank=True)
    sites = models.CharField("five sides, market to obelisks", max_length=5, default=Agreed.sites)
    modules = models.CharField("words between spaces", max_length=200, blank=True)
    profile = models.CharField(max_length=20, choices=[(p.value, p.value) for p in Profile])
    edition = models.CharField(max_length=20)
    rated = models.BooleanField(default=Agreed.rated)
    watchable = models.BooleanField("spectators may watch", default=Agreed.watchable)
    previews = models.BooleanField(
        "shows what a choice would bring, in a rated game too",
        default=Agreed.previews,
        db_default=Agreed.previews,
    )
    access = models.CharField(max_length=7, choices=Access, default=Agreed.access)
    reserved = models.BooleanField(
        "its seats are for those invited, as an event has them",
        default=False,
        db_default=False,
        editable=False,
    )
    withheld = models.BooleanField(
        "closed to all but its players until the last table of its deal ends",
        default=False,
        db_default=False,
        editable=False,
    )
    guests_chat = models.BooleanField("guests may chat", default=False, db_default=False)
    pace = models.CharField(max_length=4, choices=Pace, default=Agreed.pace)
    minutes = models.PositiveSmallIntegerField(
        "live: minutes of thinking time for each player", default=Agreed.minutes
    )
    increment = models.PositiveSmallIntegerField(
        "live: seconds added for each entry", default=Agreed.increment
    )
    days = models.PositiveSmallIntegerField("days: for each entry", default=Agreed.days)

    # --- a game that goes on from another one (docs/decisions/whatif.md)
    origin = models.ForeignKey(
        "games.Game", null=True, blank=True, on_delete=models.PROTECT, related_name="tables_from_it"
    )
    origin_ply = models.PositiveSmallIntegerField(
        "the step of that game that it leaves from", null=True, blank=True
    )
    begun = models.TextField("the entries that it begins with, one a line", blank=True)
    order = models.CharField("its colours in turn order, between spaces", max_length=40, blank=True)

    # --- fair dealing (docs/fair-dealing.md)
    commitment = models.CharField("SHA-256 of the secret", max_length=64)
    deal_terms = models.PositiveSmallIntegerField("terms of dealing", default=TERMS)
    shared_deal = models.ForeignKey(
        SharedDeal, null=True, blank=True, on_delete=models.PROTECT, related_name="tables"
    )

    # --- how far it is
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    plies = models.PositiveSmallIntegerField("entries written", default=0)
    awaited = models.PositiveSmallIntegerField(
        "the place that is to act, by turn order, from 0", null=True, blank=True
    )
    awaited_since = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(
        null=True,
        blank=True,
        help_text="dealing: it is dealt without the missing shares; playing: time is over; open: "
        "the table is closed",
    )
    host_present_at = models.DateTimeField(
        "when the host had a page open last, roughly",
        default=timezone.now,
        db_default=Now(),
        editable=False,
    )
    take_back_count = models.PositiveSmallIntegerField(
        "how often entries were taken back", default=0, db_default=0
    )
    take_back_first = models.PositiveSmallIntegerField(
        "first entry that a player wishes to take back", null=True, blank=True
    )
    take_back_seat = models.PositiveSmallIntegerField(
        "that player, by turn order; empty: the others refused", null=True, blank=True
    )
    reminded = models.BooleanField("the awaited player was reminded", default=False)
    announced = models.BooleanField("e-mail said that it has begun", default=False)
    upload = models.OneToOneField(
        "games.Upload", null=True, blank=True, on_delete=models.PROTECT, related_name="table"
    )
    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )

    shares_at_hand: dict[str, str] | None = None
    """Of this object only: see ``tables.deals``."""

    class Meta:
        ordering = ["-created_at", "-id"]
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["phase", "-created_at", "-id"], name="table_by_phase"),
            models.Index(
                fields=["deadline"],
                name="table_by_deadline",
                condition=Q(phase__in=["open", "dealing", "playing"]),
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["shared_deal", "host"],
                condition=Q(reserved=False, shared_deal__isnull=False),
                name="one_table_of_a_deal",
            ),
        ]

    def __str__(self) -> str:
        return self.id

    @property
    def colours(self) -> list[str]:
        """The colours that may sit there: in a game that was begun elsewhere in turn order."""
        return self.order.split() or list(Colour.words())

    @property
    def module_words(self) -> list[str]:
        return self.modules.split()

    @property
    def agreed(self) -> Agreed:
        """Agreed terms, as the columns have them."""
        columns = {
            field.name: getattr(self, field.name)
            for field in fields(Agreed)
            if field.name not in ("seats", "modules")
        }
        return Agreed(**columns, seats=self.seats_wanted, modules=tuple(self.module_words))

    @staticmethod
    def columns(agreed: Agreed) -> dict[str, object]:
        """The columns of a table at which this is agreed."""
        columns = {field.name: getattr(agreed, field.name) for field in fields(Agreed)}
        columns["seats_wanted"] = columns.pop("seats")
        columns["modules"] = " ".join(agreed.modules)
        return columns

    @property
    def may_preview(self) -> bool:
        """True if players are shown what a choice would bring: always where nothing is rated."""
        return self.previews or not self.rated

    @property
    def is_withheld(self) -> bool:
        """True if its game is closed to all who do not sit there: other tables play its deal.

        The one place that says so. A withheld game is in no record: its log is handed in when it is
        shown, so what is made of the record knows nothing of it.
        """
        return self.withheld and self.started_at is not None

    @property
    def free(self) -> int:
        """Seats that are free; no query where the places are loaded."""
        return max(0, self.seats_wanted - len(self.places.all()))

    def setup(self, colours: str | list[Colour]) -> Setup:
        """Set-up of the agreed terms, with the seats in this order."""
        return Setup.of(colours, self.sites, self.modules, self.profile, self.edition)


class Opening(AppendOnly):
    """A request that opened a table, by the client's own mark of it: `account` and the same `key`
    again are the same request. `terms`: SHA-256 of what was asked for.

    Not a part of the table, whose host may be another one by then.
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="table_openings"
    )
    key = models.CharField(max_length=64)
    terms = models.CharField("SHA-256 of what was asked for", max_length=64)
    table = models.OneToOneField(Table, on_delete=models.PROTECT, related_name="opening")

    class Meta(AppendOnly.Meta):
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["account", "key"], name="one_table_a_key")]

    def __str__(self) -> str:
        return f"{self.account} {self.table_id}"


class Dealing(AppendOnly):
    """All seats of a table are taken: what its deal follows from stands, but for the shares, and is
    a leaf of the transparency log. Not of a game that goes on from another one."""

    table = models.OneToOneField(Table, on_delete=models.PROTECT, related_name="dealing")
    filled_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.table_id}"


class Invitation(models.Model):
    """An account may sit down at a table for those invited."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="invitations")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="table_invitations"
    )
    colour = models.CharField(
        "the seat that this account has, as an event seats it",
        max_length=8,
        blank=True,
        default="",
        db_default="",
    )
    declined = models.BooleanField(default=False)
    told = models.BooleanField("e-mail said so", default=False)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        default_permissions = ("view",)
        constraints = [models.UniqueConstraint(fields=["table", "account"], name="invited_once")]

    def __str__(self) -> str:
        return f"{self.account} {self.table_id}"


class Place(models.Model):
    """One seat of a table, and who sits there: a person, or a computer player.

    `turn` is drawn when the game begins. A player who ran out of time or left stays in
    `account`; from entry `replaced_at` on the computer player `stand_in` acts.
    """

    class ReplacementCause(models.TextChoices):
        """Why a player was replaced."""

        TIME = "time", "ran out of time"
        LEFT = "left", "left"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="places")
    colour = models.CharField(max_length=8, choices=[(c.word, c.word) for c in Colour])
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="places"
    )
    turn = models.PositiveSmallIntegerField("turn order, from 0", null=True, blank=True)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    promise = models.CharField(
        "SHA-256 of the share of the shuffle, given when sitting down; empty: none",
        max_length=64,
        blank=True,
    )
    opened_at = models.DateTimeField(
        "the promised share was given; empty in a game that is dealt: withheld",
        null=True,
        blank=True,
    )
    guest_digest = models.CharField(
        "SHA-256 of the secret by which a guest's browser holds this seat",
        max_length=64,
        blank=True,
        default="",
        db_default="",
    )
    left_ms = models.PositiveIntegerField("live: thinking time left, milliseconds", default=0)
    replaced_at = models.PositiveSmallIntegerField(
        "first entry that a computer player wrote instead", null=True, blank=True
    )
    replaced_why = models.CharField(max_length=4, choices=ReplacementCause, blank=True)
    stand_in = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="stood_in",
    )
    consents = models.BooleanField("agrees to cancel the game", default=False)
    agrees_to_take_back = models.BooleanField(
        "agrees to take back what a player wishes to", default=False, db_default=False
    )
    seen_ply = models.PositiveSmallIntegerField("has been shown everything up to", default=0)

    looked_ply = models.PositiveSmallIntegerField("had it in sight after entry", default=0)
    told_ply = models.PositiveSmallIntegerField("was told of by push, up to", default=0)

    class Meta:
        ordering = ["table", "turn", "id"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["table", "colour"], name="colour_sits_once"),
            models.UniqueConstraint(fields=["table", "turn"], name="one_place_a_turn"),
        ]
        indexes = [models.Index(fields=["account", "-table"], name="place_by_account")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.colour}"

    @property
    def is_computer(self) -> bool:
        """True if a computer player acts here now."""
        return self.stand_in_id is not None or bool(self.account.computer)

    @property
    def level(self) -> str:
        """The level of the computer player that acts here now; empty for a person."""
        return self.stand_in.computer if self.stand_in else self.account.computer


class Pulse(models.Model):
    """The one row that says what time it was when a sweep of the tables looked last, and when a web
    process last served: by it the next one finds out whether the clock has jumped, no sweep has
    run, or no player could move."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    seen_at = models.DateTimeField("the time as it was seen last")
    swept_at = models.DateTimeField("when the last sweep ran")
    served_at = models.DateTimeField("when a web process could last store something", null=True)
    jumped_at = models.DateTimeField("when time was given back last", null=True)
    jumped_by = models.BigIntegerField("by how many seconds the time had jumped", default=0)

    class Meta:
        default_permissions = ()
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="one_pulse")]

    def __str__(self) -> str:
        return f"{self.seen_at:%Y-%m-%d %H:%M:%S}"
