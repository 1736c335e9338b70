"""An account's data in clubs (see ``games.accounts.data_export``)."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from events.models import (
    Club,
    ClubGame,
    ClubInvitation,
    ClubMember,
    ClubWord,
    NameReport,
)
from games.accounts import ExportFile, table_of
from games.models import Account


def export_club_data(account: Account) -> Iterator[ExportFile]:
    """Clubs that it owns, memberships by role, invitations, games added, words, reports."""
    clubs = Club.objects.filter(owner=account)
    yield table_of("clubs_owned", clubs, "id", "name", "text", "founded_at", "closed_at")
    members = ClubMember.objects.filter(account=account)
    yield table_of("clubs_joined", members, "club__name", "role", "joined_at", "since", "until")
    invitations = ClubInvitation.objects.filter(Q(inviter=account) | Q(account=account))
    yield table_of(
        "club_invitations",
        invitations,
        *("club__name", "created_at", "expires_at", "uses", "withdrawn_at"),
    )
    games = ClubGame.objects.filter(added_by=account)
    yield table_of("club_games", games, "club__name", "game", "added_at")
    words = ClubWord.objects.filter(account=account)
    yield table_of("club_words", words, "club__name", "game", "seating", "vouched_at")
    reports = NameReport.objects.filter(account=account).exclude(club=None)
    yield table_of(
        "club_reports", reports, "club__name", "reason", "reported_at", "upheld", "answer"
    )
