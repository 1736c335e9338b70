"""Events for moderators: people, rounds and tables, rulings, announcements. Nothing is changed by
hand; a moderator hides names and words."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from events import moderation
from events.models import (
    Entrant,
    Event,
    EventAnnouncement,
    EventArbiter,
    EventRuling,
    EventSeat,
    EventTable,
    NameReport,
    Round,
)
from games.admin.base import Answers, ShownAdmin, ShownInline, action, moderator
from games.models import Account

HIDDEN = ("hidden_at", admin.EmptyFieldListFilter)
EVENT_HELP = _("the number of an event, or a handle (@ana)")


def event_condition(word: str, handle_lookup: str, event_lookup: str = "event") -> Q:
    """Rows by a handle, or by the number of their event."""
    if word.startswith("@"):
        return Q((handle_lookup, word[1:].lower()))
    return Q((event_lookup, int(word[:9]))) if word.isascii() and word.isdigit() else Q(pk__in=[])


class EventReportsInline(ShownInline):
    """Reports of an event's name."""

    model = NameReport
    fields = ("account", "reason", "reported_at", "settled_at", "settled_by", "upheld", "answer")
    related = ("account", "settled_by")
    fk_name = "event"


class EventArbitersInline(ShownInline):
    """Arbiters of an event."""

    model = EventArbiter
    fields = ("account", "since")
    related = ("account",)


class RoundsInline(ShownInline):
    """Rounds of an event."""

    model = Round
    fields = ("number", "opened_at", "opened_by", "deadline", "on_site")
    related = ("opened_by",)


class SeatsInline(ShownInline):
    """Seats of a table of an event."""

    model = EventSeat
    fields = ("turn", "entrant", "colour", "score", "place", "came")
    related = ("entrant__account",)


@admin.register(Event)
class EventAdmin(ShownAdmin):
    list_display = ("name", "club", "founder", "starts_at", "ended_at", "hidden_at")
    list_filter = (HIDDEN, ("ended_at", admin.EmptyFieldListFilter), "format", "place")
    fields = (
        *("name", "club", "founder", "announced_at", "starts_at", "time_zone", "ended_at"),
        *("hidden_at", "format", "place", "rounds_planned", "points4", "points3", "points2"),
        *("bye_points", "tie_breaks", "hides_end", "open_entry", "edition", "profile", "sites"),
        *("modules", "rated", "pace", "minutes", "increment", "days"),
    )
    ordering = ("-starts_at", "-id")
    search_fields = ("name",)
    search_help_text = _("the number of an event, or the handle of its founder (@ana)")
    related = ("club", "founder")
    inlines = (EventReportsInline, EventArbitersInline, RoundsInline)
    actions = ("hide", "show")

    def finds(self, word: str) -> Q:
        return event_condition(word, "founder__username", "pk")

    def conflict_of_interest(self, account: Account, row: Event) -> str:
        return moderation.conflict_over_name(account, row)

    @action(_("Hide: only moderators can read the name"))
    def hide(self, request: HttpRequest, row: Event, answers: Answers) -> None:
        moderation.hide_name_or_text(moderator(request), row, answers["reason"])

    @action(_("Show again"))
    def show(self, request: HttpRequest, row: Event, answers: Answers) -> None:
        moderation.unhide_name(moderator(request), row, answers["reason"])


@admin.register(Entrant)
class EntrantAdmin(ShownAdmin):
    list_display = ("event", "number", "account", "guest", "entered_at", "withdrawn_at")
    list_filter = (HIDDEN, ("withdrawn_at", admin.EmptyFieldListFilter))
    fields = (
        *("event", "number", "account", "guest"),
        *("entered_at", "withdrawn_at", "hidden_at"),
    )
    ordering = ("-id",)
    search_fields = ("event",)
    search_help_text = EVENT_HELP
    related = ("event", "account")
    actions = ("hide", "show")

    def finds(self, word: str) -> Q:
        return event_condition(word, "account__username")

    def conflict_of_interest(self, account: Account, row: Entrant) -> str:
        return moderation.conflict_over_name(account, row)

    @action(_("Hide the guest’s name: pages show a number instead"))
    def hide(self, request: HttpRequest, row: Entrant, answers: Answers) -> None:
        moderation.hide_name_or_text(moderator(request), row, answers["reason"])

    @action(_("Show again"))
    def show(self, request: HttpRequest, row: Entrant, answers: Answers) -> None:
        moderation.unhide_name(moderator(request), row, answers["reason"])


@admin.register(EventTable)
class EventTableAdmin(ShownAdmin):
    """Without the code: by it a phone writes results."""

    list_display = ("round", "number", "state", "game", "disputed_by", "changed_at")
    list_filter = ("state", ("disputed_by", admin.EmptyFieldListFilter))
    fields = (
        *("round", "number", "state", "game", "live_table", "reported_by", "confirmed_by"),
        *("disputed_by", "dispute", "changed_at"),
    )
    ordering = ("-id",)
    search_fields = ("round",)
    search_help_text = EVENT_HELP
    related = ("round__event", "reported_by", "confirmed_by", "disputed_by")
    inlines = (SeatsInline,)

    def finds(self, word: str) -> Q:
        return event_condition(word, "seats__entrant__account__username", "round__event")


@admin.register(EventRuling)
class EventRulingAdmin(ShownAdmin):
    list_display = ("event", "kind", "table", "entrant", "arbiter", "reason", "ruled_at")
    list_filter = ("kind", "at_own_table", "ruled_at")
    fields = (
        *("event", "kind", "table", "entrant", "lifts", "points", "reason", "arbiter"),
        *("at_own_table", "before", "after", "moved", "ruled_at"),
    )
    ordering = ("-ruled_at", "-id")
    search_fields = ("event",)
    search_help_text = EVENT_HELP
    related = ("event", "table__round", "entrant__account", "arbiter", "lifts")

    def finds(self, word: str) -> Q:
        return event_condition(word, "arbiter__username")


@admin.register(EventAnnouncement)
class EventAnnouncementAdmin(ShownAdmin):
    list_display = ("event", "arbiter", "text", "announced_at", "hidden_at")
    list_filter = (HIDDEN, "announced_at")
    fields = ("event", "arbiter", "text", "announced_at", "hidden_at")
    ordering = ("-announced_at", "-id")
    search_fields = ("event",)
    search_help_text = EVENT_HELP
    related = ("event", "arbiter")
    actions = ("hide",)

    def finds(self, word: str) -> Q:
        return event_condition(word, "arbiter__username")

    def conflict_of_interest(self, account: Account, row: EventAnnouncement) -> str:
        return moderation.conflict_over_name(account, row)

    @action(_("Hide: remove the announcement from every page"))
    def hide(self, request: HttpRequest, row: EventAnnouncement, answers: Answers) -> None:
        moderation.hide_name_or_text(moderator(request), row, answers["reason"])
