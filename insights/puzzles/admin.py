"""Puzzles, for moderators: how hard each is, who decided what about it; take one out, bring it
back."""

from __future__ import annotations

from django import forms
from django.contrib import admin
from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.action_log import must_moderate
from games.admin.base import (
    ActionForm,
    Answers,
    ShownAdmin,
    ShownInline,
    action,
    admin_link,
    choices_filter,
    moderator,
)
from games.models import Account
from games.standing import LONGEST_REASON, conflict_in_game, must_be_impartial
from insights.puzzles.models import Puzzle, Ruling
from web.errors import Conflict, Invalid
from web.security_log import log_security_event

THOUSAND = 1000


class WhyForm(ActionForm):
    """Reason of a ruling, for moderators to read."""

    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Moderators can read the reason on the puzzle’s page."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 80}),
    )


class Rulings(ShownInline):
    model = Ruling
    fields = ("at", "moderator", "withdrawn", "reason")
    related = ("moderator",)
    verbose_name_plural = _("moderators’ decisions")


@admin.register(Puzzle)
class PuzzleAdmin(ShownAdmin):
    list_display = ("pk", "of_game", "entry", "withdrawn", "difficulty", "tried", "solved", "last")
    list_filter = (
        choices_filter(_("withdrawn"), "withdrawn", [("True", _("Yes")), ("False", _("No"))]),
    )
    fields = (
        *(
            "of_game",
            "number",
            "entry",
            "seat",
            "withdrawn",
            "difficulty",
            "attempts",
            "tried",
        ),
        *("solved", "last", "choices_of", "method", "engine", "made_at"),
    )
    ordering = ("-pk",)
    search_fields = ("game",)
    search_help_text = _("the id of a game")
    related = ("game",)
    deferred = ("game__log",)
    inlines = (Rulings,)
    actions = ("withdraw", "bring_back")

    def finds(self, word: str) -> Q:
        return Q(game=word.lower())

    def conflict_of_interest(self, account: Account, row: Puzzle) -> str:
        return conflict_in_game(account, row.game) if row.game else ""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Puzzle]:
        rows: QuerySet[Puzzle] = super().get_queryset(request)
        return rows.annotate(
            tries=Count("tried", distinct=True),
            right_tries=Count("tried", filter=Q(tried__right=True), distinct=True),
            last_day=Max("days__date"),
        )

    @admin.display(description=_("game"))
    def of_game(self, row: Puzzle) -> SafeString | str:
        if row.game is None:
            return gettext("no game: this puzzle comes with the site")
        return admin_link(row.game, row.game_id)

    @admin.display(description=_("difficulty"), ordering="rating")
    def difficulty(self, row: Puzzle) -> int:
        return row.rating // THOUSAND

    @admin.display(description=_("first tries"))
    def tried(self, row: Puzzle) -> int:
        return int(getattr(row, "tries", 0))

    @admin.display(description=_("right on the first try"))
    def solved(self, row: Puzzle) -> int:
        return int(getattr(row, "right_tries", 0))

    @admin.display(description=_("last shown on"))
    def last(self, row: Puzzle) -> object:
        return getattr(row, "last_day", None) or "–"

    @admin.display(description=_("choices, best first"))
    def choices_of(self, row: Puzzle) -> str:
        shares = [f"{text} {round(100 * share)} %" for text, share, _error in row.choices[:5]]
        return f"{' · '.join(shares)} ({row.right})"

    @action(_("Withdraw"), WhyForm)
    def withdraw(self, request: HttpRequest, row: Puzzle, answers: Answers) -> None:
        withdraw_puzzle(moderator(request), row, answers["reason"])

    @action(_("Bring the puzzle back"), WhyForm)
    def bring_back(self, request: HttpRequest, row: Puzzle, answers: Answers) -> None:
        bring_back_puzzle(moderator(request), row, answers["reason"])


def withdraw_puzzle(moderator: Account, puzzle: Puzzle, reason: str) -> Ruling:
    """Withdraw a puzzle: no day shows it again, and today another puzzle takes its place. Attempts
    stay.

    Raises ``NotAllowed``, also for a moderator with a seat in the game; ``Invalid`` without a
    reason; ``Conflict`` if it is withdrawn.
    """
    return _rule(moderator, puzzle, reason, withdrawn=True)


def bring_back_puzzle(moderator: Account, puzzle: Puzzle, reason: str) -> Ruling:
    """Let days show a puzzle again, if its game counts. Raises as ``withdraw_puzzle``."""
    return _rule(moderator, puzzle, reason, withdrawn=False)


def _rule(moderator: Account, puzzle: Puzzle, reason: str, *, withdrawn: bool) -> Ruling:
    must_moderate(moderator)
    if puzzle.game is not None:
        must_be_impartial(conflict_in_game(moderator, puzzle.game))
    reason = reason.strip()
    if not reason or len(reason) > LONGEST_REASON:
        raise Invalid(gettext("Give a reason."))
    with transaction.atomic():
        puzzles = Puzzle.objects.filter(pk=puzzle.pk, withdrawn=not withdrawn)
        if not puzzles.update(withdrawn=withdrawn):
            sentence = (
                gettext("This puzzle is already withdrawn.")
                if withdrawn
                else gettext("This puzzle isn’t withdrawn.")
            )
            raise Conflict(sentence)
        ruling = Ruling.objects.create(
            puzzle=puzzle, moderator=moderator, withdrawn=withdrawn, reason=reason
        )
    kind = "withdraw_puzzle" if withdrawn else "bring_back_puzzle"
    log_security_event("deed", account=moderator.pk, kind=kind, puzzle=puzzle.pk)
    return ruling
