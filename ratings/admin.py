"""The ledger, for moderators to look at; and working it out again."""

from __future__ import annotations

from datetime import date

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.action_log import Kind, log_moderator_action, must_moderate
from games.admin.base import ReasonForm, ShownAdmin, admin_link, choices_filter, moderator
from games.models import Player
from ratings.models import ELSEWHERE, Closing, Entry, Fold, Rating, RatingChange
from ratings.tasks import ask_for_rebuild


def rating_text(thousandths: int) -> str:
    """A rating as people read it."""
    return f"{thousandths / 1000:.3f}"


class ByPlayer(ShownAdmin):
    """Rows that a player and a pool share."""

    search_fields = ("player",)
    search_help_text = _("a player: a handle (@ana), a name or a number (#17)")
    related: tuple[str, ...] = ("player__account",)

    def finds(self, word: str) -> Q:
        if word.startswith("@"):
            return Q(player__account__username=word[1:].lower())
        if word.startswith("#"):
            number = int(word[1:12]) if word[1:].isascii() and word[1:].isdigit() else 0
            return Q(player=number)
        return Q(player__name=word)

    @admin.display(description=_("player"))
    def player_link(self, row: Rating | RatingChange) -> SafeString | str:
        return admin_link(row.player)


@admin.register(Rating)
class RatingAdmin(ByPlayer):
    list_display = ("player_link", "pool", "in_points", "games", "last_played")
    list_display_links = None
    list_filter = ("pool",)
    fields = ("player_link", "pool", "in_points", "games", "last_played")
    ordering = ("pool", "-rating", "player")

    @admin.display(description=_("rating"), ordering="rating")
    def in_points(self, row: Rating) -> str:
        doubt = "" if row.deviation is None else f" ± {rating_text(row.deviation)}"
        return f"{rating_text(row.rating)}{doubt}"


@admin.register(RatingChange)
class RatingChangeAdmin(ByPlayer):
    list_display = ("pk", "player_link", "pool", "from_game", "change", "in_force", "added_by")
    list_filter = ("pool", ("retired_by", admin.EmptyFieldListFilter))
    fields = (
        *("player_link", "pool", "from_game", "change", "games_before", "pairs_in_words"),
        *("in_force", "added_by", "retired_by"),
    )
    ordering = ("-pk",)
    search_help_text = _("a player: a handle (@ana), a name or a number (#17); or the id of a game")
    related = ("player__account", "game", "added_by", "retired_by")
    deferred = ("game__log",)

    def finds(self, word: str) -> Q:
        return super().finds(word) | Q(game=word.lower())

    @admin.display(description=_("game"))
    def from_game(self, row: RatingChange) -> SafeString | str:
        return admin_link(row.game)

    @admin.display(description=_("rating"))
    def change(self, row: RatingChange) -> str:
        moved = (row.after - row.before) / 1000
        return f"{rating_text(row.before)} → {rating_text(row.after)} ({moved:+.3f})"

    @admin.display(description=_("current"), boolean=True)
    def in_force(self, row: RatingChange) -> bool:
        return row.retired_by_id is None

    @admin.display(description=_("pairs"))
    def pairs_in_words(self, row: RatingChange) -> SafeString:
        return format_html_join(
            SafeString("<br>"),
            "{}",
            ((", ".join(f"{name} {value}" for name, value in pair.items()),) for pair in row.pairs),
        )


@admin.register(Entry)
class EntryAdmin(ShownAdmin):
    list_display = ("pk", "from_game", "nth", "kind", "day", "cause", "in_force")
    list_filter = (
        choices_filter(_("kind"), "kind", ELSEWHERE),
        ("retired_by", admin.EmptyFieldListFilter),
    )
    fields = (
        *("from_game", "nth", "kind", "day", "at", "cause", "ref", "reverses", "rated"),
        *("in_force", "added_by", "retired_by"),
    )
    ordering = ("-pk",)
    search_fields = ("game",)
    search_help_text = _("the id of a game")
    related = ("game", "added_by", "retired_by")
    deferred = ("game__log",)

    def finds(self, word: str) -> Q:
        return Q(game=word.lower())

    @admin.display(description=_("game"))
    def from_game(self, row: Entry) -> SafeString | str:
        return admin_link(row.game)

    @admin.display(description=_("current"), boolean=True)
    def in_force(self, row: Entry) -> bool:
        return row.retired_by_id is None

    @admin.display(description=_("rated players"))
    def rated(self, row: Entry) -> SafeString | str:
        """Of a reversal, in the order of seats."""
        people = Player.objects.select_related("account").in_bulk(
            [player for player, _ in row.seats or []]
        )
        seats = [(place, admin_link(people.get(player))) for player, place in row.seats or []]
        return format_html_join(SafeString("<br>"), "{}. {}", seats) if seats else "–"


@admin.register(Closing)
class ClosingAdmin(ShownAdmin):
    list_display = ("pk", "through", "at", "changes", "its_digest")
    fields = ("through", "at", "changes", "its_digest", "before")
    ordering = ("-pk",)
    search_fields = ("digest",)
    search_help_text = _("the beginning of a digest, or a day, such as 2026-11-23")
    related = ("previous",)

    def finds(self, word: str) -> Q:
        condition = (
            Q(digest__startswith=word.lower())
            if word.isascii() and word.isalnum()
            else Q(pk__in=[])
        )
        try:
            return condition | Q(through=date.fromisoformat(word))
        except ValueError:
            return condition

    @admin.display(description=_("digest"))
    def its_digest(self, row: Closing) -> str:
        return row.digest

    @admin.display(description=_("digest of the previous closing"))
    def before(self, row: Closing) -> str:
        return row.previous.digest if row.previous else "–"


@admin.register(Fold)
class FoldAdmin(ShownAdmin):
    list_display = ("pk", "cause", "started_at", "games", "added", "retired", "duration")
    list_filter = ("cause", "started_at")
    fields = ("cause", "started_at", "games", "added", "retired", "duration")
    ordering = ("-pk",)
    change_list_template = "admin/folds.html"

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.rebuild)
        return [path("rebuild/", page, name="ratings_rebuild"), *super().get_urls()]

    def rebuild(self, request: HttpRequest) -> HttpResponse:
        """Asks why; then has a worker work out the whole ledger from nothing."""
        if not self.has_moderate_permission(request):
            raise PermissionDenied
        form = ReasonForm(request.POST if request.method == "POST" else None)
        if not form.is_valid():
            context = {
                **self.admin_site.each_context(request),
                "title": _("Rebuild the ratings"),
                "opts": self.opts,
                "media": self.media + form.media,
                "form": form,
                "explanation": _(
                    "A worker calculates all ratings again from the games that count, and replaces "
                    "wrong ones. If all ratings are correct, nothing changes."
                ),
            }
            return TemplateResponse(request, "admin/ask.html", context)
        self._queue_rebuild(request, form.cleaned_data["reason"])
        return HttpResponseRedirect(reverse("admin:ratings_fold_changelist"))

    def _queue_rebuild(self, request: HttpRequest, reason: str) -> None:
        account = moderator(request)
        must_moderate(account)
        log_moderator_action(account, Kind.REBUILD_RATINGS, reason, public_reason=reason)
        if ask_for_rebuild():
            messages.success(request, _("A worker will rebuild the ratings."))
        else:
            messages.error(request, _("The queue could not be reached. Please try again."))
