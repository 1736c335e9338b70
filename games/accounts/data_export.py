"""All that is stored about an account, as files of one archive: for its owner alone.

Each part of the site says which of its rows are about an account
(``games.ports.Port.exported_files``). What
others wrote for themselves is in none: notes and lines of others, their reports and blocks.
Nor are secrets: passwords, keys of second factors, tokens, the secret of a table.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, QuerySet
from django.utils import timezone

from games.models import (
    Account,
    Game,
    Merge,
    ModeratorAction,
    NoticeWishes,
    Player,
    Seat,
    SeatClaim,
    Submission,
    Upload,
)
from games.ports import port
from games.pseudonyms import pseudonymise
from games.standing.resolve_players import ensure_player

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


BLOCK: Final = 200
"""Rows that are in memory at once."""

README: Final = """All that this site stores about your account.

One row is one line of JSON (files .ndjson). uploads/ has your files as they were received.
Not in here, because it cannot be read back or because it is not about you alone: passwords, tokens
and keys of second factors (only digests or sealed texts are kept), and what others wrote.
"""


class ExportFile(NamedTuple):
    """A file of the archive, and its pieces, which are made as they are read."""

    name: str
    pieces: Iterator[bytes]


def export_archive(account: Account, give_back: Callable[[], None]) -> Iterator[bytes]:
    """A zip archive, piece by piece. `give_back` is called between queries and pieces."""
    out = _Out()
    moment = timezone.now().timetuple()[:6]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for part in _parts(account):
            member_info = zipfile.ZipInfo(part.name, moment)
            member_info.compress_type = zipfile.ZIP_DEFLATED
            with file.open(member_info, "w", force_zip64=True) as member:
                for piece in part.pieces:
                    give_back()
                    member.write(piece)
                    yield out.drain()
    yield out.drain()


def table_of(name: str, rows: QuerySet[Model], *fields: str, numbered: str = "") -> ExportFile:
    """The file ``name.ndjson``: `rows` with these fields, by key; in the text of the one that
    is `numbered` closed accounts have numbers."""
    return ExportFile(f"{name}.ndjson", _ndjson_pieces(rows, fields, numbered))


def json_line(row: dict[str, object]) -> bytes:
    """A row as a line of JSON."""
    return json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False).encode() + b"\n"


def account_export_files(account: Account) -> Iterator[ExportFile]:
    """Data of `games` about `account`."""
    player = ensure_player(account)
    yield ExportFile("account.json", iter([json_line(_profile(account, player))]))
    yield table_of(
        "addresses", EmailAddress.objects.filter(user=account), "email", "verified", "primary"
    )
    yield table_of(
        "sessions",
        UserSession.objects.filter(user=account),
        *("created_at", "last_seen_at", "ip", "user_agent"),
    )
    factors = Authenticator.objects.filter(user=account)
    yield table_of("second_factors", factors, "type", "created_at", "last_used_at")
    yield table_of(
        "tokens",
        account.api_tokens.all(),
        *("name", "beginning", "scopes", "created_at", "last_used_at", "expires_at", "revoked_at"),
    )
    invitations = account.sign_up_invitations.all()
    yield table_of(
        "invitations_to_sign_up", invitations, "email", "made_at", "expires_at", "used_at"
    )
    yield from _of_games(account, player)
    yield from _drafts(account)
    yield from _uploads(account)


# --- inside -------------------------------------------------------------------


class _Out(io.RawIOBase):
    """Buffer into which the archive is written, and read from piece by piece."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer) -> int:
        piece = bytes(data)
        self._pieces.append(piece)
        return len(piece)

    def drain(self) -> bytes:
        content, self._pieces = b"".join(self._pieces), []
        return content


def _parts(account: Account) -> Iterator[ExportFile]:
    yield ExportFile("README.txt", iter([README.encode()]))
    yield from account_export_files(account)
    yield from port().exported_files(account)


def _profile(account: Account, player: Player) -> dict[str, object]:
    return {
        "handle": account.username,
        "player": player.pk,
        "email": account.email,
        "reminders": account.reminders,
        "previews": account.previews,
        "language": account.language,
        "data_licence_agreed_at": account.data_licence_agreed_at,
        "offices": sorted(account.groups.values_list("name", flat=True)),
        "opened": account.date_joined,
        "last_login": account.last_login,
    }


def _of_games(account: Account, player: Player) -> Iterator[ExportFile]:
    seats = Seat.objects.filter(player=player).values("game")
    yield table_of(
        "seats",
        Seat.objects.filter(player=player),
        *("game", "number", "colour", "name", "points", "place", "replaced_at", "played_on"),
    )
    games = Game.objects.filter(pk__in=seats)
    yield table_of("games", games, "id", "standing", "played_on", "accepted_at", "log")
    yield table_of(
        "confirmations", account.attestations.all(), "game", "by_uploading", "by_playing", "at"
    )
    disputes = account.disputes.all()
    yield table_of(
        "disputes", disputes, "game", "reason", "opened_at", "closed_at", "upheld", "answer"
    )
    yield table_of(
        "seat_claims",
        SeatClaim.objects.filter(account=account),
        *("game", "names", "opened_at", "closed_at", "met", "answer"),
    )
    nearly = account.discrepancies.all()
    yield table_of("discrepancies", nearly, "game", "number", "at")
    chosen = account.discrepancy_choices.all()
    yield table_of(
        "which_log_is_right", chosen, "discrepancy__game", "discrepancy__number", "which", "at"
    )
    reports = account.reports.all()
    yield table_of(
        "reports_of_games",
        reports,
        *("game", "player", "reason", "at", "answered__upheld", "answered__answer"),
        numbered="reason",
    )
    mended = account.seatings.all()
    yield table_of("seats_mended", mended, "game", "reason", "at", numbered="reason")
    yield table_of("brought_a_day", account.intakes.all(), "day", "size", "logs")
    yield table_of(
        "notes",
        account.notes.all(),
        *("game", "ply", "kind", "text", "branch", "public", "at", "edited_at", "hidden_at"),
    )
    yield table_of(
        "numbers_of_a_box",
        account.number_proposals.all(),
        *("board", "numbers", "box", "year", "note", "at", "withdrawn_at", "hidden_at"),
    )
    confirmed = account.number_confirmations.all()
    yield table_of(
        "numbers_confirmed", confirmed, "proposal__board", "box", "year", "at", "withdrawn_at"
    )
    yield from _of_notices(account)
    claims = Merge.objects.filter(requested_by=account)
    yield table_of(
        "claims", claims, "guest__name", "note", "requested_at", "decided_at", "accepted"
    )
    yield table_of("guests", account.guests.all(), "name", "created_at")
    actions = ModeratorAction.objects.filter(player=player)
    yield table_of("what_moderators_did", actions, "kind", "at", "reason", numbered="reason")


def _of_notices(account: Account) -> Iterator[ExportFile]:
    yield table_of(
        "notices",
        account.notices.all(),
        *("kind", "game", "upload", "saved_search", "by__username", "n", "facts"),
        *("at", "read_at", "mailed_at"),
    )
    yield table_of(
        "notice_wishes",
        NoticeWishes.objects.filter(account=account),
        *("confirming", "games", "rating", "uploads", "mailed_at"),
    )
    yield table_of(
        "saved_searches",
        account.saved_searches.all(),
        *("name", "query", "notify", "created_at", "looked_at", "trouble"),
    )
    yield table_of(
        "standing_confirmations",
        account.standing_confirmations.all(),
        *("uploader__username", "since", "ended_at"),
    )


def _drafts(account: Account) -> Iterator[ExportFile]:
    hands = account.drafts_in_hand.all()
    yield table_of(
        "drafts", account.drafts.all(), "id", "size", "began_at", "written_at", "occasion"
    )
    yield table_of("drafts_of_others", hands, "draft", "at")
    for draft in account.drafts.all():
        yield ExportFile(f"drafts/{draft.pk}.imh", iter([bytes(draft.log)]))


def _uploads(account: Account) -> Iterator[ExportFile]:
    uploads = Upload.objects.filter(account=account)
    yield table_of(
        "uploads", uploads, "id", "channel", "name", "size", "sha256", "received_at", "unrated"
    )
    logs = Submission.objects.filter(upload__account=account)
    yield table_of(
        "logs", logs, "upload", "number", "member", "status", "refusal", "game", "judged_at"
    )
    for pk in uploads.order_by("received_at").values_list("pk", flat=True):
        yield ExportFile(f"uploads/{pk}.bin", _raw(pk))


def _raw(pk: UUID) -> Iterator[bytes]:
    yield bytes(Upload.objects.get(pk=pk).raw)


def _ndjson_pieces(
    rows: QuerySet[Model], fields: tuple[str, ...], numbered: str
) -> Iterator[bytes]:
    last = None
    while True:
        after = rows if last is None else rows.filter(pk__gt=last)
        block = list(after.order_by("pk").values("pk", *fields)[:BLOCK])
        if not block:
            return
        last = block[-1]["pk"]
        yield b"".join(json_line(_exported_fields(row, fields, numbered)) for row in block)


def _exported_fields(
    row: dict[str, object], fields: tuple[str, ...], numbered: str
) -> dict[str, object]:
    return {
        name.replace("__", "_"): pseudonymise(str(row[name])) if name == numbered else row[name]
        for name in fields
    }
