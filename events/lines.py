"""Members of clubs as lines of the public record: those that words of arbiters follow from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet

from events.models import ClubMember, ClubWord
from games.lines import Line, timestamp_text


def members_of_vouched_games() -> QuerySet[ClubMember]:
    """Rows of members who sit in a game for which an arbiter of their club vouched, or who vouched
    themselves."""
    words = ClubWord.objects.filter(club=OuterRef("club"))
    sits = words.filter(game__seats__player__account=OuterRef("account"))
    return ClubMember.objects.filter(
        Q(Exists(words.filter(account=OuterRef("account")))) | Q(Exists(sits))
    )


def club_member_lines(pks: Sequence[int]) -> Iterator[Line]:
    """Of these rows, by id; one query."""
    rows = ClubMember.objects.filter(pk__in=pks).order_by("pk").select_related("account__player")
    return map(club_member_line, rows)


def club_member_line(member: ClubMember) -> Line:
    """A member of a club in one role, from `since` until `until` (null: still). `joined_at`: since
    when they are a member, whatever their roles."""
    return {
        "id": member.pk,
        "club": member.club_id,
        "player": member.account.player.pk,
        "role": member.role,
        "joined_at": timestamp_text(member.joined_at),
        "since": timestamp_text(member.since),
        "until": timestamp_text(member.until) if member.until else None,
    }
