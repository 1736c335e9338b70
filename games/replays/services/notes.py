"""Notes on the steps of games: written, changed, taken back, hidden; and who sees which."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.action_log import Kind, log_moderator_action, must_moderate
from games.limits import NOTE_CHARACTERS, NOTES_OF_A_GAME
from games.models import Account, Game, Note, Seat
from games.replays.whatif import branch as whatif
from games.replays.whatif.code import branch_address, pack_branch
from games.standing.attest import checked_reason
from games.standing.conflicts_of_interest import conflict_in_note, must_be_impartial
from web.errors import Conflict, Invalid, NotAllowed
from web.rate_limits import NOTES

MAX_LISTED: Final = 500
"""Notes on the page of one game."""

TURNS_TEXT: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that make the text around them run the other way."""


class VisibleNote(NamedTuple):
    """A note as an account sees it: `colour` of the author's stones if they sat in the game;
    `is_author`: that account wrote it."""

    note: Note
    colour: str
    is_author: bool

    @property
    def branch_url(self) -> str:
        """Address of the what-if kept with it; empty for none."""
        lines = self.note.branch_lines
        return branch_address(self.note.game_id, self.note.ply, lines) if lines else ""


def write_note(
    account: Account,
    game: Game,
    ply: int,
    kind: str,
    text: str,
    public: bool,
    branch: Sequence[str] = (),
) -> Note:
    """A new note on step `ply` of `game`; `branch`: the entries of a what-if that goes on from
    there, which is kept with it.

    Raises ``NotAllowed`` for a suspended account, ``Invalid`` for a step that is not there, an
    unknown kind, a text that is empty or too long, a branch that cannot stand or is too long, or
    too many notes.
    """
    _may_write(account)
    if not 0 <= ply <= game.entries:
        raise Invalid(_("The game has no such step."))
    text = _checked(kind, text)
    if account.notes.filter(game=game).count() >= NOTES_OF_A_GAME:
        raise Invalid(
            _("You can have at most %d notes on a game. Delete one first.") % NOTES_OF_A_GAME
        )
    if not NOTES.allows(str(account.pk)):
        raise Invalid(_("Too fast. Try again in a minute."))
    return Note.objects.create(
        account=account,
        game=game,
        ply=ply,
        kind=kind,
        text=text,
        public=public,
        branch="\n".join(_legal(game, ply, branch)),
    )


def change_note(account: Account, note: Note, kind: str, text: str, public: bool) -> None:
    """Other words for `note`. What a moderator has hidden stays hidden.

    Raises ``NotAllowed`` unless it is the account's own, ``Invalid`` as ``write_note``.
    """
    _check_author(account, note)
    note.kind, note.text, note.public = kind, _checked(kind, text), public
    note.edited_at = timezone.now()
    note.save(update_fields=["kind", "text", "public", "edited_at"])


def remove_note(account: Account, note: Note) -> None:
    """`note` is gone. Raises ``NotAllowed`` unless it is the account's own."""
    _check_author(account, note)
    note.delete()


def hide(moderator: Account, note: Note, reason: str) -> None:
    """A public note that only its author and moderators see from now on.

    Raises ``NotAllowed``, ``Invalid`` without a reason, ``Conflict`` if it is private or hidden.
    """
    _set_hidden(moderator, note, reason, hidden=True)


def show(moderator: Account, note: Note, reason: str) -> None:
    """The opposite of ``hide``; raises the same, ``Conflict`` if it is not hidden."""
    _set_hidden(moderator, note, reason, hidden=False)


def notes_for(viewer: Account | AnonymousUser, game: Game) -> list[VisibleNote]:
    """The notes on `game` that `viewer` may see, by step: public ones that are not hidden, their
    own, and for a moderator the hidden ones too. Two queries."""
    visible = Q(public=True, hidden_at=None)
    if isinstance(viewer, Account):
        visible |= Q(account=viewer)
        if viewer.is_moderator:
            visible |= Q(public=True)
    rows = list(game.notes.filter(visible).select_related("account")[:MAX_LISTED])
    if not rows:
        return []
    colours = _colours(game.pk)
    return [
        VisibleNote(row, colours.get(row.account_id, ""), row.account_id == viewer.pk)
        for row in rows
    ]


def note_for_author(note: Note) -> VisibleNote:
    """`note` as its author sees it."""
    return VisibleNote(note, _colours(note.game_id).get(note.account_id, ""), True)


# --- inside -------------------------------------------------------------------


def _colours(game_id: str) -> dict[int | None, str]:
    """The colours of the stones of those who sat in the game, by account."""
    seats = Seat.objects.filter(game=game_id)
    return dict(seats.values_list("player__account_id", "colour"))


def _set_hidden(moderator: Account, note: Note, reason: str, *, hidden: bool) -> None:
    must_moderate(moderator)
    must_be_impartial(conflict_in_note(moderator, note))
    reason = checked_reason(reason)
    with transaction.atomic():
        row = Note.objects.select_for_update(no_key=True, of=("self",)).get(pk=note.pk)
        if hidden and (row.hidden_at is not None or not row.public):
            raise Conflict(_("This note is not public."))
        if not hidden and row.hidden_at is None:
            raise Conflict(_("This note is not hidden."))
        row.hidden_at, row.hidden_reason = (timezone.now(), reason) if hidden else (None, "")
        row.save(update_fields=["hidden_at", "hidden_reason"])
        kind = Kind.HIDE_NOTE if hidden else Kind.SHOW_NOTE
        text = f"@{row.account.username}, step {row.ply}: {reason}"
        log_moderator_action(moderator, kind, text, public_reason=reason, game=row.game)
    note.refresh_from_db()


def _legal(game: Game, ply: int, branch: Sequence[str]) -> list[str]:
    """`branch` as a log has it. Raises ``Invalid``."""
    if not branch:
        return []
    pack_branch(branch)
    return whatif.branch(game.log, ply, branch).lines


def _may_write(account: Account) -> None:
    if not account.is_active:
        raise NotAllowed(_("This account is suspended."))


def _check_author(account: Account, note: Note) -> None:
    _may_write(account)
    if note.account_id != account.pk:
        raise NotAllowed(_("This note belongs to another account."))


def _checked(kind: str, text: str) -> str:
    """`text` as it is kept: lines of plain text. Raises ``Invalid``."""
    if kind not in Note.Kind.values:
        raise Invalid(_("Choose a kind of note: question, idea, mistake or brilliant."))
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    clean = "".join(
        character for character in lines if character == "\n" or not _strange(character)
    ).strip()
    if not clean:
        raise Invalid(_("The note is empty. Write something first."))
    if len(clean) > NOTE_CHARACTERS:
        raise Invalid(_("A note can have at most %d characters.") % NOTE_CHARACTERS)
    return clean


def _strange(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs") or character in TURNS_TEXT
