"""An account's data at tables (see ``games.accounts.data_export``), and its end
when the account is closed: its player stands up everywhere, and no table waits for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db.models import Model, Q
from django.utils.translation import gettext as _

from games.accounts import ExportFile, table_of
from games.models import Account
from games.models.upload import OPEN
from tables.ending.ending import abandon, replace_player
from tables.lobby.seats import leave_seat
from tables.models import (
    Block,
    ChatLine,
    ChatReport,
    FirstGame,
    Follow,
    Invitation,
    Phase,
    Place,
    PlayerProfile,
    PushBrowser,
    PushWishes,
    Table,
    TableEntry,
)
from tables.models.table import LIVE
from tables.notifications.push_subscriptions import KINDS, remove_all
from web.errors import Conflict


def export_table_data(account: Account) -> Iterator[ExportFile]:
    """Their places, entries, chat lines, reports and blocks."""
    places = Place.objects.filter(account=account)
    yield table_of(
        "places",
        places,
        *("table", "colour", "turn", "joined_at", "promise", "replaced_at"),
        *("replaced_why", "consents"),
    )
    hosted = Table.objects.filter(host=account)
    yield table_of("tables_opened", hosted, "id", "phase", "created_at", "ended_at", "rated")
    entries = TableEntry.objects.filter(by=account)
    yield table_of("entries", entries, "table", "ply", "text", "at")
    yield table_of(
        "invitations",
        Invitation.objects.filter(account=account),
        *("table", "table__host__username", "declined", "at"),
    )
    first = FirstGame.objects.filter(account=account)
    yield table_of("first_games", first, "id", "entries", "created_at", "moved_at", "ended_at")
    lines = ChatLine.objects.filter(account=account)
    yield table_of("lines_said", lines, "table", "text", "phrase", "at", "hidden_at")
    reports = ChatReport.objects.filter(by=account)
    yield table_of("reports", reports, "line", "reason", "at", "settled_at", "upheld")
    blocks = Block.objects.filter(account=account)
    yield table_of("blocks", blocks, "blocked__username", "at")
    push_browsers = PushBrowser.objects.filter(account=account)
    yield table_of("told_in_browsers", push_browsers, "made_by", "created_at", "told_at")
    follows = Follow.objects.filter(account=account)
    yield table_of("follows", follows, "followed__username", "since")
    profile = PlayerProfile.objects.filter(account=account)
    yield table_of(
        "profile",
        profile,
        *("face", "face_colour", "text", "hidden_at", "shows_presence", "present_at"),
    )
    wishes = PushWishes.objects.filter(account=account)
    yield table_of("told_of", wishes, *KINDS)


# --- closing an account -------------------------------------------------------


TEXTS: Final[tuple[tuple[type[Model], str], ...]] = ((ChatLine, "text"), (ChatReport, "reason"))
"""Texts in which people mention others by handle."""


def leave_everything(account: Account) -> None:
    """`account` leaves running games, as any player may: computer players go on. At tables that
    have not begun they stand up; one that is about to begin is called off. Their invitations and
    blocks end.

    Raises ``Conflict`` while a game that they played is on its way into the record.
    """
    for table in Table.objects.filter(phase__in=LIVE, places__account=account).order_by("pk"):
        place = Place.objects.select_related("stand_in", "account").get(
            table=table, account=account
        )
        if table.phase == Phase.PLAYING:
            replace_player(table, place, Place.ReplacementCause.LEFT)
        elif table.phase == Phase.OPEN and account.is_active:
            leave_seat(table.pk, account)
        else:
            abandon(table.pk)
    Invitation.objects.filter(account=account).delete()
    FirstGame.objects.filter(account=account).delete()
    remove_all(account)
    PushWishes.objects.filter(account=account).delete()
    Block.objects.filter(account=account).delete()
    Block.objects.filter(blocked=account).delete()
    Follow.objects.filter(Q(account=account) | Q(followed=account)).delete()
    PlayerProfile.objects.filter(account=account).delete()
    if _on_its_way(account):
        raise Conflict(
            _("One of your games has just ended and is being saved. Try again in a minute.")
        )


def _on_its_way(account: Account) -> bool:
    """True if a log that the site wrote with their handle waits for its verdict."""
    tables = Table.objects.filter(places__account=account)
    return tables.filter(upload__submissions__status__in=OPEN).exists()
