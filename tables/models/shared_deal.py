"""One deal for many tables: what it follows from, and how far it is."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from engine import Setup
from engine.shared_deal import BeaconShare
from engine.vocabulary import Colour, Profile
from games.models.append_only import AppendOnly


class SharedDeal(models.Model):
    """One deal for many tables of `seats`. Its secret is fixed first (`commitment`), then the
    promises of the entrants (`closed_at`), then their shares (`bound_at`); then tables are dealt.

    `shares_digest`: SHA-256 of all promises and shares, once it is bound. `beacon`: the round of a
    randomness beacon that is named with the promises, and drawn later; `beacon_digits`: its number,
    a share as well. Its games are withheld until `revealed_at`, and until `withheld_until` at the
    latest.
    """

    commitment = models.CharField("SHA-256 of the secret", max_length=64, editable=False)
    seats = models.PositiveSmallIntegerField("seats of a table")
    sites = models.CharField("five sides, market to obelisks", max_length=5)
    modules = models.CharField("words between spaces", max_length=200, blank=True)
    profile = models.CharField(max_length=20, choices=[(p.value, p.value) for p in Profile])
    edition = models.CharField(max_length=20)
    promised_at = models.DateTimeField("the secret was fixed", default=timezone.now)
    closed_at = models.DateTimeField("the promises were fixed", null=True, blank=True)
    share_deadline = models.DateTimeField("shares come until then", null=True, blank=True)
    withheld_until = models.DateTimeField(null=True, blank=True)
    bound_at = models.DateTimeField("the shares were fixed", null=True, blank=True)
    shares_digest = models.CharField(max_length=64, blank=True)
    beacon = models.CharField(
        "round of the randomness beacon", max_length=120, blank=True, default="", db_default=""
    )
    beacon_digits = models.CharField(
        "number of that round", max_length=64, blank=True, default="", db_default=""
    )
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.pk}"

    @property
    def setup(self) -> Setup:
        """Its set-up, with the colours that sit at its tables in their own order."""
        colours = list(Colour)[: self.seats]
        return Setup.of(colours, self.sites, self.modules, self.profile, self.edition)

    @property
    def beacon_share(self) -> BeaconShare | None:
        """The share of the beacon; none where none was named."""
        return BeaconShare(self.beacon, self.beacon_digits) if self.beacon else None


class DealShare(AppendOnly):
    """A share of a shared deal that an entrant promised, once and for all."""

    deal = models.ForeignKey(SharedDeal, on_delete=models.PROTECT, related_name="promises")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    promise = models.CharField("SHA-256 of the share", max_length=64, unique=True)
    moment = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["deal", "account"], name="one_share_an_entrant"),
        ]

    def __str__(self) -> str:
        return self.promise
