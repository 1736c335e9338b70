"""Analyses, for moderators: a list, and what they do: stop one, have it go on."""

from __future__ import annotations

from django.contrib import admin
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.action_log import must_moderate
from games.admin.base import Answers, ShownAdmin, action, admin_link, choices_filter, moderator
from games.models import Account
from insights.reviews.models import UNDER_WAY, Review, ReviewReason, ReviewState
from insights.reviews.services.queue import wake_review_worker_on_commit
from web.errors import Conflict


@admin.register(Review)
class ReviewAdmin(ShownAdmin):
    list_display = ("pk", "of_game", "state", "reason", "requester", "asked_at", "far", "seconds")
    list_filter = (
        choices_filter(_("state"), "state", ReviewState.choices),
        choices_filter(_("reason"), "reason", ReviewReason.choices),
    )
    fields = (
        *("of_game", "method", "engine", "state", "reason", "requester", "asked_at", "done_at"),
        *("far", "seconds", "attempts", "error"),
    )
    ordering = ("-pk",)
    search_fields = ("game",)
    search_help_text = _("the id of a game, or the handle of the requester (@ana)")
    related = ("asked_by", "game")
    deferred = ("result", "game__log")
    actions = ("stop", "again")

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            return Q(asked_by__username=word[1:].lower())
        return Q(game=word.lower())

    def conflict_of_interest(self, account: Account, row: Review) -> str:
        return ""

    @admin.display(description=_("game"))
    def of_game(self, row: Review) -> SafeString | str:
        return admin_link(row.game, row.game_id)

    @admin.display(description=_("requested by"))
    def requester(self, row: Review) -> SafeString | str:
        return admin_link(row.asked_by)

    @admin.display(description=_("moves analysed"))
    def far(self, row: Review) -> str:
        return f"{row.judged} / {row.entries}"

    @action(_("Stop"), None, for_oneself=True)
    def stop(self, request: HttpRequest, row: Review, answers: Answers) -> None:
        stop_review(moderator(request), row)

    @action(_("Continue"), None, for_oneself=True)
    def again(self, request: HttpRequest, row: Review, answers: Answers) -> None:
        resume_review(moderator(request), row)


def stop_review(moderator: Account, review: Review) -> None:
    """Stop an analysis; its worker notices at the next piece.

    Raises ``NotAllowed``, ``Conflict`` if it is not under way.
    """
    must_moderate(moderator)
    reviews = Review.objects.filter(pk=review.pk, state__in=UNDER_WAY)
    if not reviews.update(state=ReviewState.STOPPED, claimed_at=None):
        raise Conflict(gettext("This analysis is not running."))


def resume_review(moderator: Account, review: Review) -> None:
    """Queue a failed or stopped analysis again; judged entries stay.

    Raises ``NotAllowed``, ``Conflict``.
    """
    must_moderate(moderator)
    with transaction.atomic():
        ended = Review.objects.filter(
            pk=review.pk, state__in=(ReviewState.FAILED, ReviewState.STOPPED)
        )
        if not ended.update(state=ReviewState.QUEUED, claimed_at=None, attempts=0, error=""):
            raise Conflict(gettext("Only a failed or stopped analysis can be continued."))
        wake_review_worker_on_commit()
