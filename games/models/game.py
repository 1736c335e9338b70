from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.vocabulary import Colour, Profile, Side


class Standing(models.TextChoices):
    """Standing of a verified game: if it counts for ratings."""

    WAITING = "waiting", _("verified, not rated")
    UNRATED = "unrated", _("verified, agreed not to be rated")
    COUNTED = "counted", _("verified and rated")
    DISPUTED = "disputed", _("disputed by a player")
    CONTESTED = "contested", _("contested: who sat where")
    VOID = "void", _("void")
    REFUTED = "refuted", _("refused by a later verification")


SIDES = [(side.word, side.word) for side in Side]


class Game(models.Model):
    """A finished, verified game.

    `id` comes from the fingerprint (see ``web.public_id``), so that it is the same on every
    site. Rated in the order of `played_on`, `accepted_at`, `id`.
    """

    id = models.CharField(primary_key=True, max_length=12, editable=False)
    fingerprint = models.CharField(max_length=64, unique=True)
    digest = models.CharField(max_length=64)
    log = models.TextField("canonical log")
    submission = models.OneToOneField(
        "games.Submission", on_delete=models.PROTECT, related_name="first_of"
    )
    arbiter = models.ForeignKey(
        "games.Account",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="arbitrated",
        help_text="the arbiter who vouches for it by having uploaded it",
    )
    arbiter_may_sit = models.BooleanField(
        default=False,
        editable=False,
        help_text="vouched for when an arbiter's word still counted for games of their own",
    )

    edition = models.CharField(max_length=20)
    profile = models.CharField(max_length=20, choices=[(p.value, p.value) for p in Profile])
    players = models.PositiveSmallIntegerField("number of players")
    market = models.CharField(max_length=1, choices=SIDES)
    pyramid = models.CharField(max_length=1, choices=SIDES)
    temple = models.CharField(max_length=1, choices=SIDES)
    burial_chamber = models.CharField(max_length=1, choices=SIDES)
    obelisks = models.CharField(max_length=1, choices=SIDES)
    modules = models.CharField(
        max_length=200, blank=True, help_text="words between spaces, a space at both ends"
    )
    chance = models.CharField(max_length=100)
    entries = models.PositiveSmallIntegerField()

    winning_points = models.SmallIntegerField()
    margin = models.PositiveSmallIntegerField("points between the two best seats")
    winners = models.PositiveSmallIntegerField("seats that share the first place")

    played_on = models.DateField(help_text="as the log says, else the day it was accepted")
    accepted_at = models.DateTimeField(default=timezone.now, editable=False)
    standing = models.CharField(max_length=12, choices=Standing, default=Standing.WAITING)
    void_reason = models.TextField("public reason for being void", blank=True)
    played_here = models.BooleanField(
        default=False, help_text="at a table of this site, which saw every entry being made"
    )
    unrated = models.BooleanField(
        default=False, help_text="the players agreed before the game that it is not rated"
    )
    seating = models.PositiveSmallIntegerField(
        default=0, help_text="how often its seats were mended"
    )
    addresses_asked = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="came when players had to have verified addresses to be rated",
    )
    marked = models.BooleanField(
        "its marks are here",
        default=False,
        db_default=False,
        editable=False,
        help_text="no: from before there were any (games.judging.similarity)",
    )
    strength = models.IntegerField(
        null=True,
        blank=True,
        editable=False,
        help_text="mean overall rating of its players before it, in points; empty if not rated",
    )
    facts_version = models.PositiveSmallIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="of what it tells (facts.VERSION); 0: from before there were facts",
    )
    reminded = models.PositiveSmallIntegerField(
        null=True, blank=True, editable=False, help_text="how often its players were reminded"
    )
    reminded_at = models.DateTimeField(null=True, blank=True, editable=False)
    lapsed_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="unconfirmed for so long that it waits no more, unless a player confirms it",
    )

    class Meta:
        ordering = ["-played_on", "-accepted_at", "-id"]
        indexes = [
            models.Index(fields=["-played_on", "-accepted_at", "-id"], name="game_by_day"),
            models.Index(
                fields=["players", "-played_on", "-accepted_at", "-id"], name="game_by_players"
            ),
            models.Index(fields=["strength"], name="game_by_strength"),
            models.Index(
                fields=["margin", "-played_on", "-accepted_at", "-id"], name="game_by_margin"
            ),
            models.Index(
                fields=["-entries", "-played_on", "-accepted_at", "-id"], name="game_by_length"
            ),
            models.Index(
                fields=["played_on", "accepted_at", "id"],
                name="game_in_rating_order",
                condition=Q(standing="counted"),
            ),
            models.Index(fields=["-accepted_at"], name="game_by_acceptance"),
            models.Index(
                fields=["accepted_at"],
                name="game_that_waits",
                condition=Q(standing="waiting", lapsed_at__isnull=True),
            ),
            models.Index(
                fields=["standing", "-played_on", "-accepted_at", "-id"],
                name="game_that_does_not_count",
                condition=Q(standing__in=[word for word in Standing.values if word != "counted"]),
            ),
            models.Index(fields=["id"], name="game_to_mark", condition=Q(marked=False)),
            models.Index(fields=["facts_version", "id"], name="game_by_facts"),
            models.Index(
                fields=["-winning_points", "-played_on", "-accepted_at", "-id"],
                name="game_by_points",
            ),
            models.Index(
                fields=["-margin", "-played_on", "-accepted_at", "-id"], name="game_by_distance"
            ),
            models.Index(
                fields=["market", "pyramid", "temple", "burial_chamber", "obelisks"],
                name="game_by_sides",
            ),
        ]

    def __str__(self) -> str:
        return self.id

    @property
    def version(self) -> str:
        """Version of its drawing: the game itself never changes, but a player who closes their
        account is shown under a number from then on. Reads the log."""
        header, _, _ = self.log.partition("\nchance:")
        return f"{self.fingerprint[:16]}-{crc32(header.encode()):x}"

    @property
    def module_words(self) -> list[str]:
        return self.modules.split()

    @property
    def sides(self) -> str:
        """The five letters, market to obelisks."""
        return self.market + self.pyramid + self.temple + self.burial_chamber + self.obelisks


class Seat(models.Model):
    """One player's place in a game, in turn order from 0."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField("turn order, from 0")
    colour = models.CharField(max_length=8, choices=[(c.word, c.word) for c in Colour])
    player = models.ForeignKey(
        "games.Player", null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    name = models.CharField("name in the log", max_length=80, blank=True)
    since = models.PositiveSmallIntegerField(
        default=0, help_text="the seating of the game from which on its player has to confirm"
    )
    points = models.SmallIntegerField()
    place = models.PositiveSmallIntegerField()
    rated_place = models.PositiveSmallIntegerField(
        default=0,
        help_text="the place that ratings use: players who were replaced are behind all others",
    )
    replaced_at = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="the first entry that a computer player made for this seat instead of its player",
    )
    resigned_at = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the entry by which its player resigned"
    )
    sled = models.PositiveSmallIntegerField("stones left on the sled")
    breakdown = models.JSONField("points by source")
    played_on = models.DateField()

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_number"),
        ]
        indexes = [
            models.Index(fields=["player", "-played_on", "-game"], name="seat_by_player"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.colour}"

    @property
    def is_given_up(self) -> bool:
        """True if its player resigned, or a computer player went on."""
        return self.resigned_at is not None or self.replaced_at is not None


def decided_by_sled(seat: Seat, seats: Iterable[Seat]) -> bool:
    """True if another of `seats` has the same points and another place, because of its sled."""
    return seat.resigned_at is None and any(
        other.points == seat.points and other.place != seat.place
        for other in seats
        if other.resigned_at is None
    )


class Identity(models.Model):
    """Identity of a game, independent of the colours, profile and sides in its log.

    Of the records of one game one *holds* the identity; another log of the game is a
    duplicate of that one. The others are older than this table, or void.
    """

    game = models.OneToOneField(
        "games.Game", primary_key=True, on_delete=models.PROTECT, related_name="identity"
    )
    digest = models.CharField(max_length=64, help_text="see engine.identity")
    holds = models.BooleanField(default=True)

    class Meta:
        verbose_name_plural = "identities"
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["digest"], condition=Q(holds=True), name="one_game_is_one_game"
            ),
        ]
        indexes = [
            models.Index(fields=["digest"], condition=Q(holds=False), name="identity_of_twins"),
        ]

    def __str__(self) -> str:
        return self.game_id


class Note(models.Model):
    """An account's text next to a step of a game."""

    class Kind(models.TextChoices):
        QUESTION = "question", _("question")
        IDEA = "idea", _("idea")
        MISTAKE = "mistake", _("mistake")
        BRILLIANT = "brilliant", _("brilliant")

    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, related_name="notes")
    ply = models.PositiveIntegerField(help_text="the entry that the note is about; 0: the start")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="notes"
    )
    kind = models.CharField(max_length=10, choices=Kind)
    text = models.TextField(max_length=2000)
    branch = models.TextField(
        blank=True, help_text="the entries of a what-if that goes on from the step, one a line"
    )
    public = models.BooleanField(default=False)
    at = models.DateTimeField(default=timezone.now, editable=False)
    edited_at = models.DateTimeField(null=True, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_reason = models.TextField(blank=True)

    class Meta:
        ordering = ["ply", "at", "id"]
        default_permissions = ("view",)
        indexes = [models.Index(fields=["game", "ply"], name="notes_of_a_step")]

    @property
    def branch_lines(self) -> list[str]:
        """The entries of the what-if that is kept with the note."""
        return self.branch.split("\n") if self.branch else []

    def __str__(self) -> str:
        return f"{self.account} {self.game_id}/{self.ply}"
